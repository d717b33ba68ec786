"""Tables as Markdown: the one form in which a table's cells stand in a document's text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kgplatform.sources.limits import PassedLimit
from kgplatform.text.table_rows import write_row

__all__ = [
    "MAX_CELLS",
    "Grid",
    "SourceGrid",
    "clean_cell",
    "drop_empty",
    "make_grid",
    "table_markdown",
]

MAX_CELLS = 3_000_000  # rows times columns; each takes 100 to 200 bytes
Grid = tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class SourceGrid:
    """The rows of a sheet or table that hold something, all of one width.

    Attributes:
        rows: each cell's text on one line; of a merged cell at its upper left alone.
        numbers: of each row in its source; one that is missing is empty there.
        spans: a merged cell's row number and column to how many rows and columns it covers.
    """

    rows: list[list[str]]
    numbers: Sequence[int]
    spans: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)


def clean_cell(text: str) -> str:
    """Return a cell's text on one line."""
    return " ".join(text.split())


def make_grid(rows: Iterable[tuple[int, Sequence[str]]]) -> SourceGrid:
    """Return the rows that hold something, with their numbers; cells are cleaned.

    Raises:
        PassedLimit: filled up, it would have too many cells.
    """
    kept: list[list[str]] = []
    numbers: list[int] = []
    width = 0
    for number, row in rows:
        cells = [clean_cell(cell) for cell in row]
        while cells and not cells[-1]:
            del cells[-1]
        if cells:
            width = max(width, len(cells))
            kept.append(cells)
            numbers.append(number)
            if len(kept) * width > MAX_CELLS:
                raise PassedLimit(f"has a table of more than {MAX_CELLS:,} cells (rows x columns)")
    for cells in kept:
        cells.extend([""] * (width - len(cells)))
    return SourceGrid(kept, numbers)


def drop_empty(rows: Iterable[Sequence[str]]) -> Grid:
    """Return the rows that hold something, all of one width, without empty columns at the sides.

    Cells are cleaned; short rows are filled up.

    Raises:
        PassedLimit: filled up, it would have too many cells.
    """
    kept = make_grid(enumerate(rows)).rows
    width = len(kept[0]) if kept else 0
    left = next((n for n in range(width) if any(row[n] for row in kept)), 0)
    return tuple(tuple(row[left:]) for row in kept)


def table_markdown(cells: Sequence[Sequence[str]]) -> str:
    """Return a grid as a Markdown table, its first row as the header; no line feed at the end."""
    lines = [write_row(row) for row in cells]
    lines.insert(1, write_row(["---"] * len(cells[0])))
    return "\n".join(lines)
