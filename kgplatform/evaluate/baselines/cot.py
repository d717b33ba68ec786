"""The baseline `cot`: a chain of thought without evidence (LPKG, section 5.1)."""

from __future__ import annotations

from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines.turns import FINAL_ANSWER, AnsweredByModel, conclude, say
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import ChatModel
from kgplatform.records import Evidence

__all__ = ["COT", "COT_TASK", "ChainOfThought", "think"]

COT = "cot"  # as a method's name
COT_TASK = "chain_of_thought"
MAX_TOKENS = 600  # of the thoughts; small models think at length
MOST_WORDS = 12
"""Of a last line that is an answer though nothing says so; longer ones are thoughts."""


def think(question: str, chat: ChatModel) -> tuple[Evidence, Reading]:
    """Answer by thinking aloud: what follows the last "Answer:", or a short last line.

    Raises:
        ModelError: the model is not available.
    """
    text, usage = say(COT_TASK, chat, max_tokens=MAX_TOKENS, question=question)
    stated = FINAL_ANSWER.findall(text) or text.strip().splitlines()[-1:]
    answer = stated[-1] if stated and len(stated[-1].split()) <= MOST_WORDS else ""
    return conclude(answer, [], usage, [text])


class ChainOfThought(AnsweredByModel):
    """Finds nothing, and answers from what the model was trained on."""

    name = COT

    def answer(self, question: EvaluationQuestion) -> tuple[Evidence, Reading]:
        """Return no passage, and what the model ends with."""
        return think(question.text, self.chat)
