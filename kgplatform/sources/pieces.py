"""The tables on a sheet, of which there may be several: below and next to each other.

A sheet is cut along its empty rows and columns. A piece below another that has the same columns
and no header of its own goes on with it, as blank lines part rows, too; lines of one cell are
text, and stand above the table that follows them or below the one that they are notes of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby, islice, pairwise

from kgplatform.sources.grid import SourceGrid
from kgplatform.sources.headers import has_header, join_cells, kinds_of_columns
from kgplatform.sources.tables import TidyTable, reads_as_note, tidy_grid
from kgplatform.text.cells import CODE, TEXT, kind_of_cell, kind_of_column, of_one_kind

__all__ = ["find_tables"]

MAX_PIECES = 2_000  # a sheet in more of them is scattered cells, and taken as one
MAX_DEPTH = 8  # of cuts along rows within cuts along columns
MAX_PAIRS = 2  # rows of two cells above a wider table that are no table, header or not
MIN_LIST = 3  # lines of one column next to a table that are a table, too

Columns = tuple[int, int]
"""The first column, and the one behind the last."""


@dataclass(slots=True)
class _Piece:
    """Rows of a sheet, by their places in its grid, between two columns."""

    rows: list[int]
    columns: Columns
    above: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)

    @property
    def width(self) -> int:
        return self.columns[1] - self.columns[0]

    def stands_over(self, other: _Piece) -> bool:
        """Return whether the other piece begins below or above one of its columns."""
        return self.columns[0] <= other.columns[0] < self.columns[1]


def find_tables(grid: SourceGrid) -> list[TidyTable]:
    """Return the tables of a sheet in reading order, with the lines of text around them.

    One without cells is lines of text alone, where the sheet has no table.

    Raises:
        PassedLimit: filling merged cells would take too long.
    """
    if not grid.rows:
        return []
    sheet = _Sheet(grid)
    pieces = sheet.cut()
    if all(piece.width == 1 and piece.columns == pieces[0].columns for piece in pieces):
        return [_tidy_column(sheet.lines(piece) for piece in pieces)]
    tables = _join(sheet, pieces)
    return [sheet.tidy(table) for table in tables]


def _tidy_column(parts: Iterator[list[str]]) -> TidyTable:
    """Return a sheet of one column: a list, or lines of text."""
    lines = [line for part in parts for line in part]
    if 2 * sum(map(reads_as_note, lines)) > len(lines):
        return TidyTable((), tuple(lines))
    return TidyTable(tuple((line,) for line in lines))


def _join(sheet: _Sheet, pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the pieces that are tables, those that go on with others joined, with their lines."""
    tables: list[_Piece] = []
    waiting: list[_Piece] = []
    for piece in pieces:
        begun = _find_begun(piece, tables, waiting)
        if sheet.is_text(piece):
            waiting.append(piece)
        elif begun is not None and sheet.goes_on(begun, piece):
            begun.rows += piece.rows
        elif len(piece.rows) == 1 and tables:
            waiting.append(piece)
        else:
            tables.append(piece)
            waiting = _place(sheet, waiting, tables)
    if not tables:
        tables = [_Piece([], waiting[0].columns)]
    for piece in waiting:
        lines = sheet.lines(piece)
        after = next((t for t in tables if t.rows and t.rows[0] > piece.rows[-1]), None)
        if after is None:
            _over(piece, tables).below.extend(lines)
        else:
            after.above.extend(lines)
    return _drop_preambles(sheet, tables)


def _find_begun(
    piece: _Piece, tables: Sequence[_Piece], waiting: Sequence[_Piece]
) -> _Piece | None:
    """Return the table that a piece may go on with: the last above it, with no text between."""
    first, last = piece.columns
    for table in reversed(tables):
        left, right = table.columns
        if table.rows[-1] < piece.rows[0] and left < last and first < right:
            is_parted = any(text.rows[0] > table.rows[-1] for text in waiting)
            return table if left <= first and last <= right and not is_parted else None
    return None


def _place(sheet: _Sheet, waiting: Sequence[_Piece], tables: Sequence[_Piece]) -> list[_Piece]:
    """Put lines above the last table or below those before it; return those that wait for more."""
    table, still = tables[-1], list[_Piece]()
    for piece in waiting:
        lines = sheet.lines(piece)
        if len(tables) > 1 and all(map(reads_as_note, lines)):
            _over(piece, tables[:-1]).below.extend(lines)
        elif table.stands_over(piece):
            table.above.extend(lines)
        else:
            still.append(piece)
    return still


