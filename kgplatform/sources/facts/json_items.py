"""Yields the items of a JSON array or of JSON Lines one by one, without holding the file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from kgplatform.errors import SourceError
from kgplatform.sources.json_values import load_json, mend_halves
from kgplatform.sources.lines import bounded_lines

__all__ = ["iterate_json", "iterate_json_lines"]

CHARS_PER_READ = 1 << 16
ARRAY_START = re.compile(r'\s*(?:\{\s*"docs"\s*:\s*)?\[')
SEPARATOR = re.compile(r"[\s,]*")


def iterate_json_lines(stream: TextIO, file: Path) -> Iterator[tuple[int, Any]]:
    """Yield (line number from 1, value) for each line; a line that is no JSON is a SourceError."""
    for number, line in enumerate(bounded_lines(stream), start=1):
        if line.strip():
            try:
                yield number, load_json(line)
            except (ValueError, RecursionError) as exc:
                yield number, SourceError(f"'{file}' line {number} is not JSON: {exc}.")


def iterate_json(stream: TextIO, file: Path) -> Iterator[tuple[int, Any]]:
    """Yield (number from 1, value) for each item of a JSON array, or of an object's "docs".

    Any other value is its own and only item. What is not JSON ends the file with a SourceError,
    because nothing after it can be trusted.
    """
    buffer = stream.read(CHARS_PER_READ)
    start = ARRAY_START.match(buffer)
    if start is None:
        yield from _single(buffer + stream.read(), file)
        return
    decoder = json.JSONDecoder()
    position, number, wanted = start.end(), 1, CHARS_PER_READ
    while True:
        position = _skip(buffer, position)
        try:
            if buffer[position : position + 1] == "]":
                return
            value, end = decoder.raw_decode(buffer, position)
            is_whole = end < len(buffer)  # a number at the end of the buffer may go on
        except ValueError as exc:
            is_whole, failure = False, exc
        else:
            failure = ValueError("the list is not closed")
        if is_whole:
            yield number, mend_halves(value)
            position, number, wanted = end, number + 1, CHARS_PER_READ
            continue
        more = stream.read(wanted)
        wanted *= 2  # a very long item is not decoded from its start for every block
        if not more:
            yield number, SourceError(f"'{file}' item {number} is not JSON: {failure}.")
            return
        buffer, position = buffer[position:] + more, 0


def _skip(buffer: str, position: int) -> int:
    match = SEPARATOR.match(buffer, position)
    return match.end() if match else position


def _single(text: str, file: Path) -> Iterator[tuple[int, Any]]:
    try:
        value = load_json(text)
    except ValueError as exc:
        yield 1, SourceError(f"'{file}' is not JSON: {exc}.")
        return
    items = value.get("docs", [value]) if isinstance(value, dict) else [value]
    yield from enumerate(items if isinstance(items, list) else [items], start=1)
