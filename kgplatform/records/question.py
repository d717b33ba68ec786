"""A question as it is asked."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Question"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question in plain English, and which documents its answer may come from.

    `documents` holds the ids of the only documents that evidence may come from; None: all.
    """

    text: str
    documents: tuple[str, ...] | None = None
