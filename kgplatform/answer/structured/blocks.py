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

__all__ = ["Block", "Field", "find_blocks"]


@dataclass(frozen=True, slots=True)
class Field:
    """A key and its value, with their places in the passage."""

    key: str
    value: str
    key_start: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """Fields that stand together, the heading above them, and the passage that they are of."""

    passage: ScoredPassage
    heading: str
    fields: tuple[Field, ...]


LONGEST_KEY_WORDS = 6
LONGEST_HEADING_WORDS = 10
KEY = re.compile(
    r"[ \t]*(?:[-*•·–] |\d+[.)] )?(?:\*\*|__)?(?P<key>[A-Z][^\n:|*]{0,60}?)(?:\*\*|__)?"
    r"[ \t]*:(?:\*\*|__)?[ \t]+(?=\S)"
)
"""The beginning of a line up to its value."""

FULL_STOP = re.compile(
    r"(?<![A-Z])(?<!\b[DMS]r)(?<!\bMrs)(?<!\bNo)(?<!\bInc)(?<!\bLtd)\.\s+(?=[A-Z])"
)
"""Between sentences; not behind an initial or a title."""

MOST_WORDS_IN_LIST = 6  # of a value that another field or sentence follows in its line
LINE = re.compile(r"[^\n]+|\n[ \t]*(?=\n)")
TELLS_NO_FIELD = frozenset(
    "field value item property attribute feature detail details key description parameter "
    "information specification data entry".split()
)
"""Headers of a table of two columns that is a list of features."""


@lru_cache(maxsize=64)
def find_blocks(passage: ScoredPassage) -> tuple[Block, ...]:
    """Return the blocks of a passage in order; none where it has no fields."""
    grid = view_grid(passage)
    if grid is None:
        return tuple(_blocks_of_lines(passage))
    headers = {header.casefold().strip() for header in grid.headers}
    if any(len(row) != 2 for row in grid.rows) or headers - TELLS_NO_FIELD:
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
        found = list(_fields_of_line(passage.text, *line.span()))
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


def _fields_of_line(text: str, start: int, end: int) -> Iterator[Field]:
    """Return the field that a line begins with, and those that follow it in the line."""
    at = start
    while True:
        match = KEY.match(text, at, end)
        if match is None or not _is_key(match["key"]):
            return
        stop = FULL_STOP.search(text, match.end(), end)
        is_short = stop and len(text[match.end() : stop.start()].split()) <= MOST_WORDS_IN_LIST
        value_end = stop.start() if stop and is_short else end
        value = text[match.end() : value_end].rstrip()
        value = value.removesuffix("**").rstrip()
        if len(FULL_STOP.findall(value)) == 0 and len(value.split()) <= MOST_WORDS_IN_LIST:
            value = value.removesuffix(".")
        if value:
            yield Field(
                match["key"].strip(),
                value,
                match.start("key"),
                match.end(),
                match.end() + len(value),
            )
        if not (stop and is_short):
            return
        at = stop.end()


def _is_key(key: str) -> bool:
    """Return whether it is a key: a few words without a sentence's end in them."""
    return len(key.split()) <= LONGEST_KEY_WORDS and not re.search(r"[.!?;]\s|://|\d:\d", key)
