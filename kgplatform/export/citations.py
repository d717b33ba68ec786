"""What an answer quoted, as it was kept with the question when it was asked."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

__all__ = ["GONE", "IN_GRAPH", "OUTSIDE", "KeptCitation", "describe_gone", "read_citations"]

IN_GRAPH, GONE, OUTSIDE = "in graph", "no longer in the graph", "outside of the graph"
"""A citation's states: its passage is still there; its document was changed or removed since; it
never was in the graph, `uri` is where it came from."""


@dataclass(frozen=True, slots=True)
class KeptCitation:
    """A quote with all that is needed to check it without the graph.

    Attributes:
        state: IN_GRAPH, GONE or OUTSIDE.
        question_id: of the question whose answer rests on it.
        sha256: of the document as it was when the question was asked.
        start, end: in the passage; document_start and document_end are in that document's text.
        row, column: names of the cell that it is of, where it is one of a table.
    """

    state: str
    question_id: str
    rank: int
    score: float
    title: str
    uri: str
    document_id: str
    sha256: str | None
    passage_id: str
    start: int
    end: int
    document_start: int | None
    document_end: int | None
    quote: str
    page: int | None = None
    section: str = ""
    table: str = ""
    row: str = ""
    column: str = ""


def read_citations(
    kept: Iterable[str], *, cited: Collection[str], question_id: str = ""
) -> tuple[KeptCitation, ...]:
    """Return the citations of a question, best first.

    Args:
        kept: one JSON object each, as `write_question` writes them.
        cited: ids of the passages that the question still cites in the graph.
        question_id: of the question.
    """
    citations = []
    for fields in map(json.loads, kept):
        state = OUTSIDE if not fields["document_id"] else GONE
        state = IN_GRAPH if fields["passage_id"] in cited else state
        citations.append(KeptCitation(state, question_id, **fields))
    return tuple(citations)


def describe_gone(citations: Collection[KeptCitation]) -> str | None:
    """Return one sentence on the citations that are no longer in the graph; None if all are."""
    gone = sum(citation.state == GONE for citation in citations)
    if not gone:
        return None
    return (
        f"{gone} of {len(citations)} citations are no longer in the graph, because a document was "
        "changed or removed after the question was asked: the export has their quotes as they "
        "were then."
    )
