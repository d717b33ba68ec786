"""The one model of a table for all kinds of file: cells with spans become a header and rows.

Readers give cells as the file has them, merged ones with the rows and columns they cover. What
comes out is a grid without gaps: each cell of a merged one has its text, the lines of a header
are one line ("Weight > min"), the name of a group that stands between the rows is a column, and
what stood above or below the table within its lines (a title, a note) is text of its own. So a
row can be read, counted and stated as a fact without the rest.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgplatform.sources.grid import MAX_CELLS, Grid, SourceGrid, clean_cell, make_grid
from kgplatform.sources.headers import LEVELS, read_header
from kgplatform.sources.limits import PassedLimit
from kgplatform.text.cells import TEXT, find_totals, is_figure, kind_of_cell, sums_up

__all__ = [
    "LEVELS",
    "UNNAMED",
    "SourceCell",
    "SourceTable",
    "TidyTable",
    "reads_as_note",
    "tidy_grid",
    "tidy_table",
]

UNNAMED = "no header line, so columns have no names"
"""What of a document was not read whose table is unnamed."""

MIN_WIDTH = 3  # of a table in which a row of one cell can be distinguished from one with a gap
NOTE = re.compile(r"[*†‡]|\(?\d{1,2}\) |(?:foot)?notes?\b|sources?\b|remarks?\b|legend\b", re.I)
WORD = re.compile(r"\w+")
SENTENCE_ENDS = (".", "!", "?")
CLOSING = "\"')]"
MIN_SENTENCE_WORDS = 3


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

    @property
    def is_unnamed(self) -> bool:
        """Whether the table has no header: all its cells are empty."""
        return bool(self.cells) and not any(self.cells[0])


def tidy_table(table: SourceTable) -> TidyTable:
    """Return a table with merged cells filled and its header as one line.

    Raises:
        PassedLimit: filled up, it would have too many cells.
    """
    lines: dict[int, list[str]] = {}
    for cell in table.cells:
        line = lines.setdefault(cell.row, [])
        line += [""] * (cell.column + 1 - len(line))
        line[cell.column] = line[cell.column] or clean_cell(cell.text)
        if len(line) * len(lines) > MAX_CELLS:
            raise PassedLimit(f"has a table of more than {MAX_CELLS:,} cells (rows x columns)")
    grid = make_grid(sorted(lines.items()))
    grid.spans = {
        (cell.row, cell.column): (cell.rows, cell.columns)
        for cell in table.cells
        if cell.rows > 1 or cell.columns > 1
    }
    return tidy_grid(grid, header_rows=table.header_rows)


def tidy_grid(grid: SourceGrid, *, header_rows: int | None = None) -> TidyTable:
    """Return a grid as a table with merged cells filled and its header as one line.

    Args:
        grid: it is left as it is.
        header_rows: how many of its rows, counted by their numbers from 0, the file marks as
            header; None where it marks none.

    Raises:
        PassedLimit: filling merged cells would take too long.
    """
    layout = _Layout(grid)
    first, last = layout.find_ends()
    above = [layout.text_of(n) for n in range(first)]
    below = [layout.text_of(n) for n in range(last, len(grid.rows))]
    groups = {n: layout.text_of(n) for n in range(first, last) if layout.is_group(n)}
    kept = [n for n in range(first, last) if n not in groups]
    if not kept:
        return TidyTable((), (*above, *groups.values(), *below))
    rows = layout.fill(kept)
    marked = sum(grid.numbers[n] < (header_rows or 0) for n in kept) or None
    spans = layout.spans_of_first(kept)
    header = read_header(rows, marked=marked, spans=spans)
    body = dict(zip(kept[header.rows :], rows[header.rows :], strict=True))
    groups = groups or layout.find_open_groups(body)
    left_out = {n for n, row in body.items() if _repeats(row, header.names)} | groups.keys()
    body = {n: row for n, row in body.items() if n not in left_out}
    lines: Iterable[Sequence[str]] = body.values()
    names = header.names
    if groups:
        names = ("", *names)
        lines = _put_groups(body, groups)
    cells = (names, *_totals_last(list(lines)))
    return TidyTable(cells, (*above, *header.above), tuple(below))


def reads_as_note(line: str) -> bool:
    """Return whether a line is a note or a sentence, and no title."""
    if NOTE.match(line):
        return True
    is_ended = line.rstrip(CLOSING).endswith(SENTENCE_ENDS)
    return is_ended and len(WORD.findall(line)) >= MIN_SENTENCE_WORDS


class _Layout:
    """Where on a grid the table itself is."""

    def __init__(self, grid: SourceGrid) -> None:
        self._grid = grid
        self._lone: list[int | None] = []  # the place of a row's only cell
        left, right = set[int](), set[int]()
        for row in grid.rows:
            places = [n for n, cell in enumerate(row) if cell]
            self._lone.append(places[0] if len(places) == 1 else None)
            if len(places) > 1:
                left.add(places[0])
                right.add(places[-1])
        self._left, self._right = min(left, default=0), max(right, default=0)

    def find_ends(self) -> tuple[int, int]:
        """Return the first row of the table and the one after its last one."""
        rows = range(len(self._lone))
        if self._left == self._right:  # a column
            return 0, len(rows)
        first = next(n for n in rows if not self._is_title(n))
        last = len(rows)
        while last > first and self._is_note(last - 1):
            last -= 1
        return first, last

    def text_of(self, number: int) -> str:
        """Return the text of a row of one cell."""
        return "".join(self._grid.rows[number])

    def is_across(self, number: int) -> bool:
        """Return whether a row is one cell merged over the whole width."""
        place = self._lone[number]
        if place is None or self._left == self._right:
            return False
        return place <= self._left and place + self._columns(number, place) > self._right

    def is_group(self, number: int) -> bool:
        """Return whether a row names the group of the rows below it.

        It is one cell over the whole width, or one at the left behind an empty row, with a row of
        several cells right below it.
        """
        numbers, place = self._grid.numbers, self._lone[number]
        if self.is_across(number) or place is None or self._left == self._right:
            return self.is_across(number)
        is_between = 0 < number < len(numbers) - 1 and place == self._left
        return (
            is_between
            and numbers[number] - numbers[number - 1] > 1
            and numbers[number + 1] - numbers[number] == 1
            and self._lone[number + 1] is None
        )

    def find_open_groups(self, body: Mapping[int, Sequence[str]]) -> dict[int, str]:
        """Return the rows of one cell below a header that are groups, though nothing marks them.

        That is plain where the first row is one, and all others but sums have all their cells:
        else it may be a row whose cells are missing.
        """
        lone = {n: row[0] for n, row in body.items() if self._lone[n] == self._left}
        others = [row for n, row in body.items() if n not in lone and not sums_up(row)]
        is_plain = (
            bool(lone)
            and len(next(iter(body.values()))) >= MIN_WIDTH
            and min(lone) == min(body)
            and max(lone) < max(body)
            and all(kind_of_cell(text) == TEXT for text in lone.values())
        )
        return lone if is_plain and all(map(all, others)) else {}

    def fill(self, kept: Sequence[int]) -> list[list[str]]:
        """Return rows with merged cells filled, without columns in which no cell begins."""
        rows = [list(self._grid.rows[n]) for n in kept]
        numbers = [self._grid.numbers[n] for n in kept]
        begun = [place for place in range(len(rows[0])) if any(row[place] for row in rows)]
        left = MAX_CELLS
        for (number, column), (height, width) in self._grid.spans.items():
            at = bisect_left(numbers, number)
            if at == len(numbers) or numbers[at] != number or column >= len(rows[at]):
                continue
            text, end = rows[at][column], bisect_left(numbers, number + height)
            stop = min(column + width, len(rows[at]))
            left -= (end - at) * (stop - column)
            if left < 0:
                raise PassedLimit("has merged cells that cover more than a table may have")
            for row in rows[at:end]:
                row[column:stop] = [cell or text for cell in row[column:stop]]
        return [[row[place] for place in begun] for row in rows]

    def spans_of_first(self, kept: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield how many rows and columns each cell of the first of some rows covers."""
        first, numbers = kept[0], [self._grid.numbers[n] for n in kept]
        for place, text in enumerate(self._grid.rows[first]):
            rows, columns = self._grid.spans.get((numbers[0], place), (1, 1))
            if text:
                yield bisect_left(numbers, numbers[0] + rows), columns

    def _columns(self, number: int, place: int) -> int:
        return self._grid.spans.get((self._grid.numbers[number], place), (1, 1))[1]

    def _is_title(self, number: int) -> bool:
        """Return whether a row above the table is a line of text, and no group of columns."""
        place = self._lone[number]
        if place is None:
            return False
        return place <= self._left or self._columns(number, place) == 1

    def _is_note(self, number: int) -> bool:
        """Return whether a row at the end is a line of text, and no row with one cell."""
        place = self._lone[number]
        if place is None or number == 0:
            return False
        text = self.text_of(number)
        is_apart = self._grid.numbers[number] - self._grid.numbers[number - 1] > 1
        is_text = is_apart or reads_as_note(text)
        return self.is_across(number) or (is_text and place <= self._left and not is_figure(text))


