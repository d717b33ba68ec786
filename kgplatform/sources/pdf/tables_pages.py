"""Joins the pieces of a table that goes on over several pages.

A table that ends a page and one that begins the next are one if their columns stand at the same
places and hold the same kinds of text, and the second has the first one's header or none. Running
headers and footers are to be left out before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kgplatform.sources.pdf.paragraphs import Block, TableBlock, TableCell
from kgplatform.sources.pdf.tables_rows import is_figure
from kgplatform.sources.pdf.tables_streams import CAPTION

__all__ = ["join_tables"]

SAME_PLACE = 6.0  # points between the sides of one column on two pages
OVERLAP = 0.5  # of the narrower column
ALIKE = 0.6  # share of the columns that hold the same kind of text
CONTINUED = re.compile(
    r"\b(continue[ds]|cont['’]d|cont\.|fortsetzung|forts\.|suite|continuaci[oó]n|continua[cç][aã]o"
    r"|continua|segue|vervolg)",
    re.IGNORECASE,
)
CARRIED = re.compile(
    r"\b((carried|brought)\b.*\b(forward|over|down)|übertrag|report(er)?|suma (y sigue|anterior)"
    r"|riport(o|are)|transport(e|ar)?)\b",
    re.IGNORECASE,
)
MAX_NOTE_CHARS = 160

Pages = list[list[Block | TableBlock]]


@dataclass(slots=True)
class _Open:
    """A table that may go on on the next page: its place on its own, and all its cells so far."""

    blocks: list[Block | TableBlock]
    index: int
    table: TableBlock
    cells: list[TableCell] = field(default_factory=list)
    height: int = 0

    def add(self, piece: TableBlock) -> bool:
        """Add a piece that stands on the next page; return whether it is one."""
        places = _match_columns(self.table, piece)
        if places is None:
            return False
        width = _width(self.table)
        moved = [
            replace(
                cell,
                column=places[cell.column],
                columns=min(cell.columns, width - places[cell.column]),
            )
            for cell in piece.cells
        ]
        head = _count_repeated(self.table, moved)
        if not head and (_has_head(moved) or not _are_alike(self.table, moved)):
            return False
        if not self.cells:
            self.cells = list(self.table.cells)
            self.height = _height(self.cells)
            del self.blocks[self.index + 1 :]
        end = self.height - 1
        last = [cell for cell in self.cells[-2 * width :] if cell.row == end]
        if _is_carried(last, [cell for cell in moved if cell.row == head]):
            self.cells = [cell for cell in self.cells if cell.row != end]
            self.height -= 1
            head += 1
        shift = self.height - head
        self.cells += [replace(cell, row=cell.row + shift) for cell in moved if cell.row >= head]
        self.height += _height(moved) - head
        return True

    def close(self) -> None:
        """Put the whole table where its first piece stood."""
        if self.cells:
            self.blocks[self.index] = replace(self.table, cells=tuple(self.cells))


def join_tables(pages: Pages) -> Pages:
    """Return the pages' blocks, each table whole on the page that it begins on.

    Notes that a table goes on, and captions that are repeated, are left out.
    """
    joined: Pages = []
    last: _Open | None = None
    for page in pages:
        blocks = list(page)
        joined.append(blocks)
        start = _first_table(blocks, last) if last else None
        piece = blocks[start] if start is not None else None
        if last and start is not None and isinstance(piece, TableBlock) and last.add(piece):
            del blocks[: start + 1]
            if not blocks:
                continue
        if last:
            last.close()
        last = _last_table(blocks)
    if last:
        last.close()
    return joined


def _first_table(blocks: Sequence[Block | TableBlock], last: _Open) -> int | None:
    """Return where a table begins a page; a caption that is repeated may stand before it."""
    for i, block in enumerate(blocks[:2]):
        if isinstance(block, TableBlock):
            return i
        if not _is_note(block) and not _has_caption_of(block, last):
            return None
    return None


def _last_table(blocks: list[Block | TableBlock]) -> _Open | None:
    """Return the table that ends a page, if one does; a note that it goes on may follow."""
    for i in range(len(blocks) - 1, max(-1, len(blocks) - 3), -1):
        block = blocks[i]
        if isinstance(block, TableBlock):
            return _Open(blocks, i, block)
        if not _is_note(block):
            return None
    return None


def _is_note(block: Block) -> bool:
    return len(block.text) <= MAX_NOTE_CHARS and CONTINUED.search(block.text) is not None


def _has_caption_of(block: Block, last: _Open) -> bool:
    """Say whether a block begins as the caption of a table does: "Table 3"."""
    name = CAPTION.match(block.text)
    before = last.blocks[last.index - 1] if last.index else None
    if name is None or not isinstance(before, Block):
        return False
    other = CAPTION.match(before.text)
    return other is not None and other.group().casefold() == name.group().casefold()


def _match_columns(table: TableBlock, piece: TableBlock) -> list[int] | None:
    """Return the column of the table for each of the piece's; None where one has no place."""
    if _width(piece) > _width(table) or _width(piece) < 2:
        return None
    spans = _spans(table)
    places: list[int] = []
    for column, span in sorted(_spans(piece).items()):
        if column != len(places):
            return None
        near = [c for c, other in spans.items() if _is_same(span, other)]
        near = [c for c in near if not places or c > places[-1]]
        if not near:
            return None
        places.append(max(near, key=lambda c: _shared(span, spans[c])))
    return places if len(places) == _width(piece) else None


