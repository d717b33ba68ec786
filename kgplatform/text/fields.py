"""The "Key: value" lines of a text: forms, headers of messages, definitions, items of a list.

A line has one field, or several ("Date: 3 May 2012. Length: 2 hours."). What stands in a field is
no sentence, unless its value is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["FORM_HEADERS", "Field", "fields_of_line", "is_prose"]

FORM_HEADERS = frozenset(
    "field value item property attribute feature detail details key description parameter "
    "information specification data entry".split()
)
"""Headers of a table of two columns that is a list of fields."""

LONGEST_KEY_WORDS = 6
KEY = re.compile(
    r"[ \t]*(?:[-*•·–] |(?:\d+(?:\.\d+)*[.)]|\d+(?:\.\d+)+|\([a-z\d]{1,4}\)) )?(?:\*\*|__)?"
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
NO_KEY = re.compile(r"[.!?;]\s|://|\d:\d")


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


def is_prose(value: str) -> bool:
    """Return whether a value is a sentence or several."""
    is_long = len(value.split()) >= PROSE_WORDS
    return is_long and bool(ENDS_SENTENCE.search(value) or FULL_STOP.search(value))


def _is_key(key: str) -> bool:
    """Return whether it is a key: a few words without a sentence's end in them."""
    return len(key.split()) <= LONGEST_KEY_WORDS and not NO_KEY.search(key)
