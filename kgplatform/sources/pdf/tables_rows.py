"""Divides cells of a drawn grid where lines are missing but the text shows rows or columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from kgplatform.sources.pdf.tables_grid import Cell
from kgplatform.sources.pdf.words import Line, split_runs

__all__ = ["is_figure", "split_columns", "split_rows"]

SAME_BASELINE = 0.45  # of the font size
OVERLAP = 3.0  # points that a cell's text may stand over the bound of its column


def is_figure(text: str) -> bool:
    """Say whether a text is a number, a dash or the like: it has more digits than letters."""
    letters = sum(map(str.isalpha, text))
    digits = sum(map(str.isdigit, text))
    return digits > letters or (not letters and not digits and bool(text.strip()))


def split_columns(cells: Sequence[Cell], xs: Sequence[float]) -> list[Cell]:
    """Return the cells, each with several columns divided if its text stands in columns.

    Args:
        cells: with columns counted by xs.
        xs: where columns begin, and where the last one ends.
    """
    return [part for cell in cells for part in _split_across(cell, xs)]


def _split_across(cell: Cell, xs: Sequence[float]) -> list[Cell]:
    if cell.columns == 1 or not cell.lines:
        return [cell]
    runs = [run for line in cell.lines for run in split_runs(line)]
    columns = [bisect_right(xs, (run.left + run.right) / 2) - 1 for run in runs]
    fits = all(
        0 <= column < len(xs) - 1
        and xs[column] - OVERLAP <= run.left
        and run.right <= xs[column + 1] + OVERLAP
        for run, column in zip(runs, columns, strict=True)
    )
    if not fits or len(set(columns)) < 2:
        return [cell]
    return [
        replace(
            cell,
            column=column,
            columns=1,
            lines=tuple(run for run, place in zip(runs, columns, strict=True) if place == column),
        )
        for column in range(cell.column, cell.column + cell.columns)
    ]


def split_rows(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells with each row divided whose columns show several rows of figures."""
    bands = {
        row: _find_bands([c for c in cells if c.row == row and c.rows == 1])
        for row in {cell.row for cell in cells}
    }
    first: list[int] = [0]  # of each old row, its first new one
    for row in range(max((cell.row + cell.rows for cell in cells), default=0)):
        first.append(first[-1] + max(1, len(bands.get(row, ()))))
    divided: list[Cell] = []
    for cell in cells:
        own = bands.get(cell.row, [])
        if cell.rows == 1 and len(own) > 1:
            divided += _split_down(cell, own, first[cell.row])
        else:
            rows = first[cell.row + cell.rows] - first[cell.row]
            divided.append(replace(cell, row=first[cell.row], rows=rows))
    return divided


def _find_bands(cells: Sequence[Cell]) -> list[float]:
    """Return the baselines of a row's rows of figures; none where it is a single row.

    Two columns at least must have the same lines, one of them nothing but figures, and no
    column of figures may have others.
    """
    filled = [cell for cell in cells if cell.lines]
    figures = [cell for cell in filled if all(is_figure(line.text) for line in cell.lines)]
    if not figures or len(figures[0].lines) < 2:
        return []
    bands = [line.baseline for line in figures[0].lines]
    alike = [cell for cell in filled if _has_lines_at(cell, bands)]
    if len(alike) < 2 or any(cell not in alike for cell in figures):
        return []
    return bands


def _has_lines_at(cell: Cell, baselines: Sequence[float]) -> bool:
    return len(cell.lines) == len(baselines) and all(
        abs(line.baseline - baseline) <= SAME_BASELINE * line.size
        for line, baseline in zip(cell.lines, baselines, strict=True)
    )


def _split_down(cell: Cell, baselines: Sequence[float], row: int) -> list[Cell]:
    """Return a cell's parts, each line with the row that it stands nearest to."""
    if len(cell.lines) == 1:  # a label next to several rows belongs to all, unless it is at one
        away = [abs(cell.lines[0].baseline - baseline) for baseline in baselines]
        if min(away) > SAME_BASELINE * cell.lines[0].size:
            return [replace(cell, row=row, rows=len(baselines))]
    parts: list[list[Line]] = [[] for _ in baselines]
    for line in cell.lines:
        away = [abs(line.baseline - baseline) for baseline in baselines]
        parts[away.index(min(away))].append(line)
    return [replace(cell, row=row + i, lines=tuple(part)) for i, part in enumerate(parts)]
