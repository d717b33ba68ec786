"""What an export holds: kinds of nodes and types of relationships, each with its properties.

This is the one table of them. Formats that state types before rows (CSV, GraphML, Parquet) read it,
queries are given its names, and the vocabulary has a term for each entry. What can be made again is
left out: vectors, likeness of passages, the auxiliary schema, shortcuts between entities.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "KINDS",
    "TYPES",
    "Node",
    "PropertyTypes",
    "Relationship",
    "Span",
    "SpanPart",
    "parse_fields",
]

PropertyTypes = dict[str, str]
"""Name of a property to its type: string, integer, float, boolean, date or datetime (both as
ISO 8601 texts), or one of the first three with [] for a list."""


def parse_fields(text: str) -> PropertyTypes:
    """Return the properties that a text names, as in "text start:integer"; string is left out."""
    pairs = (name.partition(":") for name in text.split())
    return {name: kind or "string" for name, _, kind in pairs}


KINDS: Mapping[str, PropertyTypes] = {
    "Question": parse_fields(
        "id text understood answer abstained:boolean method reader askedAt:datetime tokens:integer "
        "conversation conversationName details citations:string[]"
    ),
    "IngestRun": parse_fields(
        "id job state startedAt:datetime finishedAt:datetime passages:integer statements:integer "
        "rows:integer failed:integer errors:string[]"
    ),
    "Document": parse_fields(
        "id title uri copies:string[] mediaType date:date language sha256 fileSha256 extractor "
        "ingestedAt:datetime unread:string[] messageId"
    ),
    "Page": parse_fields(
        "id number:integer label start:integer end:integer width:float height:float"
    ),
    "Section": parse_fields("id index:integer level:integer heading start:integer end:integer"),
    "Table": parse_fields(
        "id index:integer caption header text cells rows:integer columns:integer page:integer "
        "box:float[] start:integer end:integer"
    ),
    "Passage": parse_fields(
        "id index:integer title heading text start:integer end:integer page:integer"
    ),
    "Statement": parse_fields(
        "id relation canonical text polarity modality isPlain:boolean extractor confidence:float "
        "source"
    ),
    "Entity": parse_fields("id name normalizedName writtenName type aliases:string[] qid"),
    "Phrase": parse_fields("id name"),
    "Literal": parse_fields(
        "id value datatype from:date to:date number:float unit currency isRelative:boolean"
    ),
}
"""Kinds in the order of an export; each node has one."""

_LINK = "method score:float via decidedBy"

TYPES: Mapping[str, PropertyTypes] = {
    "CITES": parse_fields("rank:integer score:float start:integer end:integer quote"),
    "HAS_PAGE": {},
    "HAS_SECTION": {},
    "HAS_TABLE": {},
    "HAS_PASSAGE": {},
    "PART_OF": {},
    "NEXT": {},
    "ABOUT": {},
    "ATTACHED_TO": {},
    "REPLIES_TO": {},
    "MENTIONS": parse_fields("start:integer end:integer surface type kind typeBy"),
    "REFERS_TO": parse_fields("start:integer end:integer surface kind"),
    "SUBJECT": {},
    "OBJECT": {},
    "QUALIFIER": parse_fields("relation"),
    "STATED_IN": parse_fields(
        "start:integer end:integer subjectStart:integer subjectEnd:integer objectStart:integer "
        "objectEnd:integer qualifierRelations:string[] qualifierStarts:integer[] "
        "qualifierEnds:integer[] alignment:string[] attribution"
    ),
    "SAME_AS": parse_fields(_LINK),
    "MAY_BE": parse_fields(_LINK),
    "DIFFERENT_FROM": parse_fields(_LINK),
}


@dataclass(frozen=True, slots=True)
class SpanPart:
    """Where a statement's part is named.

    `index` is 0 for the subject, 1 for the object, and goes on with the qualifiers; `role` is
    subject, object or a qualifier's relation, which may be either word as well.
    """

    index: int
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
    passage too. `boxes` are {page, box} for each line, where the file says where its text is: left,
    top, right, bottom in points from the upper left. `table` is a table's caption.
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
    page: int | None = None
    section: str = ""
    table: str = ""
    boxes: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A node; `kind` is one of KINDS, `labels` are all that people read, sorted.

    `cited` are the ids of the passages that a question still cites in the graph.
    """

    id: str
    kind: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
    cited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship from a node to another, each given by its kind and id.

    A CITES or STATED_IN of a passage has the span that it marks there. `relation` is that of the
    statement which a SUBJECT or OBJECT begins at; `value` is a literal's, with its datatype.
    """

    type: str
    start_kind: str
    start: str
    end_kind: str
    end: str
    properties: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = None
    relation: str = ""
    value: tuple[str, str] | None = None
