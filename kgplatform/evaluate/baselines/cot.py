"""The baseline `cot`: a chain of thought without evidence (LPKG, section 5.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.baselines.turns import conclude, say
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import ChatModel, require_chat
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


class ChainOfThought:
    """Finds nothing, and answers from what the model was trained on."""

    settings: ClassVar[Mapping[str, Any]] = {}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        self._chat = require_chat(corpus.platform.chat, method=COT)
        self._reading: Reading

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return no passage."""
        del top_k
        evidence, self._reading = think(question.text, self._chat)
        return evidence

    def read(self, question: EvaluationQuestion, evidence: Evidence) -> Reading:
        """Return what the model ended with."""
        del question, evidence
        return self._reading
