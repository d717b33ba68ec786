"""Closes what a model left open in a line of a plan: quotation marks and brackets."""

from __future__ import annotations

import re

__all__ = ["TEXTS", "close_brackets", "count_open", "quote", "straighten"]

FORGOTTEN_F = re.compile(r"\{\s*[A-Za-z_]\w*\s*\}")
OPEN, CLOSED = "([", ")]"
TEXTS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
TRIPLE = re.compile(r"^([fF]?)(\"{3}|'{3})(.*)\2$")
CURLY = re.compile(r"^([fF]?)[“”„‘’](.*?)[“”„‘’\"']?$")
CURLY_END = re.compile(r"^([fF]?\"[^\"]*)[“”„]$")


def straighten(value: str) -> str:
    """Return a value with plain quotation marks for curly or threefold ones around it."""
    triple = TRIPLE.match(value)
    if triple:
        return f'{triple[1]}"{_escape(triple[3])}"'
    curly = CURLY.match(value)
    if curly:
        return f'{curly[1]}"{_escape(curly[2])}"'
    return CURLY_END.sub(r'\1"', value)


def _escape(inner: str) -> str:
    return re.sub(r'(?<!\\)"', '\\"', inner)


def quote(value: str) -> str:
    """Return a value as a quoted text: quotation marks closed, inner ones escaped.

    Braces of a text that has its f stay: what they hold besides a name is for the parser to refuse.
    """
    is_format = value[:1] in "fF" and value[1:2] in "\"'"
    inner = value[1:] if is_format else value
    if inner[:1] in ("'", '"'):
        inner = inner[1:-1] if len(inner) > 1 and inner[-1] == inner[0] else inner[1:]
    elif inner[-1:] == '"':
        inner = inner[:-1]
    inner = re.sub(r"\\(.)", r"\1", inner).rstrip("\\")
    if not is_format and FORGOTTEN_F.search(inner):
        is_format, inner = True, _double_lone_braces(inner)
    escaped = inner.replace("\\", "\\\\").replace('"', '\\"')
    return f'{"f" if is_format else ""}"{escaped}"'


def _double_lone_braces(inner: str) -> str:
    fields = re.split(r"(\{\{|\}\}|\{\s*[A-Za-z_]\w*\s*\})", inner)
    return "".join(
        part if place % 2 else part.replace("{", "{{").replace("}", "}}")
        for place, part in enumerate(fields)
    )


def count_open(line: str) -> int:
    """Return how many more brackets a line opens than it closes; those in texts do not count."""
    outside = TEXTS.sub("", line)
    return sum(outside.count(c) for c in OPEN) - sum(outside.count(c) for c in CLOSED)


def close_brackets(written: str) -> str:
    """Return a call with its brackets closed, and nothing after the one that ends it."""
    stack: list[str] = []
    quote = ""
    for place, char in enumerate(written):
        if quote:
            quote = "" if char == quote and written[place - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char in OPEN:
            stack.append(CLOSED[OPEN.index(char)])
        elif char in CLOSED and stack:
            stack.pop()
            if not stack:
                return written[: place + 1]
    return written + quote + "".join(reversed(stack))
