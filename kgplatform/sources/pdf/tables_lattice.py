"""Finds tables that are drawn as a grid of lines, and reads their cells.

Lines that touch form a lattice; the positions of its lines are the bounds of rows and columns,
and two cells without a line between them are one. A row that the lines leave whole though its
columns hold several lines of figures each is divided by its text.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgplatform.records.document import Box
from kgplatform.sources.pdf.glyphs import PageContent, Ruling
from kgplatform.sources.pdf.tables_grid import Cell, FoundTable, has_words, trim_grid
from kgplatform.sources.pdf.tables_rows import split_columns, split_rows
from kgplatform.sources.pdf.words import Word, bound

__all__ = ["find_lattices", "merge_rulings"]

SAME_LINE = 2.0  # points between strokes of one line
TOUCH = 3.5  # points that lines may miss each other by
OVERHANG = 8.0  # points that lines reach beyond the outermost crossing line of an open table
MIN_LENGTH = 5.0
MIN_FILLED = 0.2  # share of cells with text: fewer, and it is a chart's grid
MAX_CELLS = 5_000  # more, and it is a drawing
MAX_CROSSINGS = 1_000_000  # of lines across with upright ones: more are a drawing's
MIN_COVER = 0.5  # of a cell's side that a line must cover to divide it from the next


@dataclass(frozen=True, slots=True)
class _Lattice:
    horizontal: tuple[Ruling, ...]
    vertical: tuple[Ruling, ...]

    @property
    def box(self) -> Box:
        return (
            min([r.start for r in self.horizontal] + [r.position for r in self.vertical]),
            min([r.start for r in self.vertical] + [r.position for r in self.horizontal]),
            max([r.end for r in self.horizontal] + [r.position for r in self.vertical]),
            max([r.end for r in self.vertical] + [r.position for r in self.horizontal]),
        )


def find_lattices(
    content: PageContent, words: Sequence[Word], turned: Sequence[Word] = ()
) -> list[FoundTable]:
    """Return the tables of a page that lines show, from top to bottom.

    Args:
        content: what the page shows.
        words: of its level text.
        turned: words that run upward or downward; they make no table, but stand in cells of one.
    """
    horizontal = merge_rulings(content.horizontal)
    vertical = merge_rulings(content.vertical)
    if len(horizontal) * len(vertical) > MAX_CROSSINGS:
        return []
    found = [
        table
        for lattice in _connect(horizontal, vertical)
        if (table := _read_lattice(lattice, words, turned)) is not None
    ]
    return sorted(found, key=lambda table: (table.box[1], table.box[0]))


def merge_rulings(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Return the lines that pieces form: at nearly one position, touching or overlapping."""
    ordered = sorted(rulings)
    groups: list[list[Ruling]] = []
    for ruling in ordered:
        if groups and ruling.position - groups[-1][0].position <= SAME_LINE:
            groups[-1].append(ruling)
        else:
            groups.append([ruling])
    merged = [line for group in groups for line in _merge_group(group)]
    return [line for line in merged if line.end - line.start >= MIN_LENGTH]


def _merge_group(group: list[Ruling]) -> list[Ruling]:
    position = sum(ruling.position for ruling in group) / len(group)
    lines: list[Ruling] = []
    for ruling in sorted(group, key=lambda ruling: ruling.start):
        if lines and ruling.start <= lines[-1].end + TOUCH:
            lines[-1] = Ruling(position, lines[-1].start, max(lines[-1].end, ruling.end))
        else:
            lines.append(Ruling(position, ruling.start, ruling.end))
    return lines


def _connect(horizontal: list[Ruling], vertical: list[Ruling]) -> list[_Lattice]:
    """Return the groups of lines that cross or touch one another, with two each way at least."""
    group = list(range(len(horizontal) + len(vertical)))

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    for i, h in enumerate(horizontal):
        for j, v in enumerate(vertical):
            if (
                h.start - TOUCH <= v.position <= h.end + TOUCH
                and v.start - TOUCH <= h.position <= v.end + TOUCH
            ):
                group[root(i)] = root(len(horizontal) + j)
    members: dict[int, tuple[list[Ruling], list[Ruling]]] = {}
    for i, ruling in enumerate(itertools.chain(horizontal, vertical)):
        members.setdefault(root(i), ([], []))[i >= len(horizontal)].append(ruling)
    return [
        _Lattice(tuple(h), tuple(v)) for h, v in members.values() if len(h) >= 2 and len(v) >= 1
    ]


def _read_lattice(
    lattice: _Lattice, words: Sequence[Word], turned: Sequence[Word]
) -> FoundTable | None:
    """Return the table of a lattice, or None where it frames something else."""
    inside = _inside(lattice, words)
    if not inside:
        return None
    left, top, right, bottom = lattice.box
    xs = _bounds([r.position for r in lattice.vertical], left, right)
    ys = _bounds([r.position for r in lattice.horizontal], top, bottom)
    if not 4 <= (len(xs) - 1) * (len(ys) - 1) <= MAX_CELLS:
        return None
    blocks = _merge_cells(lattice, xs, ys)
    trimmed = _read_cells(blocks, xs, ys, inside)
    if not _is_table(trimmed, blocks):
        return None
    if heads := _inside(lattice, turned):
        trimmed = _read_cells(blocks, xs, ys, [*inside, *heads])
    return FoundTable(
        bound(w for c in trimmed for n in c.lines for w in n.words), trimmed, "lattice"
    )


