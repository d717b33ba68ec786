"""The "Key: value" lines of a text: forms, headers of messages, definitions, items of a list.

A line has one field, or several ("Date: 3 May 2012. Length: 2 hours."). What stands in a field, a
table or code is no sentence, unless a value or a cell is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.text.table_rows import is_table

__all__ = ["FENCE", "FORM_HEADERS", "Field", "fields_of_line", "find_runs", "is_prose"]

FORM_HEADERS = frozenset(
    "field value item property attribute feature detail details key description parameter "
    "information specification data entry".split()
)
"""Headers of a table of two columns that is a list of fields."""

LONGEST_KEY_WORDS = 6
ITEM = r"[ \t]*(?:[-*•·–]|\d+(?:\.\d+)*[.)]|\d+(?:\.\d+)+|\([a-z\d]{1,4}\)) "
KEY = re.compile(
    rf"(?:{ITEM}|[ \t]*)(?:\*\*|__)?"
    r"(?P<key>[^\W\d_a-z][^\n:：|*]{0,60}?)(?:\*\*|__)?"
    r"[ \t]*(?::(?:\*\*|__)?[ \t]+|：[ \t]*)(?=\S)"
)
"""The beginning of a line up to its value."""

FULL_STOP = re.compile(
    r"(?<![A-Z])(?<!\b[DMS]r)(?<!\bMrs)(?<!\bNo)(?<!\bInc)(?<!\bLtd)\.\s+(?=[A-Z])"
)
"""Between sentences; not behind an initial or a title."""

MOST_WORDS_IN_LIST = 6  # of a value that another field or sentence follows in its line
PROSE_WORDS = 8  # of a value that ends as a sentence does, or has one within
ENDS_SENTENCE = re.compile(r"[.!?。！？][\"'”’)]*$")
STARTS_ITEM = re.compile(ITEM)
LONE_KEY_WORDS = 4  # of a field that stands by itself
LINE = re.compile(r"[^\n]*\S[^\n]*")
FENCE = "```"
"""What code begins and ends with, at the beginning of a line."""

NO_KEY = re.compile(r"[!?;]\s|\.\s(?![a-z])|://|\d:\d")


@dataclass(frozen=True, slots=True)
class Field:
    """A key and its value: text[key_start:] begins with the key, text[start:end] is the value."""

    key: str
    value: str
    key_start: int
    start: int
    end: int


def fields_of_line(text: str, start: int, end: int) -> Iterator[Field]:
    """Yield the field that a line begins with, and those that follow it in the line."""
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
            value_end = match.end() + len(value)
            yield Field(match["key"].strip(), value, match.start("key"), match.end(), value_end)
        if not (stop and is_short):
            return
        at = stop.end()


def find_runs(text: str) -> Iterator[list[Field]]:
    """Yield fields that stand together, with no other line between them.

    One by itself counts where it is a paragraph, and its value no sentence. What looks like a field
    in a table or in code is none.
    """
    run: list[Field] = []
    last = 0  # where the line before ended
    is_code = is_paragraph = False
    for line in LINE.finditer(text):
        is_code ^= line.group().startswith(FENCE)
        is_apart = is_code or is_table(line.group())
        found = [] if is_apart else list(fields_of_line(text, *line.span()))
        is_item = STARTS_ITEM.match(line.group()) is not None
        is_below = text.count("\n", last, line.start()) == 1 and not is_item
        last = line.end()
        if found:
            is_paragraph = is_paragraph if run else not is_below
            run += found
        elif run:
            if _is_run(text, run, is_paragraph=is_paragraph and not is_below):
                yield run
            run = []
    if run and _is_run(text, run, is_paragraph=is_paragraph):
        yield run


def is_prose(value: str) -> bool:
    """Return whether a value is a sentence or several."""
    is_long = len(value.split()) >= PROSE_WORDS
    return is_long and bool(ENDS_SENTENCE.search(value) or FULL_STOP.search(value))


def _is_key(key: str) -> bool:
    """Return whether it is a key: a few words without a sentence's end in them."""
    return len(key.split()) <= LONGEST_KEY_WORDS and not NO_KEY.search(key)


def _is_run(text: str, run: list[Field], *, is_paragraph: bool) -> bool:
    if len(run) > 1:
        return not _is_dialogue(text, run)
    is_short = len(run[0].key.split()) <= LONE_KEY_WORDS
    return is_paragraph and is_short and not is_prose(run[0].value)


def _is_dialogue(text: str, run: list[Field]) -> bool:
    """Return whether lines are what several say in turn: "Ann: Why so? Tom: …, Ann: …"."""
    is_repeated = len({field.key for field in run}) < len(run)
    ended = sum(
        ENDS_SENTENCE.search(text[field.start : field.end + 1].rstrip()) is not None
        for field in run
    )
    return is_repeated and 2 * ended > len(run)
