"""What groundings are drawn from: the relations of a graph, and the entities each of them has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from dataclasses import dataclass
from functools import cached_property

from kgplatform.training.plan_data.facts import Facts

__all__ = ["Choices"]

FEWEST_OF_CLASS = 2


@dataclass(frozen=True)
class Choices:
    """What groundings are drawn from.

    Attributes:
        targets: relation to the entities that something is related to by it.
        sides: relation to values, to the entities of a kind that have just one value of it.
    """

    targets: dict[str, list[str]]
    sides: dict[str, dict[str, list[str]]]

    @cached_property
    def names(self) -> list[str]:
        """The relations to entities, in alphabetical order."""
        return sorted(self.targets)

    @classmethod
    def of(cls, facts: Facts, relations: Collection[str], compared: Collection[str]) -> Choices:
        """Return what there is to draw from facts, by given relations to entities and to values."""
        targets: dict[str, list[str]] = {}
        for target, edges in facts.incoming.items():
            if facts.things[target].is_value or facts.is_ambiguous(target):
                continue
            for relation in {relation for _, relation in edges} & set(relations):
                targets.setdefault(relation, []).append(target)
        sides: dict[str, dict[str, list[str]]] = {}
        for thing, values in facts.outgoing.items():
            for relation in values.keys() & set(compared):
                if len(values[relation]) == 1:
                    kinds = sides.setdefault(relation, {})
                    kinds.setdefault(facts.things[thing].kind, []).append(thing)
        return cls(
            {relation: sorted(found) for relation, found in targets.items()}, _with_enough(sides)
        )

    def list_bridged(
        self, facts: Facts, ends: Container[str], allowed: Callable[[str], bool]
    ) -> dict[str, dict[str, list[str]]]:
        """Return the entities related to just one entity by a relation, and that to an end.

        Args:
            facts: of the graph.
            ends: what they may be related to.
            allowed: whether an entity may be named in a question.

        Returns:
            relation, to the entities of a kind; of kinds with fewer than two none.
        """
        found: dict[str, dict[str, list[str]]] = {}
        for thing, edges in facts.outgoing.items():
            if not allowed(thing) or facts.is_ambiguous(thing):
                continue
            for via in edges.keys() & self.targets.keys():
                if len(edges[via]) == 1 and edges[via][0] in ends:
                    kinds = found.setdefault(via, {})
                    kinds.setdefault(facts.things[thing].kind, []).append(thing)
        return _with_enough(found)


def _with_enough(found: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
    enough = {
        relation: {k: sorted(v) for k, v in kinds.items() if len(v) >= FEWEST_OF_CLASS}
        for relation, kinds in found.items()
    }
    return {relation: kinds for relation, kinds in enough.items() if kinds}
