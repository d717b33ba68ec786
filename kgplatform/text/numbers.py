"""Numbers as people write them in questions: 3, three, third, 3rd, iii, last, second to last."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["NUMBER_WORDS", "join_numerals", "read_number", "read_ordinal", "read_roman"]

UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINAL_UNITS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
ORDINAL_TENS = (
    "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
).split()

NUMBER_WORDS = {word: at for at, word in enumerate(("zero", *UNITS[:12]))}
"""Small numbers as texts write them out."""

NUMBERS = {word: at for at, word in enumerate(UNITS, start=1)} | {
    word: 10 * at for at, word in enumerate(TENS, start=2)
}
ORDINALS = (
    {word: at for at, word in enumerate(ORDINAL_UNITS, start=1)}
    | {word: 10 * at for at, word in enumerate(ORDINAL_TENS, start=2)}
    | dict.fromkeys("opening initial beginning top topmost".split(), 1)
    | dict.fromkeys("last final closing concluding ending bottom".split(), -1)
    | {"penultimate": -2, "antepenultimate": -3}
)
DIGIT_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
ROMAN = re.compile(r"(x{0,3})(ix|iv|v?i{0,3})")
ROMAN_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
FROM_THE_END = (
    ("to", "last"), ("to", "the", "last"), ("from", "last"), ("from", "the", "last"),
    ("from", "the", "end"), ("last",),
)  # fmt: skip
"""What makes "third" the third from the end when it follows."""


def read_number(word: str) -> int | None:
    """Return what a small number's word means, 1 to 19 or a multiple of ten up to 90."""
    return NUMBERS.get(word)


def read_ordinal(word: str) -> int | None:
    """Return the position that an ordinal means: 1 is the first, -1 the last."""
    digits = DIGIT_ORDINAL.fullmatch(word)
    return int(digits[1]) if digits else ORDINALS.get(word)


def read_roman(word: str) -> int | None:
    """Return what a Roman numeral in small letters means, up to 39; no words look like those."""
    found = ROMAN.fullmatch(word)
    if not word or found is None:
        return None
    return 10 * len(found[1]) + ROMAN_UNITS.index(found[2])


def join_numerals(words: Sequence[str]) -> tuple[int, int, bool] | None:
    """Read a numeral of several words at the beginning of `words`.

    "twenty first", "forty two", "third from the end", "last but one", "next to last".

    Returns:
        Its value, how many words it takes, and whether it is an ordinal; or None.
    """
    first, rest = words[0], tuple(words[1:])
    if first in TENS and rest:
        tens = NUMBERS[first]
        if rest[0] in UNITS[:9]:
            return tens + NUMBERS[rest[0]], 2, False
        if rest[0] in ORDINAL_UNITS[:9]:
            return tens + ORDINALS[rest[0]], 2, True
    if first == "last" and rest[:2] == ("but", "one"):
        return -2, 3, True
    position = 2 if first == "next" else read_ordinal(first)
    if position is None or position < 1:
        return None
    for tail in FROM_THE_END:
        if rest[: len(tail)] == tail and (first, tail) != ("next", ("last",)):
            return -position, 1 + len(tail), True
    return None
