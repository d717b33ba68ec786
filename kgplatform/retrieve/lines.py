"""Sentences of passages as lines for a reader, which cites them where they stand."""

from __future__ import annotations

from kgplatform.records import EvidenceLine, ScoredPassage
from kgplatform.text.sentences import split_by_punctuation

__all__ = ["write_line", "write_whole"]


def write_line(passage: ScoredPassage, start: int, end: int) -> EvidenceLine:
    """Return passage.text[start:end] as a line, its white space as single blanks."""
    return EvidenceLine(passage, " ".join(passage.text[start:end].split()), start, end)


def write_whole(passage: ScoredPassage) -> list[EvidenceLine]:
    """Return all sentences of a passage as lines, in the order of its text."""
    return [write_line(passage, *span) for span in split_by_punctuation(passage.text)]
