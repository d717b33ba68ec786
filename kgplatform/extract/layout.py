"""Where the layout of a passage ends a name: at the end of a line, a cell, a label, or a value.

Read from the text alone, so that passages of every kind of file are cut alike: Markdown tables,
columns set by blanks, "Field: value" lines, headers of messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.text.amounts import CURRENCY, find_values
from kgplatform.text.dates import find_calendar_dates

__all__ = ["Layout", "read_layout"]

Span = tuple[int, int]

EDGE = re.compile(r"[ \t]*(?:\||\t| {2,})[ \t]*")
"""Between two cells of a row; columns of plain text stand two blanks apart."""

LABEL = re.compile(
    r"(?:^|(?<=\|))[ \t>*_#-]*([^\W\d_][^\n|:.,;!?]{0,40}?)[ \t*_]*:(?=[\s*]|$)", re.MULTILINE
)
"""The field's name in "Field: value"."""

LINE = re.compile(r"^.*$", re.MULTILINE)
RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}[ \t:|-]*$")
"""The line under a header."""

MAX_LABEL_WORDS = 5
WRAPPED_CHARS = 55
"""A line that is longer and goes on in the next one was only wrapped."""
GOES_ON = re.compile(r"[ \t]*[\w\"“'(]")
NO_NAMES = ("MONEY", "PHONE", "EMAIL")
MEASURES = ("QUANTITY", "FREQUENCY")


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a passage that no name crosses, and those that hold none.

    Attributes:
        edges: where lines and cells end, and after a label.
        labels: names of fields and cells of headers.
        rows: lines of several cells.
        amounts: of money, and addresses of e-mail: part of no name.
        values: quantities and dates, which a work or an event may be named after.
        codes: identifiers such as INC-2025-003.
    """

    edges: tuple[Span, ...]
    labels: tuple[Span, ...]
    rows: tuple[Span, ...]
    amounts: tuple[Span, ...]
    values: tuple[Span, ...]
    codes: tuple[Span, ...]

    def pieces(self, start: int, end: int, *, with_values: bool) -> Iterator[Span]:
        """Yield the parts of a span between edges, amounts and, unless it may hold them, values."""
        cuts = (*self.edges, *self.amounts, *(() if with_values else self.values))
        at = start
        for cut_start, cut_end in sorted(cuts):
            if cut_start < end and cut_end > at:
                if cut_start > at:
                    yield at, cut_start
                at = cut_end
        if at < end:
            yield at, end

    def is_cell(self, start: int) -> bool:
        """Return whether a place lies in a row of a table."""
        return any(a <= start < b for a, b in self.rows)

    def is_label(self, start: int, end: int) -> bool:
        """Return whether a span is a field's name, or lies in the header of a table."""
        return any(a <= start and end <= b for a, b in self.labels)


@lru_cache(maxsize=256)
def read_layout(text: str) -> Layout:
    """Return the layout of a passage's text."""
    labels = [match.span(1) for match in LABEL.finditer(text) if _is_short(match[1])]
    edges = [(end, end + 1) for _, end in labels]
    lines = [match.span() for match in LINE.finditer(text)]
    rows: list[Span] = []
    previous_cells = 0
    for number, (start, end) in enumerate(lines):
        line = text[start:end]
        following = text[slice(*lines[number + 1])] if number + 1 < len(lines) else ""
        edges += [(start + m.start(), start + m.end()) for m in EDGE.finditer(line)]
        cells = _count_cells(line)
        if not _is_wrapped(line, following):
            edges.append((end, end + 1))
        if cells > 1:
            rows.append((start, end))
        if cells > 1 and _is_header(line, following, cells, previous_cells):
            labels.append((start, end))
        previous_cells = cells
    values = find_values(text)
    return Layout(
        tuple(sorted(edges)),
        tuple(labels),
        tuple(rows),
        (
            *((value.start, value.end) for value in values if value.kind in NO_NAMES),
            *(match.span() for match in CURRENCY.finditer(text) if _stands_alone(text, match)),
        ),
        (
            *((value.start, value.end) for value in values if value.kind in MEASURES),
            *((date.start, date.end) for date in find_calendar_dates(text)),
        ),
        tuple((v.start, v.end) for v in values if v.kind == "CODE" and text[v.start].isupper()),
    )


def _is_short(label: str) -> bool:
    return len(label.split()) <= MAX_LABEL_WORDS


def _is_wrapped(line: str, following: str) -> bool:
    """Return whether a line only ends because the paper does."""
    if len(line.rstrip()) < WRAPPED_CHARS or _count_cells(line) > 1 or LABEL.match(following):
        return False
    return bool(GOES_ON.match(following)) and not following.lstrip()[:2].rstrip(".)").isdigit()


def _is_header(line: str, following: str, cells: int, previous_cells: int) -> bool:
    """Return whether a row heads those under it: a rule follows, or rows with as many cells."""
    if RULE.match(following) and "-" in following:
        return True
    is_first = previous_cells <= 1 and _count_cells(following) == cells
    return is_first and not any(char.isdigit() for char in line)


def _count_cells(line: str) -> int:
    return len([cell for cell in EDGE.split(line.strip(" \t|")) if cell.strip()])


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    before, behind = text[: match.start()][-1:], text[match.end() :][:1]
    return not (before.isalnum() or behind.isalnum())
