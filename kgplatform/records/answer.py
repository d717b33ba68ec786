"""An answer with its citations, down to the character."""

from __future__ import annotations

from dataclasses import dataclass

from kgplatform.records.evidence import ScoredStatement, Step
from kgplatform.records.usage import Usage

__all__ = [
    "Answer",
    "Citation",
]


@dataclass(frozen=True, slots=True)
class Citation:
    """A quoted span, passage.text[start:end], and the names of what it is in, as far as known."""

    passage_id: str
    document_id: str
    title: str
    uri: str
    page: int | None
    start: int
    end: int
    quote: str
    score: float
    section: str = ""
    table: str = ""
    row: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question's answer with everything it rests on; the wire form of `ask --json`.

    Without an answer, `abstention` says why, and `nearest` quotes what comes nearest to one.
    """

    question_id: str
    question: str
    answer: str
    abstained: bool
    method: str
    reader: str
    evidence: tuple[Citation, ...]
    statements: tuple[ScoredStatement, ...]
    steps: tuple[Step, ...]
    usage: Usage
    timings_ms: dict[str, float]
    abstention: str = ""
    nearest: tuple[Citation, ...] = ()
