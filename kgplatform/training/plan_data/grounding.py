"""Grounds patterns in facts: draws instances whose answers are computed, and drops degenerate ones.

As in Ren and Leskovec (2020), whose extraction the paper takes: an answer is drawn first, and the
pattern is walked from it to its entities, so that every instance has an answer. What is then found
to have too many, to be implied by one of its parts, or to hang on an ambiguous name is dropped.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kgplatform.plan.patterns import Compare, Entity, Intersect, Node, Pattern, Project, Unite
from kgplatform.plan.wording import needs_unit
from kgplatform.training.plan_data.choices import Choices
from kgplatform.training.plan_data.comparing import Comparer, find_fault
from kgplatform.training.plan_data.facts import Facts
from kgplatform.training.plan_data.groundings import (
    Alike,
    Grounding,
    Hop,
    Join,
    Leaf,
    Meet,
    Versus,
    compute_answers,
    list_entities,
)

__all__ = ["MOST_BETWEEN", "Grounder"]

MOST_BETWEEN = 10
"""Answers of a step before the last: as many as the executor asks the next step for."""

MOST_ANSWERS = 20
WALKS = 8  # from one answer, before another is drawn: most intersections are implied by a part
SAME_RELATION = 0.6  # of intersections and unions; the rest mixes relations, as in the paper
OF_BOTH = 0.3  # of comparisons: whether both have the same, not which of them has more
ENDS_IN_VALUE = 0.25  # of chains: "When was the director of Jaws born?"


@dataclass
class Grounder:
    """Draws groundings of patterns, each entity and relation about as likely as another.

    Args:
        facts: of the graph.
        choices: what may be drawn.
        draw: where chance comes from.
        allowed: whether an entity may be named in a question.
    """

    facts: Facts
    choices: Choices
    draw: random.Random
    allowed: Callable[[str], bool]
    dropped: Counter[str] = field(default_factory=Counter)
    _heads: dict[tuple[str, bool], dict[str, list[str]]] = field(default_factory=dict)
    _targets: dict[int, dict[str, list[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._comparer = Comparer(self.facts, self.choices, self.draw, self.allowed)

    def draw_one(self, pattern: Pattern) -> Grounding | None:
        """Return a grounding, None where all that were drawn lead nowhere or are degenerate."""
        if isinstance(pattern.root, Compare):
            return self._draw_comparison(bridged=pattern.root.bridged)
        if isinstance(pattern.root, Project) and self.draw.random() < ENDS_IN_VALUE:
            found = self._keep(self._draw_value(pattern.root))
            if found:
                return found
        target = self._draw_target(pattern.root)
        for _ in range(WALKS if target else 0):
            found = self._keep(self._walk(pattern.root, target))
            if found:
                return found
        return None

    def _draw_comparison(self, *, bridged: bool) -> Grounding | None:
        of_both = self.draw.random() < OF_BOTH
        draw = self._comparer.draw_alike if of_both else self._comparer.draw_versus
        for _ in range(WALKS):
            found = self._keep(draw(bridged=bridged))
            if found:
                return found
        return None

    def _keep(self, grounding: Grounding | None) -> Grounding | None:
        """Return a grounding if it is a good question; count why not."""
        fault = self._find_fault(grounding) if grounding else "no such path"
        if fault:
            self.dropped[fault] += 1
        return None if fault else grounding

    def _draw_target(self, root: Node) -> str:
        """Return an entity that may be an answer: by a relation, each as likely; '' for none."""
        parts = root.of if isinstance(root, Intersect) else (root,)
        named = sum(isinstance(part, Project) and isinstance(part.of, Entity) for part in parts)
        fit = self._list_targets(named)
        return self.draw.choice(fit[self.draw.choice(sorted(fit))]) if fit else ""

    def _list_targets(self, fewest: int) -> dict[str, list[str]]:
        """Return the entities that so many entities which may be named are related to, by relation.

        Few are what three named entities share: drawn from all, most would lead nowhere.
        """
        if fewest not in self._targets:
            fit = {
                relation: [thing for thing in things if len(self._named_before(thing)) >= fewest]
                for relation, things in self.choices.targets.items()
            }
            self._targets[fewest] = {relation: things for relation, things in fit.items() if things}
        return self._targets[fewest]

    def _named_before(self, target: str) -> set[str]:
        heads = self._list_heads(target, is_named=True)
        return {head for found in heads.values() for head in found}

    def _list_heads(self, target: str, *, is_named: bool) -> dict[str, list[str]]:
        """Return what is related to an entity, by relation in alphabetical order.

        Args:
            target: some are drawn often, and an occupation has thousands of people.
            is_named: only what a question may name.
        """
        key = (target, is_named)
        if key not in self._heads:
            heads: dict[str, list[str]] = {}
            for head, relation in self.facts.incoming.get(target, ()):
                if relation in self.choices.targets and (not is_named or self.allowed(head)):
                    heads.setdefault(relation, []).append(head)
            self._heads[key] = dict(sorted(heads.items()))
        return self._heads[key]

    def _walk(self, node: Node, target: str, relation: str = "") -> Grounding | None:
        """Return a grounding of a pattern's node that has the target among its answers."""
        match node:
            case Entity():
                return Leaf(target)
            case Project(of):
                return self._walk_back(of, target, relation)
            case Intersect(of):
                return self._walk_parts(of, target)
            case Unite(of):
                return self._walk_union(of, target)
            case _:
                return None

    def _walk_back(self, of: Node, target: str, relation: str) -> Grounding | None:
        heads = self._list_heads(target, is_named=isinstance(of, Entity))
        names = [name for name in heads if relation in ("", name)]
        if not names:
            return None
        chosen = self.draw.choice(names)
        head = self.draw.choice(heads[chosen])
        before = self._walk(of, head)
        return Hop(chosen, before) if before else None

    def _walk_parts(self, nodes: Sequence[Node], target: str) -> Grounding | None:
        wanted = self._draw_shared(target, len(nodes)) if self.draw.random() < SAME_RELATION else ""
        parts = [self._walk(node, target, wanted) for node in nodes]
        found = tuple(part for part in parts if part)
        return Meet(found) if len(found) == len(nodes) and len(set(found)) == len(found) else None

    def _draw_shared(self, target: str, fewest: int) -> str:
        heads = self._list_heads(target, is_named=False)
        shared = [name for name, found in heads.items() if len(found) >= fewest]
        return self.draw.choice(shared) if shared else ""

    def _walk_union(self, nodes: Sequence[Node], target: str) -> Grounding | None:
        first = self._walk(nodes[0], target)
        if not isinstance(first, Hop):
            return None
        parts: list[Grounding] = [first]
        for node in nodes[1:]:
            same = self.draw.random() < SAME_RELATION
            relation = first.relation if same else self.draw.choice(self.choices.names)
            other = self._walk(node, self.draw.choice(self.choices.targets[relation]), relation)
            if other is None or other in parts:
                return None
            parts.append(other)
        return Join(tuple(parts))

    def _draw_value(self, root: Project) -> Hop | None:
        """Return a chain to the one value that an entity has of a relation."""
        names = self.facts.relations
        relations = [r for r in self.choices.sides if not needs_unit(names[r])]
        if not relations:
            return None
        relation = self.draw.choice(sorted(relations))
        kinds = self.choices.sides[relation]
        thing = self.draw.choice(kinds[self.draw.choice(sorted(kinds))])
        before = self._walk(root.of, thing)
        return Hop(relation, before) if before else None

    def _find_fault(self, grounding: Grounding) -> str:
        """Return why a grounding is no good question, '' if it is one."""
        facts = self.facts
        named = list_entities(grounding)
        if any(facts.is_ambiguous(t) or not self.allowed(t) for t in named):
            return "an ambiguous name, or one of the other side"
        if isinstance(grounding, Versus | Alike):
            return find_fault(grounding, facts)
        answers = compute_answers(grounding, facts)
        is_of_values = any(facts.things[thing].is_value for thing in answers)
        if len(answers) > (1 if is_of_values else MOST_ANSWERS):
            return "too many answers"
        if any(facts.is_ambiguous(thing) for thing in answers):
            return "an ambiguous answer"
        if answers & named:
            return "an answer that the question names"
        return next(self._find_inner_faults(grounding, is_last=True), "")

    def _find_inner_faults(self, grounding: Grounding, *, is_last: bool) -> Iterator[str]:
        answers = compute_answers(grounding, self.facts)
        if not is_last and len(answers) > MOST_BETWEEN:
            yield "too many answers in between"
        if not is_last and any(self.facts.is_ambiguous(thing) for thing in answers):
            yield "an ambiguous answer in between"
        match grounding:
            case Hop(_, of) if not isinstance(of, Leaf):
                yield from self._find_inner_faults(of, is_last=False)
            case Meet(parts) | Join(parts):
                sets = [compute_answers(part, self.facts) for part in parts]
                if isinstance(grounding, Meet) and _is_implied(sets):
                    yield "an intersection that some of its parts imply"
                if isinstance(grounding, Join) and any(s == answers for s in sets):
                    yield "a union that one side implies"
                if any(len(s) > MOST_ANSWERS for s in sets):
                    yield "too many answers of a part"
                for part in parts:
                    yield from self._find_inner_faults(part, is_last=is_last)


def _is_implied(sets: Sequence[frozenset[str]]) -> bool:
    """Return whether an intersection stays the same without one of its parts."""
    whole = frozenset.intersection(*sets)
    return any(
        frozenset.intersection(*(s for n, s in enumerate(sets) if n != left)) == whole
        for left in range(len(sets))
    )
