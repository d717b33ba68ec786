"""Writes planning data: items of every pattern, their answers computed, split by entities.

Wang et al. 2024, section 3.2: 1,000 items a pattern. An entity that a test question names is in no
training question, so nothing that is tested was seen. Every item's plan is executed on its own
graph with gold retrieval (`check_item`): it returns its answers, all of them and no others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from kgplatform.pipelines.plan.answering import Answered, Answerer, SubQuestion
from kgplatform.pipelines.plan.direct_claims import FetchObjects
from kgplatform.pipelines.plan.executor import execute
from kgplatform.pipelines.plan.values import Item
from kgplatform.plan.items import PlanItem
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.patterns import Pattern
from kgplatform.plan.printer import print_plan
from kgplatform.plan.wording import compared_words, is_known, is_worded
from kgplatform.records import Evidence, ScoredStatement
from kgplatform.records.ids import content_id
from kgplatform.training.plan_data.choices import Choices
from kgplatform.training.plan_data.facts import Facts
from kgplatform.training.plan_data.grounding import MOST_BETWEEN, Grounder
from kgplatform.training.plan_data.groundings import compute_answers, list_entities
from kgplatform.training.plan_data.phrasing import words_for
from kgplatform.training.plan_data.verbalise import Verbalised, verbalise

__all__ = ["DatasetWriter", "check_item", "gold_answerer"]

TRAIN, TEST = "train", "test"
DEFAULT_TEST_SHARE = 0.1
TEST_THINGS = 0.25
"""Of the entities: more than of the items, since an intersection names entities of one side."""

MOST_TRIES = 400  # an item that is asked for; sparse graphs have few of the larger patterns
ENOUGH_KNOWN = 0.5  # of the facts; then the few other relations would only read worse
HASH_SPAN = 16**8


@dataclass
class DatasetWriter:
    """Makes items from facts.

    Args:
        facts: of the graph.
        seed: the same seed gives the same items of the same facts.
        test_share: of the items.
    """

    facts: Facts
    seed: int = 0
    test_share: float = DEFAULT_TEST_SHARE
    dropped: Counter[str] = field(default_factory=Counter)

    def make(self, pattern: Pattern, count: int, *, split: str = "") -> Iterator[PlanItem]:
        """Yield up to `count` different items of a pattern; fewer where the graph has no more.

        Args:
            pattern: of PATTERNS, or a new one.
            count: how many.
            split: only of train or test; '': both, in proportion.
        """
        tested = round(count * self.test_share)
        wanted = {TRAIN: count - tested, TEST: tested}
        if split:
            wanted = {split: count}
        seen: set[str] = set()
        for name, number in wanted.items():
            draw = random.Random(f"{self.seed}:{pattern.name}:{name}")
            grounder = self._grounder(draw, name)
            yield from islice(self._draw_new(pattern, grounder, name, number, seen), number)
            self.dropped += grounder.dropped

    def _draw_new(
        self, pattern: Pattern, grounder: Grounder, split: str, count: int, seen: set[str]
    ) -> Iterator[PlanItem]:
        for _ in range(count * MOST_TRIES):
            grounding = grounder.draw_one(pattern)
            if grounding is None:
                continue
            said = verbalise(grounding, pattern, self.facts, grounder.draw)
            ids = compute_answers(grounding, self.facts)
            entities = list_entities(grounding)
            if said.question not in seen:
                seen.add(said.question)
                yield self._item(pattern, split, said, ids, entities)

    def _item(
        self,
        pattern: Pattern,
        split: str,
        said: Verbalised,
        ids: frozenset[str],
        entities: frozenset[str],
    ) -> PlanItem:
        labelled = sorted((self.facts.label(thing), thing) for thing in ids)
        return PlanItem(
            content_id("plan item", pattern.name, said.question),
            pattern.name,
            split,
            said.question,
            tuple(label for label, _ in labelled),
            tuple(thing for _, thing in labelled),
            print_plan(said.plan),
            said.hops,
            tuple(sorted(entities)),
        )

    def _grounder(self, draw: random.Random, split: str) -> Grounder:
        things = self.sides[split]
        return Grounder(self.facts, self.choices, draw, things.__contains__)

    @cached_property
    def choices(self) -> Choices:
        """What the items are made of: known relations alone, where most facts are of such."""
        worth = {r: name for r, name in self.facts.relations.items() if is_worded(name)}
        names = {r: name for r, name in worth.items() if words_for(self.facts, r)}
        if wordless := len(worth) - len(names):
            self.dropped["a relation that cannot be put into words"] += wordless
        compared = {r for r, name in names.items() if compared_words(name)}
        plain = set(names) - compared
        known = {r for r in plain if is_known(names[r])}
        counts = Counter(r for edges in self.facts.incoming.values() for _, r in edges)
        share = sum(counts[r] for r in known) / max(sum(counts[r] for r in plain), 1)
        return Choices.of(self.facts, known if share >= ENOUGH_KNOWN else plain, compared)

    @cached_property
    def sides(self) -> dict[str, frozenset[str]]:
        """The entities of each side of the split."""
        test = frozenset(thing for thing in self.facts.things if _is_for_test(thing))
        return {TEST: test, TRAIN: frozenset(self.facts.things) - test}


def _is_for_test(thing: str) -> bool:
    """Return an entity's side by the hash of its id, so that data of any seed agree."""
    return int(content_id("split", thing)[:8], 16) / HASH_SPAN < TEST_THINGS


def gold_answerer(item: PlanItem, fetch: FetchObjects) -> Answerer:
    """Return what answers an item's sub-questions by looking up what they were made of."""
    hops = {name: (thing, relation) for name, thing, relation in item.hops}

    def answer(question: SubQuestion) -> Answered:
        thing, relation = hops[question.name]
        ids = [thing] if thing else [value.id for _, value in question.values]
        items = tuple(fetch(ids, relation))
        facts = tuple(
            ScoredStatement("", ", ".join(ids), relation, found.text, (), "", 0, 0, 1.0)
            for found in items
        )
        return Answered(items, Evidence(statements=facts), source="gold facts")

    return answer


def check_item(item: PlanItem, fetch: FetchObjects) -> str:
    """Execute an item's plan with gold retrieval; return '' if it gives exactly the item's answers.

    Otherwise what it gave. A comparison answers with the name of a side, all else with entities.
    """
    plan = parse_plan(item.plan)
    execution = execute(plan, gold_answerer(item, fetch), workers=1, most_values=MOST_BETWEEN)
    found = {_key(answer, item) for answer in execution.items}
    if found == set(item.answer_ids):  # an entity on the way may lack the next fact
        return ""
    return "; ".join((execution.answer, *execution.problems))


def _key(answer: Item, item: PlanItem) -> str:
    """Return the id of an answer; of a side that was only named, the id by its name."""
    names = dict(zip(item.answers, item.answer_ids, strict=True))
    plain = answer.text.removeprefix("the ").strip()
    return answer.id or names.get(answer.text) or names.get(plain, answer.text)
