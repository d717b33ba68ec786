"""Leaves out what is printed on every page: running headers, footers and page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgplatform.sources.pdf.paragraphs import Block, Row, TableBlock

__all__ = ["drop_margins"]

MARGIN = 0.12  # of the height of the page, above and below
FEW_PAGES = 4
LARGE = 2.0  # times the usual size: a watermark that stands level
NEARLY_ALL = 0.8
PAGE_NUMBER = re.compile(
    r"[^\w]*(page|seite|p)?[^\w]*(\d{1,4}|[ivxlc]{1,7})([^\w]*(of|von|de|sur)?[^\w]*\d{1,4})?[^\w]*",
    re.IGNORECASE,
)
NUMBER_AT_END = re.compile(r"^(\d{1,4})\s|\s(\d{1,4})$")
FIGURES = re.compile(r"\d+")

Pages = list[list[Block | TableBlock]]
_Place = tuple[str, int, int, int]
"""words, size, left and top of a line"""


def drop_margins(pages: Pages, heights: Sequence[float]) -> Pages:
    """Return the pages' blocks without lines in the margins that repeat or number the pages.

    A line repeats if the same words, figures aside, stand equally large in the same margin of
    three pages, or of two where there are at most four. The outermost line of a page is left
    out too where it is a page number, or begins or ends with one: with a figure as far from the
    number of the page as on two other pages. Large words at one place of nearly all pages are a
    watermark, wherever they stand.

    Args:
        pages: the blocks of each page.
        heights: of the pages, in points.
    """
    rows = [_rows(blocks) for blocks in pages]
    counts = Counter(
        key
        for page, height in zip(rows, heights, strict=True)
        for key in {_key(row, height) for row in page}
        if key
    )
    enough = 2 if len(pages) <= FEW_PAGES else 3
    repeated = {key for key, count in counts.items() if count >= enough}
    marks = _find_marks(rows)
    left = [
        [row for row in page if _key(row, height) not in repeated and _place(row) not in marks]
        for page, height in zip(rows, heights, strict=True)
    ]
    ends = [_outermost(page, height) for page, height in zip(left, heights, strict=True)]
    shifts = Counter(
        shift for i, page in enumerate(ends) for shift in {s for r in page for s in _shifts(r, i)}
    )
    kept = []
    for i, (blocks, page) in enumerate(zip(pages, left, strict=True)):
        numbers = {
            id(row)
            for row in ends[i]
            if PAGE_NUMBER.fullmatch(row.text) or any(shifts[s] >= 3 for s in _shifts(row, i))
        }
        kept.append(_keep(blocks, {id(row) for row in page} - numbers))
    return kept


def _rows(blocks: Iterable[Block | TableBlock]) -> list[Row]:
    return [row for block in blocks if isinstance(block, Block) for row in block.rows]


def _find_marks(pages: Sequence[Sequence[Row]]) -> set[_Place]:
    """Return the large lines that stand at one place on nearly all of the pages with text."""
    sizes = sorted(row.size for page in pages for row in page)
    large = LARGE * sizes[len(sizes) // 2] if sizes else 0.0
    counts = Counter(
        place for page in pages for place in {_place(row) for row in page if row.size >= large}
    )
    enough = max(2, NEARLY_ALL * sum(map(bool, pages)))
    return {place for place, count in counts.items() if count >= enough}


def _place(row: Row) -> _Place:
    return (row.text.casefold(), round(row.size), round(row.edges[0]), round(row.top))


def _key(row: Row, height: float) -> str:
    """Return the margin, size and words of a line, nothing for a line outside the margins."""
    words = f"{round(row.size)} " + FIGURES.sub("#", "".join(row.text.casefold().split()))
    if row.bottom < MARGIN * height:
        return "above " + words
    return "below " + words if row.top > (1 - MARGIN) * height else ""


def _outermost(rows: list[Row], height: float) -> list[Row]:
    """Return the highest and the lowest line of a page, as far as they are in the margins."""
    ends = [min(rows, key=lambda r: r.top), max(rows, key=lambda r: r.bottom)] if rows else []
    return [row for row in ends if _key(row, height)]


def _shifts(row: Row, index: int) -> list[int]:
    """Return how far the figures at a line's ends are from the number of its page."""
    found = NUMBER_AT_END.finditer(row.text)
    return [int(match[1] or match[2]) - index for match in found]


def _keep(blocks: Iterable[Block | TableBlock], kept: set[int]) -> list[Block | TableBlock]:
    """Return blocks with the lines of those identities alone; a block without any goes."""
    left: list[Block | TableBlock] = []
    for block in blocks:
        if isinstance(block, TableBlock):
            left.append(block)
        elif rows := tuple(row for row in block.rows if id(row) in kept):
            left.append(replace(block, rows=rows))
    return left
