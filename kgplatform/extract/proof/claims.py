"""Reads a model's reply into the entities and facts that it claims, losing nothing silently.

Models write facts as objects under many names, as lists of three and more, and wrongly; each
form whose meaning is clear is read, everything else is dropped, and both are counted. A claim
says nothing about truth: `kgplatform.extract.proof.prove` holds it against the passage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kgplatform.extract.proof.claim_forms import (
    FormError,
    as_text,
    fact_from_list,
    fact_from_mapping,
    fact_from_text,
)
from kgplatform.extract.proof.loose_json import read_loose_json
from kgplatform.records.document import Claim

__all__ = ["ClaimedEntity", "Claims", "add_counts", "join_claims", "parse_claims"]

ENTITY_KEYS = ("entities", "named_entities", "extracted_entities", "nodes")
FACT_KEYS = (
    "facts",
    "triples",
    "triplets",
    "statements",
    "relations",
    "relationships",
    "extracted_triples",
    "hyper_relational_facts",
    "edges",
)
NAME_KEYS = ("name", "entity", "text", "label", "id", "mention")
TYPE_KEYS = ("type", "entity_type", "category", "class", "kind", "label")
MAX_NAME_CHARS = 300
"""A longer "name" or part of a fact is a copied paragraph."""


Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ClaimedEntity:
    """A name that the model gave as an entity, with the type it gave, which may be any text."""

    name: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Claims:
    """What a reply claims, each entity and fact once.

    Attributes:
        dropped: what could not be used, counted by reason.
        repaired: what was read although it was not as asked, counted by kind.
        items: entities and facts that the reply held; each was kept or is counted in `dropped`.
        is_reply: there was JSON with a place for facts, even if an empty one.
    """

    entities: tuple[ClaimedEntity, ...] = ()
    facts: tuple[Claim, ...] = ()
    dropped: Counts = ()
    repaired: Counts = ()
    items: int = 0
    is_reply: bool = False


class _Reader:
    """Collects the items of one reply."""

    def __init__(self) -> None:
        self.entities: dict[str, ClaimedEntity] = {}
        self.facts: dict[tuple[Any, ...], Claim] = {}
        self.dropped: Counter[str] = Counter()
        self.repaired: Counter[str] = Counter()
        self.items = 0
        self.is_reply = False

    def read(self, document: Any) -> None:
        """Take in a top-level object or list."""
        if isinstance(document, Mapping):
            keys = {_key(key): value for key, value in document.items()}
            parts = [(keys[key], self._read_entity) for key in ENTITY_KEYS if key in keys]
            parts += [(keys[key], self._read_fact) for key in FACT_KEYS if key in keys]
            self.is_reply = self.is_reply or any(key in keys for key in FACT_KEYS)
            for value, read_item in parts:
                for item in self._items(value):
                    read_item(item)
            if parts or not keys:
                return
            inner = [value for value in keys.values() if isinstance(value, Mapping)]
            if len(inner) == 1 == len(keys):  # {"result": {"facts": …}}
                self.repaired["reply in an outer object"] += 1
                self.read(inner[0])
                return
        for item in self._items(document):
            self._read_any(item)

    def _items(self, value: Any) -> Iterator[Any]:
        """Yield the items of a list, of lists in it, or of an object that stands for one."""
        if isinstance(value, Mapping) and value and all(map(_is_container, value.values())):
            self.repaired["object in place of a list"] += 1
            for key, inner in value.items():
                if isinstance(inner, list) and all(isinstance(name, str) for name in inner):
                    yield from ({"name": name, "type": key} for name in inner)
                else:
                    yield from self._items(inner)
        elif isinstance(value, list):
            for item in value:
                if _is_nested(item):
                    self.repaired["list in a list"] += 1
                    yield from self._items(item)
                else:
                    yield item
        elif value not in (None, "", {}):
            yield value

    def _read_any(self, item: Any) -> None:
        """Take in an item of a bare list: an entity has a name and no relation."""
        if isinstance(item, Mapping) and _is_entity(item):
            self._read_entity(item)
        else:
            self._read_fact(item)
        self.is_reply = self.is_reply or bool(self.facts or self.entities)

    def _read_entity(self, item: Any) -> None:
        self.items += 1
        names: list[Any] = [item]
        if isinstance(item, Mapping):
            keys = {_key(key): value for key, value in item.items()}
            name = next((keys[key] for key in NAME_KEYS if keys.get(key)), None)
            kind = next((keys[key] for key in TYPE_KEYS if keys.get(key) not in (None, name)), "")
            if name is None and len(item) == 1 and not keys.keys() & {*NAME_KEYS, *TYPE_KEYS}:
                # {"Oslo": "Place"}
                ((name, kind),) = item.items()
                self.repaired["entity written as a pair"] += 1
            names = [name, kind]
        elif isinstance(item, list):
            names = item
            self.repaired["entity written as a list"] += 1
        name, kind = as_text(names[0]), as_text(names[1]) if len(names) > 1 else ""
        if not name or len(name) > MAX_NAME_CHARS:
            self.dropped["entity without a usable name"] += 1
        elif name in self.entities:
            self.dropped["entity repeated"] += 1
            if kind and not self.entities[name].type:
                self.entities[name] = ClaimedEntity(name, kind)
        else:
            self.entities[name] = ClaimedEntity(name, kind)

    def _read_fact(self, item: Any) -> None:
        try:
            facts = list(self._facts(item))
        except FormError as exc:
            self.items += 1
            self.dropped[str(exc)] += 1
            return
        if len(facts) > 1:
            self.repaired["fact with several objects"] += 1
        for fact in facts:
            self.items += 1
            key = (fact.subject, fact.relation, fact.object, fact.qualifiers)
            if any(len(part) > MAX_NAME_CHARS for part in key[:3]):
                self.dropped["fact with a part of endless length"] += 1
            elif key in self.facts:
                self.dropped["fact repeated"] += 1
            else:
                self.facts[key] = fact

    def _facts(self, item: Any) -> Iterable[Claim]:
        if isinstance(item, Mapping):
            return fact_from_mapping(item, dropped=self.dropped, repaired=self.repaired)
        if isinstance(item, list | tuple):
            return fact_from_list(list(item), repaired=self.repaired)
        if isinstance(item, str):
            return fact_from_text(item, repaired=self.repaired)
        raise FormError("fact of unknown form")


def parse_claims(text: str) -> Claims:
    """Return what a reply claims. Never raises: what cannot be read is counted.

    Args:
        text: the reply as the model gave it.
    """
    loose = read_loose_json(text)
    reader = _Reader()
    for document in loose.documents or ():
        reader.read(document)
    return Claims(
        entities=tuple(reader.entities.values()),
        facts=tuple(reader.facts.values()),
        dropped=_counts(loose.dropped + reader.dropped),
        repaired=_counts(loose.repaired + reader.repaired),
        items=reader.items,
        is_reply=reader.is_reply,
    )


def join_claims(first: Claims, second: Claims) -> Claims:
    """Return what two replies about one passage claim, each entity and fact once."""
    entities = {item.name: item for item in (*second.entities, *first.entities)}
    return Claims(
        entities=tuple(entities.values()),
        facts=tuple(dict.fromkeys((*first.facts, *second.facts))),
        dropped=add_counts(first.dropped, second.dropped),
        repaired=add_counts(first.repaired, second.repaired),
        items=first.items + second.items,
        is_reply=first.is_reply or second.is_reply,
    )


def add_counts(first: Counts, second: Counts) -> Counts:
    """Return how often each entity was counted in both together, in the order of their names."""
    return _counts(Counter(dict(first)) + Counter(dict(second)))


def _counts(counter: Counter[str]) -> Counts:
    return tuple(sorted(counter.items()))


def _key(key: Any) -> str:
    return str(key).strip().casefold().replace(" ", "_").replace("-", "_")


def _is_entity(item: Mapping[Any, Any]) -> bool:
    keys = {_key(key) for key in item}
    return bool(keys & {"name", "entity"}) and not keys & {"relation", "predicate", "object"}


def _is_container(value: Any) -> bool:
    return isinstance(value, list | Mapping)


def _is_nested(item: Any) -> bool:
    """Return whether a list is a list of facts, and not a fact."""
    return isinstance(item, list) and bool(item) and all(map(_is_container, item))
