"""Whether two names can be of one entity, and which names are near to one that they are not.

"Vanta 1" is no "Vanta II", "Per Lee Jr." no "Per Lee Sr.", "North Alva Hospital" no "South Alva
Hospital", "Anna Berg" no "Anne Berg": numbers, serials and generations have to agree, and what is
spelled alike may be a slip of the pen only where the exact name is nowhere. A shorter name ("Berg",
"the Vanta") may be any that holds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from rapidfuzz import fuzz

from kgplatform.text.dates import MONTHS
from kgplatform.text.words import CAPITAL_LETTERS, STOP_WORDS, fold

__all__ = [
    "LEGAL_FORMS",
    "NamedAt",
    "are_near",
    "distinguish_by",
    "find_names",
    "holds_name",
    "is_same_name",
    "list_marks",
]

SPELLED_ALIKE = 88.0  # rapidfuzz score of 100
SHORTEST_ALIKE = 5  # letters of a word that may be a misspelling of another
GENERATIONS = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr"}
LEGAL_FORMS = frozenset(
    "gmbh ag se ab as ltd limited inc llc llp corp plc bv nv sa oy kg co asa".split()
)
ROMAN = re.compile(r"(?:X{0,3})(?:IX|IV|V?I{0,3})")
SERIES = re.compile(r"([^\W\d_]+)[-./ ]?\d")
"""A code by the letters before its number: "P-102"."""
LETTER = re.compile(r"[A-Z]")
WORD = re.compile(r"[^\W_]+(?:[-./’'][^\W_]+)*")
_INNER = r"(?:[./’'-]?\w)*"
_CAPITAL = rf"(?:(?:[JS]r|[DMS][rt]|Mrs|[{CAPITAL_LETTERS}])\.(?=[ ,])|[{CAPITAL_LETTERS}]{_INNER})"
_FOLLOWING = rf"(?:{_CAPITAL}|\d{_INNER})"
NAME = re.compile(
    rf"(?<![\w-]){_CAPITAL}"
    rf"(?:[ \u00a0](?:(?:of|the|de|la|von|van|der|du|al|el|and|&)[ \u00a0]){{0,2}}{_FOLLOWING})*"
)
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
NOT_NAMES = frozenset(f"{fold(' '.join(MONTHS))} {WEEKDAYS}".split()) | STOP_WORDS


class NamedAt(NamedTuple):
    """A name in a text, and where it stands."""

    name: str
    start: int
    end: int


def find_names(text: str) -> Iterator[NamedAt]:
    """Yield the runs of capitalised words of a text, with the numbers and serials behind them.

    Words that only begin a sentence ("The", "In"), and those of dates, are none.
    """
    for match in NAME.finditer(text):
        words = list(re.finditer(r"\S+", match.group()))
        while words and _begins_no_name(words[0].group()):
            del words[0]
        if words:
            start = match.start() + words[0].start()
            name = match.string[start : match.end()]
            name = name.removesuffix("'s").removesuffix("’s")
            yield NamedAt(name, start, start + len(name))


def _begins_no_name(word: str) -> bool:
    return word.isdigit() or fold(word) in NOT_NAMES


def distinguish_by(name: str) -> frozenset[str]:
    """Return what distinguishes a name's bearer from namesakes: numbers, serials, Jr. and Sr."""
    words = WORD.findall(name)
    return frozenset(
        GENERATIONS.get(word.casefold(), word.casefold())
        for place, word in enumerate(words)
        if any(char.isdigit() for char in word)
        or (place and (ROMAN.fullmatch(word) or word.casefold() in GENERATIONS))
        or (place and place == len(words) - 1 and LETTER.fullmatch(word))
    )


def is_same_name(name: str, other: str, *, may_be_misspelled: bool = True) -> bool:
    """Return whether two names may be of one entity.

    The words of one are among the other's, or, where a slip is possible, both are spelled alike;
    and nothing that distinguishes namesakes differs.
    """
    if not _agree(name, other):
        return False
    words, others = _plain_words(name), _plain_words(other)
    if not words or not others:
        return fold(name) == fold(other) != ""
    if set(words) <= set(others) or set(others) <= set(words):
        return True
    return may_be_misspelled and _are_misspelled(words, others)


def are_near(name: str, other: str) -> bool:
    """Return whether two names are of different entities, and near enough to be taken for one.

    They differ in what distinguishes namesakes, in one word, or in how a word is spelled; or they
    share the last word, as "Anna Berg" and "Bo Berg" do.
    """
    words, others = _plain_words(name), _plain_words(other)
    if not words or not others:
        series = [SERIES.match(own) for own in (name, other)]
        same = {match[1].casefold() for match in series if match}
        return len(same) == 1 and all(series) and fold(name) != fold(other)
    if set(words) <= set(others) or set(others) <= set(words):
        return not _agree(name, other)
    (head, _, of), (other_head, _, other_of) = (n.partition(" of ") for n in (name, other))
    if of or other_of:  # the ports of two towns are near, port and bank of one are not
        return bool(of and other_of) and fold(head) == fold(other_head)
    if len(words) > 1 and words[-1] == others[-1]:
        return True
    pairs = list(zip_longest(words, others, fillvalue=""))
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    if len(pairs) > 1 and len(differing) == 1:
        return all(fuzz.ratio(*pair) >= SPELLED_ALIKE / 2 for pair in differing)
    return fuzz.ratio(" ".join(words), " ".join(others)) >= SPELLED_ALIKE


def holds_name(text: str, name: str) -> bool:
    """Return whether a text has just this name, all words and numbers of it in one run."""
    own = " ".join(word.casefold() for word in WORD.findall(name))
    said = " ".join(word.casefold() for word in WORD.findall(text))
    return f" {fold(own)} " in f" {fold(said)} " and distinguish_by(name) <= list_marks(text)


def list_marks(text: str) -> frozenset[str]:
    """Return all words of a text in the form in which `distinguish_by` gives them."""
    words = (word.casefold() for word in WORD.findall(text))
    return frozenset(GENERATIONS.get(word, word) for word in words)


def _agree(name: str, other: str) -> bool:
    """Return whether what distinguishes namesakes is the same, or one of them has none of it."""
    mine, theirs = distinguish_by(name), distinguish_by(other)
    return mine <= theirs or theirs <= mine


def _plain_words(name: str) -> list[str]:
    """Return a name's words, folded, without distinguishing words, articles and legal forms."""
    apart = distinguish_by(name)
    kept = (
        w for w in WORD.findall(name) if GENERATIONS.get(w.casefold(), w.casefold()) not in apart
    )
    folded = " ".join(fold(word) for word in kept).split()
    plain = [word for word in folded if word not in STOP_WORDS and word not in LEGAL_FORMS]
    return plain or folded


def _are_misspelled(words: list[str], others: list[str]) -> bool:
    """Return whether each word of a name is the other's, or one that is long and spelled alike."""
    if len(words) != len(others):
        return fuzz.ratio(" ".join(words), " ".join(others)) > SPELLED_ALIKE
    return all(
        word == other
        or (min(len(word), len(other)) >= SHORTEST_ALIKE and fuzz.ratio(word, other) >= 80)
        for word, other in zip(words, others, strict=True)
    )
