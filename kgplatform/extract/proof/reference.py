"""Which entity a pronoun, a description ("the film") or a short name of a passage stands for.

A careful reading without a model: in order of the text, a pronoun stands for the first fitting
entity of its own sentence before it, else of the nearest sentence before, else for the document's
title, which encyclopaedic text is about (TRACE anchors its triples on titles for that reason).
A description stands for the title only, and only where its noun fits what the title is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kgplatform.extract.gazetteer import COMMON_WORDS
from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.proof.alignment import PassageWords, Word, split_words
from kgplatform.records import Entity
from kgplatform.text.names import strip_disambiguation

__all__ = ["PRONOUNS", "Named", "Reference", "resolve_references"]

PRONOUNS = {
    **dict.fromkeys(("he", "him", "his"), "he"),
    **dict.fromkeys(("she", "her", "hers"), "she"),
    **dict.fromkeys(("it", "its"), "it"),
    **dict.fromkeys(("they", "them", "their", "theirs"), "they"),
}
PERSONAL = ("he", "she")
MAX_LOOK_BACK = 3  # sentences; further back a pronoun's entity is named again
ROLES = frozenset("capital author leader member founder head host official candidate".split())
"""Nouns for what an entity is to another: "the author" of a book is not the book's topic."""

SETTLEMENTS = frozenset(
    "city town village municipality community locality settlement suburb hamlet area place".split()
)
MIN_SHORT_NAME_CHARS = 4
OPENING_WORDS = COMMON_WORDS | set(
    "then while since although though because if later however until with under both like also "
    "unlike despite through once when".split()
)
"""Words that have a capital because a sentence begins with them."""

_PRONOUN = re.compile(r"\b(?:" + "|".join(PRONOUNS) + r")\b", re.IGNORECASE)
_DESCRIPTION = re.compile(r"\b(?:[Tt]he|[Tt]his) ([a-z]+)\b(?! of )(?! ?[\"“`])(?! [A-Z])")
_CLASS = re.compile(
    r"\b(?:is|was|are|were) (?:an?|the|one of the) ([^.,;()]*?)"
    r"(?=[.,;()]| (?:of|by|in|from|at|on|for|to|that|which|who|whose|and|located|based)\b"
    r"| \w+ed\b|$)"
)
_CLASSIFIES = re.compile(r"\b(?:is|was|are|were|as|became)(?: also)? $")


class Named(NamedTuple):
    """An entity named at text[start:end]."""

    start: int
    end: int
    entity: Entity


class Reference(NamedTuple):
    """text[start:end] stands for the entity; `alignment` is "pronoun" or "title"."""

    start: int
    end: int
    entity: Entity
    alignment: str


def resolve_references(
    words: PassageWords, named: Iterable[Named], *, title: Entity | None
) -> list[Reference]:
    """Return what stands for an entity of the passage without naming it, in order of the text.

    Args:
        words: the passage.
        named: what it names, in any order.
        title: the entity that the document is about.
    """
    known = _in_order(named)
    short = _short_names(words, known, title) if title else []
    described = _descriptions(words, known, title) if title else []
    places = [*known, *(Named(*item[:3]) for item in (*short, *described))]
    pronouns = _pronouns(words, _in_order(places), title)
    return sorted([*short, *described, *pronouns], key=lambda item: item.start)


def _pronouns(words: PassageWords, places: list[Named], title: Entity | None) -> list[Reference]:
    found: list[Reference] = []
    kinds: dict[str, str] = {}
    for match in _PRONOUN.finditer(words.text):
        kind = PRONOUNS.get(match.group().lower())
        if kind is None:  # "İt": a match without case that has no such lower case
            continue
        before = [item for item in places if item.end <= match.start()]
        before += [Named(*item[:3]) for item in found]
        entity = _antecedent(words, match.start(), kind, _in_order(before), kinds, title)
        if entity is not None:
            kinds.setdefault(entity.id, kind)
            found.append(Reference(match.start(), match.end(), entity, "pronoun"))
    return found


def _antecedent(
    words: PassageWords,
    position: int,
    kind: str,
    before: Sequence[Named],
    kinds: dict[str, str],
    title: Entity | None,
) -> Entity | None:
    own = words.sentence_at(position)
    for sentence in range(own, max(own - MAX_LOOK_BACK, 0) - 1, -1):
        for item in before:
            if words.sentence_at(item.start) == sentence and _fits(item.entity, kind, kinds):
                return item.entity
    return title if title is not None and _fits(title, kind, kinds) else None


def _fits(entity: Entity, kind: str, kinds: dict[str, str]) -> bool:
    """Return whether a pronoun can stand for an entity, as far as its type is known."""
    if kind in PERSONAL:
        return entity.type in ("Person", "Thing") and kinds.get(entity.id, kind) == kind
    if kinds.get(entity.id) in PERSONAL:
        return False
    if kind == "it":
        return entity.type != "Person"
    is_plural = entity.type == "Group" or entity.name.endswith("s")
    return is_plural and entity.type in ("Organization", "Group", "Thing")


