"""Makes an event of each question and its answer, whoever asks: users, evaluations, programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgplatform.events import QUESTION, answer_fields, observe
from kgplatform.pipelines.protocol import Pipeline
from kgplatform.records import Answer, Evidence, Question

__all__ = ["Observed", "observe_answer"]


def observe_answer(
    question: str,
    answer: Callable[[], Answer],
    *,
    method: str,
    top_k: int | None,
    shows_content: bool,
) -> Answer:
    """Return an answer, and make an event of how it came about.

    Args:
        question: in plain English.
        answer: makes the answer, and keeps it where it is to be kept.
        method: by which it is answered; the event has the one that the answer names.
        top_k: passages that are read, where there is a number.
        shows_content: whether texts are in the event, and in all events within it.

    Raises:
        Exception: what `answer` raises.
    """
    with observe(QUESTION, shows_content=shows_content, method=method, top_k=top_k) as seen:
        seen.add_content(question=lambda: question)
        answered = answer()
        seen.add(**answer_fields(answered))
        seen.add_content(answer=lambda: answered.answer)
    return answered


@dataclass(frozen=True, slots=True)
class Observed:
    """A pipeline with an event for each question that it answers.

    Args:
        pipeline: answers.
        method: its name.
        top_k: passages that it reads.
        shows_content: whether texts are in the events.
        record: keeps an answer, within its event.
    """

    pipeline: Pipeline
    method: str
    top_k: int | None
    shows_content: bool
    record: Callable[[Answer], Answer]

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        """Return what the pipeline finds."""
        return self.pipeline.retrieve(question, top_k=top_k)

    def answer(self, question: Question) -> Answer:
        """Return what the pipeline answers, as it is recorded."""
        return observe_answer(
            question.text,
            lambda: self.record(self.pipeline.answer(question)),
            method=self.method,
            top_k=self.top_k,
            shows_content=self.shows_content,
        )
