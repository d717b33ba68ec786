"""Documents and their passages: text with its pages, sections, tables, and facts given as data.

Everything lies at a half-open span of the document's text (Unicode code points), so that a
passage, a quotation or a fact can be placed on its page, under its heading or in its table.
Lengths on a page are in points (1/72 inch), from the upper left corner.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise

from kgplatform.records.ids import SEPARATOR, content_id, content_sha256

__all__ = [
    "Box",
    "Claim",
    "Document",
    "Fact",
    "FactPart",
    "Page",
    "Passage",
    "Section",
    "Table",
    "TextLine",
    "decode_lines",
    "encode_lines",
    "hashed_text",
    "trim_span",
]

TENTHS = 10  # a tenth of a point is finer than any screen shows

Box = tuple[float, float, float, float]
"""left, top, right, bottom"""


@dataclass(frozen=True, slots=True)
class TextLine:
    """Consecutive characters on one line of a page; character i lies between edges[i] and [i+1].

    document.text[start : start + len(edges) - 1] is the line.
    """

    start: int
    top: float
    bottom: float
    edges: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page, slide or sheet, numbered from 1; `lines` only where the file says where text is."""

    number: int
    start: int
    end: int
    width: float = 0.0
    height: float = 0.0
    label: str = ""
    lines: tuple[TextLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """From a heading to the next one of the same or a higher level; level 1 is the highest."""

    level: int
    heading: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its Markdown is document.text[start:end], its grid `cells` row by row."""

    caption: str
    start: int
    end: int
    cells: tuple[tuple[str, ...], ...]
    page: int | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class FactPart:
    """An entity or value of a given fact: document.text[start:end] names it.

    `kind` is an entity type or, for a value, date, quantity or string. `qid` is the entity's
    Wikidata identifier, `aliases` other names it goes by.
    """

    name: str
    kind: str
    start: int
    end: int
    qid: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A hyper-relational fact given as data; document.text[start:end] states it in words."""

    subject: FactPart
    relation: str
    object: FactPart
    qualifiers: tuple[tuple[str, FactPart], ...]
    start: int
    end: int
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact that someone read in the document before; it counts only where a passage proves it."""

    subject: str
    relation: str
    object: str
    qualifiers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """One source text. `id` comes from `uri` alone; `sha256` is of its content.

    Pages, sections and tables are in reading order. `facts` are facts given as data, which are
    taken as they are; `claims` is a model's reply about the text, as JSON with entities and facts,
    that came with it, taken where the text proves it. No extractor reads a document with either.

    `unread` names what of the source was left out, each in a few words ("2 hidden parts").
    `language` is the code (ISO 639-1) of the one that most of the text is in, which an ingest
    detects. `parent` is the URI of the message that the document is attached to; `message_id` is a
    message's own identifier, `reply_to` that of the message which it answers. `date` is the day
    (ISO 8601) that it was written on or published, as its source or its first lines say, or "".
    None of these is part of the content, so that the hash is without them.
    """

    id: str
    uri: str
    title: str
    text: str
    media_type: str
    sha256: str
    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    facts: tuple[Fact, ...] = ()
    claims: str = ""
    unread: tuple[str, ...] = ()
    language: str = "en"
    parent: str = ""
    message_id: str = ""
    reply_to: str = ""
    date: str = ""

    @property
    def content_hash(self) -> str:
        """A hash of what it holds but for the title, which may be the name of its file."""
        structure = _written(self.pages, self.sections, self.tables, self.facts)
        return content_id("content", self.text, *structure, self.claims)


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of whole sentences of one document: document.text[start:end] == text.

    `page` is the number of the page it begins on; `section` and `table` are indexes into the
    document's sections (the innermost one) and tables; `heading` is the section's, `date` the
    document's.
    """

    id: str
    document_id: str
    index: int
    start: int
    end: int
    title: str
    text: str
    page: int | None = None
    section: int | None = None
    table: int | None = None
    heading: str = ""
    date: str = ""


def hashed_text(document: Document) -> str:
    """Return what a document's hash is of (in UTF-8): its title, its text and its structure.

    They are joined by U+001F; of the structure there is what the document has. The hash of a
    document with claims is of the hash of all that, and the claims.
    """
    structure = _written(document.pages, document.sections, document.tables, document.facts)
    parts = (document.title, document.text, *structure)
    if document.claims:
        parts = (content_sha256(*parts), document.claims)
    return SEPARATOR.join(parts)


def _written(*structure: tuple[object, ...]) -> list[str]:
    return [repr(part) for part in structure if part]


def encode_lines(lines: Iterable[TextLine]) -> str:
    """Return lines as small JSON: [start, top, bottom, left, width of each character] a line.

    Lengths are whole tenths of a point.
    """
    return json.dumps([_encode_line(line) for line in lines], separators=(",", ":"))


def decode_lines(text: str) -> tuple[TextLine, ...]:
    """Return the lines that encode_lines wrote, to a tenth of a point."""
    return tuple(
        TextLine(
            start,
            top / TENTHS,
            bottom / TENTHS,
            tuple(edge / TENTHS for edge in accumulate([left, *widths])),
        )
        for start, top, bottom, left, *widths in json.loads(text)
    )


def _encode_line(line: TextLine) -> list[int]:
    edges = [round(edge * TENTHS) for edge in line.edges]
    widths = [right - left for left, right in pairwise(edges)]
    return [line.start, round(line.top * TENTHS), round(line.bottom * TENTHS), edges[0], *widths]


def trim_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without white space at its ends; (start, start) if it is nothing else."""
    inside = text[start:end]
    stripped = inside.strip()
    lead = len(inside) - len(inside.lstrip()) if stripped else 0
    return start + lead, start + lead + len(stripped)