def _spans(table: TableBlock) -> dict[int, tuple[float, float]]:
    """Return the left and right of each column's text, of cells in no other column."""
    spans: dict[int, tuple[float, float]] = {}
    for cell in table.cells:
        for line in cell.lines if cell.columns == 1 else ():
            left, right = spans.get(cell.column, (line.edges[0], line.edges[-1]))
            spans[cell.column] = min(left, line.edges[0]), max(right, line.edges[-1])
    return spans


def _is_same(a: tuple[float, float], b: tuple[float, float]) -> bool:
    sides = abs(a[0] - b[0]), abs(a[1] - b[1]), abs(sum(a) - sum(b)) / 2
    narrow = min(a[1] - a[0], b[1] - b[0])
    return min(sides) <= SAME_PLACE or (narrow > 0 and _shared(a, b) >= OVERLAP * narrow)


def _shared(a: tuple[float, float], b: tuple[float, float]) -> float:
    return min(a[1], b[1]) - max(a[0], b[0])


def _count_repeated(table: TableBlock, moved: Sequence[TableCell]) -> int:
    """Return how many rows of the table a piece begins with again."""
    count = 0
    for own, other in zip(_rows(table.cells), _rows(moved), strict=False):
        if [(c.column, _plain(c)) for c in own] != [(c.column, _plain(c)) for c in other]:
            break
        count += 1
    return count


def _plain(cell: TableCell) -> str:
    """Return a cell's text to compare: without signs, case, and a note that it goes on."""
    return "".join(filter(str.isalnum, CONTINUED.sub("", cell.text).casefold()))


def _is_carried(last: Sequence[TableCell], first: Sequence[TableCell]) -> bool:
    """Say whether two rows are a sum carried over from one page to the next."""
    sums = [[cell.text for cell in row if is_figure(cell.text)] for row in (last, first)]
    return (
        sums[0] == sums[1] != []
        and any(CARRIED.search(cell.text) for cell in last)
        and any(CARRIED.search(cell.text) for cell in first)
    )


def _has_head(cells: Sequence[TableCell]) -> bool:
    """Say whether the first row heads the columns: words over figures, or bold over plain."""
    first, *rest = _rows(cells)
    if not rest:
        return False
    if all(line.bold for cell in first for line in cell.lines):
        return not all(line.bold for row in rest for cell in row for line in cell.lines)
    figures = _figures(cell for row in rest for cell in row)
    over = [cell for cell in first if figures.get(cell.column, 0) > 0.5 and cell.text]
    return bool(over) and not any(is_figure(cell.text) for cell in over)


def _are_alike(table: TableBlock, moved: Sequence[TableCell]) -> bool:
    """Say whether most columns hold figures in both pieces, or words in both."""
    own = _figures(cell for cell in table.cells if cell.row)
    other = _figures(moved)
    both = own.keys() & other.keys()
    same = sum((own[column] > 0.5) == (other[column] > 0.5) for column in both)
    return same >= ALIKE * len(both)


def _figures(cells: Iterable[TableCell]) -> dict[int, float]:
    """Return the share of figures in each column."""
    found: dict[int, list[bool]] = {}
    for cell in cells:
        if cell.text:
            found.setdefault(cell.column, []).append(is_figure(cell.text))
    return {column: sum(kinds) / len(kinds) for column, kinds in found.items()}


def _rows(cells: Sequence[TableCell]) -> list[list[TableCell]]:
    rows: dict[int, list[TableCell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return [sorted(rows[row], key=lambda cell: cell.column) for row in sorted(rows)]


def _width(table: TableBlock) -> int:
    return max((cell.column + cell.columns for cell in table.cells), default=0)


def _height(cells: Sequence[TableCell]) -> int:
    return max((cell.row + cell.rows for cell in cells), default=0)
