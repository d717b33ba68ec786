"""Puts a grounding into words: the complex question, its sub-questions, and the plan of them.

The paper lets a model do it (appendix C.1); these templates say the same with grammar care.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from kgplatform.models.english import indefinite_article
from kgplatform.plan.builder import ATOMIC, NEXT, PlanBuilder
from kgplatform.plan.language import INTERSECTION, UNION, Plan, Reference
from kgplatform.plan.patterns import Pattern
from kgplatform.plan.wording import (
    RelationWords,
    bridged_words,
    compared_words,
    plural,
    shared_words,
)
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
)
from kgplatform.training.plan_data.phrasing import Phrasing

__all__ = ["Verbalised", "verbalise"]

SHARED = ("Which {noun} do {things} share?", "Which {noun} do {things} have in common?")
WHICH = (
    "{which} has the {noun} who {compares}, {options}?",
    "{which}'s {noun} {compares}, {options}?",
    "{which} has {a_noun} who {compares}, {options}?",
    "{which} whose {noun} {compares}, {options}?",
)
MANY = {"is": "are", "was": "were", "does": "do", "has": "have"}
BEFORE_SUBJECT = re.compile(r"\b(?:is|was|does|has)\b(?= \{\})")
FIRST = "To answer the question, I first need to know: {}"


@dataclass(frozen=True, slots=True)
class Verbalised:
    """A question with its plan; `hops` says for each sub-question what it asks of the graph.

    A hop is (sub-question, entity or '', relation): a sub-question with a placeholder is asked of
    the answers before it and has no entity.
    """

    question: str
    plan: Plan
    hops: tuple[tuple[str, str, str], ...]


def verbalise(
    grounding: Grounding, pattern: Pattern, facts: Facts, draw: random.Random
) -> Verbalised:
    """Return a grounding in words; `draw` chooses among templates that mean the same."""
    phrasing = Phrasing(facts, draw)
    question = _Words(facts, draw, phrasing).question(grounding)
    steps = _Steps(PlanBuilder(question, pattern.title), phrasing)
    answer = steps.add(grounding)
    return Verbalised(question, steps.builder.finish(answer), tuple(steps.hops))


@dataclass
class _Words:
    """Writes complex questions."""

    facts: Facts
    draw: random.Random
    phrasing: Phrasing

    def question(self, grounding: Grounding) -> str:
        match grounding:
            case Hop():
                ask, of = self.phrasing.ask(grounding)
                return ask.format(self._phrase(of))
            case Meet(parts):
                return self._ask_shared(parts)
            case Join(parts):
                return self._ask_either(parts)
            case Versus():
                return self._ask_which(grounding)
            case Alike():
                return self._ask_whether(grounding)
            case Leaf(thing):
                return f"What is {self._name(thing)}?"

    def _ask_which(self, versus: Versus) -> str:
        size = "smaller" if versus.smaller else "larger"
        names = [self._name(side) for side in versus.sides]
        if not versus.via:
            words = compared_words(self._relation(versus.relation)) or {}
            return words[size].format(*names)
        bridged = bridged_words(self._relation(versus.relation)) or {}
        side, noun = versus.sides[0], self._words(versus.via).noun
        is_person = self.facts.is_person(side)
        kind = "person" if is_person else self.phrasing.kind(side) or "one"
        return self.draw.choice(WHICH).format(
            which=f"Which {kind}",
            noun=noun,
            a_noun=f"{indefinite_article(noun)} {noun}",
            compares=self.draw.choice(bridged[size]),
            options=" or ".join(names),
        )

    def _ask_whether(self, alike: Alike) -> str:
        forms = shared_words(self._relation(alike.relation), bridged=bool(alike.via))
        one, other = map(self.phrasing.subject, alike.sides)
        noun = self._words(alike.via).noun if alike.via else ""
        both = self.draw.choice((f"{one} and {other}", f"both {one} and {other}"))
        return self.draw.choice(forms).format(
            both=both, one=one, other=other, noun=noun, nouns=plural(noun) if noun else ""
        )

    def _ask_shared(self, parts: tuple[Grounding, ...]) -> str:
        relation = _one_relation(parts)
        if relation:
            phrases = [self._phrase(part.of) for part in parts if isinstance(part, Hop)]
            words = self._words(relation)
            if words.phrase == f"the {words.noun} of {{}}":
                noun = self.draw.choice((words.noun, plural(words.noun)))
                things = _listed(phrases, "and", both=True)
                return self.draw.choice(SHARED).format(noun=noun, things=things)
            things = _listed(phrases, "and", both=True)
            return _ask_of_many(words, things)
        wh = "Who" if all(self._is_person(part) for part in parts) else "What"
        return f"{wh} is {_listed([self._phrase(part) for part in parts], 'and', both=True)}?"

    def _ask_either(self, parts: tuple[Grounding, ...]) -> str:
        relation = _one_relation(parts)
        if relation and self.draw.random() < 0.5:
            of = [self._phrase(part.of) for part in parts if isinstance(part, Hop)]
            return self._words(relation).ask.format("either " + _listed(of, "or"))
        phrases = [self._phrase(part) for part in parts]
        verb = self.draw.choice(("list", "name", "tell me"))
        return f"Can you {verb} {phrases[0]} as well as {_listed(phrases[1:], 'and')}?"

    def _phrase(self, grounding: Grounding) -> str:
        match grounding:
            case Leaf(thing):
                return self.phrasing.subject(thing)
            case Hop():
                phrase, of = self.phrasing.phrase(grounding)
                return phrase.format(self._phrase(of))
            case Meet(parts):
                return self._shared_phrase(parts)
            case Join(parts):
                return f"either {_listed([self._phrase(part) for part in parts], 'or')}"
            case Versus(relation, sides, smaller):
                names = _listed([self._name(side) for side in sides], "and")
                measure = f"{'smaller' if smaller else 'larger'} {self._relation(relation)}"
                return f"the one of {names} with the {measure}"
            case Alike():
                raise ValueError("whether something is so is nothing to ask about")

    def _shared_phrase(self, parts: tuple[Grounding, ...]) -> str:
        relation = _one_relation(parts)
        if relation:
            of = [self._phrase(part.of) for part in parts if isinstance(part, Hop)]
            words = self._words(relation)
            return words.phrase.format(_listed(of, "and", both=True))
        first, *others = [self._phrase(part) for part in parts]
        who = "who" if all(self._is_person(part) for part in parts) else "that"
        noun = "the person" if who == "who" else "the thing"
        return f"{noun} {who} is {_listed([first, *others], 'and', both=True)}"

    def _is_person(self, grounding: Grounding) -> bool:
        answers = compute_answers(grounding, self.facts)
        return bool(answers) and all(self.facts.is_person(thing) for thing in answers)

    def _name(self, thing: str) -> str:
        return self.phrasing.name(thing)

    def _relation(self, relation: str) -> str:
        return self.facts.relations[relation]

    def _words(self, relation: str) -> RelationWords:
        return self.phrasing.words(relation)


@dataclass
class _Steps:
    """Writes the plan: one sub-question a hop."""

    builder: PlanBuilder
    phrasing: Phrasing
    hops: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, grounding: Grounding, *, alone: bool = True) -> Reference:
        match grounding:
            case Hop(relation, of):
                before = None if isinstance(of, Leaf) else self.add(of, alone=False)
                thing = of.thing if isinstance(of, Leaf) else ""
                ask = self.phrasing.words_of(grounding).ask
                return self._ask(ask, thing, before, relation, alone=alone)
            case Meet(parts):
                answers = [self.add(part, alone=False) for part in parts]
                return self.builder.combine(INTERSECTION, answers)
            case Join(parts):
                answers = [self.add(part, alone=False) for part in parts]
                return self.builder.combine(UNION, answers)
            case Versus(relation, sides, _, via):
                ask = (compared_words(self.phrasing.facts.relations[relation]) or {})["ask"]
                answers = [self._ask_side(ask, relation, side, via) for side in sides]
                return self.builder.compare(answers)
            case Alike(relation, sides, via):
                ask = self.phrasing.words(relation).ask
                answers = [self._ask_side(ask, relation, side, via) for side in sides]
                return self.builder.compare(answers)
            case Leaf():
                raise ValueError("an entity that the question names is not asked for")

    def _ask_side(self, ask: str, relation: str, side: str, via: str) -> Reference:
        if not via:
            return self._ask(ask, side, None, relation, alone=False)
        before = self._ask(self.phrasing.words(via).ask, side, None, via, alone=False)
        return self._ask(ask, "", before, relation, alone=False)

    def _ask(
        self, ask: str, thing: str, before: Reference | None, relation: str, *, alone: bool
    ) -> Reference:
        head, tail = ask.split("{}")
        name = self.phrasing.said(thing) if thing else ""
        parts = (head, before or name, tail)
        first = ATOMIC if alone else FIRST.format(f"{head}{name}{tail}")
        thought = NEXT if before else first
        answer = self.builder.ask(*parts, thought=thought)
        self.hops.append((answer.name.replace("Ans_", "Sub_Question_"), thing, relation))
        return answer


def _ask_of_many(words: RelationWords, things: str) -> str:
    return BEFORE_SUBJECT.sub(lambda match: MANY[match[0]], words.ask).format(things)


def _one_relation(parts: tuple[Grounding, ...]) -> str:
    """Return the relation of all parts, '' where they have several."""
    names = {part.relation if isinstance(part, Hop) else "" for part in parts}
    return names.pop() if len(names) == 1 else ""


def _listed(phrases: list[str], join: str, *, both: bool = False) -> str:
    """Return "both A and B", or "A, B and C"."""
    if len(phrases) == 1:
        return phrases[0]
    listed = f"{', '.join(phrases[:-1])} {join} {phrases[-1]}"
    return f"both {listed}" if both and len(phrases) == 2 else listed
