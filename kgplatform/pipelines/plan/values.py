"""Answers as values: when two are the same entity, and sets of them.

Plans compute with answers, so "USA" and "United States of America" (an alias), "1,000 m" and
"1 km", "2 May 1900" and "1900-05-02" must be one each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kgplatform.text.measures import read_measure
from kgplatform.text.names import normalize_name, strip_disambiguation

__all__ = [
    "Item",
    "intersect",
    "is_same",
    "unite",
]

WIKIDATA_ID = re.compile(r"Q\d+")
TRAILING_SIGNS = re.compile(r"(?<=\w)[+#]+$")
EXACT = 1e-9  # relative difference within which two converted numbers are one


@dataclass(frozen=True, slots=True)
class Item:
    """One answer: its text, and the entity's identifier and other names where they are known.

    `id` is a Wikidata identifier, or an entity's id in the graph. `support` says where the answer
    comes from.
    """

    text: str
    id: str = ""
    aliases: tuple[str, ...] = ()
    support: tuple[str, ...] = field(default=(), compare=False)

    @property
    def keys(self) -> frozenset[str]:
        """The names it goes by, normalised."""
        names = {self.text, strip_disambiguation(self.text), *self.aliases}
        return frozenset(_key(name) for name in names if name.strip())


def _key(name: str) -> str:
    """Return a name's normalised form with the signs that separate C++ and C# from C."""
    signs = TRAILING_SIGNS.search(name.strip())
    return normalize_name(name) + (signs[0] if signs else "")


def is_same(one: Item, other: Item) -> bool:
    """Return whether two answers are one entity, one number or one date.

    Identifiers decide where both are Wikidata's or both the graph's; of one of each, the names do.
    A less exact date ("1900") is not the same as a more exact one.
    """
    if one.id and other.id and _is_wikidata(one.id) == _is_wikidata(other.id):
        return one.id == other.id
    left, right = read_measure(one.text), read_measure(other.text)
    if left is None or right is None:
        return bool(one.keys & other.keys)
    if left.kind != right.kind:
        return False
    if left.kind == "date":
        return left.date == right.date
    if left.dimension != right.dimension:
        return False
    return abs(left.value - right.value) <= EXACT * max(abs(left.value), abs(right.value))


def _is_wikidata(identifier: str) -> bool:
    return WIKIDATA_ID.fullmatch(identifier) is not None


def unite(lists: Iterable[Sequence[Item]]) -> tuple[Item, ...]:
    """Return every answer once, in the order of first appearance, with all it goes by."""
    united: list[Item] = []
    places: dict[str, list[int]] = {}
    for item in (item for items in lists for item in items):
        place = _find(item, united, places)
        if place is None:
            place = len(united)
            united.append(item)
        else:
            united[place] = _join(united[place], item)
        for key in _index_keys(item):
            slots = places.setdefault(key, [])
            if place not in slots:
                slots.append(place)
    return tuple(united)


def intersect(lists: Sequence[Sequence[Item]]) -> tuple[Item, ...]:
    """Return the answers that all lists have, in the order of the first."""
    kept = unite(lists[:1])
    for items in lists[1:]:
        places: dict[str, list[int]] = {}
        for number, other in enumerate(items):
            for key in _index_keys(other):
                places.setdefault(key, []).append(number)
        matched = ((item, _find(item, items, places)) for item in kept)
        kept = tuple(_join(item, items[at]) for item, at in matched if at is not None)
    return kept


def _index_keys(item: Item) -> frozenset[str]:
    """Return keys of which any two items that are the same share one."""
    measure = read_measure(item.text)
    stated = {f"#{measure.kind}"} if measure else set()
    return item.keys | stated | ({f"@{item.id}"} if item.id else set())


def _find(item: Item, items: Sequence[Item], places: dict[str, list[int]]) -> int | None:
    near = dict.fromkeys(at for key in sorted(_index_keys(item)) for at in places.get(key, ()))
    return next((at for at in sorted(near) if is_same(item, items[at])), None)


def _join(one: Item, other: Item) -> Item:
    names = dict.fromkeys((*one.aliases, other.text, *other.aliases))
    names.pop(one.text, None)
    support = tuple(dict.fromkeys((*one.support, *other.support)))
    known = [item for item in (one.id, other.id) if item]
    chosen = next(filter(_is_wikidata, known), next(iter(known), ""))
    return replace(one, id=chosen, aliases=tuple(names), support=support)
