"""Finds the line of a TOML file that a key or value stands on; tomllib does not keep lines.

The text is one that tomllib could read, so that only its structure has to be followed: tables,
arrays of tables, dotted keys, and arrays and inline tables inside one another.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence

__all__ = ["find_line"]

BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
SPACE = re.compile(r"[ \t]*")
KEY_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
DOT = re.compile(r"[ \t]*\.[ \t]*")
STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' r"|'''.*?'{3,5}(?!')" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
SCALAR = re.compile(r"[^,\]}#\r\n]*")  # numbers, dates, true and false

Place = tuple[int | str, ...]


def find_line(text: str, place: Sequence[int | str]) -> int:
    """Return the number of the line where a key, or the nearest one around it, begins.

    Args:
        text: TOML that tomllib could read.
        place: table names, indexes into arrays (from 0) and the key.
    """
    offsets = _Scanner(text).scan()
    wanted = tuple(place)
    while wanted and wanted not in offsets:
        wanted = wanted[:-1]
    return text.count("\n", 0, offsets.get(wanted, 0)) + 1


class _Scanner:
    """Walks through a TOML text and notes where each key and item begins first."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 1 if text.startswith("\ufeff") else 0
        self._offsets: dict[Place, int] = {}
        self._entries: dict[Place, int] = {}  # arrays of tables: how many entries so far

    def scan(self) -> dict[Place, int]:
        """Return the offset of every place."""
        table: Place = ()
        self._skip(BLANK)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._entry(table)
            self._skip(BLANK)
        return self._offsets

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Move behind what the pattern matches here, and return it."""
        match = pattern.match(self._text, self._at)
        if match is None:
            raise ValueError(f"not TOML at character {self._at}")  # tomllib has refused it before
        self._at = match.end()
        return match.group()

    def _header(self) -> Place:
        """Read [a.b] or [[a.b]]; an array of tables on the way stands for its last entry."""
        start = self._at
        is_entry = self._text.startswith("[[", start)
        self._at += 2 if is_entry else 1
        names = self._key()
        self._at += 2 if is_entry else 1
        place: Place = ()
        for position, name in enumerate(names):
            place = (*place, name)
            if is_entry and position == len(names) - 1:
                self._entries[place] = self._entries.get(place, -1) + 1
            self._offsets.setdefault(place, start)
            if place in self._entries:
                place = (*place, self._entries[place])
                self._offsets.setdefault(place, start)
        return place

    def _key(self) -> list[str]:
        """Read a dotted key with the spaces around it."""
        self._skip(SPACE)
        names = [self._name()]
        while DOT.match(self._text, self._at):
            self._skip(DOT)
            names.append(self._name())
        self._skip(SPACE)
        return names

    def _name(self) -> str:
        name = self._skip(KEY_PART)
        return str(tomllib.loads(f"x = {name}")["x"]) if name[0] in "\"'" else name

    def _entry(self, table: Place) -> None:
        """Read key = value."""
        start = self._at
        place = table
        for name in self._key():
            place = (*place, name)
            self._offsets.setdefault(place, start)
        self._at += 1  # the equals sign
        self._skip(SPACE)
        self._value(place)

    def _value(self, place: Place) -> None:
        opening = self._text[self._at]
        if opening == "[":
            self._items(place, "]")
        elif opening == "{":
            self._items(place, "}")
        else:
            self._skip(STRING if opening in "\"'" else SCALAR)

    def _items(self, place: Place, closing: str) -> None:
        """Read the items of an array, or the entries of an inline table, to its end."""
        self._at += 1
        index = 0
        self._skip(BLANK)
        while self._text[self._at] != closing:
            if closing == "}":
                self._entry(place)
            else:
                self._offsets.setdefault((*place, index), self._at)
                self._value((*place, index))
            index += 1
            self._skip(BLANK)
            if self._text[self._at] == ",":
                self._at += 1
                self._skip(BLANK)
        self._at += 1
