"""Puts the words and tables of a page into reading order: column after column.

A page is cut at its gutters: upright strips without text that are next to several lines of
running text on both sides. What is above a gutter is read first, then what is left of it, right
of it, and below it; each part is cut again in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kgplatform.sources.pdf.leftward import is_mostly_leftward
from kgplatform.sources.pdf.tables_grid import FoundTable
from kgplatform.sources.pdf.words import Line, Word, make_lines, split_runs

__all__ = ["Part", "order_parts"]

MIN_GUTTER = 0.9  # of the font size
MIN_LINES = 4  # on each side of a gutter
MIN_HEIGHT = 4.0  # of the font size
MIN_LINE_CHARS = 14  # a column of shorter lines is a list's numbers or a table's figures
MAX_DEPTH = 8
STEP = 3.0  # points within which lines begin at one place


@dataclass(frozen=True, slots=True)
class Part:
    """Words and tables of one column, or of the full width, in no order of their own."""

    words: tuple[Word, ...]
    tables: tuple[FoundTable, ...] = ()


@dataclass(frozen=True, slots=True)
class _Gutter:
    x: float
    top: float
    bottom: float


def order_parts(words: Sequence[Word], tables: Sequence[FoundTable]) -> list[Part]:
    """Return the parts of a page in reading order: the right column first where text runs left.

    Args:
        words: of the text outside the tables, none turned.
        tables: of the page.
    """
    return _cut(Part(tuple(words), tuple(tables)), MAX_DEPTH)


def _cut(part: Part, depth: int) -> list[Part]:
    gutter = _find_gutter(part) if depth else None
    if gutter is None:
        return [part] if part.words or part.tables else []
    above, left, right, below = (_take(part, gutter, place) for place in range(4))
    if is_mostly_leftward("".join(word.text for word in part.words)):
        left, right = right, left
    return [piece for side in (above, left, right, below) for piece in _cut(side, depth - 1)]


def _take(part: Part, gutter: _Gutter, place: int) -> Part:
    """Return what is above (0), left of (1), right of (2) or below (3) a gutter."""

    def where(middle: float, centre: float) -> int:
        if centre < gutter.top:
            return 0
        if centre > gutter.bottom:
            return 3
        return 1 if middle < gutter.x else 2

    return Part(
        tuple(word for word in part.words if where(word.middle, word.centre) == place),
        tuple(
            table
            for table in part.tables
            if where((table.box[0] + table.box[2]) / 2, (table.box[1] + table.box[3]) / 2) == place
        ),
    )


def _find_gutter(part: Part) -> _Gutter | None:
    """Return the tallest gutter of a part."""
    runs = [run for line in make_lines(part.words) for run in split_runs(line, gap=MIN_GUTTER)]
    if len(runs) < 2 * MIN_LINES:
        return None
    size = sorted(run.size for run in runs)[len(runs) // 2]
    first = min(run.left for run in runs)
    starts = Counter(round(run.left / STEP) for run in runs if run.left > first + 5 * size)
    found: list[_Gutter] = []
    for start in [start for start, _ in starts.most_common(12)]:
        near = [run.left for run in runs if abs(round(run.left / STEP) - start) <= 1]
        if len(near) >= MIN_LINES:
            found += _find_free(part, runs, min(near) - 0.5, size)
    return max(found, key=lambda gutter: gutter.bottom - gutter.top, default=None)


def _find_free(part: Part, runs: list[Line], x: float, size: float) -> list[_Gutter]:
    """Return where a strip left of x is free of text and parts two columns of it."""
    low = x - MIN_GUTTER * size
    boxes = [(run.left, run.top, run.right, run.bottom) for run in runs]
    boxes += [table.box for table in part.tables]
    crossing = sorted((box[1], box[3]) for box in boxes if box[0] < x and box[2] > low)
    top = min(box[1] for box in boxes) - 1
    gutters = []
    for start, end in [*crossing, (max(box[3] for box in boxes) + 1, float("inf"))]:
        if start - top >= MIN_HEIGHT * size:
            gutter = _Gutter((low + x) / 2, top, start)
            if _parts_columns(gutter, runs):
                gutters.append(gutter)
        top = max(top, end)
    return gutters


def _parts_columns(gutter: _Gutter, runs: list[Line]) -> bool:
    """Say whether running text stands on both sides of a gutter."""
    beside = [run for run in runs if gutter.top < run.baseline < gutter.bottom]
    left = [run for run in beside if run.right <= gutter.x]
    right = [run for run in beside if run.left >= gutter.x]
    return all(
        len({round(run.baseline) for run in side}) >= MIN_LINES
        and sum(len(run.text) for run in side) >= MIN_LINE_CHARS * len(side)
        for side in (left, right)
    )
