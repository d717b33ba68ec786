"""Finds the line of a TOML file that a key stands on; tomllib does not keep lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

__all__ = ["find_line"]

TABLE = re.compile(r"^\s*(?P<open>\[\[?)\s*(?P<name>[^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(
    r"""^\s*(?P<key>(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
KEY_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
MULTILINE = re.compile(r'"""|\'\'\'')

Place = tuple[int | str, ...]


def find_line(text: str, place: Sequence[int | str]) -> int:
    """Return the number of the line where a key, or the nearest table around it, begins.

    Args:
        text: TOML that tomllib could read.
        place: table names, indexes into arrays of tables (from 0) and the key. A key inside an
            inline table or an array is told by the line of the key that holds it.
    """
    wanted = tuple(place)
    best, longest = 1, 0
    for number, known in _places(text):
        shared = _common(known, wanted)
        if shared == len(known) and shared > longest:
            best, longest = number, shared
    return best


def _places(text: str) -> Iterator[tuple[int, Place]]:
    """Yield each line's number with the table or key that begins there."""
    table: Place = ()
    entries: Counter[str] = Counter()
    is_inside_text = False
    for number, line in enumerate(text.splitlines(), start=1):
        was_inside_text = is_inside_text
        is_inside_text ^= len(MULTILINE.findall(line)) % 2 == 1
        if was_inside_text:
            continue
        if match := TABLE.match(line):
            name = match["name"]
            parts: Place = tuple(_parts(name))
            if match["open"] == "[[":
                parts = (*parts, entries[name])
                entries[name] += 1
            else:
                parts = _inside_entries(parts, entries)
            table = parts
            yield number, table
        elif match := KEY.match(line):
            yield number, (*table, *_parts(match["key"]))


def _inside_entries(parts: Place, entries: Counter[str]) -> Place:
    """Return [a.b] as (a, last entry, b) where a is an array of tables."""
    first = str(parts[0])
    return (first, entries[first] - 1, *parts[1:]) if entries[first] and len(parts) > 1 else parts


def _parts(key: str) -> list[str]:
    return [part.strip("\"'") for part in KEY_PART.findall(key)]


def _common(known: Place, wanted: Place) -> int:
    count = 0
    for a, b in zip(known, wanted, strict=False):
        if a != b:
            break
        count += 1
    return count
