"""The header of a table: how many lines it has, or that it has none, by what the lines hold.

A line is a row of the table, and no header, where its cells are of the kinds that the columns
below it are of: figures above figures, codes above codes. Where no column is of a kind, nothing
can be said, and the first line is taken as the header, as most tables have one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgplatform.text.cells import TEXT, is_figure, kind_of_cell, kind_of_column, of_one_kind

__all__ = ["LEVELS", "Header", "has_header", "join_cells", "kinds_of_columns", "read_header"]

LEVELS = " > "
"""Between the levels of a header, as between headings of sections."""

MAX_LINES = 5
MAX_PREAMBLE = 12  # lines of a report's data above its table
SAMPLE_ROWS = 50  # that show what a column holds
YEAR = re.compile(r"1[89]\d\d|20\d\d")
LEAST_STEPS = 3  # numbers of columns that count on: 1, 2, 3

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Header:
    """A table's header: its names, empty ones where it has none, and the lines above it.

    `rows` is how many rows both take.
    """

    names: tuple[str, ...]
    rows: int
    above: tuple[str, ...] = ()


def read_header(
    rows: Rows, *, marked: int | None = None, spans: Iterable[tuple[int, int]] = ()
) -> Header:
    """Return the header of a table's rows, its lines joined into one.

    Args:
        rows: all of one width; merged cells are filled.
        marked: how many rows the file marks as header.
        spans: how many rows and columns each cell of the first row covers.
    """
    if marked is not None and 0 < marked < len(rows):
        return Header(_fold(rows[:marked]), marked)
    before = _count_preamble(rows)
    lines = rows[before:]
    above = tuple(join_cells(row) for row in rows[:before])
    if _has_second_level(lines):
        return Header(_fold([_spread(*lines[:2]), lines[1]]), before + 2, above)
    count = _count_lines(lines, list(spans) if not before else [])
    names = _fold(lines[:count]) if count else ("",) * len(rows[0])
    return Header(names, before + count, above)


def has_header(rows: Rows) -> bool:
    """Return whether the first row is plainly a header: words above columns of another kind."""
    if len(rows) < 2:
        return False
    typed = zip(rows[0], kinds_of_columns(rows[1:]), strict=True)
    return any(cell and kind and not of_one_kind(kind_of_cell(cell), kind) for cell, kind in typed)


def join_cells(row: Sequence[str]) -> str:
    """Return a row that is none of the table as text: "Printed: 1 March 2025"."""
    filled = [cell for cell in row if cell]
    if len(filled) == 2:
        return f"{filled[0].removesuffix(':')}: {filled[1]}"
    return ", ".join(filled)


def kinds_of_columns(rows: Rows) -> list[str]:
    """Return what each column holds, nothing where it is text."""
    sample = rows[:SAMPLE_ROWS]
    kinds = [kind_of_column(texts) for texts in zip(*sample, strict=True)]
    return [kind if kind != TEXT else "" for kind in kinds]


def _count_lines(lines: Rows, spans: Sequence[tuple[int, int]]) -> int:
    """Return how many lines the header has: those that the first one's merged cells reach."""
    has_groups = len(spans) > 1 and any(columns > 1 for _, columns in spans)
    reach = max((rows for rows, _ in spans), default=1)
    most = min(max(reach, 2 if has_groups else 1), MAX_LINES, len(lines) - 1)
    count = 1
    while count < most and _is_heading(lines[count:], is_likely=has_groups):
        count += 1
    return 0 if count == 1 and _is_data(lines) else count


def _is_heading(lines: Rows, *, is_likely: bool) -> bool:
    """Return whether the first of some lines belongs to the header above it."""
    if not any(kinds_of_columns(lines[1:])):
        return is_likely
    return not _is_data(lines) and (is_likely or has_header(lines))


def _is_data(lines: Rows) -> bool:
    """Return whether the first of some lines holds what those below it do, kind by kind."""
    if len(lines) < 2 or not lines[0][0]:
        return False
    columns = [
        (lines[0][place], kind, [row[place] for row in lines[1 : 1 + SAMPLE_ROWS]])
        for place, kind in enumerate(kinds_of_columns(lines[1:]))
        if kind and lines[0][place]
    ]
    if not columns or any(not of_one_kind(kind_of_cell(cell), kind) for cell, kind, _ in columns):
        return False
    return not _counts_on(
        [cell for cell, kind, _ in columns if is_figure(cell)], [texts for _, _, texts in columns]
    )


def _counts_on(cells: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Return whether figures of a line are names of columns: years, or 1, 2, 3."""
    if not cells or not all(cell.isdecimal() for cell in cells):
        return False
    if all(map(YEAR.fullmatch, cells)):
        return not any(YEAR.fullmatch(text) for texts in columns for text in texts)
    steps = {int(right) - int(left) for left, right in pairwise(cells)}
    return len(cells) >= LEAST_STEPS and len(steps) == 1 and steps != {0}


def _has_second_level(lines: Rows) -> bool:
    """Return whether the second line is of the header: words below blank cells, above figures.

    So it is where merged cells were written without merging: "Weight", and nothing to the right
    of it, above "min" and "max".
    """
    if len(lines) < 3:
        return False
    first, second = lines[0], lines[1]
    if any(is_figure(cell) and not YEAR.fullmatch(cell) for cell in (*first, *second)):
        return False
    places = list(zip(first, second, kinds_of_columns(lines[2:]), strict=True))
    typed = [(low, kind) for _, low, kind in places if low and kind]
    return (
        all(high or low for high, low, _ in places)
        and not all(first)
        and not (all(second) and first[0])
        and bool(typed)
        and not any(of_one_kind(kind_of_cell(low), kind) for low, kind in typed)
    )


def _spread(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return the upper line of a header, its groups written above all their columns."""
    spread: list[str] = []
    for high, low in zip(first, second, strict=True):
        spread.append(high or (spread[-1] if spread and low else ""))
    return spread


def _count_preamble(rows: Rows) -> int:
    """Return how many rows above the header are none of the table: "Printed | 1 March 2025".

    They have fewer cells, or end in a line of one cell, and hold nothing of what the columns do.
    """
    most = min(MAX_PREAMBLE, len(rows) - 2)
    short = next((n for n in range(most) if not _is_short(rows[n])), max(most, 0))
    ends = [n for n in range(1, most + 1) if sum(map(bool, rows[n - 1])) == 1]
    for end in sorted({short, *ends} - {0}, reverse=True):
        is_words = all(kind_of_cell(cell) == TEXT for cell in rows[end])
        if is_words and has_header(rows[end:]) and not _holds_data(rows[:end], rows[end + 1 :]):
            return end
    return 0


def _holds_data(rows: Rows, below: Rows) -> bool:
    """Return whether some rows have a cell of the kind that its column below them is of."""
    kinds = kinds_of_columns(below)
    return any(
        kind and of_one_kind(kind_of_cell(cell), kind)
        for row in rows
        for cell, kind in zip(row, kinds, strict=True)
    )


def _is_short(row: Sequence[str]) -> bool:
    """Return whether the cells of a row stand at its left, and there are less than its columns."""
    filled = sum(map(bool, row))
    return filled < len(row) and all(row[:filled])


def _fold(rows: Rows) -> tuple[str, ...]:
    """Return the lines of a header as one, each text of a column once."""
    columns = zip(*rows, strict=True)
    return tuple(LEVELS.join(dict.fromkeys(filter(None, column))) for column in columns)
