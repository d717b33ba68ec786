"""The one model of a table for all kinds of file: cells with spans become a header and rows.

Readers give cells as the file has them, merged ones with the rows and columns they cover. What
comes out is a grid without gaps: each cell of a merged one has its text, the lines of a header
are one line ("Weight > min"), and what stood above or below the table within its lines (a title,
a note) is text of its own. So a row can be read, counted and stated as a fact without the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgplatform.sources.grid import Grid, clean_cell, drop_empty

__all__ = ["LEVELS", "SourceCell", "SourceTable", "TidyTable", "tidy_table"]

LEVELS = " > "
"""Between the levels of a header, as between headings of sections."""


@dataclass(frozen=True, slots=True)
class SourceCell:
    """A cell as a file has it: where it begins, and how many rows and columns it covers."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table as a file has it.

    `header_rows` is how many lines of header the file marks; None where it marks none, so that
    they are found by merged cells and by what the lines hold.
    """

    cells: tuple[SourceCell, ...]
    header_rows: int | None = None


@dataclass(frozen=True, slots=True)
class TidyTable:
    """A table to be read: `cells[0]` is its header; `above` and `below` are lines of text."""

    cells: Grid
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()


def tidy_table(table: SourceTable) -> TidyTable:
    """Return a table with merged cells filled and its header as one line.

    Raises:
        PassedLimit: filled up, it would have too many cells.
    """
    header_rows = _count_header_rows(table)
    rows = drop_empty(_fill(table.cells))
    if header_rows > 1:
        rows = (_fold(rows[:header_rows]), *rows[header_rows:])
    return TidyTable(rows)


def _fill(cells: Iterable[SourceCell]) -> list[list[str]]:
    """Return the grid of cells, a merged one's text in each of its places."""
    placed: dict[tuple[int, int], str] = {}
    for cell in cells:
        for row in range(cell.row, cell.row + cell.rows):
            for column in range(cell.column, cell.column + cell.columns):
                placed.setdefault((row, column), clean_cell(cell.text))
    width = max((column for _, column in placed), default=-1) + 1
    height = max((row for row, _ in placed), default=-1) + 1
    return [[placed.get((row, column), "") for column in range(width)] for row in range(height)]


def _count_header_rows(table: SourceTable) -> int:
    """Return how many rows are header: those marked, or those that its merged cells reach."""
    if table.header_rows:
        return table.header_rows
    first = [cell for cell in table.cells if cell.row == 0]
    reach = max((cell.rows for cell in first), default=1)
    has_groups = any(cell.columns > 1 for cell in first) and len(first) > 1
    return max(reach, 2 if has_groups else 1)


def _fold(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the lines of a header as one, each text of a column once."""
    columns = zip(*rows, strict=True)
    return tuple(LEVELS.join(dict.fromkeys(filter(None, column))) for column in columns)
