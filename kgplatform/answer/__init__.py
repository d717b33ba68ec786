"""Reads an answer out of evidence, with citations that hold, or abstains; records the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgplatform.lazy import load_later

if TYPE_CHECKING:
    from kgplatform.answer.reader import read
    from kgplatform.answer.reading import Reading
    from kgplatform.answer.record import write_question

__all__ = ["Reading", "read", "write_question"]

__getattr__ = load_later(
    __name__,
    {
        "Reading": "kgplatform.answer.reading",
        "read": "kgplatform.answer.reader",
        "write_question": "kgplatform.answer.record",
    },
)
