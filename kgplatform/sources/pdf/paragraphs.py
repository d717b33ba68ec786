"""Groups the lines of a page into blocks: paragraphs, headings, list items and tables.

Blocks keep only what the text needs (characters and where they lie), so that a document of many
pages stays small while it is read.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.records.document import Box
from kgplatform.sources.pdf.columns import Part, order_parts
from kgplatform.sources.pdf.leftward import is_mostly_leftward
from kgplatform.sources.pdf.tables_grid import FoundTable
from kgplatform.sources.pdf.words import Line, Word, is_apart, make_lines, reading_order

__all__ = ["Block", "Row", "TableBlock", "TableCell", "find_blocks", "make_row"]

SIZE_CHANGE = 0.08  # of the font size: a line so much larger or smaller is another block
GAP_CHANGE = 1.35  # times the usual distance of lines: a wider one parts paragraphs
LARGER = 1.12  # times the usual size of a column: headings
INDENT = 0.9  # of the font size
SHORT_LINE = 0.85  # of the width of the column: such a line ends its paragraph before an indent
SOFT_HYPHEN = "\u00ad"
BULLET = re.compile(
    r"^(([•▪◦●■□➢✓∙·–—*-]|\(?(\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s|\(?[⁰¹²³⁴-⁹]{1,3}\)?)"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line's characters; character i lies between edges[i] and edges[i + 1].

    `parts` are boxes on the page as it is shown, each of the characters from start to end; there
    are some only where the text does not run level to the right.
    """

    text: str
    edges: tuple[float, ...]
    top: float
    bottom: float
    size: float
    bold: bool
    parts: tuple[tuple[int, int, Box], ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that are read as one: a paragraph, a heading, an item of a list."""

    page: int
    rows: tuple[Row, ...]

    @property
    def text(self) -> str:
        """Its lines with blanks between."""
        return " ".join(row.text for row in self.rows)

    @property
    def size(self) -> float:
        """The font size of its first line."""
        return self.rows[0].size

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(row.bold for row in self.rows)


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell at a row and column from 0, its text as lines of one page."""

    row: int
    column: int
    lines: tuple[Row, ...]
    page: int
    rows: int = 1
    columns: int = 1

    @property
    def text(self) -> str:
        """Its lines with blanks between."""
        return " ".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table: cells with text, in the order of rows, and the box on the page it begins on."""

    page: int
    box: Box
    cells: tuple[TableCell, ...]


def find_blocks(
    words: Sequence[Word],
    tables: Sequence[FoundTable],
    *,
    page: int,
    back: Callable[[Box], Box] | None = None,
) -> list[Block | TableBlock]:
    """Return the blocks of a page in reading order.

    Args:
        words: of its level text.
        tables: of the page.
        page: its number.
        back: turns boxes back to where they are shown, if the page was turned.
    """
    taken = {word for table in tables for word in table.words}
    rest = [word for word in words if word not in taken]
    blocks: list[Block | TableBlock] = []
    for part in order_parts(rest, tables):
        blocks += _read_part(part, page, back)
    return blocks


def _read_part(
    part: Part, page: int, back: Callable[[Box], Box] | None
) -> Iterator[Block | TableBlock]:
    """Yield the paragraphs of a column, each table where it stands between them."""
    lines = make_lines(part.words)
    waiting = sorted(part.tables, key=lambda table: (table.box[1], table.box[0]))
    for paragraph in _group(lines, [table.box[1] for table in waiting]):
        while waiting and waiting[0].box[1] < paragraph[0].baseline:
            yield _make_table(waiting.pop(0), page, back)
        yield Block(page, tuple(make_row(line, back) for line in paragraph))
    for table in waiting:
        yield _make_table(table, page, back)


def _group(lines: list[Line], stops: list[float]) -> Iterator[list[Line]]:
    """Yield the lines of each paragraph; none reaches over one of the heights `stops`."""
    pitch = _usual_pitch(lines)
    usual = sorted(line.size for line in lines)[len(lines) // 2] if lines else 0
    left = min((line.left for line in lines), default=0)
    right = max((line.right for line in lines), default=0)
    paragraph: list[Line] = []
    for line in lines:
        if paragraph and (
            _starts_paragraph(paragraph, line, pitch=pitch, usual=usual, left=left, right=right)
            or any(paragraph[-1].baseline < stop < line.baseline for stop in stops)
        ):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _usual_pitch(lines: list[Line]) -> float:
    """Return the usual distance of two lines in font sizes, 1.2 where there are too few."""
    steps = sorted(
        (below.baseline - line.baseline) / line.size
        for line, below in itertools.pairwise(lines)
        if abs(below.size - line.size) < SIZE_CHANGE * line.size
    )
    steps = [step for step in steps if 0.8 < step < 2.5]
    return steps[len(steps) // 3] if len(steps) >= 3 else 1.2


def _starts_paragraph(
    paragraph: list[Line], line: Line, *, pitch: float, usual: float, left: float, right: float
) -> bool:
    """Say whether a line begins a new block after the lines of the one before."""
    last = paragraph[-1]
    if abs(line.size - last.size) > SIZE_CHANGE * last.size or line.bold != last.bold:
        return True
    if line.baseline - last.baseline > GAP_CHANGE * pitch * last.size:
        return True
    if BULLET.match(line.text) and not BULLET.match(last.text[-3:]):
        return True
    if last.bold or last.size > usual * LARGER:  # a heading, centred or with its number outside
        return False
    ends_early = last.right - left < SHORT_LINE * (right - left)
    indented = line.left - min(last.left, paragraph[0].left) > INDENT * line.size
    is_item = BULLET.match(paragraph[0].text)
    if indented and not is_item:
        return len(paragraph) > 1 or ends_early
    outdented = last.left - line.left > INDENT * line.size
    return bool(outdented and (is_item or ends_early) and len(paragraph) > 1)


def _make_table(table: FoundTable, page: int, back: Callable[[Box], Box] | None) -> TableBlock:
    """Return a table of rows; its first column is the right one in scripts that run left."""
    width = table.shape[1]
    leftward = is_mostly_leftward("".join(cell.text for cell in table.cells))
    cells = [
        TableCell(
            cell.row,
            width - cell.column - cell.columns if leftward else cell.column,
            tuple(make_row(line, back) for line in cell.lines),
            page,
            cell.rows,
            cell.columns,
        )
        for cell in table.cells
    ]
    ordered = tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))
    return TableBlock(page, back(table.box) if back else table.box, ordered)


def make_row(line: Line, back: Callable[[Box], Box] | None = None) -> Row:
    """Return a line's characters with a blank where a gap or the file has one.

    A soft hyphen is one at the end of a line alone.
    """
    words = reading_order(line.words)
    text: list[str] = []
    edges = [line.words[0].left]
    parts: list[tuple[int, int, Box]] = []
    for i, word in enumerate(words):
        if i and is_apart(words[i - 1], word):
            text.append(" ")
            edges.append(word.left)
        start = len(edges) - 1
        shown, places = word.text, word.edges[1:]
        if SOFT_HYPHEN in shown:
            shown, places = _without_soft_hyphens(shown, places, at_end=i + 1 == len(words))
        text.append(shown)
        edges += places
        parts.append((start, len(edges) - 1, back(word.box) if back else word.box))
    return Row(
        "".join(text),
        _rising(edges),
        _tenth(round(line.top, 1)),
        _tenth(round(line.bottom, 1)),
        line.size,
        line.bold,
        tuple(parts) if back or words is not line.words else (),
    )


def _without_soft_hyphens(
    text: str, edges: tuple[float, ...], *, at_end: bool
) -> tuple[str, tuple[float, ...]]:
    """Return a word without the hyphens within words, one that ends the line as a hyphen."""
    kept: list[tuple[str, float]] = []
    for i, (character, edge) in enumerate(zip(text, edges, strict=True)):
        within = text[max(i - 1, 0) : i].isalpha() and text[i + 1 : i + 2].isalpha()
        last = i + 1 == len(text) and not at_end
        if character != SOFT_HYPHEN:
            kept.append((character, edge))
        elif not within and not last:
            kept.append(("-", edge))
    return "".join(c for c, _ in kept), tuple(edge for _, edge in kept)


def _rising(edges: list[float]) -> tuple[float, ...]:
    """Return edges that never go back, in tenths of a point."""
    rising: list[float] = []
    highest = edges[0]
    for edge in edges:
        highest = max(highest, edge)
        rising.append(_tenth(round(highest, 1)))
    return tuple(rising)


@lru_cache(maxsize=65_536)
def _tenth(value: float) -> float:
    """Return the one float of this value: a page has thousands, mostly the same ones."""
    return value
