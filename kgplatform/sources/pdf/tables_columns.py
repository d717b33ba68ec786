"""Reads lines of text as a table by the gaps between their columns, where no grid is drawn."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from kgplatform.sources.pdf.tables_grid import Cell, trim_grid
from kgplatform.sources.pdf.tables_rows import is_figure
from kgplatform.sources.pdf.words import Line, split_runs

__all__ = ["find_columns", "read_columns"]

CELL_GAP = 0.75  # of the font size: cells of a table may stand closer than runs of text
MIN_SEPARATOR = 0.5  # of the font size
CROSSING = 0.12  # share of the lines that may stand over a gap between columns: spanning headers
TIGHT = 1.3  # of the font size: lines no farther apart may be one wrapped row

Span = tuple[float, float]


def find_columns(lines: Sequence[Line]) -> list[Span]:
    """Return the left and right of each column that lines of several cells have in common.

    A column is where text stands between two gaps that hardly any line crosses.
    """
    rows = [runs for line in lines if len(runs := split_runs(line, gap=CELL_GAP)) > 1]
    if not rows:
        return []
    size = sorted(runs[0].size for runs in rows)[len(rows) // 2]
    changes = sorted(
        change for runs in rows for run in runs for change in ((run.left, 1), (run.right, -1))
    )
    allowed = int(CROSSING * len(rows))
    columns: list[Span] = []
    depth, start = 0, 0.0
    for x, step in changes:
        before, depth = depth, depth + step
        if before <= allowed < depth:
            is_close = columns and x - columns[-1][1] < MIN_SEPARATOR * size
            start = columns.pop()[0] if is_close else x
        elif depth <= allowed < before:
            columns.append((start, x))
    return columns


def read_columns(
    lines: Sequence[Line], columns: Sequence[Span], *, rules: Sequence[float] = ()
) -> tuple[Cell, ...]:
    """Return the cells of lines under columns; lines that a wrapped row takes become one row.

    Args:
        lines: from top to bottom.
        columns: of find_columns.
        rules: heights of lines drawn across; a row never reaches over one.
    """
    rows: list[list[Cell]] = []
    last: Line | None = None
    by_rules = _rules_part_rows(lines, rules)
    for line in lines:
        cells = _read_line(line, columns, row=len(rows))
        parted = last is None or bisect_right(rules, last.baseline) < bisect_right(
            rules, line.baseline
        )
        if (
            last is not None
            and not parted
            and (_fits(rows[-1], cells) if by_rules else _continues(rows, cells, last, line))
        ):
            rows[-1] = _merge(rows[-1], [replace(cell, row=len(rows) - 1) for cell in cells])
        else:
            rows.append(cells)
        last = line
    return trim_grid([cell for row in rows for cell in row])


def _rules_part_rows(lines: Sequence[Line], rules: Sequence[float]) -> bool:
    """Say whether the drawn lines part rows, not only groups of rows."""
    groups = {bisect_right(rules, line.baseline) for line in lines}
    filled = [line for line in lines if any(is_figure(r.text) for r in split_runs(line)[1:])]
    return len(groups) >= 3 and len(groups) >= 0.8 * len(filled)


def _read_line(line: Line, columns: Sequence[Span], *, row: int) -> list[Cell]:
    """Return a line's cells; a run of words that reaches over several columns spans them."""
    cells: list[Cell] = []
    for run in split_runs(line, gap=CELL_GAP):
        for part in _split_at_gaps(run, columns):
            first, last = _columns_of(part, columns)
            if cells and cells[-1].column + cells[-1].columns > first:
                joined = Line((*cells[-1].lines[0].words, *part.words))
                last = max(last, cells[-1].column + cells[-1].columns - 1)
                first = cells.pop().column
                cells.append(Cell(row, first, (joined,), 1, last - first + 1))
            else:
                cells.append(Cell(row, first, (part,), 1, last - first + 1))
    return cells


def _split_at_gaps(run: Line, columns: Sequence[Span]) -> list[Line]:
    """Return a run cut where each side lies within columns of its own, if it is in several."""
    first, last = _columns_of(run, columns)
    if first == last or len(run.words) < 2:
        return [run]
    places = [_columns_of(Line((word,)), columns) for word in run.words]
    if any(a != b for a, b in places) or {a for a, _ in places} != set(range(first, last + 1)):
        return [run]
    gaps = [b.left - a.right for a, b in itertools.pairwise(run.words)]
    cuts = [i + 1 for i, gap in enumerate(gaps) if places[i] != places[i + 1]]
    if any(gaps[cut - 1] < MIN_SEPARATOR * run.size for cut in cuts):
        return [run]
    bounds = [0, *cuts, len(run.words)]
    return [Line(run.words[a:b]) for a, b in itertools.pairwise(bounds)]


def _columns_of(run: Line, columns: Sequence[Span]) -> tuple[int, int]:
    """Return the first and last column that a run lies over, or the nearest one."""
    margin = 0.25 * run.size
    over = [
        i
        for i, (left, right) in enumerate(columns)
        if run.left < right - margin and run.right > left + margin
    ]
    if over:
        return over[0], over[-1]
    middle = (run.left + run.right) / 2
    away = [abs(middle - (left + right) / 2) for left, right in columns]
    nearest = away.index(min(away))
    return nearest, nearest


def _continues(rows: list[list[Cell]], cells: list[Cell], last: Line, line: Line) -> bool:
    """Say whether a line goes on with the cells of the row before it: wrapped text."""
    above = rows[-1]
    if line.baseline - last.baseline > TIGHT * line.size or not _fits(above, cells):
        return False
    if any(is_figure(cell.text) for cell in cells):
        return False
    held = {cell.column for cell in above}
    if not {cell.column for cell in cells} <= held:
        return False
    is_header = not any(is_figure(cell.text) for row in rows for cell in row)
    if is_header and len(cells) > 1:
        return True
    return cells[0].column > 0 or cells[0].text[:1].islower()


def _fits(above: list[Cell], cells: list[Cell]) -> bool:
    """Say whether two lines can be one row: no column has figures in both, spans agree."""
    spans = {cell.column: cell for cell in above}
    for cell in cells:
        other = spans.get(cell.column)
        if other is None:
            if any(c.column < cell.column < c.column + c.columns for c in above):
                return False
            continue
        if other.columns != cell.columns:
            return False
        if is_figure(other.lines[-1].text) and is_figure(cell.text):
            return False
    return True


def _merge(above: list[Cell], cells: list[Cell]) -> list[Cell]:
    merged = {cell.column: cell for cell in above}
    for cell in cells:
        other = merged.get(cell.column)
        merged[cell.column] = (
            replace(other, lines=(*other.lines, *cell.lines)) if other is not None else cell
        )
    return [merged[column] for column in sorted(merged)]
