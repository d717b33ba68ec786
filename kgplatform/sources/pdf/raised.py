"""Writes small raised and lowered characters as such, so that they are no part of a number.

They are set on the line of the text that they stand by, and so never in the row above or below.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgplatform.sources.pdf.words import Word

__all__ = ["mark_raised"]

SUPERSCRIPTS = dict(zip("0123456789+-\u2212=()ni,", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ,", strict=True))
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
OTHERWISE = "^"
MAX_CHARS = 8
SMALLER = 0.85  # times the size of the word that a raised one belongs to
LOWEST, HIGHEST = 0.15, 0.8  # of that size: how far above its baseline
DEEPEST = 0.6  # of that size: how far below it a lowered one is
REACH = 0.35  # of that size, from one to the other
OVERLAP = 0.3
WIDTH, HEIGHT = 12.0, 24.0  # points: words are looked up by squares so wide and high
SLASHES = ("/", "\u2044")


def mark_raised(words: Sequence[Word]) -> list[Word]:
    """Return words, the raised ones in superscripts if Unicode has them all, else after "^".

    Several letters ("st", "TM") stay plain: they are the end of a word. So do the upper parts of
    fractions.
    """
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
                    changed[id(word)] = _raise(word, base)
                    break
                if -DEEPEST <= height < -LOWEST / 3 and base.right <= word.middle:
                    changed[id(word)] = _lower(word, base)
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


def _raise(word: Word, base: Word) -> Word:
    text = word.text
    if all(character in SUPERSCRIPTS for character in text):
        return replace(word, text="".join(SUPERSCRIPTS[c] for c in text), baseline=base.baseline)
    if sum(map(str.isalpha, text)) > 1:
        return replace(word, baseline=base.baseline)
    edges = (word.left, *word.edges)
    return replace(word, text=OTHERWISE + text, edges=edges, baseline=base.baseline)


def _lower(word: Word, base: Word) -> Word:
    """Return a lowered word: H2O, but 10₂, where it would be read as one number."""
    if word.text.isdecimal() and base.text[-1:].isdigit():
        return replace(word, text=word.text.translate(SUBSCRIPTS), baseline=base.baseline)
    return replace(word, baseline=base.baseline)
