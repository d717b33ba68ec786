"""Distinguishes headings from running text, by the file's outline and by font size and weight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgplatform.sources.pdf.paragraphs import Block, Row, TableBlock

__all__ = ["Bookmark", "Headings"]

LARGER = 1.12  # times the size of running text
MAX_CHARS = 160
LITTLE_TEXT = 400  # characters: where running text has fewer, that of tables counts with it
MAX_ROWS = 3
MAX_LEVEL = 6
UNNUMBERED = 9  # such headings of a style stand below the numbered ones
NUMBERED = re.compile(r"^(\d{1,2}(?:\.\d{1,2})*)\.?\s+\S")
NUMBER = re.compile(r"^\d{1,2}(\.\d{1,2})*\.?\s+")
LEADER = re.compile(r"(\. ?){5,}")
CAPTION = re.compile(r"^(table|tableau|tabelle|tabla|tabella|figure|fig|abbildung|box)\b", re.I)


_Style = tuple[float, bool, int]
"""size, bold, and how few numbers stand before the heading: a greater one ranks higher"""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of a PDF's outline: level and page from 1."""

    title: str
    level: int
    page: int | None


class Headings:
    """Says of each block of a document whether it is a heading, and of which level.

    Levels come from the outline where it has the heading, or others of its style; else from the
    rank of its style (size, then weight, then depth of numbering) among all headings.
    """

    def __init__(self, blocks: Sequence[Block | TableBlock], bookmarks: Iterable[Bookmark]) -> None:
        texts = [block for block in blocks if isinstance(block, Block)]
        sizes = _count_sizes(row for block in texts for row in block.rows)
        if sizes.total() < LITTLE_TEXT:
            cells = [cell for b in blocks if isinstance(b, TableBlock) for cell in b.cells]
            sizes += _count_sizes(row for cell in cells for row in cell.lines)
        self._body, self._body_bold = sizes.most_common(1)[0][0] if sizes else (0.0, False)
        self._outline: dict[tuple[int | None, str], int] = {}
        for mark in bookmarks:
            self._outline.setdefault((mark.page, _plain(mark.title)), mark.level)
        self._levels = self._rank_styles(texts)

    def _rank_styles(self, blocks: Sequence[Block]) -> dict[_Style, int]:
        """Return the level of each style of heading: the outline's, else one below the last."""
        votes: dict[_Style, Counter[int]] = {}
        for block in blocks:
            if self._looks_like_one(block):
                stated = self._outline_level(block)
                votes.setdefault(_style(block), Counter()).update([stated] if stated else [])
        levels: dict[_Style, int] = {}
        last = 0
        for style in sorted(votes, reverse=True):
            usual = votes[style].most_common(1)
            last = min(usual[0][0] if usual else last + 1, MAX_LEVEL)
            levels[style] = last
        return levels

    def level(self, block: Block) -> int | None:
        """Return a block's level as a heading, 1 the highest, or None for running text."""
        level = self._outline_level(block)
        if level is not None:
            return min(level, MAX_LEVEL)
        return self._levels[_style(block)] if self._looks_like_one(block) else None

    def _outline_level(self, block: Block) -> int | None:
        """Return the level of a block that the outline names, with its number or without."""
        text = block.text
        if len(text) > MAX_CHARS:
            return None
        for title in (text, NUMBER.sub("", text)):
            for page in (block.page, None):
                level = self._outline.get((page, _plain(title)))
                if level is not None:
                    return level
        return None

    def largest(self, blocks: Iterable[Block | TableBlock]) -> str:
        """Return the first of the largest headings among blocks, or nothing.

        One of the size of running text counts where it is the first block of all.
        """
        shown = list(blocks)
        found = [b for b in shown if isinstance(b, Block) and self._looks_like_one(b)]
        large = [b for b in found if b.size >= LARGER * self._body or b is shown[0]]
        return max(large, key=lambda block: _half(block.size)).text if large else ""

    def _looks_like_one(self, block: Block) -> bool:
        text = block.text.strip()
        if (
            len(block.rows) > MAX_ROWS
            or len(text) > MAX_CHARS
            or CAPTION.match(text)
            or LEADER.search(text)
        ):
            return False
        if sum(map(str.isalpha, text)) < max(3, 0.4 * len(text.replace(" ", ""))):
            return False
        if text.endswith((",", ";", ".", ":")) and not NUMBERED.match(text):
            return False
        if block.size >= LARGER * self._body:
            return True
        heavier = block.bold and not self._body_bold and block.size >= 0.95 * self._body
        return heavier and not text[0].islower()


def _count_sizes(rows: Iterable[Row]) -> Counter[tuple[float, bool]]:
    """Return how many characters there are of each size and weight."""
    sizes: Counter[tuple[float, bool]] = Counter()
    for row in rows:
        sizes[_half(row.size), row.bold] += len(row.text)
    return sizes


def _style(block: Block) -> _Style:
    number = NUMBERED.match(block.text)
    depth = number[1].count(".") if number else UNNUMBERED
    return (_half(block.size), block.bold, -depth)


def _half(size: float) -> float:
    """Return a size to half a point: the same style is drawn with sizes that differ a little."""
    return round(size * 2) / 2


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
