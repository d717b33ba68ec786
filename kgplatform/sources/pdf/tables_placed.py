"""A table made tidy, and which lines of its pages each of its cells is made of."""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.sources.pdf.paragraphs import Row, TableBlock, TableCell
from kgplatform.sources.tables import SourceCell, SourceTable, tidy_table

__all__ = ["PlacedTable"]

Joined = tuple[int, Row, str]
"""page, line as it is written, and what stands between it and the next"""


class PlacedTable:
    """What tidy_table makes of a table, with the lines that stand in each row of it.

    Its rows are those of the page, in their order: first what became lines of text above and the
    header, then one row each, at last what became lines of text below.
    """

    def __init__(self, block: TableBlock, lines: Sequence[Sequence[Joined]]) -> None:
        """Lay out a table.

        Args:
            block: the table.
            lines: of each of its cells, as they are written.
        """
        self._block = block
        self._lines = {
            id(cell): [(page, row) for page, row, _ in joined]
            for cell, joined in zip(block.cells, lines, strict=True)
        }
        self.tidy = tidy_table(
            SourceTable(
                tuple(
                    SourceCell(cell.row, cell.column, _text(joined), cell.rows, cell.columns)
                    for cell, joined in zip(block.cells, lines, strict=True)
                )
            )
        )
        self._by_row: dict[int, list[TableCell]] = {}
        for cell in block.cells:
            for row in range(cell.row, cell.row + cell.rows):
                self._by_row.setdefault(row, []).append(cell)
        self._rows = sorted(self._by_row)
        self._left = min((cell.column for cell in block.cells), default=0)
        self._body = len(self._rows) - len(self.tidy.below) - len(self.tidy.cells) + 1

    @property
    def head(self) -> list[tuple[int, Row]]:
        """The lines of the header and of what stands above it, with their pages."""
        return self._of(self._rows[: self._body])

    @property
    def foot(self) -> list[tuple[int, Row]]:
        """The lines of what stands below the rows, with their pages."""
        return self._of(self._rows[self._body + len(self.tidy.cells) - 1 :])

    def page_of(self, number: int) -> int:
        """Return the page on which a row begins, the header being row 0."""
        pages = [cell.page for row in self._source(number) for cell in self._by_row[row]]
        return max(pages, default=self._block.page) if number else self._block.page

    def lines_at(self, number: int, column: int) -> list[tuple[int, Row]]:
        """Return the lines that a cell may be made of, with their pages."""
        return self._of(self._source(number), column + self._left)

    def _source(self, number: int) -> Sequence[int]:
        """Return the rows of the page that a row was made of."""
        if number == 0:
            return self._rows[: self._body]
        return self._rows[self._body + number - 1 : self._body + number]

    def _of(self, rows: Sequence[int], column: int | None = None) -> list[tuple[int, Row]]:
        cells = {
            id(cell): cell
            for row in rows
            for cell in self._by_row[row]
            if column is None or cell.column <= column < cell.column + cell.columns
        }
        return [line for key in cells for line in self._lines[key]]


def _text(joined: Sequence[Joined]) -> str:
    return "".join(row.text + between for _, row, between in joined)
