"""Scripts that run from right to left: what is of them, and words of a line in reading order.

PDFium gives the characters of a word in reading order; the words of a line are known by their
places alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

__all__ = ["is_leftward", "is_mostly_leftward", "read_line", "runs_left"]

LEFTWARD = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
ORDERED = {"L", "EN", "AN"}  # classes of Unicode's bidirectional algorithm that run to the right
KEPT = {*ORDERED, "ET", "NSM"}  # those and the signs of currency and per cent by a number
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


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


def read_line(words: Sequence[str]) -> list[tuple[list[int], list[str]]]:
    """Return the runs of a line in the order of reading: indexes of words, and how they are read.

    A line runs to the side that most of its letters run to; words of the other side keep their
    own order in it, as one run, and a number its own. Signs at the ends of either stand on the
    side that the line has there: ".1934" is read as "1934.".

    Args:
        words: from left to right, each in its own order.
    """
    sides = [_side(word) for word in words]
    if not is_mostly_leftward("".join(words)):
        return [([i], [words[i]]) for run in _runs(sides, "left") for i in reversed(run)]
    read: list[tuple[list[int], list[str]]] = []
    for run in reversed(_runs(sides, "right")):
        texts = [words[i] for i in run]
        if any(map(str.isalnum, texts[0])) and not is_leftward(texts[0]):
            _turn_ends(texts)
        read.append((run, texts))
    return read


def _side(word: str) -> str:
    if is_leftward(word):
        return "left"
    if any(map(str.isalpha, word)):
        return "right"
    return "number" if any(map(str.isalnum, word)) else "sign"


def _runs(sides: Sequence[str], side: str) -> list[list[int]]:
    """Return indexes in runs: words of a side with what stands between them, or one other word.

    A number behind a word that runs right is of its run.
    """
    runs: list[list[int]] = []
    last = -1  # of the run's words of that side
    for i, found in enumerate(sides):
        own = found
        if own == "number" and side == "right" and last >= 0:
            own = side
        if own == side and last >= 0 and all(s in {"number", "sign"} for s in sides[last + 1 : i]):
            while len(runs) > 1 and runs[-1][0] > last:
                between = runs.pop()
                runs[-1] += between
            runs[-1].append(i)
        else:
            runs.append([i])
        if own == side:
            last = i
        elif own == "left":
            last = -1
    return runs


def _turn_ends(words: list[str]) -> None:
    before = _count_signs(words[0])
    signs, words[0] = words[0][:before], words[0][before:]
    after = _count_signs(words[-1][::-1])
    ends = words[-1][len(words[-1]) - after :]
    words[-1] = words[-1][: len(words[-1]) - after]
    words[0] = ends[::-1].translate(MIRRORED) + words[0]
    words[-1] += signs[::-1].translate(MIRRORED)


def _count_signs(word: str) -> int:
    """Return how many signs that follow the line's direction a word begins with."""
    kept = (i for i, c in enumerate(word) if unicodedata.bidirectional(c) in KEPT)
    return next(kept, 0)
