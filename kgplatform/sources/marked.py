"""Clean text with the sections and tables in it, put together from the parts of a document.

All readers of documents with structure give such parts; how they are written is decided here:
headings with their `#`, tables as Markdown, code in its fence, and an empty line between parts.
Characters that nobody sees within words (soft hyphens, zero-width spaces) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import Page, Section, Table
from kgplatform.sources.grid import table_markdown
from kgplatform.sources.tables import SourceTable, tidy_table
from kgplatform.sources.text import make_document, title_from_name

__all__ = [
    "CAPTION",
    "MAX_CAPTION_CHARS",
    "Code",
    "Heading",
    "MarkedText",
    "Paragraph",
    "Part",
    "TablePart",
    "fence_code",
    "join_marked",
    "make_marked",
    "make_sections",
    "write_parts",
]

CAPTION = re.compile(r"tab(?:le|\.)\W", re.I)
MAX_CAPTION_CHARS = 300
UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
HYPHENS = re.compile("[\u2010\u2011]")
FENCE = "```"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the highest."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or an item of a list; `is_line` stands right below another line.

    `is_again` marks what the cell of a table above has in its text too.
    """

    text: str
    is_line: bool = False
    is_item: bool = False
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Text in which line ends and blanks mean something."""

    text: str


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table with its caption; `is_again` as of a paragraph."""

    table: SourceTable
    caption: str = ""
    is_again: bool = False


Part = Heading | Paragraph | Code | TablePart


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Clean text with what its marks stood for; offsets are in `text`."""

    text: str
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def title(self) -> str:
        """The first heading, or nothing."""
        return next((section.heading for section in self.sections if section.heading), "")

    def shifted(self, by: int) -> MarkedText:
        """Return the same text with all offsets moved, as it stands behind `by` characters."""
        return MarkedText(
            self.text,
            tuple(replace(s, start=s.start + by, end=s.end + by) for s in self.sections),
            tuple(replace(t, start=t.start + by, end=t.end + by) for t in self.tables),
        )


def write_parts(parts: Iterable[Part]) -> MarkedText:
    """Return the text of a document's parts.

    Raises:
        PassedLimit: a table has too many cells.
    """
    writer = _Writer()
    for part in parts:
        writer.add(part)
    return writer.finish()


def join_marked(parts: Sequence[MarkedText]) -> tuple[MarkedText, tuple[int, ...]]:
    """Return parts one below the other, and where each starts; no section goes beyond its part."""
    texts: list[str] = []
    starts: list[int] = []
    sections: list[Section] = []
    tables: list[Table] = []
    offset = 0
    for part in parts:
        moved = part.shifted(offset)
        starts.append(offset)
        sections.extend(moved.sections)
        tables.extend(moved.tables)
        texts.append(part.text.rstrip("\n") + "\n\n")
        offset += len(texts[-1])
    text = "".join(texts).rstrip("\n") + "\n"
    ended = tuple(replace(section, end=min(section.end, len(text))) for section in sections)
    return MarkedText(text, ended, tuple(tables)), tuple(min(start, len(text)) for start in starts)


def make_sections(headings: Sequence[tuple[int, str, int]], end: int) -> tuple[Section, ...]:
    """Return a section a heading, each up to the next heading of its level or a higher one.

    Args:
        headings: level, text and start of each, in order.
        end: of the text.
    """
    ends = [end] * len(headings)
    open_sections: list[int] = []
    for index, (level, _, start) in enumerate(headings):
        while open_sections and headings[open_sections[-1]][0] >= level:
            ends[open_sections.pop()] = start
        open_sections.append(index)
    return tuple(
        Section(level, heading, start, ends[index])
        for index, (level, heading, start) in enumerate(headings)
    )


def fence_code(text: str, language: str = "") -> str:
    """Return code in a fence that is longer than any in it."""
    fence = FENCE
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}{'' if text.endswith(chr(10)) else chr(10)}{fence}"


class _Writer:
    """Puts parts one below the other, and keeps where they stand."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._length = 0
        self._headings: list[tuple[int, str, int]] = []
        self._tables: list[Table] = []
        self._paragraph = ""  # the last part, if it was one
        self._after_line = False

    def add(self, part: Part) -> None:
        """Write a part."""
        if isinstance(part, TablePart):
            self._add_table(part)
        elif isinstance(part, Heading):
            heading = " ".join(_clean(part.text).split())
            if heading:
                start = self._write(f"{'#' * part.level} {heading}")
                self._headings.append((part.level, heading, start))
        elif isinstance(part, Code):
            if part.text.strip():
                self._write(fence_code(part.text.strip("\n")))
        else:
            text = _clean(part.text).strip()
            if text:
                self._write(text, is_line=part.is_line)
                self._paragraph = text

    def finish(self) -> MarkedText:
        """Return the text of all parts."""
        text = "".join(self._out) + "\n" if self._out else ""
        return MarkedText(text, make_sections(self._headings, len(text)), tuple(self._tables))

    def _add_table(self, part: TablePart) -> None:
        tidy = tidy_table(part.table)
        before = [part.caption] if part.caption != self._paragraph else []
        for line in (*before, *tidy.above):
            self.add(Paragraph(line))
        if tidy.cells:
            is_caption = part.caption or tidy.above or CAPTION.match(self._paragraph)
            caption = self._paragraph[:MAX_CAPTION_CHARS] if is_caption else ""
            cells = tuple(tuple(map(_clean, row)) for row in tidy.cells)
            markdown = table_markdown(cells)
            start = self._write(markdown)
            self._tables.append(Table(caption, start, start + len(markdown), cells))
        for line in tidy.below:
            self.add(Paragraph(line))

    def _write(self, text: str, *, is_line: bool = False) -> int:
        """Write a text below what there is, and return where it starts."""
        gap = "" if not self._out else "\n" if is_line and self._after_line else "\n\n"
        self._out += (gap, text)
        start = self._length + len(gap)
        self._length = start + len(text)
        self._paragraph, self._after_line = "", is_line
        return start


def _clean(text: str) -> str:
    return HYPHENS.sub("-", UNSEEN.sub("", text))


def make_marked(
    file: Path,
    marked: MarkedText,
    *,
    media_type: str,
    title: str = "",
    pages: tuple[Page, ...] = (),
    unread: tuple[str, ...] = (),
    published: str = "",
    created: str = "",
) -> Document | SourceError:
    """Return the document of a file, or an error where there is no text.

    Args:
        file: what was read.
        marked: its text.
        media_type: of the file.
        title: without one it is the first heading, or the file's name.
        pages: as a document has them.
        unread: what of the file was left out, in a few words each.
        published, created: the days that the file gives; see `make_document`.
    """
    if not marked.text.strip():
        stated = f" but {', '.join(unread)}, which are not read" if unread else ""
        return SourceError(f"'{file}' holds no text{stated}: there is nothing to read.")
    return make_document(
        uri=file.as_uri(),
        title=" ".join(title.split()) or marked.title or title_from_name(file),
        text=marked.text,
        media_type=media_type,
        pages=pages,
        sections=marked.sections,
        tables=marked.tables,
        unread=unread,
        published=published,
        created=created,
    )