def _descriptions(words: PassageWords, known: Sequence[Named], title: Entity) -> list[Reference]:
    """Return "the film" where the title is, or may be, a film and no other film stands before."""
    found = []
    title_words = [word.form for word in split_words(title.name)]
    own_kind = _said_class(words, title)
    for match in _DESCRIPTION.finditer(words.text):
        noun, kind = match[1], type_of_noun(match[1])
        start, end = match.span()
        if noun in title_words:
            end = _end_of_title_words(words, end, title_words)
        elif kind is None or noun in ROLES or _CLASSIFIES.search(words.text[:start][-20:]):
            continue
        is_kind = noun in (*title_words, own_kind)
        is_kind = is_kind or (
            title.type == kind and not _is_other_place(noun, title_words, own_kind)
        )
        # The maker of a work is seldom its passage's topic, the work nearly always.
        may_be = title.type == "Thing" and kind == "Work" and not own_kind
        may_be = may_be and words.sentence_run([(start, end)])[0] == start
        rivals = (item.entity for item in known if item.end <= start)
        if (is_kind or may_be) and not any(_is_rival(it, title, noun, kind) for it in rivals):
            found.append(Reference(start, end, title, "title"))
    return found


def _is_other_place(noun: str, title_words: Sequence[str], own_kind: str) -> bool:
    """Return whether a noun names another kind of place than the title: a city, not a river."""
    own = {word for word in (*title_words, own_kind) if type_of_noun(word) == "Place"}
    return type_of_noun(noun) == "Place" and bool(own) and not ({noun} | own) <= SETTLEMENTS


def _said_class(words: PassageWords, title: Entity) -> str:
    """Return the noun for what the title is if the first sentence says so: "is a 2012 film by"."""
    start, end = words.sentence_run([(0, 1)])
    first = words.text[start:end]
    said = _CLASS.search(first) if strip_disambiguation(title.name) in first else None
    return said[1].rsplit(" ", 1)[-1] if said else ""


def _end_of_title_words(words: PassageWords, end: int, title_words: list[str]) -> int:
    """Return where "the ice shelf" ends if the title is an ice shelf."""
    for word in words.words:
        if word.start == end + 1 and word.form in title_words and word.raw.islower():
            end = word.end
    return end


def _is_rival(entity: Entity, title: Entity, noun: str, kind: str | None) -> bool:
    """Return whether a description may mean another entity that was named before it."""
    if entity.normalized_name == title.normalized_name:
        return False
    is_kind = entity.type == kind and title.type != kind
    return is_kind or noun in entity.normalized_name.split()


def _short_names(words: PassageWords, known: Sequence[Named], title: Entity) -> list[Reference]:
    """Return where one word of the title stands for the whole: "Hayek", "VT500"."""
    distinctive = _distinctive_words(title)
    if not distinctive:
        return []
    found = []
    for word in words.words:
        if word.raw not in distinctive or _neighbour_is_name(words.text, word.start, word.end):
            continue
        around = [item for item in known if item.start <= word.start and word.end <= item.end]
        if not any(_is_other(item, word, title) for item in around):
            found.append(Reference(word.start, word.end, title, "title"))
    return found


def _distinctive_words(title: Entity) -> set[str]:
    """Return the words that the title's entity may go by: a last name, or what is not its kind."""
    parts = split_words(strip_disambiguation(title.name))
    is_phrase = any(word.form in ("of", "and", "in", "for") for word in parts)
    has_number = any(word.raw.isdigit() for word in parts)
    if len(parts) < 2 or is_phrase or has_number or title.name.startswith(("The ", "A ", "An ")):
        return set()
    last = parts[-1]
    kind = type_of_noun(last.form)
    if kind == "Organization":
        chosen = (parts[0],)
    elif kind not in (None, "Person"):
        return set()
    else:
        chosen = (last,)
    return {
        word.raw
        for word in chosen
        if len(word.raw) >= MIN_SHORT_NAME_CHARS
        and word.raw[0].isupper()
        and word.form not in COMMON_WORDS
    }


def _is_other(item: Named, word: Word, title: Entity) -> bool:
    """Return whether a named entity at a word is not the title's: a longer name, another type."""
    if item.end - item.start > word.end - word.start:
        return True
    if title.type == "Thing":
        return item.entity.type in ("Place", "Group")
    return item.entity.type not in ("Thing", title.type)


def _neighbour_is_name(text: str, start: int, end: int) -> bool:
    """Return whether the word is part of a longer name: a capital before or after it."""
    before = text[:start].rstrip(" ").rsplit(" ", 1)[-1]
    after = text[end : end + 2]
    is_joined = bool(before) and before[0].isupper() and before[-1].isalnum()
    is_joined = is_joined and before.lower() not in OPENING_WORDS
    return is_joined or (after[:1] == " " and after[1:].isupper())


def _in_order(named: Iterable[Named]) -> list[Named]:
    return sorted(named, key=lambda item: (item.start, item.end))
