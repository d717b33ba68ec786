"""Writes small raised characters as such, so that they are no part of the number before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgplatform.sources.pdf.words import Word

__all__ = ["mark_raised"]

SUPERSCRIPTS = dict(zip("0123456789+-\u2212=()ni,", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ,", strict=True))
OTHERWISE = "^"
SMALLER = 0.85  # times the size of the word that a raised one belongs to
LOWEST, HIGHEST = 0.15, 0.8  # of that size: how far above its baseline
REACH = 0.35  # of that size, from one to the other
OVERLAP = 0.3
STRIP = 12.0  # points: words are looked up by strips so wide
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
    ends: dict[int, list[Word]] = {}
    starts: dict[int, list[Word]] = {}
    for word in words:
        ends.setdefault(int(word.right // STRIP), []).append(word)
        starts.setdefault(int(word.left // STRIP), []).append(word)
    changed = {}
    for word in small:
        after = _near(starts, word.right)
        if any(other.text.startswith(SLASHES) and _is_next(word, other) for other in after):
            continue
        before = _near(ends, word.left)
        if any(_is_raised(word, other, word.left - other.right) for other in before) or any(
            _is_raised(word, other, other.left - word.right) for other in after
        ):
            changed[id(word)] = _raise(word)
    return [changed.get(id(word), word) for word in words]


def _is_mark(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return letters < 2 and any(map(str.isalnum, text))


def _near(strips: dict[int, list[Word]], x: float) -> list[Word]:
    middle = int(x // STRIP)
    return [word for i in (middle - 1, middle, middle + 1) for word in strips.get(i, ())]


def _is_raised(word: Word, base: Word, gap: float) -> bool:
    size = base.size
    return (
        word.size <= SMALLER * size
        and LOWEST * size <= base.baseline - word.baseline <= HIGHEST * size
        and -OVERLAP * size <= gap <= REACH * size
    )


def _is_next(word: Word, other: Word) -> bool:
    return (
        abs(other.left - word.right) <= OVERLAP * other.size
        and abs(other.baseline - word.baseline) <= other.size
    )


def _raise(word: Word) -> Word:
    if all(character in SUPERSCRIPTS for character in word.text):
        return replace(word, text="".join(SUPERSCRIPTS[c] for c in word.text))
    return replace(word, text=OTHERWISE + word.text, edges=(word.left, *word.edges))
