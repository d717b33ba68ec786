"""The manifest: what an auditor needs to check every span of an export against its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Any

from kgplatform.export.subgraph import Node, Subgraph
from kgplatform.records.json import to_json

__all__ = ["Span", "SpanPart", "compute_spans", "make_manifest"]

HOW_TO_CHECK = (
    "Offsets count Unicode code points, from 0, the end not included. "
    "passage.text[start:end] and document text[document_start:document_end] are the quote. "
    "`kgplatform documents show ID --text` prints a document's text, made from its file again; "
    "`kgplatform documents show ID --hashed | sha256sum` prints its sha256, as long as the file is "
    "the one that was read. Each document says what its text is and what its sha256 is of."
)
PLAIN = "text/plain"
TEXTS = {
    PLAIN: "the file's characters, line ends as line feeds",
    "application/jsonl": "the line's text",
}
CONVERTED = "made from the file, whose marks are left out: not the file's characters"
HASHED = "title, U+001F and text, in UTF-8"
HASHED_CONVERTED = (
    "title, text and, where it has them, pages, sections, tables, facts and claims, in the form "
    "that --hashed prints, in UTF-8"
)


@dataclass(frozen=True, slots=True)
class SpanPart:
    """Where a statement's part is named: `role` is subject, object or a qualifier's relation."""

    role: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Span:
    """A quoted stretch of a passage, and where it is in its document.

    `role` is the relationship it comes from, CITES or STATED_IN, and `node_id` the question or
    statement that rests on it; `matches` says that the passage holds the quote at these offsets.
    Of a statement `attribution` is who says so there, `parts` are where its parts are named, in the
    passage too.
    """

    role: str
    node_id: str
    passage_id: str
    document_id: str
    start: int
    end: int
    document_start: int
    document_end: int
    quote: str
    matches: bool
    attribution: str = ""
    parts: tuple[SpanPart, ...] = ()


def compute_spans(subgraph: Subgraph) -> tuple[Span, ...]:
    """Return every span of the subgraph in its order; checks each quote against its passage."""
    return tuple(_iterate_spans(subgraph))


def make_manifest(subgraph: Subgraph, *, generated_at: datetime) -> dict[str, Any]:
    """Return the manifest as JSON-ready values."""
    return {
        "kgplatform_version": version("kgplatform"),
        "question_id": subgraph.question_id,
        "generated_at": generated_at.isoformat(timespec="seconds"),
        "counts": {
            "nodes": dict(Counter(node.label for node in subgraph.nodes)),
            "relationships": dict(Counter(item.type for item in subgraph.relationships)),
        },
        "how_to_check": HOW_TO_CHECK,
        "documents": [_describe(node) for node in subgraph.with_label("Document")],
        "citations": to_json(subgraph.citations),
        "spans": to_json(compute_spans(subgraph)),
    }


def _describe(document: Node) -> dict[str, Any]:
    """Return what names a document, and how its text and its hash came about."""
    names = ("id", "title", "uri", "mediaType", "sha256")
    described = {name: document.properties.get(name) for name in names}
    kind = document.properties.get("mediaType", "")
    return {
        **described,
        "text_is": TEXTS.get(kind, CONVERTED),
        "sha256_is_of": HASHED if kind == PLAIN else HASHED_CONVERTED,
    }


def _iterate_spans(subgraph: Subgraph) -> Iterator[Span]:
    passages = {node.id: node for node in subgraph.with_label("Passage")}
    documents = {item.start: item.end for item in subgraph.of_type("PART_OF")}
    for item in (*subgraph.of_type("CITES"), *subgraph.of_type("STATED_IN")):
        if item.end in passages and {"start", "end"} <= item.properties.keys():
            passage: Node = passages[item.end]
            start, end = item.properties["start"], item.properties["end"]
            found = passage.properties["text"][start:end]
            quote = item.properties.get("quote", found)
            offset = passage.properties["start"]
            yield Span(
                role=item.type,
                node_id=item.start,
                passage_id=passage.id,
                document_id=documents[passage.id],
                start=start,
                end=end,
                document_start=offset + start,
                document_end=offset + end,
                quote=quote,
                matches=quote == found and 0 <= start < end <= len(passage.properties["text"]),
                attribution=item.properties.get("attribution", ""),
                parts=tuple(_list_parts(item.properties, passage.properties["text"])),
            )


def _list_parts(stated: Mapping[str, Any], text: str) -> Iterator[SpanPart]:
    """Yield the parts of a statement that have spans, in the order in which it has them."""
    roles = ["subject", "object"]
    starts, ends = ([stated.get(f"{role}{end}") for role in roles] for end in ("Start", "End"))
    roles += stated.get("qualifierRelations", ())
    starts += stated.get("qualifierStarts", ())
    ends += stated.get("qualifierEnds", ())
    for role, start, end in zip(roles, starts, ends, strict=True):
        if start is not None and end is not None:
            yield SpanPart(role, start, end, text[start:end])
