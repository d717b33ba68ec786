"""Reads one page into blocks: its level text first, then text that is turned.

A page whose text is mostly turned, as wide tables are printed, is read from its side. Tables and
columns are looked for in each direction alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from kgplatform.records.document import Box
from kgplatform.sources.pdf.directions import OBLIQUE, turn_box, turned_size
from kgplatform.sources.pdf.drawings import Ruling
from kgplatform.sources.pdf.forms import comment_block, place_fields
from kgplatform.sources.pdf.glyphs import Glyph, PageContent
from kgplatform.sources.pdf.paragraphs import Block, TableBlock, find_blocks, make_row
from kgplatform.sources.pdf.tables import find_tables
from kgplatform.sources.pdf.words import (
    Line,
    Word,
    make_turned_words,
    make_words,
    turn_level,
)

__all__ = ["read_blocks"]


def read_blocks(content: PageContent, recognised: Sequence[Word] = ()) -> list[Block | TableBlock]:
    """Return the blocks of a page in reading order, those of the direction of most text first.

    Values of form fields stand behind their labels, comments at the end.

    Args:
        content: what the page shows.
        recognised: level words that are no characters of the page, but read from its picture.
    """
    put_on = content.annotations
    counts = Counter(glyph.direction for glyph in content.glyphs)
    counts[0] += 0
    directions = sorted(
        (direction for direction in counts if direction != OBLIQUE),
        key=lambda direction: (-counts[direction], direction),
    )
    blocks: list[Block | TableBlock] = []
    taken: list[Box] = []
    for direction in directions:
        layer = _layer(content, direction, taken)
        words = make_words(layer.glyphs)
        if direction == 0:
            words = place_fields(put_on.fields, [*words, *recognised], content.vertical)
        tables = find_tables(layer, words)
        taken += [word.box for table in tables for word in table.words if word.turned]
        level = [word for word in words if not word.turned]
        back = _back(direction, *turned_size(content.width, content.height, direction))
        blocks += find_blocks(level, tables, page=content.number, back=back)
    oblique = make_turned_words([g for g in content.glyphs if g.direction == OBLIQUE])
    if oblique:
        rows = tuple(make_row(Line((word,))) for word in oblique)
        blocks.append(Block(content.number, rows))
    if put_on.comments:
        words = [word for word in make_words(content.glyphs) if not word.turned]
        blocks += [comment_block(each, words, content.number) for each in put_on.comments]
    return blocks


def _layer(content: PageContent, direction: int, taken: Sequence[Box]) -> PageContent:
    """Return a page turned so that text of a direction is level.

    Text of the other directions stays for the tables of level text alone, as turned heads of
    columns are; what those took is in no other layer.
    """
    if direction == 0:
        return content
    width, height = content.width, content.height

    def turn_ruling(ruling: Ruling, *, upright: bool) -> Ruling:
        start, end, place = ruling.start, ruling.end, ruling.position
        box = (place, start, place, end) if upright else (start, place, end, place)
        left, top, right, bottom = turn_box(box, direction, width, height)
        return Ruling(top, left, right) if bottom == top else Ruling(left, top, bottom)

    across = [turn_ruling(ruling, upright=False) for ruling in content.horizontal]
    down = [turn_ruling(ruling, upright=True) for ruling in content.vertical]
    if direction in {1, 3}:
        across, down = down, across
    new_width, new_height = turned_size(width, height, direction)
    return replace(
        content,
        width=new_width,
        height=new_height,
        glyphs=tuple(
            turn_level(glyph, direction, width, height)
            for glyph in content.glyphs
            if glyph.direction == direction and not _is_taken(glyph, taken)
        ),
        horizontal=tuple(across),
        vertical=tuple(down),
        fills=tuple(turn_box(box, direction, width, height) for box in content.fills),
    )


def _is_taken(glyph: Glyph, taken: Sequence[Box]) -> bool:
    x, y = (glyph.left + glyph.right) / 2, (glyph.top + glyph.bottom) / 2
    return any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in taken)


def _back(direction: int, width: float, height: float) -> Callable[[Box], Box] | None:
    """Return what turns boxes back to where they are shown; None where they are level."""
    if direction == 0:
        return None
    return lambda box: turn_box(box, 4 - direction, width, height)
