"""A question as it is asked."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DEFAULT_TOP_K", "Question", "Turn"]

DEFAULT_TOP_K = 5  # passages that a reader is given


@dataclass(frozen=True, slots=True)
class Question:
    """A question in plain English, and which documents its answer may come from.

    `documents` holds the ids of the only documents that evidence may come from; None: all.
    """

    text: str
    documents: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a conversation, as it was understood, and its answer; '' if there is none."""

    question: str
    answer: str
