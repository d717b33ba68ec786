"""Where a span of a passage stands on the pages of its file, so that evidence can be marked."""

from __future__ import annotations

from typing import Any

from kgplatform.errors import NotFound, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.records.document import Page, decode_lines
from kgplatform.sources.layout import find_boxes

__all__ = ["locate_span"]


def locate_span(graph: Graph, passage_id: str, start: int, end: int) -> list[dict[str, Any]]:
    """Return where passage.text[start:end] stands on the pages of its file.

    Args:
        graph: where the passage is.
        passage_id: of the passage.
        start, end: offsets in its text.

    Returns:
        {page, label, box} a line, box being left, top, right, bottom in points from the upper
        left; a page without box where the file does not say where its text is (slides, sheets);
        nothing where it has no pages.

    Raises:
        NotFound: there is no such passage.
        UsageError: start and end are no span of it.
    """
    _check_span(graph, passage_id, start, end)
    rows = graph.read("fetch_passage_pages", id=passage_id)
    if not rows:
        return []
    offset = rows[0]["passage_start"]
    pages = [_make_page(row) for row in rows]
    labels = {page.number: page.label for page in pages}
    boxes = find_boxes(pages, offset + start, offset + end)
    if boxes:
        return [{"page": page, "label": labels[page], "box": list(box)} for page, box in boxes]
    return [
        {"page": page.number, "label": page.label, "box": None}
        for page in pages
        if page.start < offset + end and offset + start < page.end and not page.lines
    ]


def _check_span(graph: Graph, passage_id: str, start: int, end: int) -> None:
    """Refuse what is no span of a passage."""
    rows = graph.read("fetch_passages", ids=[passage_id])
    if not rows:
        raise NotFound(f"There is no passage '{passage_id}': ask --json shows the ids.")
    length = len(rows[0]["text"])
    if not 0 <= start < end <= length:
        raise UsageError(
            f"{start} to {end} is no span of the passage, which has {length} characters: "
            f"give a start below the end, and an end of {length} at most."
        )


def _make_page(row: dict[str, Any]) -> Page:
    return Page(
        row["number"],
        row["start"],
        row["end"],
        row["width"],
        row["height"],
        row["label"] or "",
        decode_lines(row["lines"]) if row["lines"] else (),
    )