def _repeats(row: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether a row is the header once more, as at the top of each page."""
    return len(names) > 1 and row[0] == names[0] and tuple(row) == names


def _put_groups(
    body: Mapping[int, Sequence[str]], groups: Mapping[int, str]
) -> Iterator[Sequence[str]]:
    """Yield rows with the name of the group that stands above each as their first cell.

    A row that sums up all groups is of none.
    """
    names = _join_levels(groups)
    places, rows = sorted(names), list(body.values())
    of_rows = [names[places[at - 1]] if (at := bisect_left(places, n)) else "" for n in body]
    totals = find_totals(rows)
    last = len(rows) - 1
    own = [row for n, row in enumerate(rows) if of_rows[n] == of_rows[last]]
    ends_all = last in totals and (len(own) - 1) not in find_totals(own, checked=True)
    for n, row in enumerate(rows):
        yield ("" if ends_all and n == last else of_rows[n], *row)


def _join_levels(groups: Mapping[int, str]) -> dict[int, str]:
    """Return groups, those that stand directly below each other as levels of one."""
    joined: dict[int, str] = {}
    for number, text in groups.items():
        above = joined.pop(number - 1, "")
        joined[number] = f"{above}{LEVELS}{text}" if above else text
    return joined


def _totals_last(rows: Sequence[Sequence[str]]) -> Iterable[tuple[str, ...]]:
    """Return rows with those that sum up the rest at the end, where they stand before all others.

    Totals between rows stay: they are of those above them.
    """
    first = next((n for n, row in enumerate(rows) if not sums_up(row)), 0)
    return tuple(tuple(row) for row in (*rows[first:], *rows[:first]))
