"""Writes small raised and lowered characters as such, so that they are no part of a number.

They are set on the line of the text that they stand by, and so never in the row above or below.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgplatform.text.raised import lower_text, raise_text

if TYPE_CHECKING:
    from kgplatform.sources.pdf.words import Word

__all__ = ["mark_raised"]

MAX_CHARS = 8
SMALLER = 0.85  # times the size of the word that a raised one belongs to
LOWEST, HIGHEST = 0.15, 0.8  # of that size: how far above its baseline
DEEPEST = 0.6  # of that size: how far below it a lowered one is
REACH = 0.35  # of that size, from one to the other
OVERLAP = 0.3
WIDTH, HEIGHT = 12.0, 24.0  # points: words are looked up by squares so wide and high
SLASHES = ("/", "\u2044")


def mark_raised(words: Sequence[Word]) -> list[Word]:
    """Return words, raised and lowered ones written as such; the parts of fractions stay."""
    largest = max((word.size for word in words), default=0.0)
    small = [word for word in words if word.size <= SMALLER * largest and _is_mark(word.text)]
    if not small:
        return list(words)
    least = min(word.size for word in small) / SMALLER
    bases = [word for word in words if word.size >= least or word.text.startswith(SLASHES)]
    ends: dict[tuple[int, int], list[Word]] = {}
    starts: dict[tuple[int, int], list[Word]] = {}
    for word in bases:
        row = int(word.baseline // HEIGHT)
        ends.setdefault((int(word.right // WIDTH), row), []).append(word)
        starts.setdefault((int(word.left // WIDTH), row), []).append(word)
    changed = {}
    for word in small:
        after = _near(starts, word.right, word.baseline)
        if any(other.text.startswith(SLASHES) and _is_next(word, other) for other in after):
            continue
        near = [(base, word.left - base.right) for base in _near(ends, word.left, word.baseline)]
        near += [(base, base.left - word.right) for base in after]
        for base, gap in near:
            if _is_close(word, base, gap):
                height = (base.baseline - word.baseline) / base.size
                if LOWEST <= height <= HIGHEST:
                    changed[id(word)] = _set(word, base, raise_text(word.text))
                    break
                if -DEEPEST <= height < -LOWEST / 3 and base.right <= word.middle:
                    changed[id(word)] = _set(word, base, lower_text(word.text, behind=base.text))
                    break
    return [changed.get(id(word), word) for word in words]


def _is_mark(text: str) -> bool:
    return any(map(str.isalnum, text)) and len(text) <= MAX_CHARS


def _near(places: dict[tuple[int, int], list[Word]], x: float, y: float) -> list[Word]:
    column, row = int(x // WIDTH), int(y // HEIGHT)
    found: list[Word] = []
    for place in itertools.product((column - 1, column, column + 1), (row - 1, row, row + 1)):
        found += places.get(place, ())
    return found


def _is_close(word: Word, base: Word, gap: float) -> bool:
    size = base.size
    return word.size <= SMALLER * size and -OVERLAP * size <= gap <= REACH * size


def _is_next(word: Word, other: Word) -> bool:
    return (
        abs(other.left - word.right) <= OVERLAP * other.size
        and abs(other.baseline - word.baseline) <= other.size
    )


def _set(word: Word, base: Word, text: str) -> Word:
    """Return a word on the line of its base, a sign before it ("^a", "_max") without width."""
    text = text.strip()
    edges = (*[word.left] * (len(text) - len(word.text)), *word.edges)
    return replace(word, text=text, edges=edges, baseline=base.baseline)
