"""An answer with its citations, down to the character."""

from __future__ import annotations

from dataclasses import dataclass, field

from kgplatform.records.evidence import Evidence, ScoredStatement, Step
from kgplatform.records.json import NOT_WRITTEN
from kgplatform.records.usage import Usage

__all__ = [
    "Answer",
    "Citation",
    "Measured",
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
class Measured:
    """What an evaluation keeps of an answer besides what users are given.

    `retrieved` is all that was found, best first; the reader may have had the first of it alone.
    `reader_usage` is what of the answer's usage the reader took, `confidence` and `rejected` are
    the reader's own. `error` is one sentence where a model call failed while models were measured.
    """

    retrieved: Evidence = field(default_factory=Evidence)
    reader_usage: Usage = field(default_factory=Usage)
    confidence: float | None = None
    rejected: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question's answer with everything it rests on; the wire form of `ask --json`.

    Without an answer, `abstention` says why, and `nearest` quotes what comes nearest to one.
    `measured` is not part of the wire form.
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
    measured: Measured = field(default_factory=Measured, repr=False, metadata=NOT_WRITTEN)

    def _repr_html_(self) -> str:
        """Return the answer with its quotes marked, as notebooks show it."""
        from kgplatform.records.html import answer_html

        return answer_html(self)
