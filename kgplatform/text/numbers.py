"""Numbers as people write them: 1,250.5, three, two hundred and ten, third, 3rd, iii, last."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = [
    "DIGITS",
    "NUMBER_WORDS",
    "SCALES",
    "join_numerals",
    "read_digits",
    "read_number",
    "read_number_at",
    "read_ordinal",
    "read_roman",
]

DIGITS = (
    r"\d{1,3}(?:[,’'\u00a0\u202f ]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?"
)
"""Digits with their thousands and decimals."""

SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9,
    "trillion": 1e12, "tn": 1e12, "dozen": 12.0, "lakh": 1e5, "crore": 1e7,
}  # fmt: skip
"""Words that multiply the number before them."""

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


_SIGNED = re.compile(rf"([-−–]|minus |plus |\+)?\s?((?:{DIGITS})(?:[eE][-+]?\d+)?)(?![\d.,]*\d)")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_BETWEEN = re.compile(r"(?: and |[ -])?")
_FRACTIONS = {"half": 0.5, "third": 1 / 3, "quarter": 0.25, "fifth": 0.2, "tenth": 0.1}
_HALF_OF = re.compile(r"half (?:an? )?(?=(?:hundred|thousand|million|billion|dozen)\b)", re.I)
_AND_A_HALF = re.compile(r" and a (half|quarter)\b", re.IGNORECASE)


def read_digits(digits: str) -> float:
    """Return the number that digits write, which are as DIGITS says.

    Where both stand in it, the last of comma and point begins the decimals; a comma alone begins
    them unless three digits follow, a point alone unless there are several.
    """
    plain = re.sub(r"[\s'’]", "", digits)
    point, comma = plain.rfind("."), plain.rfind(",")
    if comma > point >= 0:
        return float(plain.replace(".", "").replace(",", "."))
    if point < 0 <= comma and (plain.count(",") == 1 and not re.search(r"[1-9]\d*,\d{3}$", plain)):
        return float(plain.replace(",", "."))
    plain = plain.replace(",", "")
    return float(plain.replace(".", "") if plain.count(".") > 1 else plain)


def read_number_at(text: str) -> tuple[float, int] | None:
    """Return the number that a text begins with, in digits or words, and where it ends.

    "1,250", "−5", "twenty-one", "two hundred and ten", "half a million", "two thirds", "a dozen".
    """
    signed = _SIGNED.match(text)
    if signed:
        number = read_digits(*signed[2].casefold().partition("e")[:1])
        power = signed[2].casefold().partition("e")[2]
        number *= 10.0 ** int(power or 0)
        return (-number if (signed[1] or "+")[0] in "-−–m" else number), signed.end()
    negative = re.match(r"minus ", text, re.IGNORECASE)
    start = negative.end() if negative else 0
    half = _HALF_OF.match(text, start)
    found = _read_words(text, half.end() if half else start, 0.5 if half else 0.0)
    if found is None:
        return None
    number, end = found
    more = _AND_A_HALF.match(text, end)
    if more:
        number, end = number + _FRACTIONS[more[1].lower()], more.end()
    return (-number if negative else number), end


def _read_words(text: str, start: int, current: float) -> tuple[float, int] | None:
    """Read number words from a place on; `current` is what was read before it."""
    total, at, end = 0.0, start, -1
    while match := _WORD.match(text, at):
        word = match.group().lower()
        plural = word.removesuffix("s")
        if (current and word in ("third", "quarter", "fifth", "tenth")) or (
            current and plural != word and plural in _FRACTIONS
        ):
            current *= _FRACTIONS[plural]
        elif word == "half" and not current:
            current = 0.5
        elif word in ("a", "an") and end < 0 and not current:
            current, at = 1.0, match.end() + 1
            continue
        elif word == "zero" and end < 0:
            return 0.0, match.end()
        elif word in NUMBERS:
            current += NUMBERS[word]
        elif word in ("hundred", "dozen"):
            current = (current or 1.0) * SCALES[word]
        elif word in SCALES and len(word) > 2:
            total, current = total + (current or 1.0) * SCALES[word], 0.0
        else:
            break
        end = match.end()
        gap = _BETWEEN.match(text, end)
        at = gap.end() if gap else end
        if at == end:
            break
    return (total + current, end) if end >= 0 else None


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
