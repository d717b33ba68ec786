"""What a document holds beside its text: pages, sections, tables, and facts given as data.

Everything lies at a half-open span of the document's text (Unicode code points), so that a
passage, a quotation or a fact can be placed on its page, under its heading or in its table.
Lengths on a page are in points (1/72 inch), from the upper left corner.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Box", "Fact", "FactPart", "Page", "Section", "Table", "TextLine"]

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
    """A thing or value of a given fact: document.text[start:end] names it.

    `kind` is an entity type or, for a value, date, quantity or string. `qid` is the thing's
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
