"""A table made tidy, and which lines of its pages each of its cells is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kgplatform.sources.grid import clean_cell
from kgplatform.sources.pdf.paragraphs import Row, TableBlock, TableCell
from kgplatform.sources.tables import SourceCell, SourceTable, tidy_table

__all__ = ["PlacedTable"]

Joined = tuple[int, Row, str]
"""page, line as it is written, and what stands between it and the next"""


@dataclass(frozen=True, slots=True)
class _Placed:
    cell: TableCell
    text: str
    lines: list[tuple[int, Row]]


class PlacedTable:
    """What tidy_table makes of a table, with the lines that each row of it is made of.

    Rows may be moved, dropped and folded there, so that they are found again by what they hold:
    those that are no row below the header are what the header and the lines around it come from.
    """

    def __init__(self, block: TableBlock, lines: Sequence[Sequence[Joined]]) -> None:
        """Lay out a table.

        Args:
            block: the table.
            lines: of each of its cells, as they are written.
        """
        texts = [clean_cell("".join(row.text + b for _, row, b in cell)) for cell in lines]
        self._cells = [
            _Placed(cell, text, [(page, row) for page, row, _ in joined])
            for cell, text, joined in zip(block.cells, texts, lines, strict=True)
        ]
        self.tidy = tidy_table(
            SourceTable(
                tuple(
                    SourceCell(cell.row, cell.column, text, cell.rows, cell.columns)
                    for cell, text in zip(block.cells, texts, strict=True)
                )
            )
        )
        self._page = block.page
        self._by_row: dict[int, list[_Placed]] = {}
        for placed in self._cells:
            for row in range(placed.cell.row, placed.cell.row + placed.cell.rows):
                self._by_row.setdefault(row, []).append(placed)
        self._source = self._find_rows()

    def page_of(self, number: int) -> int:
        """Return the page on which a row stands, the header being row 0."""
        pages = [p.cell.page for p in self._by_row.get(self._source.get(number, -1), ())]
        return max(pages, default=self._page) if number else self._page

    def lines_at(self, number: int, text: str) -> list[tuple[int, Row]]:
        """Return the lines that a cell of a row may be made of, with their pages."""
        if number == 0:
            return self.lines_around(text)
        row = self._source.get(number)
        return [] if row is None else _lines_in(text, self._by_row[row])

    def lines_around(self, text: str) -> list[tuple[int, Row]]:
        """Return the lines that a text of no row may be made of, with their pages."""
        return _lines_in(text, self._around)

    @cached_property
    def _around(self) -> list[_Placed]:
        used = set(self._source.values())
        rows = [row for row in sorted(self._by_row) if row not in used]
        return [placed for row in rows for placed in self._by_row[row]]

    def _find_rows(self) -> dict[int, int]:
        """Return the row of the page for each row below the header that is found again."""
        rows: dict[tuple[str, ...], list[int]] = {}
        for row in sorted(self._by_row, reverse=True):
            held = sorted(self._by_row[row], key=lambda placed: placed.cell.column)
            texts = tuple(p.text for p in held if p.text for _ in range(p.cell.columns))
            rows.setdefault(texts, []).append(row)
        found = {}
        for number in range(len(self.tidy.cells) - 1, 0, -1):
            texts = self.tidy.cells[number]
            for tried in (texts, texts[1:]):  # the first may be the name of a group
                left = rows.get(tuple(filter(None, tried)))
                if left:
                    found[number] = left.pop(0)
                    break
        return found


def _lines_in(text: str, cells: Sequence[_Placed]) -> list[tuple[int, Row]]:
    """Return the lines of the cells whose text is in a text, each once."""
    found = {id(placed): placed for placed in cells if placed.text and placed.text in text}
    return [line for placed in found.values() for line in placed.lines]
