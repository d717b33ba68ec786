"""Small text measures that the readers share: words, stems, normalised names, name matching.

Stems are crude on purpose: they only have to match "directed" with "director", without the
cost of a lemmatizer. Nothing here knows what a question is.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.text.raised import RAISED
from kgplatform.text.word_forms import SAME_WORD

__all__ = [
    "CAPITAL_LETTERS",
    "STOP_WORDS",
    "Word",
    "base_title",
    "content_stems",
    "fold",
    "occurrences",
    "split_words",
    "stem",
]

CAPITAL_LETTERS = "".join(letter for letter in map(chr, range(0x530)) if letter.isupper())
"""Of the Latin, Greek and Cyrillic scripts, for a class of a regular expression."""

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
"""As in "LOG_LEVEL", an underscore parts words."""

RAISED_BEHIND = re.compile(rf"(?<=\d)(?=[{RAISED}])")
PARENTHESIS_AT_END = re.compile(r"\s*\([^()]*\)\s*$")
SUFFIXES = (
    "ational",
    "isation",
    "ization",
    "ations",
    "ation",
    "ments",
    "ment",
    "ings",
    "ing",
    "ions",
    "ion",
    "ors",
    "or",
    "ers",
    "er",
    "ies",
    "ied",
    "ed",
    "es",
    "s",
    "e",
    "y",
)
SHORTEST_STEM = 3
MOST_STEMS = 16_384
"""Kept: a question asks for those of the same words a hundred times."""
STOP_WORDS = frozenset(
    "a an and are as at be been being both but by can could did do does for from had has have he "
    "her hers him his how if in into is it its many much more most no not of on once one or other "
    "she so some such than that the their them then there these they this those to two under "
    "up was we "
    "were what when where which while who whom whose why will with would you your s".split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its stem; start and end are offsets in the text it was split from."""

    stem: str
    start: int
    end: int


def fold(text: str) -> str:
    """Return text in lower case, without accents and punctuation, single-spaced.

    Raised digits behind others stand apart, so that 40² is not 402.
    """
    parted = text if text.isascii() else RAISED_BEHIND.sub(" ", text)
    decomposed = unicodedata.normalize("NFKD", parted.casefold())
    kept = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(re.findall(r"[^\W_]+", kept))


def base_title(title: str) -> str:
    """Return a title without a closing parenthesis, as in "Levity (film)"."""
    return PARENTHESIS_AT_END.sub("", title) or title


@lru_cache(maxsize=MOST_STEMS)
def stem(word: str) -> str:
    """Return a crude stem: folded, a known form or else one common suffix taken off."""
    plain = fold(word.removesuffix("'s").removesuffix("’s"))
    if plain in SAME_WORD:
        plain = SAME_WORD[plain]
    for suffix in SUFFIXES:
        if plain.endswith(suffix) and len(plain) - len(suffix) >= SHORTEST_STEM:
            return plain.removesuffix(suffix)
    return plain


def split_words(text: str) -> tuple[Word, ...]:
    """Return the words of a text in order, stop words among them."""
    return tuple(Word(stem(m.group()), m.start(), m.end()) for m in WORD.finditer(text))


def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the words that carry meaning."""
    found = (m.group() for m in WORD.finditer(text))
    return frozenset(stem(word) for word in found if word.casefold() not in STOP_WORDS)


def occurrences(name: str, text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans where a name stands in a text as whole words, case-insensitively."""
    if not name.strip():
        return ()
    pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
    return tuple(m.span() for m in re.finditer(pattern, text, re.IGNORECASE))
