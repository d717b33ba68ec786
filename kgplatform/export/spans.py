"""Spans: what of a passage a question cites or a statement is stated by, and where that stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kgplatform.export.model import TYPES, Relationship, Span, SpanPart
from kgplatform.records.document import Page, decode_lines
from kgplatform.sources.layout import find_boxes

__all__ = ["list_marks"]

Clean = Callable[[Mapping[str, Any], Mapping[str, str]], dict[str, Any]]


def list_marks(passage: Mapping[str, Any], clean: Clean) -> Iterator[Relationship]:
    """Yield what marks a span of a passage, each with it; checks each quote against the passage.

    Args:
        passage: a row of the query fetch_export_spans.
        clean: returns the known ones of some properties.
    """
    pages = [_make_page(row) for row in passage["pages"]]
    for mark in passage["marks"]:
        properties = clean(mark["properties"], TYPES[mark["type"]])
        span = None
        if {"start", "end"} <= properties.keys():
            span = _make_span(passage, mark, properties, pages)
        yield Relationship(
            type=mark["type"],
            start_kind=mark["kind"],
            start=mark["start"],
            end_kind="Passage",
            end=passage["id"],
            properties=properties,
            span=span,
        )


def _make_span(
    passage: Mapping[str, Any],
    mark: Mapping[str, Any],
    properties: Mapping[str, Any],
    pages: list[Page],
) -> Span:
    text, offset = passage["text"], passage["start"] or 0
    start, end = properties["start"], properties["end"]
    found = text[start:end]
    quote = properties.get("quote", found)
    boxes = find_boxes(pages, offset + start, offset + end)
    return Span(
        role=mark["type"],
        node_id=mark["start"],
        passage_id=passage["id"],
        document_id=passage["document"] or "",
        start=start,
        end=end,
        document_start=offset + start,
        document_end=offset + end,
        quote=quote,
        matches=quote == found and 0 <= start < end <= len(text),
        attribution=properties.get("attribution", ""),
        parts=tuple(_list_parts(properties, text)),
        page=_page_at(pages, offset + start) or passage["page"],
        section=passage["heading"] or "",
        table=passage["table"] or "",
        boxes=tuple({"page": page, "box": list(box)} for page, box in boxes),
    )


def _page_at(pages: list[Page], offset: int) -> int | None:
    return next((page.number for page in pages if page.start <= offset < page.end), None)


def _list_parts(stated: Mapping[str, Any], text: str) -> Iterator[SpanPart]:
    """Yield the parts of a statement that have spans, in the order in which it has them."""
    roles = ["subject", "object"]
    starts, ends = ([stated.get(f"{role}{end}") for role in roles] for end in ("Start", "End"))
    roles += stated.get("qualifierRelations", ())
    starts += stated.get("qualifierStarts", ())
    ends += stated.get("qualifierEnds", ())
    for index, (role, start, end) in enumerate(zip(roles, starts, ends, strict=True)):
        if start is not None and end is not None:
            yield SpanPart(index, role, start, end, text[start:end])


def _make_page(row: Mapping[str, Any]) -> Page:
    return Page(
        row["number"],
        row["start"],
        row["end"],
        row["width"] or 0.0,
        row["height"] or 0.0,
        row["label"] or "",
        decode_lines(row["lines"]) if row["lines"] else (),
    )
