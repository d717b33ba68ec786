"""Groundings: patterns with the entities and relations of a graph in them, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kgplatform.pipelines.plan.compare import align
from kgplatform.pipelines.plan.verdicts import NO, YES
from kgplatform.text.measures import Measure, read_measure
from kgplatform.training.plan_data.facts import Facts

__all__ = [
    "NO_ID",
    "YES_ID",
    "Alike",
    "Grounding",
    "Hop",
    "Join",
    "Leaf",
    "Meet",
    "Versus",
    "compute_answers",
    "list_compared",
    "list_entities",
    "list_values",
]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A named entity."""

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
    """Two entities compared by a relation to values; `smaller` says which one is asked for.

    `via`: the relation from each to what has the value, '' where they have it themselves.
    """

    relation: str
    sides: tuple[str, str]
    smaller: bool
    via: str = ""


@dataclass(frozen=True, slots=True)
class Alike:
    """Whether two entities, or what each is related to by `via`, have the same of a relation."""

    relation: str
    sides: tuple[str, str]
    via: str = ""


Grounding: TypeAlias = Leaf | Hop | Meet | Join | Versus | Alike

YES_ID, NO_ID = f"={YES}", f"={NO}"
"""What answers to whether something is so go by."""


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
        case Versus(_, sides, smaller):
            values = list_values(grounding, facts)
            known = {side: value.value for side, value in zip(sides, values, strict=True)}
            wanted = min(known.values()) if smaller else max(known.values())
            return frozenset(side for side, value in known.items() if value == wanted)
        case Alike(relation):
            compared = list_compared(grounding, facts)
            found = {thing for one in compared for thing in facts.objects(one, relation)}
            return frozenset({YES_ID if len(found) == 1 else NO_ID})


def list_entities(grounding: Grounding) -> frozenset[str]:
    """Return the entities that a grounding names."""
    match grounding:
        case Leaf(thing):
            return frozenset({thing})
        case Hop(_, of):
            return list_entities(of)
        case Meet(parts) | Join(parts):
            return frozenset().union(*(list_entities(part) for part in parts))
        case Versus() | Alike():
            return frozenset(grounding.sides)


def list_compared(grounding: Versus | Alike, facts: Facts) -> list[str]:
    """Return what has what is compared: the sides, or what each is related to."""
    if not grounding.via:
        return list(grounding.sides)
    return [thing for side in grounding.sides for thing in facts.objects(side, grounding.via)]


def list_values(versus: Versus, facts: Facts) -> list[Measure]:
    """Return what the sides are compared by; those that have no one value are left out."""
    found = [facts.objects(t, versus.relation)[0] for t in list_compared(versus, facts)]
    labels = [facts.things[value].label for value in found]
    return align([measure for label in labels if (measure := read_measure(label))])
