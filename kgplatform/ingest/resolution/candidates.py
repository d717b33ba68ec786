"""Proposes which entities may be the same, from their names alone; never all pairs.

Each kind of likeness has an index or blocks of its own, so the work grows with the number of
names. A proposal is no decision: `clusters` weighs it against context and conflicts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from rapidfuzz import fuzz, process

from kgplatform.text.name_forms import (
    NameForm,
    abbreviation_letters,
    are_person_variants,
    iterate_initials,
    name_likeness,
    parse_name,
)
from kgplatform.text.names import normalize_name, strip_disambiguation

__all__ = ["METHODS", "EntityName", "Pair", "propose_pairs"]

METHODS = (
    "user",
    "qid",
    "redirect",
    "alias",
    "abbreviation",
    "opening",
    "variant",
    "title",
    "person",
    "close",
)
"""How two names can turn out to be one entity's, the surest first: a person said so, one Wikidata
item, a document that only points on, another name given as data, a name in brackets after the
full one, another name at a document's beginning, the same but for spelling conventions, the same
but for a parenthesis or a title, given names that agree, nearly the same letters."""

CLOSE_FLOOR = 0.85  # of the likeness of names: below it nothing is proposed
MIN_CLOSE_CHARS = 6
BLOCK_CHARS = 5
MAX_BLOCK = 400  # larger blocks are parted by more characters
MAX_FAMILY = 60  # people with one family name and initial: more say nothing
MAX_TARGETS = 30  # namesakes of one name


class EntityName(NamedTuple):
    """An entity as far as its names go; `titled` if a document is about it."""

    id: str
    name: str
    type: str
    qid: str | None
    aliases: tuple[str, ...]
    titled: bool
    mentions: int


class Pair(NamedTuple):
    """Two entities that may be one; `short` is the one that leaves more open.

    `score` is 0..1, higher is surer, from the names alone.
    """

    short: str
    long: str
    method: str
    score: float


def propose_pairs(entities: Sequence[EntityName]) -> list[Pair]:
    """Return the pairs that names propose, without repetition, the surest method of each pair.

    Abbreviations are only proposed; that a text defines them is for the caller to see.
    """
    forms = {entity.id: parse_name(entity.name, entity.type) for entity in entities}
    found: dict[tuple[str, str], Pair] = {}
    proposals = (
        _same_qid(entities),
        _same_alias(entities),
        _abbreviations(entities),
        _variants(entities, forms),
        _titles(entities, forms),
        _persons(entities, forms),
        _close_names(entities, forms),
    )
    for pairs in proposals:
        for pair in pairs:
            key = (min(pair.short, pair.long), max(pair.short, pair.long))
            if pair.short != pair.long:
                found.setdefault(key, pair)
    return sorted(found.values())


def _same_qid(entities: Iterable[EntityName]) -> Iterator[Pair]:
    for group in _groups(entities, lambda entity: entity.qid):
        first = min(group)
        yield from (Pair(other.id, first.id, "qid", 1.0) for other in group)


def _same_alias(entities: Sequence[EntityName]) -> Iterator[Pair]:
    """Propose an alias's owner for the entity of that name; a title's plain form is no alias."""
    by_name = defaultdict(list)
    for entity in entities:
        by_name[normalize_name(entity.name)].append(entity)
    for entity in entities:
        plain = strip_disambiguation(entity.name)
        for alias in entity.aliases:
            if alias != plain:
                for other in by_name.get(normalize_name(alias), ()):
                    yield Pair(other.id, entity.id, "alias", 1.0)


def _abbreviations(entities: Sequence[EntityName]) -> Iterator[Pair]:
    """Propose the full names whose words begin with a short name's letters."""
    shorts = defaultdict(list)
    for entity in entities:
        letters = abbreviation_letters(entity.name)
        if letters:
            shorts[letters].append(entity)
    for full in entities:
        is_spelled_out = " " in full.name and not full.name.isupper()
        for letters in iterate_initials(full.name) if is_spelled_out else ():
            for short in shorts.get(letters, ()):
                yield Pair(short.id, full.id, "abbreviation", 1.0)


def _variants(entities: Iterable[EntityName], forms: dict[str, NameForm]) -> Iterator[Pair]:
    """Propose names that differ only in honorific, corporate ending, "and", dots, letters."""

    def key(entity: EntityName) -> Hashable:
        form = forms[entity.id]
        return (form.key, form.appendix, form.detail, form.marks) if form.base else None

    for group in _groups(entities, key):
        yield from _all_pairs(group, "variant", 1.0)


