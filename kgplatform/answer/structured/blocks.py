"""The "Key: value" lines of a passage, in blocks about one entity each.

"Manager: Ann Lee", "- Opened: 3 May 2012", "**Staff:** 40", several in one line ("Date: 3 May 2012.
Length: 2 hours."), and the rows of a table of two columns that are a feature and its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.answer.structured.grids import view_grid
from kgplatform.records import ScoredPassage
from kgplatform.text.fields import FORM_HEADERS, Field, fields_of_line

__all__ = ["Block", "find_blocks"]


@dataclass(frozen=True, slots=True)
class Block:
    """Fields that stand together, the heading above them, and the passage that they are of."""

    passage: ScoredPassage
    heading: str
    fields: tuple[Field, ...]


LONGEST_HEADING_WORDS = 10
LINE = re.compile(r"[^\n]+|\n[ \t]*(?=\n)")


@lru_cache(maxsize=64)
def find_blocks(passage: ScoredPassage) -> tuple[Block, ...]:
    """Return the blocks of a passage in order; none where it has no fields."""
    grid = view_grid(passage)
    if grid is None:
        return tuple(_blocks_of_lines(passage))
    headers = {header.casefold().strip() for header in grid.headers}
    if any(len(row) != 2 for row in grid.rows) or headers - FORM_HEADERS:
        return ()
    fields = tuple(
        Field(key.text, value.text, key.start, value.start, value.end)
        for key, value in grid.rows
        if value.text
    )
    return (Block(passage, "", fields),) if fields else ()


def _blocks_of_lines(passage: ScoredPassage) -> Iterator[Block]:
    heading, fields, is_after_gap = "", list[Field](), False
    for line in LINE.finditer(passage.text):
        if not line.group().strip():
            is_after_gap = True
            continue
        found = list(fields_of_line(passage.text, *line.span()))
        is_heading = not found and _is_heading(line.group())
        if fields and is_heading:
            yield Block(passage, heading, tuple(fields))
            fields = []
        if is_heading:
            heading = line.group().strip(" #*:")
        elif fields and found and is_after_gap and _repeats(fields, found):
            yield Block(passage, heading, tuple(fields))
            fields = []
        fields += found
        is_after_gap = False
    if fields:
        yield Block(passage, heading, tuple(fields))


def _repeats(fields: list[Field], found: list[Field]) -> bool:
    """Return whether a key comes again, as the first one of the next entity does."""
    return bool({field.key for field in fields} & {field.key for field in found})


def _is_heading(line: str) -> bool:
    text = line.strip()
    if text.startswith("#") or text.endswith(":"):
        return True
    return len(text.split()) <= LONGEST_HEADING_WORDS and text[-1] not in ".,;!?|"
