"""Mends words whose characters are set unusually: spaced out, or words without blanks, close by.

Most files say where blanks are, or leave a gap as wide as one. Where a run is too long for a word,
the gaps within it are compared with each other; where letters stand alone, likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgplatform.sources.pdf.glyphs import Glyph

__all__ = ["mend_spacing"]

LONG = 16  # characters: longer runs may be several words
CLOSE = 0.09  # of the font size: how much wider a gap between words is at least
MIN_WORDS, MAX_LETTERS, MIN_LETTERS = 3, 9, 2  # of a long run's words: how many, mean lengths
MIN_SPACED = 4  # letters that stand alone one after the other
WIDEST = 0.6  # of the font size: wider gaps part cells of a table
UNEVEN = 0.12  # of the font size: gaps of spaced letters differ by less

Run = tuple[list["Glyph"], bool]
"""characters without a blank between, and whether a blank follows in the file"""


def mend_spacing(runs: Sequence[Run]) -> Iterator[Run]:
    """Yield runs of characters as words: long ones cut at their gaps, spaced letters joined."""
    lone: list[list[Glyph]] = []
    spaced = False  # whether the letters before are spaced out
    for run, blank in runs:
        is_lone = len(run) == 1 and run[0].text.isalpha()
        if lone and not (is_lone and _stands_next(lone[-1][0], run[0])):
            yield from _mend_lone(lone, blank=False, spaced=spaced)
            lone, spaced = [], False
        if is_lone:
            lone.append(run)
            if blank:
                spaced = _is_spaced(lone, spaced=spaced)
                yield from _mend_lone(lone, blank=True, spaced=spaced)
                lone = []
            continue
        spaced = False
        if len(run) > LONG:
            yield from _cut(run, blank=blank)
        else:
            yield run, blank
    yield from _mend_lone(lone, blank=False, spaced=spaced)


def _stands_next(last: Glyph, glyph: Glyph) -> bool:
    return (
        abs(glyph.baseline - last.baseline) < 0.15 * glyph.size
        and abs(glyph.size - last.size) < 0.15 * glyph.size
        and 0 < glyph.left - last.right < 3 * WIDEST * glyph.size
    )


def _is_spaced(letters: Sequence[list[Glyph]], *, spaced: bool) -> bool:
    """Say whether letters that stand alone are words spaced out; few are behind others that are."""
    gaps = _gaps([run[0] for run in letters])
    if not gaps or len(letters) < (2 if spaced else MIN_SPACED):
        return spaced and len(letters) == 1
    usual = median(gaps)
    even = [gap for gap in gaps if abs(gap - usual) <= UNEVEN]
    return usual <= WIDEST and 2 * len(even) >= len(gaps)


def _mend_lone(letters: Sequence[list[Glyph]], *, blank: bool, spaced: bool) -> Iterator[Run]:
    """Yield letters that stand alone, those of spaced words joined."""
    if len(letters) > 1 and _is_spaced(letters, spaced=spaced):
        glyphs = [run[0] for run in letters]
        yield from _parts(glyphs, median(_gaps(glyphs)) + UNEVEN, blank=blank)
        return
    for i, run in enumerate(letters):
        yield run, blank and i + 1 == len(letters)


def _cut(run: list[Glyph], *, blank: bool) -> Iterator[Run]:
    """Yield the words of a long run, if its gaps show several."""
    gaps = _gaps(run)
    parts = list(_parts(run, median(gaps) + CLOSE, blank=blank))
    if len(parts) >= MIN_WORDS and MIN_LETTERS <= len(run) / len(parts) <= MAX_LETTERS:
        yield from parts
    else:
        yield run, blank


def _gaps(glyphs: Sequence[Glyph]) -> list[float]:
    """Return the gaps between characters, in sizes of their font."""
    return [(b.left - a.right) / b.size for a, b in pairwise(glyphs)]


def _parts(glyphs: list[Glyph], widest: float, *, blank: bool) -> Iterator[Run]:
    """Yield characters cut where the gap is wider than `widest`; the parts have blanks between."""
    start = 0
    for i, gap in enumerate(_gaps(glyphs), start=1):
        if gap > widest:
            yield glyphs[start:i], True
            start = i
    yield glyphs[start:], blank
