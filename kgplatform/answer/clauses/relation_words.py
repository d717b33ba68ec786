"""Whether the words of a question are those of a relation's name, what it names left out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgplatform.text.dates import find_dates
from kgplatform.text.words import base_title, content_stems, fold, stem

__all__ = ["GENERAL", "LIGHT", "are_of", "forms_of", "is_among", "list_beside", "plain"]

LIGHT = frozenset(
    map(
        stem,
        "hold holds have serve serves use used place thing name take part play plays come".split(),
    )
)
"""Verbs and nouns that say no relation: "a position that she has held"."""
GENERAL = frozenset(
    map(stem, "country date form basic located administrative territorial entity".split())
)
"""Words of relations' names that questions leave out."""
SAME_RELATION = {
    stem(form): stem(words.split()[0])
    for words in (
        "member belong belongs",
        "residence live lives lived reside resides resident",
        "sibling brother sister",
        "child children son daughter",
        "work employer employed",
        "inception founded founding established formed",
    )
    for form in words.split()
}
SHORTEST_ROOT = 5  # letters that two forms of a word share: "citizen", "citizenship"
ARTICLE = re.compile(r"^the (?=\S+ \S)")


def plain(name: str) -> str:
    """Return a name as names are compared: folded, without what stands in brackets at its end.

    The article before several words goes too ("The Rolling Stones"), as texts have them without it;
    before one it may separate a name from a word ("The Bank").
    """
    return ARTICLE.sub("", fold(base_title(name)))


def list_beside(text: str, values: Iterable[str]) -> frozenset[str]:
    """Return the stems next to these values, those of a date and of light words left out."""
    for date in reversed(find_dates(text)):
        text = f"{text[: date.start]} {text[date.end :]}"
    left = f" {fold(text)} "
    for value in sorted(map(plain, values), key=len, reverse=True):
        left = left.replace(f" {value} ", " ", 1)
    return content_stems(left) - LIGHT


def are_of(words: Iterable[str], relation: str) -> bool:
    """Return whether stems are all of a relation's name."""
    own = content_stems(relation)
    return all(is_among(word, own) for word in words)


def is_among(word: str, others: Iterable[str]) -> bool:
    """Return whether a stem is one of others, or means the same relation."""
    same = SAME_RELATION.get(word, word)
    return any(_is_alike(same, SAME_RELATION.get(other, other)) for other in others)


def forms_of(word: str) -> frozenset[str]:
    """Return the stems of the words that mean a relation's word: "child", "son", "daughter"."""
    root = SAME_RELATION.get(stem(word), stem(word))
    return frozenset({root, *(form for form, other in SAME_RELATION.items() if other == root)})


def _is_alike(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    return word == other or (len(shorter) >= SHORTEST_ROOT and longer.startswith(shorter))
