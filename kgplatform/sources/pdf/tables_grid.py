"""The grid of a table found on a page: cells with spans, as text rows and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgplatform.records.document import Box
from kgplatform.sources.pdf.words import Line, Word, make_lines

__all__ = ["Cell", "FoundTable", "has_rows", "has_words", "trim_grid"]

MIN_FULL_ROWS = 0.6  # share of the rows that have several cells
MIN_LABELLED = 0.4  # share of the rows that have a letter
MIN_WORDS = 0.1  # share of the cells that have a word or a number of several figures
MAX_FORMULAS = 0.1  # share of the cells that may have signs of formulas
WORD = re.compile(r"[^\W\d_]{2,}|\d{2,}")
FORMULA = re.compile(r"[=·∂∇∈∉→↦⇒⇔∀∃∑∏∫√∞⊂⊆∪∩⊕⊗≅≡∘◦\uf8e0-\uf8ff]")
MIN_FILLED = 0.35  # share of the places of a grid that have text


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell at a row and column from 0; `lines` are its text from top to bottom."""

    row: int
    column: int
    lines: tuple[Line, ...]
    rows: int = 1
    columns: int = 1

    @property
    def text(self) -> str:
        """The cell's text as one line."""
        return " ".join(line.text for line in self.lines)

    @staticmethod
    def of(
        words: Iterable[Word], *, row: int, column: int, rows: int = 1, columns: int = 1
    ) -> Cell:
        """Return a cell of words in any order."""
        return Cell(row, column, tuple(make_lines(words)), rows, columns)


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on a page: `box` is around its text; blank cells may be missing in `cells`.

    `how` says what showed it: "lattice", "rules" or "columns".
    """

    box: Box
    cells: tuple[Cell, ...]
    how: str
    caption: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return (
            max(cell.row + cell.rows for cell in self.cells),
            max(cell.column + cell.columns for cell in self.cells),
        )

    @property
    def words(self) -> list[Word]:
        """All words of its cells."""
        return [word for cell in self.cells for line in cell.lines for word in line.words]

    def rows(self) -> tuple[tuple[Cell | None, ...], ...]:
        """Return the grid; a cell with spans stands at its upper left, None elsewhere."""
        height, width = self.shape
        grid: list[list[Cell | None]] = [[None] * width for _ in range(height)]
        for cell in self.cells:
            grid[cell.row][cell.column] = cell
        return tuple(tuple(row) for row in grid)


def has_rows(cells: Sequence[Cell]) -> bool:
    """Say whether cells make rows: most of several cells, in a grid that is not nearly empty.

    Labels strewn over a chart fall into lines too, but mostly one to a line, or figures alone;
    and the parts of formulas stand in columns without being cells.
    """
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    full = sum(len(row) > 1 for row in rows.values())
    width = max((cell.column + cell.columns for cell in cells), default=0)
    filled = sum(cell.columns for cell in cells)
    labelled = sum(any(any(map(str.isalpha, c.text)) for c in row) for row in rows.values())
    return (
        full >= max(2, MIN_FULL_ROWS * len(rows))
        and labelled >= MIN_LABELLED * len(rows)
        and has_words(cells)
        and filled >= MIN_FILLED * width * len(rows)
    )


def has_words(cells: Sequence[Cell]) -> bool:
    """Say whether cells hold words or numbers, not the signs of formulas and drawings."""
    formulas = sum(bool(FORMULA.search(cell.text)) for cell in cells)
    words = sum(bool(WORD.search(cell.text)) for cell in cells)
    return formulas <= MAX_FORMULAS * len(cells) and words >= max(1, MIN_WORDS * len(cells))


def trim_grid(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the cells that have text, without the rows and columns in which none begins."""
    filled = [cell for cell in cells if cell.lines]
    rows = {old: new for new, old in enumerate(sorted({cell.row for cell in filled}))}
    columns = {old: new for new, old in enumerate(sorted({cell.column for cell in filled}))}
    return tuple(
        Cell(
            rows[cell.row],
            columns[cell.column],
            cell.lines,
            sum(cell.row <= row < cell.row + cell.rows for row in rows),
            sum(cell.column <= column < cell.column + cell.columns for column in columns),
        )
        for cell in sorted(filled, key=lambda cell: (cell.row, cell.column))
    )
