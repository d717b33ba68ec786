"""The baseline `cot`: a chain of thought without evidence (LPKG, section 5.1)."""

from __future__ import annotations

import re

from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines.turns import AnsweredByModel, conclude, say
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import ChatModel
from kgplatform.records import Evidence

__all__ = ["COT", "COT_TASK", "ChainOfThought", "think"]

COT = "cot"  # as a method's name
COT_TASK = "chain_of_thought"
ANSWER = re.compile(r"answer(?: is)?\W*:\W*(.+)", re.IGNORECASE)


def think(question: str, chat: ChatModel) -> tuple[Evidence, Reading]:
    """Answer by thinking aloud: the last line after "Answer:", or the last line.

    Raises:
        ModelError: the model is not available.
    """
    text, usage = say(COT_TASK, chat, question=question)
    lines = ANSWER.findall(text) or text.strip().splitlines() or [""]
    return conclude(lines[-1], [], usage, [text])


class ChainOfThought(AnsweredByModel):
    """Finds nothing, and answers from what the model was trained on."""

    name = COT

    def answer(self, question: EvaluationQuestion) -> tuple[Evidence, Reading]:
        """Return no passage, and what the model ends with."""
        return think(question.text, self.chat)
