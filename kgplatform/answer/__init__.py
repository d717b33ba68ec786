"""Reads an answer out of evidence, with citations that hold, or abstains; records the question."""

from __future__ import annotations

from kgplatform.answer.reader import read
from kgplatform.answer.reading import Reading
from kgplatform.answer.record import write_question

__all__ = ["Reading", "read", "write_question"]
