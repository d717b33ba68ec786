"""The facts of a graph as the grounding needs them: by entity, by relation, in both directions.

They are read once, by query, from a graph of the platform or from a SPARQL endpoint with
Wikidata's simple claims; everything else about the data sets is done in memory.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from kgplatform.graph.connection import Graph
from kgplatform.pipelines.plan.direct_claims import (
    CATALOGUE,
    DIRECT,
    ENTITY,
    FetchObjects,
    Select,
    plain_label,
    short_id,
    write_literal,
)
from kgplatform.pipelines.plan.values import Item
from kgplatform.text.names import normalize_name
from kgplatform.wikidata.sparql_texts import load_sparql

__all__ = ["Facts", "Thing", "fetch_from_graph", "read_endpoint_facts", "read_graph_facts"]


INSTANCE_OF, HUMAN = "P31", "Q5"
PERSON = "Person"
PAGE = 5_000


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity or value; `kind` is a class of Wikidata or an entity type, '' for none."""

    id: str
    label: str
    kind: str = ""
    is_value: bool = False


@dataclass
class Facts:
    """Facts in memory.

    `relations` maps a relation's id to its name, `phrases` to how sentences put it, where they are
    known: "leave" to "left".
    """

    things: dict[str, Thing] = field(default_factory=dict)
    relations: dict[str, str] = field(default_factory=dict)
    outgoing: dict[str, dict[str, list[str]]] = field(default_factory=lambda: defaultdict(dict))
    incoming: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    phrases: dict[str, str] = field(default_factory=dict)
    _names: Counter[str] = field(default_factory=Counter)
    _people: Counter[str] = field(default_factory=Counter)

    def add_entity(self, thing: Thing) -> None:
        """Add an entity, once."""
        if thing.id not in self.things:
            self.things[thing.id] = thing
            self._names[_key(thing.label)] += not thing.is_value

    def add(self, subject: str, relation: str, target: str) -> None:
        """Add a fact between entities that are known."""
        targets = self.outgoing[subject].setdefault(relation, [])
        if target not in targets:
            targets.append(target)
            self.incoming[target].append((subject, relation))
            self._people[relation] += 1 if self.is_person(target) else -1

    def objects(self, subject: str, relation: str) -> Sequence[str]:
        """Return what an entity is related to, in the order read."""
        return self.outgoing.get(subject, {}).get(relation, ())

    def label(self, answer: str) -> str:
        """Return how an answer is called: an entity, or what is none, such as yes."""
        thing = self.things.get(answer)
        return thing.label if thing else answer.removeprefix("=")

    def is_ambiguous(self, thing_id: str) -> bool:
        """Return whether several entities go by the entity's name."""
        thing = self.things[thing_id]
        return not thing.is_value and self._names[_key(thing.label)] > 1

    def is_person(self, thing_id: str) -> bool:
        """Return whether an entity is a human."""
        return self.things[thing_id].kind in (HUMAN, PERSON)

    def leads_to_people(self, relation: str) -> bool:
        """Return whether most of what entities are related to by a relation are humans."""
        return self._people[relation] > 0


@cache
def _key(label: str) -> str:
    return normalize_name(label)


def read_graph_facts(graph: Graph) -> Facts:
    """Return the statements of a graph of the platform, a page of them a query."""
    facts, after = Facts(), ""
    phrases: dict[str, Counter[str]] = defaultdict(Counter)
    while rows := graph.read("list_facts", after=after, limit=PAGE, documents=None):
        for row in rows:
            facts.relations[row["relation"]] = row["relation"]
            for part in ("subject", "object"):
                kind = row[f"{part}_type"] or ""
                is_value = kind in ("date", "quantity", "string")
                facts.add_entity(Thing(row[part], row[f"{part}_name"], kind, is_value))
            facts.add(row["subject"], row["relation"], row["object"])
            phrases[row["relation"]][_between(row)] += 1
        after = rows[-1]["id"]
    for relation, found in phrases.items():
        del found[""]
        facts.phrases.update((relation, phrase) for phrase, _ in found.most_common(1))
    return facts


def _between(row: Mapping[str, str]) -> str:
    """Return what a statement's sentence has between its two ends, '' where it names them anew."""
    subject, target = f"{row['subject_name']} ", f" {row['object_name']}"
    phrase, found, _ = row["text"].removeprefix(subject).partition(target)
    is_whole = found and row["text"].startswith(subject)
    return phrase.removesuffix(" the") if is_whole else ""


def fetch_from_graph(graph: Graph) -> FetchObjects:
    """Return what looks facts up in a graph of the platform."""

    def fetch(ids: Sequence[str], relation: str) -> list[Item]:
        rows = graph.read("fetch_fact_objects", ids=list(ids), relation=relation)
        return [Item(row["name"], id=row["object"]) for row in rows]

    return fetch


def read_endpoint_facts(select: Select) -> Facts:
    """Return the simple claims of an endpoint between entities that have labels, and values."""
    facts = Facts()
    rows = select(load_sparql("list_english_labels"))
    labels = {
        short_id(row["s"]): plain_label(row["label"])
        for row in rows
        if not row["label"].startswith(CATALOGUE)
    }
    claims = [(short_id(r["s"]), r["p"], r["o"]) for r in select(load_sparql("list_direct_claims"))]
    classes = {
        s: short_id(o) for s, p, o in sorted(claims, reverse=True) if p == DIRECT + INSTANCE_OF
    }
    for subject, predicate, target in claims:
        relation = predicate.removeprefix(DIRECT)
        if subject not in labels or relation not in labels:
            continue
        thing = _read_object(target, labels, classes)
        if thing is None:
            continue
        facts.relations[relation] = labels[relation]
        facts.add_entity(Thing(subject, labels[subject], classes.get(subject, "")))
        facts.add_entity(thing)
        facts.add(subject, relation, thing.id)
    return facts


def _read_object(
    target: str, labels: Mapping[str, str], classes: Mapping[str, str]
) -> Thing | None:
    if target.startswith(ENTITY):
        short = short_id(target)
        return Thing(short, labels[short], classes.get(short, "")) if short in labels else None
    if not target[:1].isdigit() and target[:1] not in "+-":
        return None
    words = write_literal(target)
    return Thing(f"={words}", words, is_value=True)
