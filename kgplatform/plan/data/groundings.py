"""Groundings: patterns with the things and relations of a graph in them, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kgplatform.plan.compare import align
from kgplatform.plan.data.facts import Facts
from kgplatform.plan.measures import Measure, read_measure

__all__ = [
    "Grounding",
    "Hop",
    "Join",
    "Leaf",
    "Meet",
    "Versus",
    "compute_answers",
    "list_entities",
    "list_values",
]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A named thing."""

    thing: str


@dataclass(frozen=True, slots=True)
class Hop:
    """What `of` is related to by a relation."""

    relation: str
    of: Grounding


@dataclass(frozen=True, slots=True)
class Meet:
    """An intersection."""

    parts: tuple[Grounding, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """A union."""

    parts: tuple[Grounding, ...]


@dataclass(frozen=True, slots=True)
class Versus:
    """Two things compared by a relation to values; `smaller` says which one is asked for."""

    relation: str
    sides: tuple[str, str]
    smaller: bool


Grounding: TypeAlias = Leaf | Hop | Meet | Join | Versus


def compute_answers(grounding: Grounding, facts: Facts) -> frozenset[str]:
    """Return the ids of all answers."""
    match grounding:
        case Leaf(thing):
            return frozenset({thing})
        case Hop(relation, of):
            before = compute_answers(of, facts)
            return frozenset(o for thing in before for o in facts.objects(thing, relation))
        case Meet(parts):
            return frozenset.intersection(*(compute_answers(part, facts) for part in parts))
        case Join(parts):
            return frozenset().union(*(compute_answers(part, facts) for part in parts))
        case Versus(relation, sides, smaller):
            values = list_values(Versus(relation, sides, smaller), facts)
            known = {side: value.value for side, value in zip(sides, values, strict=True)}
            wanted = min(known.values()) if smaller else max(known.values())
            return frozenset(side for side, value in known.items() if value == wanted)


def list_entities(grounding: Grounding) -> frozenset[str]:
    """Return the things that a grounding names."""
    match grounding:
        case Leaf(thing):
            return frozenset({thing})
        case Hop(_, of):
            return list_entities(of)
        case Meet(parts) | Join(parts):
            return frozenset().union(*(list_entities(part) for part in parts))
        case Versus(_, sides, _):
            return frozenset(sides)


def list_values(versus: Versus, facts: Facts) -> list[Measure]:
    """Return what the sides are compared by; those that have no one value are left out."""
    labels = [facts.things[facts.objects(s, versus.relation)[0]].label for s in versus.sides]
    return align([measure for label in labels if (measure := read_measure(label))])
