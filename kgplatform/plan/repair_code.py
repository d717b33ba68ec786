"""Reads Python that makes a text in a plan: a sum, or a call of format.

Models know that "Who succeeded " + Ans_1 + "?" and "Who succeeded {}?".format(Ans_1) are the same
as f"Who succeeded {Ans_1}?". Other code stays as it is, so that the parser refuses it: taken as
words it would be asked, and nobody would notice.
"""

from __future__ import annotations

import re

from kgplatform.plan.language import Reference, Text
from kgplatform.plan.parser import read_quoted

__all__ = ["is_code", "read_code"]

QUOTED = r"[fF]?(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
NAME = r"[A-Za-z_]\w*"
PIECE = re.compile(rf"\s*(?:(?P<text>{QUOTED})|(?:str\(\s*)?(?P<name>{NAME})\s*\)?)\s*(?:\+|$)")
CODE = re.compile(rf"{QUOTED}\s*(?:\+|%\s*[\w(]|\[|\.\w+\()|{NAME}(?:\s*\+|\(|\[|\.\w+\()")
FORMAT = re.compile(rf"(?P<text>{QUOTED})\s*\.format\((?P<given>[^()]*)\)$")
GIVEN = re.compile(rf"(?:(?P<key>{NAME})\s*=\s*)?(?P<name>{NAME})")
HOLE = re.compile(r"(\{\{|\}\}|\{[^{}]*\})")


def is_code(value: str) -> bool:
    """Return whether a value is an expression and not one text, closed or not."""
    return CODE.match(value) is not None


def read_code(value: str) -> Text | None:
    """Return the text that an expression makes, None for what is neither a sum nor a format."""
    call = FORMAT.match(value)
    return _read_format(call["text"], call["given"]) if call else _read_sum(value)


def _read_sum(value: str) -> Text | None:
    parts: list[str | Reference] = []
    at = 0
    while at < len(value):
        piece = PIECE.match(value, at)
        if piece is None:
            return None
        parts += read_quoted(piece["text"]).parts if piece["text"] else [Reference(piece["name"])]
        at = piece.end()
    return Text.of(*parts)


def _read_format(text: str, given: str) -> Text | None:
    """Return a text with its holes filled: {} in turn, {0} by place, {name} by name."""
    names: dict[str, str] = {}
    for place, argument in enumerate(filter(str.strip, given.split(","))):
        match = GIVEN.fullmatch(argument.strip())
        if match is None:
            return None
        names[match["key"] or str(place)] = match["name"]
    plain = read_quoted(text)
    if not plain.is_plain:
        return None
    parts: list[str | Reference] = []
    empty = 0
    for place, piece in enumerate(HOLE.split(plain.words)):
        hole = piece[1:-1].strip()
        if place % 2 == 0 or piece in ("{{", "}}"):
            parts.append(piece[:1] if place % 2 else piece)
            continue
        key, empty = (hole, empty) if hole else (str(empty), empty + 1)
        if key not in names:
            return None
        parts.append(Reference(names[key]))
    return Text.of(*parts)
