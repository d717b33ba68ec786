"""What leads from a question to its answer, whoever asks: users, evaluations, other programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kgplatform.records import Answer, Evidence, Question
from kgplatform.records.question import DEFAULT_TOP_K

__all__ = ["AnswerOptions", "Pipeline"]


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """How a pipeline answers.

    Attributes:
        top_k: passages that the reader gets; None: all that was found.
        reader: its name, or "auto".
        depth: passages to find at the least, for a ranking deeper than what is read.
        fall_back: go on without a model that replies nonsense. Without it, as where the model
            itself is measured, such a question has no answer and `Answer.measured.error` says why.
        explains: whether an abstention says what comes nearest to an answer; it changes none.
    """

    top_k: int | None = DEFAULT_TOP_K
    reader: str = "auto"
    depth: int = 0
    fall_back: bool = True
    explains: bool = True


class Pipeline(Protocol):
    """Answers questions; one may be asked by several threads at a time.

    An entry of the group kgplatform.pipelines is what returns one, called with the platform's
    `runtime.Resources`, the method's name, which begins with that of the entry, and AnswerOptions.
    """

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        """Return the best `top_k` passages, with all else that was found, best first."""

    def answer(self, question: Question) -> Answer:
        """Return the answer with what it rests on, or an abstention; nothing is recorded."""
