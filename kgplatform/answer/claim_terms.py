"""How a sentence has the words of a claim: its names, its values, and whether it denies them.

A model that was not trained on a name or a number does not tell it from another, and takes any
sentence for the contradiction of a claim with "not" in it; a program sees what is there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.text.assertion import DENIED, REPORTED, find_marks, kinds_at
from kgplatform.text.name_match import find_names, holds_name, is_same_name
from kgplatform.text.values import ReadValue, find_literals, read_value
from kgplatform.text.words import content_stems, occurrences, split_words

__all__ = ["Terms", "compare_terms"]

INTERVAL = re.compile(r"\b(?:from|to|until|till|since|through|between|and|before|after)\b|[–—]")
"""What makes an interval of a date: its ends have to be the same, days within it are not enough."""
IDENTITY = re.compile(r"(?:The\b|.*?['’]s?\b).*\b(?:is|was|are|were)$", re.IGNORECASE)
"""What is definite is one: "the captain was …" cannot be two names."""
COPULA = re.compile(r"\b(?:is|was|are|were)\s+(?:the\s+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Terms:
    """How a sentence has the words of a claim.

    Attributes:
        coverage: share of the claim's content words that it has, 0..1, values and names that it
            lacks not counted; of what stands before it, it has the names alone.
        lacks: it has not all names and values of the claim.
        stands_otherwise: it denies, plans or supposes what the claim does not, or the reverse.
        replaces: it has another value of the same kind in place of each that it lacks, or another
            name in place of the one that the claim says something definite is, or denies what the
            claim does not, or the reverse.
    """

    coverage: float
    lacks: bool
    stands_otherwise: bool
    replaces: bool


@dataclass(frozen=True, slots=True)
class _Value:
    text: str
    datatype: str
    value: ReadValue


@dataclass(frozen=True, slots=True)
class _Read:
    text: str
    names: tuple[str, ...]
    values: tuple[_Value, ...]


def compare_terms(claim: str, sentence: str, heading: str = "", before: str = "") -> Terms:
    """Return how a sentence has the words of a claim.

    Args:
        claim: a sentence that stands alone.
        sentence: one of a document.
        heading: that the sentence stands below.
        before: the sentence before it, where it may speak of a name in that.
    """
    said, own, context = _read(claim), _read(sentence), _read(f"{heading}. {before}")
    whole, known = f"{sentence} {context.text}", (*own.names, *context.names)
    names = [name for name in said.names if not _holds(name, whole, known)]
    values = [value for value in said.values if not _states(value, own)]
    stems = content_stems(claim)
    left = stems - content_stems(" ".join((*names, *(value.text for value in said.values))))
    held = content_stems(" ".join((sentence, heading, *(set(said.names) - set(names)))))
    standing = _standing(claim, stems), _standing(sentence, stems)
    spare = [v for v in own.values if not any(_agree(other, v) for other in said.values)]
    replaced = (
        all(_is_like(value, spare) for value in values)
        if not names
        else (not values and _is_other(said, names, own))
    )
    denied = standing[0] ^ standing[1] == {DENIED}
    return Terms(
        coverage=len(left & held) / len(left) if left else 0.0,
        lacks=bool(names or values),
        stands_otherwise=standing[0] != standing[1],
        replaces=replaced and not denied if names or values else denied,
    )


@lru_cache(maxsize=1024)
def _read(text: str) -> _Read:
    """Return a text with its names and its dates and quantities; no name is a part of these."""
    literals = find_literals(text)
    values = []
    for found in literals:
        words = text[found.start : found.end]
        values.append(_Value(words, found.datatype, read_value(words, found.datatype)))
    names = (
        named.name
        for named in find_names(text)
        if not any(named.start < found.end and found.start < named.end for found in literals)
    )
    return _Read(text, tuple(names), tuple(values))


def _holds(name: str, text: str, known: Sequence[str]) -> bool:
    return holds_name(text, name) or any(
        is_same_name(name, other, may_be_misspelled=False) for other in known
    )


def _states(value: _Value, own: _Read) -> bool:
    return bool(occurrences(value.text, own.text)) or any(
        _agree(value, other) for other in own.values
    )


def _agree(claimed: _Value, stated: _Value) -> bool:
    """Return whether what is stated is what is claimed: a day within it, or the same quantity."""
    one, other = claimed.value, stated.value
    if one.start and other.start:
        if INTERVAL.search(claimed.text):
            return (one.start, one.end) == (other.start, other.end)
        return one.start <= other.start and other.end <= one.end
    if one.number is None or one.number != other.number:
        return False
    units = {one.unit, other.unit} - {""}
    currencies = {one.currency, other.currency} - {""}
    return len(units) <= 1 and len(currencies) <= 1


def _is_like(value: _Value, others: Sequence[_Value]) -> bool:
    """Return whether one of the others is of a value's kind: days, or a quantity of its unit."""
    return any(
        value.datatype == other.datatype
        and bool(value.value.start) == bool(other.value.start)
        and (value.value.unit, value.value.currency) == (other.value.unit, other.value.currency)
        for other in others
    )


def _is_other(claim: _Read, lacking: Sequence[str], own: _Read) -> bool:
    """Return whether a claim says that something definite is a name, and a sentence another."""
    head, name, rest = claim.text.rpartition(lacking[0])
    if len(lacking) > 1 or rest.strip(" .!") or not IDENTITY.match(head.rstrip()):
        return False
    others = (other for other in own.names if other not in claim.names)
    return any(COPULA.search(own.text[: own.text.find(other)]) for other in others if name)


def _standing(text: str, stems: frozenset[str]) -> frozenset[str]:
    """Return as what most of some words stand in a text: denied, planned, supposed and so on."""
    marks = find_marks(text)
    if not marks:
        return frozenset()
    at = [kinds_at(marks, w.start, w.end) for w in split_words(text) if w.stem in stems]
    kinds = frozenset().union(*at) - {REPORTED}
    return frozenset(kind for kind in kinds if 2 * sum(kind in k for k in at) > len(at))
