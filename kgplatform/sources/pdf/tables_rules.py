"""Finds tables between drawn horizontal lines, as books print them, without a grid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgplatform.sources.pdf.drawings import Ruling
from kgplatform.sources.pdf.tables_columns import CELL_GAP, find_columns, read_columns
from kgplatform.sources.pdf.tables_grid import FoundTable, has_rows
from kgplatform.sources.pdf.words import Line, Word, bound, make_lines, split_runs

__all__ = ["find_ruled"]

MIN_LENGTH = 60.0  # points
SAME_ENDS = 14.0  # points that lines of one table differ by at their ends
DOUBLE = 4.0  # points between the two strokes of a double line
RUNNING_TEXT = 0.62  # share of the width: a run of words so long is a sentence, no cell
MAX_RUNNING = 0.25  # share of the lines between two rules that may be sentences
MIN_ROWS = 2
MAX_RULES = 1_000  # a page with more is a drawing


def find_ruled(horizontal: Iterable[Ruling], words: Sequence[Word]) -> list[FoundTable]:
    """Return the tables between horizontal lines.

    Args:
        horizontal: lines of the page that are no part of a grid, pieces merged.
        words: of the page that are in no table yet.
    """
    rules = sorted(rule for rule in horizontal if rule.end - rule.start >= MIN_LENGTH)
    found: list[FoundTable] = []
    while rules and len(rules) <= MAX_RULES:
        stack = [rules.pop(0)]
        for rule in [r for r in rules if _same_ends(r, stack[0])]:
            rules.remove(rule)
            stack.append(rule)
        found += _read_stack(stack, words)
    return found


def _same_ends(a: Ruling, b: Ruling) -> bool:
    return abs(a.start - b.start) <= SAME_ENDS and abs(a.end - b.end) <= SAME_ENDS


def _read_stack(stack: list[Ruling], words: Sequence[Word]) -> list[FoundTable]:
    """Return the tables among lines of one width: runs of intervals that hold rows of cells."""
    left = min(rule.start for rule in stack) - 2
    right = max(rule.end for rule in stack) + 2
    heights: list[float] = []
    for rule in stack:
        if not heights or rule.position - heights[-1] > DOUBLE:
            heights.append(rule.position)
    found: list[FoundTable] = []
    lines: list[Line] = []
    start = 0
    for i in range(len(heights) - 1):
        inside = [
            w
            for w in words
            if left <= w.middle <= right and heights[i] <= w.centre < heights[i + 1]
        ]
        between = make_lines(inside)
        if _is_tabular(between, right - left):
            lines += between
        else:
            found += _read_lines(lines, heights[start : i + 1])
            lines, start = [], i + 1
    return found + _read_lines(lines, heights[start:])


def _is_tabular(lines: list[Line], width: float) -> bool:
    """Say whether lines are rows of cells and not sentences."""
    if not lines:
        return False
    runs = [split_runs(line, gap=CELL_GAP) for line in lines]
    running = sum(max(r.right - r.left for r in row) > RUNNING_TEXT * width for row in runs)
    return running <= MAX_RUNNING * len(lines) and any(len(row) > 1 for row in runs)


def _read_lines(lines: list[Line], rules: Sequence[float]) -> list[FoundTable]:
    if len(lines) < MIN_ROWS:
        return []
    columns = find_columns(lines)
    if len(columns) < 2:
        return []
    cells = read_columns(lines, columns, rules=rules)
    if not has_rows(cells):
        return []
    return [FoundTable(bound(line for cell in cells for line in cell.lines), cells, "rules")]
