"""Distinguishes data tables from those for layout, and reads their cells with spans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from kgplatform.sources.grid import MAX_CELLS
from kgplatform.sources.html.forms import field_line
from kgplatform.sources.limits import PassedLimit
from kgplatform.sources.marked import Paragraph, Part, TablePart
from kgplatform.sources.tables import LEVELS, SourceCell, SourceTable, tidy_table

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["read_table"]

MAX_COLUMNS_OF_CELL = 1_000  # what browsers take
GROUPS = ("thead", "tbody", "tfoot", "form")  # old pages have a form between table and rows
ARRANGES = frozenset(("presentation", "none"))
CELLS = ("td", "th")
PARTS_OF_TABLE = frozenset((*GROUPS, *CELLS, "tr", "caption", "colgroup", "col", "script", "style"))


class Reads(Protocol):
    """Reads what stands in a table."""

    def walk(self, element: Element) -> Iterator[Part]:
        """Yield the parts of an element's content."""

    def leaves_out(self, element: Element) -> bool:
        """Return whether an element is no text of the page."""

    def take_caption(self, element: Element) -> str:
        """Return a caption's text."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its parts in order, its text on one line, and its place."""

    parts: tuple[Part, ...]
    text: str
    is_header: bool
    row: int
    column: int
    rows: int
    columns: int

    @property
    def inner(self) -> list[TablePart]:
        """The tables in the cell."""
        return [part for part in self.parts if isinstance(part, TablePart)]

    @property
    def is_plain(self) -> bool:
        """Whether the cell is one paragraph, or empty."""
        return len(self.parts) <= 1 and all(isinstance(part, Paragraph) for part in self.parts)


def read_table(table: Element, page: Reads) -> Iterator[Part]:
    """Yield a table, or the parts of one that only arranges a page.

    Tables within cells follow below, under the name of their row and column; their text stands in
    the cell too.

    Raises:
        PassedLimit: its spans cover too many cells.
    """
    yield from _stray(table, page)
    caption = _caption(table, page)
    head, rows = _rows(table, page)
    if not head and (_only_arranges(table, rows) or _is_of_fields(rows)):
        if caption:
            yield Paragraph(caption, is_line=True)
        yield from _lines(rows)
    else:
        cells = [cell for row in rows for cell in row]
        source = SourceTable(
            tuple(
                SourceCell(cell.row, cell.column, cell.text, cell.rows, cell.columns)
                for cell in cells
            ),
            head or _count_headers(rows) or None,
        )
        yield TablePart(source, caption)
        for cell in cells:
            yield from _inner_tables(cell, cells)


def _caption(table: Element, page: Reads) -> str:
    caption = table.find("caption")
    if caption is None:
        beside = (table.getprevious(), table.getnext())
        caption = next((one for one in beside if one is not None and one.tag == "figcaption"), None)
    if caption is None or page.leaves_out(caption):
        return ""
    return page.take_caption(caption)


def _stray(table: Element, page: Reads) -> Iterator[Part]:
    """Yield what stands in a table but in none of its cells; browsers show it above."""
    groups = [table, *(child for child in table if child.tag in GROUPS)]
    rows = [row for group in groups for row in group if row.tag == "tr"]
    for box in (*groups, *rows):
        for text in (box.text, *(child.tail for child in box)):
            if text and text.strip():
                yield Paragraph(" ".join(text.split()))
        for child in box:
            if child.tag not in PARTS_OF_TABLE and not page.leaves_out(child):
                yield from page.walk(child)


def _rows(table: Element, page: Reads) -> tuple[int, list[list[Cell]]]:
    """Return how many rows are marked as header, and all rows: header first, footer last."""
    groups: dict[str, list[list[Element]]] = {"thead": [], "tbody": [], "tfoot": []}
    groups["tbody"].append([row for row in table if row.tag == "tr"])
    for child in table:
        if child.tag in GROUPS and not page.leaves_out(child):
            kind = child.tag if child.tag in groups else "tbody"
            groups[kind].append([row for row in child if row.tag == "tr"])
    placed: list[list[Cell]] = []
    for group in (group for kind in groups.values() for group in kind):
        rows = [row for row in group if not page.leaves_out(row)]
        placed += _place(rows, page, first=len(placed))
    head = sum(map(len, groups["thead"]))
    return (head if head < len(placed) else 0), placed


