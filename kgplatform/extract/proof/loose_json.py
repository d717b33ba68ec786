"""Reads JSON as language models write it: what is clear is repaired, and every repair is counted.

What can be read without doubt comes first (a code fence or prose around it, several documents, a
reply that was cut off); only then the json-repair library is asked. No text raises.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

__all__ = ["LooseJson", "read_loose_json"]

MAX_DEPTH = 100
"""Of brackets in a broken text: the library needs seconds where thousands are open at once."""

MAX_REPLY_CHARS = 200_000
"""Fifty times the longest useful reply; a model that repeats itself for ever stops here."""

_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_OPENING = re.compile(r"[\[{]")
_BRACKET = re.compile(r"[\[\]{}]")
_CLOSED_BY = {"{": "}", "[": "]"}
_QUOTES = "\"'"
_BEFORE_VALUE = "[{,:"
_AFTER_STRING = ",:]}"


@dataclass(frozen=True, slots=True)
class LooseJson:
    """The JSON documents of a reply; what had to be repaired and what was lost, counted."""

    documents: tuple[Any, ...]
    repaired: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)


class _Number(str):
    """A number as the text writes it: 1.50 stays 1.50, and no number is too long."""

    __slots__ = ()


def read_loose_json(text: str) -> LooseJson:
    """Return the JSON objects and arrays in a text; numbers become texts as they are written."""
    found = LooseJson(())
    if len(text) > MAX_REPLY_CHARS:
        text = text[:MAX_REPLY_CHARS]
        found.repaired["reply of endless length"] += 1
    chunks = [text.strip().lstrip("\ufeff")]
    if "```" in text and (fenced := [chunk for chunk in _FENCE.findall(text) if chunk.strip()]):
        chunks = fenced
        found.repaired["code fence"] += 1
    documents = tuple(document for chunk in chunks for document in _documents(chunk, found))
    if not documents:
        found.dropped["reply without JSON"] += 1
    elif len(documents) > 1:
        found.repaired["several JSON documents"] += 1
    return LooseJson(documents, found.repaired, found.dropped)


def _documents(chunk: str, found: LooseJson) -> Iterator[Any]:
    """Yield the documents that stand in a text one after the other."""
    decoder = _decoder(found.repaired)
    at, has_prose = 0, False
    while (start := _next_start(chunk, at)) is not None:
        has_prose = has_prose or bool(chunk[at:start].strip(" \t\r\n,;"))
        try:
            document, at = decoder.raw_decode(chunk, start)
        except (ValueError, RecursionError):
            document, at = _repair(chunk[start:], found), len(chunk)
        if document not in ([], {}, None, ""):
            yield document
        elif at < len(chunk) or document in ([], {}):
            yield {}
    if has_prose or chunk[at:].strip(" \t\r\n,;"):
        found.repaired["prose around the JSON"] += at > 0


def _decoder(repaired: Counter[str]) -> json.JSONDecoder:
    def constant(_: str) -> None:
        repaired["NaN or Infinity"] += 1

    return json.JSONDecoder(
        parse_constant=constant, parse_int=_Number, parse_float=_Number, strict=False
    )


def _next_start(chunk: str, at: int) -> int | None:
    """Return where the next object or array begins, past brackets that are prose: "[1]"."""
    for match in _OPENING.finditer(chunk, at):
        following = chunk[match.end() : match.end() + 40].lstrip()
        if match.group() == "{" or not following or following[0] in "[{\"'(]":
            return match.start()
    return None


def _repair(chunk: str, found: LooseJson) -> Any:
    """Return the document that a broken text was meant to be, or None."""
    chunk = chunk.rstrip()
    cut = _cut(chunk)
    if cut is not None:
        text, lost = cut
        found.repaired["reply cut off" if lost is not None else "brackets missing"] += 1
        if lost:
            found.dropped["item cut off"] += 1
        try:
            return _decoder(found.repaired).decode(text)
        except (ValueError, RecursionError):
            chunk = text
    import json_repair  # only broken replies need it

    found.repaired["malformed JSON"] += 1
    try:
        if _depth(chunk) > MAX_DEPTH:
            raise RecursionError
        return json_repair.repair_json(chunk, return_objects=True, skip_json_loads=True)
    except (RecursionError, ValueError, IndexError, TypeError, KeyError, AttributeError):
        found.dropped["reply beyond repair"] += 1  # nested thousands of levels deep
        return None


def _depth(chunk: str) -> int:
    """Return how many brackets are open at once, at most."""
    steps = (1 if bracket.group() in "[{" else -1 for bracket in _BRACKET.finditer(chunk))
    depths = accumulate(steps, lambda depth, step: max(depth, 0) + step)
    return max(depths, default=0)


def _cut(chunk: str) -> tuple[str, str | None] | None:
    """Return a text up to its last whole item, with all brackets closed, and what was left off.

    What was left off is None where only closing brackets are missing; the whole is None where
    the text is not one that was cut off.
    """
    stack: list[str] = []
    whole: tuple[int, tuple[str, ...]] | None = None
    position = -1
    for position, before in _structure(chunk):
        char = chunk[position]
        if char in _CLOSED_BY:
            stack.append(_CLOSED_BY[char])
            continue
        if char in "}]" and (not stack or stack.pop() != char):
            return None  # crossed brackets: not what cutting off makes
        if not stack:
            return None  # balanced; something else is wrong with it
        if char in "}]" or _is_whole(stack, before):
            whole = position + 1, tuple(stack)
    if position == len(chunk) - 1 and chunk[-1] in "}]":
        return chunk + "".join(reversed(stack)), None
    if whole is None:
        return "{}", chunk
    end, open_brackets = whole
    return chunk[:end] + "".join(reversed(open_brackets)), chunk[end:].strip(" \t\r\n,")


def _is_whole(stack: list[str], before: str) -> bool:
    """Return whether a string that ended is whole by itself: a value or a name, no part of a fact.

    Half a fact written as a list would be another fact; half an object is known by its keys.
    """
    if stack[-1] == "}":
        return before == ":"
    return stack[-2:] != ["]", "]"]


def _structure(chunk: str) -> Iterator[tuple[int, str]]:
    """Yield the positions of brackets outside strings and of the quotes that end strings.

    With each comes the last character before the bracket or the string. A quote that is not
    followed by what may follow a string is part of the string.
    """
    quote, before, skip = "", "", False
    for position, char in enumerate(chunk):
        if not quote:
            if char in _QUOTES and before in _BEFORE_VALUE:
                quote = char
                continue
            if char in "{}[]":
                yield position, before
            before = before if char.isspace() else char
        elif skip:
            skip = False
        elif char == "\\":
            skip = True
        elif char == quote and _may_end(chunk, position):
            yield position, before
            quote, before = "", char


def _may_end(chunk: str, position: int) -> bool:
    following = position + 1
    while following < len(chunk) and chunk[following].isspace():
        following += 1
    return following == len(chunk) or chunk[following] in _AFTER_STRING
