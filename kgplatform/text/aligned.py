"""Tables that a plain text writes with blanks: cells below each other, two blanks or more between.

A column is what no gap runs through from its first line to its last. Lines whose cells are apart by
chance, as sentences with two blanks between them, have none, and lines of fields are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kgplatform.text.fields import FENCE, fields_of_line
from kgplatform.text.table_rows import is_table

__all__ = ["AlignedTable", "find_aligned"]

Span = tuple[int, int]

CELL = re.compile(r"[^ \n]+(?: [^ \n]+)*")
LINE = re.compile(r"[^\n]*")
GAP = re.compile(r"\S {2,}\S")
SENTENCES = re.compile(r"\w[.!?] {2}[^\W\d]")  # with two blanks between, as typists had it
MAX_CELL_CHARS = 60
MIN_LINES = 2


@dataclass(frozen=True, slots=True)
class AlignedTable:
    """Its rows, each with as many cells, and where these stand in the text (nowhere: (0, 0))."""

    cells: tuple[tuple[str, ...], ...]
    spans: tuple[tuple[Span, ...], ...]

    @property
    def start(self) -> int:
        """Where its first cell begins."""
        return min(start for start, end in self.spans[0] if end)

    @property
    def end(self) -> int:
        """Where its last cell ends."""
        return max(end for _, end in self.spans[-1])


@dataclass(frozen=True, slots=True)
class _Line:
    """A line's cells: where each stands in the line, and where the line begins in the text."""

    start: int
    cells: tuple[Span, ...]


def find_aligned(text: str) -> list[AlignedTable]:
    """Return the tables of a text that are written with blanks; none of those in code."""
    if not GAP.search(text):
        return []
    blocks: list[list[_Line]] = []
    for is_several, lines in groupby(_lines(text), lambda line: line is not None):
        if is_several:
            block = [line for line in lines if line is not None]
            if blocks and _goes_on(text, blocks[-1], block):
                blocks[-1] += block
            else:
                blocks.append(block)
    return [table for block in blocks if (table := _make_table(text, block))]


def _lines(text: str) -> Iterator[_Line | None]:
    """Yield each line of several cells, None for others."""
    is_code = False
    for line in LINE.finditer(text):
        is_code ^= line.group().startswith(FENCE)
        cells = tuple(cell.span() for cell in CELL.finditer(line.group()))
        is_short = all(end - start <= MAX_CELL_CHARS for start, end in cells)
        is_apart = is_code or is_table(line.group()) or any(fields_of_line(text, *line.span()))
        is_row = len(cells) > 1 and is_short and not is_apart
        is_row = is_row and not SENTENCES.search(line.group())
        yield _Line(line.start(), cells) if is_row else None


def _goes_on(text: str, block: Sequence[_Line], other: Sequence[_Line]) -> bool:
    """Return whether lines have the columns of those above them, and only blank lines between."""
    last = block[-1]
    if text[last.start + last.cells[-1][1] : other[0].start].strip():
        return False
    most = max(len(_columns(block)), len(_columns(other)))
    return len(_columns([*block, *other])) == most


def _columns(lines: Sequence[_Line]) -> list[Span]:
    """Return the columns of some lines: cells that stand below each other are of one."""
    columns: list[Span] = []
    for start, end in sorted(cell for line in lines for cell in line.cells):
        if columns and start <= columns[-1][1]:
            columns[-1] = (columns[-1][0], max(end, columns[-1][1]))
        else:
            columns.append((start, end))
    return columns


def _make_table(text: str, lines: Sequence[_Line]) -> AlignedTable | None:
    columns = _columns(lines)
    if len(lines) < MIN_LINES or len(columns) < 2:
        return None
    rows = []
    for line in lines:
        row: list[Span] = [(0, 0)] * len(columns)
        for start, end in line.cells:
            place = next(n for n, column in enumerate(columns) if start < column[1])
            if row[place] != (0, 0):
                return None
            row[place] = (line.start + start, line.start + end)
        rows.append(tuple(row))
    cells = tuple(tuple(text[start:end] for start, end in row) for row in rows)
    return AlignedTable(cells, tuple(rows))