def _place(rows: Sequence[Element], page: Reads, first: int) -> list[list[Cell]]:
    """Return the cells of a group's rows, each in the first column that is free."""
    placed: list[list[Cell]] = []
    covered: dict[int, int] = {}  # column: the first row in which it is free again
    area = 0
    for number, row in enumerate(rows):
        cells: list[Cell] = []
        column = 0
        for element in row:
            if element.tag not in CELLS or page.leaves_out(element):
                continue
            while covered.get(column, 0) > number:
                column += 1
            left = len(rows) - number
            height = min(_span(element.get("rowspan"), 1) or left, left)
            width = min(_span(element.get("colspan"), 1) or 1, MAX_COLUMNS_OF_CELL)
            area += height * width
            if area > MAX_CELLS:
                raise PassedLimit(f"has a table of more than {MAX_CELLS:,} cells (rows x columns)")
            covered.update(dict.fromkeys(range(column, column + width), number + height))
            parts = tuple(page.walk(element))
            is_header = element.tag == "th"
            place = (first + number, column, height, width)
            cells.append(Cell(parts, _text_of_all(parts), is_header, *place))
            column += width
        placed.append(cells)
    return placed


def _span(text: str | None, default: int) -> int:
    match = re.match(r"\s*(\d{1,6})", text or "", re.ASCII)
    return int(match[1]) if match else default


def _only_arranges(table: Element, rows: Sequence[Sequence[Cell]]) -> bool:
    """Return whether a table has no data: one row or column, or boxes of a page in its cells."""
    if table.get("role") in ARRANGES:
        return True
    filled = [cell for row in rows for cell in row if cell.parts]
    if any(cell.is_header for cell in filled):
        return False
    if len({cell.row for cell in filled}) < 2 or len({cell.column for cell in filled}) < 2:
        return True
    return sum(bool(cell.inner) for cell in filled) > len(filled) / 2


def _is_of_fields(rows: Sequence[Sequence[Cell]]) -> bool:
    """Return whether each row is a name and its value, as in the infobox of an article."""
    pairs = [row for row in rows if len(row) == 2]
    if not pairs or any(len(row) > 2 or any(cell.rows > 1 for cell in row) for row in rows):
        return False
    if any(cell.inner for row in rows for cell in row):
        return False
    if all(name.is_header and not value.is_header for name, value in pairs):
        return True
    return all(name.text.endswith(":") for name, _ in pairs)


def _lines(rows: Sequence[Sequence[Cell]]) -> Iterator[Part]:
    """Yield the cells as text: a line a row where the cells are no more than that."""
    for row in rows:
        filled = [cell for cell in row if cell.parts]
        if len(row) == 2 and len(filled) == 2 and row[0].is_header:
            yield Paragraph(field_line(row[0].text, row[1].text), is_line=True)
        elif len(filled) > 1 and all(cell.is_plain for cell in filled):
            yield Paragraph(" ".join(cell.text for cell in filled), is_line=True)
        else:
            for cell in filled:
                yield from cell.parts


def _count_headers(rows: Sequence[Sequence[Cell]]) -> int:
    """Return how many rows at the top have nothing but headers; never all of them."""
    count = 0
    for row in rows[:-1]:
        if not row or not all(cell.is_header for cell in row):
            break
        count += 1
    return count


def _inner_tables(cell: Cell, cells: Sequence[Cell]) -> Iterator[Part]:
    """Yield the tables in a cell, under the name of its row and its column."""
    inner = cell.inner
    if not inner:
        return
    around = (
        next((c for c in cells if c.column == 0 and c.row <= cell.row < c.row + c.rows), cell),
        next(
            (c for c in cells if c.row == 0 and c.column <= cell.column < c.column + c.columns),
            cell,
        ),
    )
    name = LEVELS.join(c.text for c in around if c is not cell and c.text)
    for part in inner:
        own = LEVELS.join(filter(None, (name, part.caption)))
        rows = tidy_table(part.table).cells
        if part.table.header_rows or any(len(row) != 2 for row in rows):
            yield TablePart(part.table, own, is_again=True)
        else:  # nothing says that the first line is a header: names and their values
            lines = [own, *(field_line(*row) for row in rows if any(row))]
            yield from (Paragraph(line, is_line=True, is_again=True) for line in lines)


def _text_of_all(parts: Sequence[Part]) -> str:
    """Return the text of parts on one line, each once; commas part the items of a list."""
    parts = [part for part in parts if not getattr(part, "is_again", False)]
    texts = [_text_of(part) for part in parts]
    for place, (one, after) in enumerate(pairwise(parts)):
        if _is_item(one) and _is_item(after):
            texts[place] += ","
    return " ".join(" ".join(texts).split())


def _is_item(part: Part) -> bool:
    return isinstance(part, Paragraph) and part.is_item


def _text_of(part: Part) -> str:
    if not isinstance(part, TablePart):
        return part.text
    rows = tidy_table(part.table).cells
    return ", ".join(" ".join(filter(None, dict.fromkeys(row))) for row in rows if any(row))