def _over(piece: _Piece, tables: Sequence[_Piece]) -> _Piece:
    """Return the last table that stands over a piece, or else the last one."""
    over = (table for table in reversed(tables) if table.stands_over(piece))
    return next(over, tables[-1])


def _drop_preambles(sheet: _Sheet, tables: list[_Piece]) -> list[_Piece]:
    """Make lines of pairs above a wider table its text: "Printed | 1 March 2025"."""
    kept: list[_Piece] = []
    above: list[str] = []
    for piece, after in zip(tables, [*tables[1:], None], strict=True):
        piece.above[:0], above = above, []
        is_above = after is not None and after.stands_over(piece) and after.width > piece.width
        is_short = len(piece.rows) <= (MAX_PAIRS if piece.width == 2 else 1)
        is_short |= piece.width == 2 and not sheet.has_header(piece)
        if is_above and is_short and not piece.below:
            above = [*piece.above, *sheet.lines(piece)]
        else:
            kept.append(piece)
    return kept


class _Sheet:
    """A grid, cut into pieces, and what its pieces hold."""

    def __init__(self, grid: SourceGrid) -> None:
        self._grid = grid
        self._spans: dict[int, list[Columns]] = {}
        reach = dict.fromkeys(grid.numbers, 0)
        for (number, column), (height, width) in grid.spans.items():
            if number in reach:
                self._spans.setdefault(number, []).append((column, column + width))
                reach[number] = max(reach[number], number + height)
        # the number of the row behind the last one that a merged cell down to here reaches
        self._reach = list(accumulate(reach.values(), max))

    def cut(self) -> list[_Piece]:
        """Return the pieces from top to bottom and left to right."""
        rows, columns = list(range(len(self._grid.rows))), (0, len(self._grid.rows[0]))
        pieces = list(islice(self._cut(rows, columns, 0), MAX_PIECES + 1))
        return pieces if len(pieces) <= MAX_PIECES else [_Piece(rows, columns)]

    def _cut(self, rows: list[int], columns: Columns, depth: int) -> Iterator[_Piece]:
        for band in self._cut_rows(rows, columns):
            runs = self._cut_columns(band, columns)
            if len(runs) == 1 or depth == MAX_DEPTH:
                run = (runs[0][0], runs[-1][1])
                yield from (_Piece(part, run) for part in self._cut_titles(band, run))
                continue
            for run in runs:
                yield from self._cut(band, run, depth + 1)

    def _cut_rows(self, rows: Sequence[int], columns: Columns) -> Iterator[list[int]]:
        """Yield the runs of rows that have something between two columns, without a gap."""
        numbers, band = self._grid.numbers, list[int]()
        for n in rows:
            if not any(self._grid.rows[n][slice(*columns)]):
                continue
            is_next = band and numbers[n] <= max(numbers[band[-1]] + 1, self._reach[band[-1]])
            if band and not is_next:
                yield band
                band = []
            band.append(n)
        if band:
            yield band

    def _cut_titles(self, band: list[int], columns: Columns) -> Iterator[list[int]]:
        """Yield the parts of rows without a gap that begin with a title above a header."""
        start = 0
        lone = [at for at, n in enumerate(band) if self._count(n, columns) == 1]
        for at, end in pairwise([*lone, len(band)]):
            rows = [self._grid.rows[n][slice(*columns)] for n in band[at + 1 : end]]
            if at - start > 1 and rows and self._is_header(rows, band[start:at], columns):
                yield band[start:at]
                start = at
        yield band[start:]

    def _is_header(self, rows: Sequence[list[str]], above: Sequence[int], columns: Columns) -> bool:
        """Return whether the first of some rows is a header: a new one, or that above once more."""
        known = next((n for n in above if self._count(n, columns) > 1), above[0])
        is_words = all(kind_of_cell(cell) in ("", TEXT) for cell in rows[0])
        is_new = is_words and len(rows) > 1 and has_header(rows)
        return is_new or rows[0] == self._grid.rows[known][slice(*columns)]

    def _cut_columns(self, band: Sequence[int], columns: Columns) -> list[Columns]:
        """Return the runs of filled columns; an empty column may stand within a table."""
        filled = self._filled(band, columns)
        runs: list[Columns] = []
        for is_filled, group in groupby(range(*columns), lambda place: place in filled):
            places = list(group)
            if is_filled:
                runs.append((places[0], places[-1] + 1))
        kept = runs[:1]
        for run in runs[1:]:
            if self._goes_on_next_to(band, kept[-1], run):
                kept[-1] = (kept[-1][0], run[1])
            else:
                kept.append(run)
        return kept

    def _filled(self, band: Sequence[int], columns: Columns) -> set[int]:
        """Return the columns with a cell, or with a merged one of a row with several cells."""
        rows = [self._grid.rows[n] for n in band]
        filled = {place for place in range(*columns) if any(row[place] for row in rows)}
        for n in band if self._spans else ():
            spans = self._spans.get(self._grid.numbers[n], [])
            if spans and self._count(n, columns) > 1:
                for left, right in spans:
                    filled.update(range(max(left, columns[0]), min(right, columns[1])))
        return filled

    def _goes_on_next_to(self, band: Sequence[int], one: Columns, other: Columns) -> bool:
        """Return whether a table goes on behind an empty column.

        So it does where both sides have the same rows, and the right one has nothing to name
        its rows by.
        """
        both = [n for n in band if self._count(n, (one[0], other[1])) > 1]
        sides = [[n for n in both if any(self._grid.rows[n][slice(*run)])] for run in (one, other)]
        if sides[0] != sides[1]:
            return False
        labels = [self._grid.rows[n][other[0]] for n in sides[1]]
        names_rows = all(labels) and kind_of_column(labels[1:]) in (TEXT, CODE)
        return other[1] - other[0] == 1 or not names_rows

    def _count(self, row: int, columns: Columns) -> int:
        return columns[1] - columns[0] - self._grid.rows[row][slice(*columns)].count("")

    def rows(self, piece: _Piece) -> list[list[str]]:
        """Return the cells of a piece."""
        return [self._grid.rows[n][slice(*piece.columns)] for n in piece.rows]

    def lines(self, piece: _Piece) -> list[str]:
        """Return a piece as lines of text."""
        return [join_cells(row) for row in self.rows(piece)]

    def is_text(self, piece: _Piece) -> bool:
        """Return whether a piece is text: one column, unless it is a list next to others."""
        if piece.width > 1:
            return False
        is_beside = any(self._count(n, (0, len(self._grid.rows[n]))) > 1 for n in piece.rows)
        is_list = is_beside and len(piece.rows) >= MIN_LIST
        return not is_list or any(map(reads_as_note, self.lines(piece)))

    def has_header(self, piece: _Piece) -> bool:
        """Return whether a piece begins with a header, plainly."""
        return has_header(self._below_title(self.rows(piece)))

    def goes_on(self, table: _Piece, piece: _Piece) -> bool:
        """Return whether a piece goes on with the table above it, whose header it may repeat."""
        own = [self._grid.rows[n][slice(*table.columns)] for n in piece.rows]
        rows = self._below_title(own)
        begun = self._below_title(self.rows(table))
        if rows[0] == begun[0]:
            if len(rows) == len(own):
                piece.rows = piece.rows[1:]
            return len(rows) == len(own)
        kinds = kinds_of_columns(begun[1:])
        if not any(kinds):
            return not has_header(rows)
        held = [kind_of_column(texts) for texts in zip(*rows, strict=True)]
        fits = [of_one_kind(*pair) for pair in zip(kinds, held, strict=True) if all(pair)]
        if len(rows) > 1 and (piece.columns[0] != table.columns[0] or has_header(rows)):
            return False
        return any(fits)

    def tidy(self, piece: _Piece) -> TidyTable:
        """Return a piece as a table."""
        if not piece.rows:
            return TidyTable((), tuple(piece.below))
        numbers, (left, _) = [self._grid.numbers[n] for n in piece.rows], piece.columns
        spans = {
            (number, column - left): self._grid.spans[number, column]
            for number in numbers
            for column, _ in self._spans.get(number, [])
            if column >= left
        }
        table = tidy_grid(SourceGrid(self.rows(piece), numbers, spans))
        return replace(
            table, above=(*piece.above, *table.above), below=(*table.below, *piece.below)
        )

    @staticmethod
    def _below_title(rows: Sequence[list[str]]) -> Sequence[list[str]]:
        """Return rows without lines of one cell at their beginning."""
        first = next((n for n, row in enumerate(rows) if sum(map(bool, row)) > 1), 0)
        return rows[first:]