def _inside(lattice: _Lattice, words: Sequence[Word]) -> list[Word]:
    left, top, right, bottom = lattice.box
    return [w for w in words if left <= w.middle <= right and top <= w.centre <= bottom]


def _read_cells(
    blocks: list[Block], xs: list[float], ys: list[float], words: Sequence[Word]
) -> tuple[Cell, ...]:
    return trim_grid(split_rows(split_columns(_fill(blocks, xs, ys, words), xs)))


def _bounds(positions: Iterable[float], low: float, high: float) -> list[float]:
    """Return where cells begin and end: the lines, and the ends of lines that overhang them."""
    bounds: list[float] = []
    for position in sorted(positions):
        if not bounds or position - bounds[-1] > TOUCH:
            bounds.append(position)
    if bounds[0] - low > OVERHANG:
        bounds.insert(0, low)
    if high - bounds[-1] > OVERHANG:
        bounds.append(high)
    return bounds


Block = tuple[int, int, int, int]
"""first row, first column, and one past the last of each"""


def _merge_cells(lattice: _Lattice, xs: list[float], ys: list[float]) -> list[Block]:
    """Return the cells of the grid, those without a line between them as one."""
    rows, columns = len(ys) - 1, len(xs) - 1
    owner = list(range(rows * columns))

    def root(i: int) -> int:
        while owner[i] != i:
            owner[i] = owner[owner[i]]
            i = owner[i]
        return i

    upright = [[v for v in lattice.vertical if abs(v.position - x) <= TOUCH] for x in xs]
    level = [[h for h in lattice.horizontal if abs(h.position - y) <= TOUCH] for y in ys]
    for row, column in itertools.product(range(rows), range(columns)):
        i = row * columns + column
        if column and not _divides(upright[column], ys[row], ys[row + 1]):
            owner[root(i)] = root(i - 1)
        if row and not _divides(level[row], xs[column], xs[column + 1]):
            owner[root(i)] = root(i - columns)
    merged: dict[int, list[Block]] = {}
    for row, column in itertools.product(range(rows), range(columns)):
        place = (row, column, row + 1, column + 1)
        merged.setdefault(root(row * columns + column), []).append(place)
    return _separate([_hull(places) for places in merged.values()])


def _divides(lines: Iterable[Ruling], start: float, end: float) -> bool:
    """Say whether lines cover enough of what lies between start and end."""
    covered = sum(max(0.0, min(line.end, end) - max(line.start, start)) for line in lines)
    return covered >= MIN_COVER * (end - start)


def _hull(blocks: Sequence[Block]) -> Block:
    return (
        min(block[0] for block in blocks),
        min(block[1] for block in blocks),
        max(block[2] for block in blocks),
        max(block[3] for block in blocks),
    )


def _separate(blocks: list[Block]) -> list[Block]:
    """Join blocks that overlap: cells are rectangles."""
    plain = [block for block in blocks if (block[2] - block[0]) * (block[3] - block[1]) == 1]
    done: list[Block] = []
    for block in sorted(set(blocks) - set(plain)) + plain:
        grown = block
        while clash := [other for other in done if _overlap(other, grown)]:
            done = [other for other in done if other not in clash]
            grown = _hull([grown, *clash])
        done.append(grown)
    return sorted(done)


def _overlap(a: Block, b: Block) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _fill(
    blocks: list[Block], xs: list[float], ys: list[float], words: Sequence[Word]
) -> list[Cell]:
    """Return a cell a block with the words whose middle lies in it."""
    owner = {
        place: block
        for block in blocks
        for place in itertools.product(range(block[0], block[2]), range(block[1], block[3]))
    }
    held: dict[Block, list[Word]] = {block: [] for block in blocks}
    for word in words:
        row = min(max(bisect_right(ys, word.centre) - 1, 0), len(ys) - 2)
        column = min(max(bisect_right(xs, word.middle) - 1, 0), len(xs) - 2)
        held[owner[row, column]].append(word)
    return [
        Cell.of(
            held[block],
            row=block[0],
            column=block[1],
            rows=block[2] - block[0],
            columns=block[3] - block[1],
        )
        for block in blocks
    ]


def _is_table(cells: Sequence[Cell], blocks: Sequence[Block]) -> bool:
    """Say whether a grid holds a table: two rows, two columns and enough cells with text."""
    return (
        len({cell.row for cell in cells}) >= 2
        and len({cell.column for cell in cells}) >= 2
        and len(cells) >= MIN_FILLED * len(blocks)
        and has_words(cells)
    )