def _titles(entities: Iterable[EntityName], forms: dict[str, NameForm]) -> Iterator[Pair]:
    """Propose, for a bare name, the names that add a parenthesis or a title after a comma."""

    def key(entity: EntityName) -> Hashable:
        form = forms[entity.id]
        return (form.key, form.marks) if form.base else None

    for group in _groups(entities, key):
        bare = [entity for entity in group if not _is_distinguished(forms[entity.id])]
        stated = [entity for entity in group if _is_distinguished(forms[entity.id])]
        for short in bare[:MAX_TARGETS]:
            for long in stated[:MAX_TARGETS]:
                yield Pair(short.id, long.id, "title", 1.0)


def _persons(entities: Iterable[EntityName], forms: dict[str, NameForm]) -> Iterator[Pair]:
    """Propose people whose given names agree, the one with fewer letters for the other."""

    def key(entity: EntityName) -> Hashable:
        form = forms[entity.id]
        is_person = entity.type in ("Person", "Thing") and len(form.base) > 1
        return (form.base[0][0], form.base[-1], form.marks) if is_person else None

    for group in _groups(entities, key):
        if len(group) > MAX_FAMILY:
            continue
        for a, b in combinations(sorted(group), 2):
            if "Person" in (a.type, b.type) and are_person_variants(forms[a.id], forms[b.id]):
                short, long = sorted((a, b), key=lambda e: (len(forms[e.id].key), e.id))
                yield Pair(short.id, long.id, "person", name_likeness(forms[a.id], forms[b.id]))


def _close_names(entities: Sequence[EntityName], forms: dict[str, NameForm]) -> Iterator[Pair]:
    """Propose names of almost the same words in any order, in blocks of a common first or last."""
    usable = [entity for entity in entities if len(forms[entity.id].key) >= MIN_CLOSE_CHARS]
    for ends in (False, True):
        texts = {e.id: _block_text(forms[e.id], reverse=ends) for e in usable}
        for block in _blocks(usable, texts, BLOCK_CHARS):
            yield from _close_in_block(block, forms)


def _block_text(form: NameForm, *, reverse: bool) -> str:
    text = _sorted_words(form).replace(" ", "")  # "Aizawa Keiko" is "Keiko Aizawa" elsewhere
    return text[::-1] if reverse else text


def _blocks(
    entities: Sequence[EntityName], texts: dict[str, str], size: int
) -> Iterator[list[EntityName]]:
    """Yield entities whose texts share `size` characters, or more where those are too many."""
    for group in _groups(entities, lambda entity: texts[entity.id][:size]):
        if len(group) <= MAX_BLOCK:
            yield group
        elif size < max(len(texts[entity.id]) for entity in group):
            yield from _blocks(group, texts, size + 2)


def _close_in_block(block: list[EntityName], forms: dict[str, NameForm]) -> Iterator[Pair]:
    names = [_sorted_words(forms[entity.id]) for entity in block]
    likeness = process.cdist(
        names, names, scorer=fuzz.ratio, score_cutoff=100 * CLOSE_FLOOR, dtype=np.uint8
    )
    for i, j in zip(*np.nonzero(np.triu(likeness, k=1)), strict=True):
        a, b = block[int(i)], block[int(j)]
        left, right = forms[a.id], forms[b.id]
        if left.marks == right.marks and left.base != right.base:
            short, long = sorted((a, b), key=lambda e: (e.titled, e.mentions, e.id))
            yield Pair(short.id, long.id, "close", name_likeness(left, right))


def _sorted_words(form: NameForm) -> str:
    return " ".join(sorted([*form.base, *form.appendix.split()]))


def _is_distinguished(form: NameForm) -> bool:
    return bool(form.detail or form.appendix)


def _all_pairs(group: list[EntityName], method: str, score: float) -> Iterator[Pair]:
    for a, b in combinations(sorted(group)[:MAX_TARGETS], 2):
        yield Pair(a.id, b.id, method, score)


def _groups(
    entities: Iterable[EntityName], key: Callable[[EntityName], Hashable]
) -> Iterator[list[EntityName]]:
    """Yield the entities that share a key other than None, where there are several."""
    groups: dict[Hashable, list[EntityName]] = defaultdict(list)
    for entity in entities:
        value = key(entity)
        if value is not None:
            groups[value].append(entity)
    return (group for group in groups.values() if len(group) > 1)
