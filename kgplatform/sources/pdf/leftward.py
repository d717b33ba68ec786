"""Scripts that run from right to left: what is of them, and words of a line in reading order.

PDFium gives the characters of a word in reading order; the words of a line are known by their
places alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

__all__ = ["is_leftward", "is_mostly_leftward", "order_visual", "runs_left"]

LEFTWARD = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
ORDERED = {"L", "EN", "AN"}  # classes of Unicode's bidirectional algorithm that run to the right


def is_leftward(text: str) -> bool:
    """Say whether a text has a letter of a script that runs to the left."""
    return LEFTWARD.search(text) is not None


def is_mostly_leftward(text: str) -> bool:
    """Say whether most letters of a text are of scripts that run to the left."""
    found = len(LEFTWARD.findall(text))
    return found > 0 and 2 * found > sum(map(str.isalpha, text))


def runs_left(last: str, text: str) -> bool:
    """Say whether of two neighbouring characters the second stands left of the first."""
    if text.isascii() and last.isascii():
        return False
    if is_leftward(last):
        return is_leftward(text) or unicodedata.bidirectional(text[0]) not in ORDERED
    return is_leftward(text) and unicodedata.bidirectional(last[-1]) not in ORDERED


def order_visual(words: Sequence[str]) -> list[int]:
    """Return the indexes of words, given from left to right, in the order of reading.

    A line runs to the side that most of its letters run to; words of the other side keep their
    own order in it, numbers the one of running to the right.
    """
    sides = [_side(word) for word in words]
    if is_mostly_leftward("".join(words)):
        return _flip(range(len(words) - 1, -1, -1), sides, "right")
    return _flip(range(len(words)), sides, "left")


def _side(word: str) -> str:
    if is_leftward(word):
        return "left"
    return "right" if any(map(str.isalnum, word)) else "neutral"


def _flip(order: Sequence[int], sides: Sequence[str], side: str) -> list[int]:
    """Return an order with each run of words of a side turned round, signs within it too."""
    flipped: list[int] = []
    run: list[int] = []
    held: list[int] = []  # signs after a run: of it only if it goes on
    for i in order:
        if sides[i] == side:
            run += [*held, i]
            held = []
        elif run and sides[i] == "neutral":
            held.append(i)
        else:
            flipped += [*reversed(run), *held, i]
            run, held = [], []
    return [*flipped, *reversed(run), *held]
