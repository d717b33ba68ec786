"""Draws comparisons: which of two has more of something, and whether both have the same.

Of themselves, or bridged: of what each is related to, as films by the age of their directors.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from kgplatform.plan.wording import bridged_words, needs_unit, shared_words
from kgplatform.training.plan_data.choices import Choices
from kgplatform.training.plan_data.facts import Facts
from kgplatform.training.plan_data.groundings import Alike, Versus, list_compared, list_values

__all__ = ["Comparer", "find_fault"]

DIFFERENCE = 1.05  # sides differ by a twentieth at least: sources round
TRIES = 20  # for a second entity that shares what the first one has

ByKind = dict[str, dict[str, list[str]]]
"""A relation, to the entities of a kind."""


@dataclass
class Comparer:
    """Draws comparisons from facts; the arguments are those of the grounder."""

    facts: Facts
    choices: Choices
    draw: random.Random
    allowed: Callable[[str], bool]
    _related: dict[str, ByKind] = field(default_factory=dict)

    def draw_versus(self, *, bridged: bool) -> Versus | None:
        """Return which of two has more, or less, of something; None where there is none to draw."""
        sides, names = self.choices.sides, self.facts.relations
        relations = [r for r in sides if not bridged or bridged_words(names[r])]
        if not relations:
            return None
        relation = self.draw.choice(sorted(relations))
        kinds, via = sides[relation], ""
        if bridged:
            vias = self._list_related(relation, lambda: {t for k in kinds.values() for t in k})
            via = self._choose(vias)
            kinds = vias.get(via, {})
        if not kinds:
            return None
        one, other = self.draw.sample(kinds[self._choose(kinds)], 2)
        return Versus(relation, (one, other), self.draw.random() < 0.5, via)

    def draw_alike(self, *, bridged: bool) -> Alike | None:
        """Return whether two entities have the same, as about half do; None as above."""
        facts = self.facts
        relations = sorted(
            relation
            for relation in self.choices.targets
            if shared_words(facts.relations[relation], bridged=bridged)
        )
        if not relations:
            return None
        relation, via = self.draw.choice(relations), ""
        if bridged:
            vias = self._list_related(
                relation,
                lambda: {t for t in facts.outgoing if len(facts.objects(t, relation)) == 1},
            )
            via = self._choose(vias)
            kinds = vias.get(via, {})
        else:
            kinds = self._list_related("", lambda: facts.things).get(relation, {})
        if not kinds:
            return None
        return self._draw_pair(relation, kinds[self._choose(kinds)], via)

    def _draw_pair(self, relation: str, things: list[str], via: str) -> Alike | None:
        one = self.draw.choice(things)
        others = [t for t in self.draw.sample(things, min(TRIES, len(things))) if t != one]
        wants_same = self.draw.random() < 0.5
        fit = [t for t in others if self._is_same(relation, via, one, t) is wants_same]
        return Alike(relation, (one, fit[0]), via) if fit else None

    def _is_same(self, relation: str, via: str, *sides: str) -> bool:
        compared = list_compared(Alike(relation, (sides[0], sides[1]), via), self.facts)
        return len({tuple(self.facts.objects(t, relation)) for t in compared}) == 1

    def _list_related(self, relation: str, find_ends: Callable[[], Container[str]]) -> ByKind:
        """Return the entities that a question may name with one entity that has the relation.

        Those that have it are looked for once a relation: there are as many as entities.
        """
        if relation not in self._related:
            found = self.choices.list_bridged(self.facts, find_ends(), self.allowed)
            self._related[relation] = found
        return self._related[relation]

    def _choose(self, found: Mapping[str, object]) -> str:
        return self.draw.choice(sorted(found)) if found else ""


def find_fault(grounding: Versus | Alike, facts: Facts) -> str:
    """Return why a comparison is no good question, '' if it is one."""
    compared = list_compared(grounding, facts)
    is_named = grounding.via and set(compared) & set(grounding.sides)
    if is_named or len(set(compared)) != len(grounding.sides):
        return "no two entities to compare"
    if any(facts.is_ambiguous(thing) for thing in compared):
        return "an ambiguous answer in between"
    if isinstance(grounding, Alike):
        return _find_doubt(grounding, facts)
    return _find_tie(grounding, facts)


def _find_tie(grounding: Versus, facts: Facts) -> str:
    values = list_values(grounding, facts)
    if len(values) != len(grounding.sides) or len({(v.kind, v.dimension) for v in values}) > 1:
        return "values of different kinds"
    if needs_unit(facts.relations[grounding.relation]) and not values[0].dimension:
        return "a number without its unit"
    one, other = values
    if one.kind == "date":
        return "nearly the same value" if one.date[0] == other.date[0] else ""
    low, high = sorted((abs(one.value), abs(other.value)))
    return "nearly the same value" if high <= low * DIFFERENCE else ""


def _find_doubt(grounding: Alike, facts: Facts) -> str:
    found = [facts.objects(thing, grounding.relation) for thing in list_compared(grounding, facts)]
    if any(len(things) != 1 for things in found):
        return "several entities that may be the same"
    return "an ambiguous answer" if any(facts.is_ambiguous(t[0]) for t in found) else ""
