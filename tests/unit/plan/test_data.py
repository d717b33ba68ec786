from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from kgplatform.errors import EvaluationError, UsageError
from kgplatform.pipelines.plan.direct_claims import FetchObjects, fetch_from_endpoint
from kgplatform.plan.check import check_plan
from kgplatform.plan.items import PlanItem, read_items, to_conversation, write_clqa, write_items
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.patterns import PATTERNS, Entity, Intersect, Pattern, Project, Unite
from kgplatform.plan.printer import print_body
from kgplatform.plan.shapes import pattern_of, shape_of, shape_of_pattern
from kgplatform.plan.wording import is_worded, plural, relation_words, with_article
from kgplatform.training.plan_data.dataset import DatasetWriter, check_item
from kgplatform.training.plan_data.facts import Facts, Thing, read_endpoint_facts
from kgplatform.training.plan_data.groundings import (
    Grounding,
    Hop,
    Join,
    Leaf,
    Meet,
    Versus,
    compute_answers,
)
from kgplatform.training.plan_data.verbalise import verbalise
from kgplatform.training.train import choose_items, prepare_examples
from kgplatform.wikidata.sparql_texts import load_sparql
from kgplatform.wikidata.terms import literal
from tests.unit.plan.world import make_world

pytestmark = pytest.mark.unit

World = tuple[Facts, FetchObjects]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    store = make_world(tmp_path_factory.mktemp("world"))
    return read_endpoint_facts(store.select), fetch_from_endpoint(store.select)


@pytest.fixture(scope="module")
def items(world: World) -> list[PlanItem]:
    writer = DatasetWriter(world[0])
    return [item for pattern in PATTERNS.values() for item in writer.make(pattern, 10)]


def _facts() -> Facts:
    """Two films: Ann and Bo play in Emma, Bo and Cy in Dune; Ann is of Oslo, Bo and Cy of Rome."""
    facts = Facts(relations={"cast": "cast member", "born": "place of birth", "pop": "population"})
    for thing in ("Emma", "Dune", "Oslo", "Rome"):
        facts.add_entity(Thing(thing, thing))
    for person in ("Ann", "Bo", "Cy"):
        facts.add_entity(Thing(person, person, "Person"))
    for value in ("700", "2800"):
        facts.add_entity(Thing(value, value, is_value=True))
    for fact in (
        "Emma cast Ann", "Emma cast Bo", "Dune cast Bo", "Dune cast Cy", "Ann born Oslo",
        "Bo born Rome", "Cy born Rome", "Oslo pop 700", "Rome pop 2800",
    ):  # fmt: skip
        facts.add(*fact.split())
    return facts


EMMA, DUNE = Hop("cast", Leaf("Emma")), Hop("cast", Leaf("Dune"))


@pytest.mark.parametrize(
    ("grounding", "answers"),
    [
        (EMMA, {"Ann", "Bo"}),
        (Hop("born", EMMA), {"Oslo", "Rome"}),
        (Meet((EMMA, DUNE)), {"Bo"}),
        (Hop("born", Meet((EMMA, DUNE))), {"Rome"}),
        (Join((EMMA, DUNE)), {"Ann", "Bo", "Cy"}),
        (Versus("pop", ("Oslo", "Rome"), smaller=True), {"Oslo"}),
        (Versus("pop", ("Oslo", "Rome"), smaller=False), {"Rome"}),
    ],
)
def test_answers_are_computed(grounding: Grounding, answers: set[str]) -> None:
    assert compute_answers(grounding, _facts()) == answers


@pytest.mark.parametrize(
    ("grounding", "name", "questions"),
    [
        (EMMA, "1p", {"Who is a cast member of Emma?"}),
        (Hop("born", EMMA), "2p", {"Where was the cast member of Emma born?"}),
        (
            Meet((EMMA, DUNE)),
            "2i",
            {
                f"Which {noun} do both Emma and Dune {verb}?"
                for noun in ("cast member", "cast members")
                for verb in ("share", "have in common")
            },
        ),
        (
            Versus("pop", ("Oslo", "Rome"), smaller=True),
            "compare",
            {"Which has a smaller population, Oslo or Rome?"},
        ),
    ],
)
def test_grounding_is_put_into_words(grounding: Grounding, name: str, questions: set[str]) -> None:
    said = verbalise(grounding, PATTERNS[name], _facts(), random.Random(0))
    assert said.question in questions
    assert pattern_of(said.plan) == name
    assert check_plan(said.plan) == ()


def test_subquestions_say_what_they_ask_of_the_graph() -> None:
    said = verbalise(Hop("born", EMMA), PATTERNS["2p"], _facts(), random.Random(0))
    assert said.hops == (("Sub_Question_1", "Emma", "cast"), ("Sub_Question_2", "", "born"))


@pytest.mark.parametrize("name", PATTERNS)
def test_every_plan_returns_its_gold_answers(
    name: str, items: list[PlanItem], world: World
) -> None:
    chosen = [item for item in items if item.pattern == name]
    assert len(chosen) >= 5
    assert {check_item(item, world[1]) for item in chosen} == {""}
    assert {pattern_of(parse_plan(item.plan)) for item in chosen} == {name}


def test_a_wrong_plan_does_not_pass(items: list[PlanItem], world: World) -> None:
    item = next(item for item in items if item.pattern == "1p")
    assert check_item(dataclasses.replace(item, answer_ids=("Q1",)), world[1])


def test_no_thing_is_named_on_both_sides(items: list[PlanItem]) -> None:
    sides = {
        split: {thing for item in items if item.split == split for thing in item.entities}
        for split in ("train", "test")
    }
    assert sides["train"]
    assert sides["test"]
    assert not sides["train"] & sides["test"]
    assert len({item.question for item in items}) == len(items)


def test_same_seed_gives_the_same_items(world: World, items: list[PlanItem]) -> None:
    again = list(DatasetWriter(world[0]).make(PATTERNS["pi"], 10))
    assert again == [item for item in items if item.pattern == "pi"]


def test_degenerate_groundings_are_dropped(items: list[PlanItem], world: World) -> None:
    facts = world[0]
    for item in items:
        assert not set(item.answer_ids) & set(item.entities) or item.pattern == "compare"
        if item.pattern == "2i":
            parts = [set(facts.objects(thing, relation)) for _, thing, relation in item.hops]
            assert all(set(item.answer_ids) < part for part in parts)


def test_pages_about_pages_are_no_answers(world: World) -> None:
    facts, fetch = world
    assert "Q900" not in facts.things
    assert [item.id for item in fetch(["Q101"], "P57")] == list(facts.objects("Q101", "P57"))


def test_what_three_things_share_is_found_though_few_share_it() -> None:
    """Two hundred towns of one man each and Rome of twelve: only Rome can be what three share."""
    facts = Facts()
    facts.relations["home"] = "residence"
    homes = {f"Man {n}": (f"Town {n}",) for n in range(200)} | {
        f"Bob {n}": ("Rome", f"Hill {n % 3}", f"Hill {(n + 1) % 3}") for n in range(12)
    }
    for man, places in homes.items():
        for thing in (man, *places):
            facts.add_entity(Thing(thing, thing))
        for place in places:
            facts.add(man, "home", place)
    writer = DatasetWriter(facts)
    items = list(writer.make(PATTERNS["3i"], 5, split="train"))
    assert [item.answers for item in items] == [("Rome",)] * 5
    assert sum(writer.dropped.values()) < 5 * 200  # what drawing any place would take


@pytest.mark.parametrize("count", [1, 4, 5, 6, 14, 15, 25])
def test_as_many_items_are_made_as_were_asked_for(count: int) -> None:
    facts = Facts(relations={"home": "residence"})
    for n in range(400):
        facts.add_entity(Thing(f"Man {n}", f"Man {n}"))
        facts.add_entity(Thing(f"Town {n}", f"Town {n}"))
        facts.add(f"Man {n}", "home", f"Town {n}")
    items = list(DatasetWriter(facts).make(PATTERNS["1p"], count))
    assert len(items) == count


def test_things_of_one_name_are_not_asked_about() -> None:
    facts = _facts()
    facts.add_entity(Thing("Emma 2", "EMMA"))
    assert facts.is_ambiguous("Emma")
    items = list(DatasetWriter(facts).make(PATTERNS["1p"], 5, split="train"))
    assert all("Emma" not in item.entities for item in items)


@pytest.mark.parametrize(
    ("values", "answers", "dropped"),
    [
        (("152", "1.93"), set(), "a number without its unit"),
        (("1520", "1930"), set(), "a number without its unit"),
        (("152", "1.93 m"), set(), "values of different kinds"),
        (("152 cm", "1.93 m"), {"Rhea", "Jesse"}, ""),
    ],
)
def test_measured_values_are_compared_with_their_units_alone(
    values: tuple[str, str], answers: set[str], dropped: str
) -> None:
    facts = Facts(relations={"tall": "height"})
    for person, value in zip(("Rhea", "Jesse"), values, strict=True):
        facts.add_entity(Thing(person, person, "Person"))
        facts.add_entity(Thing(value, value, is_value=True))
        facts.add(person, "tall", value)
    writer = DatasetWriter(facts)
    writer.__dict__["sides"] = {"train": frozenset(facts.things), "test": frozenset()}
    items = list(writer.make(PATTERNS["compare"], 4, split="train"))
    assert {answer for item in items for answer in item.answers} == answers
    for item in items:
        assert item.answers == (("Jesse",) if "taller" in item.question else ("Rhea",))
    assert bool(writer.dropped[dropped]) is bool(dropped)


def test_new_pattern_is_one_declaration(world: World) -> None:
    """Four things at once: nothing but the declaration knows of it."""
    four = Pattern("2pi", "Two Hops Twice", Intersect((Project(Project(Entity())),) * 2))
    items = list(DatasetWriter(world[0]).make(four, 5, split="train"))
    assert len(items) == 5
    assert {shape_of(parse_plan(item.plan)) for item in items} == {"i(p(p(e)),p(p(e)))"}
    assert {check_item(item, world[1]) for item in items} == {""}


def test_union_within_a_new_pattern_is_put_into_words() -> None:
    parts = Unite((Project(Entity()), Project(Entity())))
    pattern = Pattern("up", "Union Projection", Project(parts))
    grounding = Hop("born", Join((EMMA, Hop("cast", Leaf("Dune")))))
    said = verbalise(grounding, pattern, _facts(), random.Random(0))
    assert said.question == (
        "Where was either the cast member of Emma or the cast member of Dune born?"
    )
    assert shape_of(said.plan) == shape_of_pattern(pattern.root) == "p(u(p(e),p(e)))"


def test_files_hold_conversations_and_the_code_form(items: list[PlanItem], tmp_path: Path) -> None:
    out = tmp_path / "plans.jsonl"
    counts = write_items(items, out)
    assert counts == Counter(item.split for item in items)
    assert list(read_items(out)) == items
    first = json.loads(out.read_text(encoding="utf-8").splitlines()[0])
    assert [turn["role"] for turn in first["messages"]] == ["system", "user", "assistant"]
    assert items[0].plan in out.with_suffix(".py.txt").read_text(encoding="utf-8")


def test_clqa_form_is_question_labels_and_type(items: list[PlanItem], tmp_path: Path) -> None:
    assert write_clqa(items[:3], tmp_path / "clqa.jsonl") == 3
    row = json.loads((tmp_path / "clqa.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert row == {
        "question": items[0].question,
        "label": list(items[0].answers),
        "type": items[0].pattern,
    }


def test_malformed_file_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(EvaluationError, match="line 1"):
        list(read_items(tmp_path / "bad.jsonl"))


def test_training_examples_are_prompt_and_plan(items: list[PlanItem]) -> None:
    chosen = choose_items(items, 9)
    assert [item.pattern for item in chosen] == list(PATTERNS)
    assert {item.split for item in chosen} == {"train"}
    example = prepare_examples(chosen)[1]
    assert [turn["role"] for turn in example["prompt"]] == ["system", "user"]
    assert example["prompt"][-1]["content"].endswith(f'"{chosen[1].question}"')
    (plan,) = example["completion"]
    assert plan == {"role": "assistant", "content": print_body(parse_plan(chosen[1].plan))}
    assert "Original_Question:" not in plan["content"]
    assert to_conversation(chosen[1])["messages"] == [*example["prompt"], plan]


def test_training_needs_training_items(items: list[PlanItem]) -> None:
    with pytest.raises(UsageError, match="split train"):
        choose_items([item for item in items if item.split == "test"], None)


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("director", "Who directed {}?"),
        ("head teacher", "Who is the head teacher of {}?"),
        ("boiling point", "What is the boiling point of {}?"),
        ("heir of", "What is {} an heir of?"),
        ("painted by", "What was {} painted by?"),
    ],
)
def test_relation_is_asked_by_its_form(name: str, ask: str) -> None:
    words = relation_words(name)
    assert words is not None
    assert words.ask == ask


@pytest.mark.parametrize("name", ["painted with", "sailed to"])
def test_name_that_may_be_active_or_passive_is_not_asked_for(name: str) -> None:
    assert relation_words(name) is None


@pytest.mark.parametrize(
    ("name", "phrase", "ask", "described"),
    [
        ("leave", "left", "What did {} leave?", "what {} left"),
        ("sail to", "sailed to", "What did {} sail to?", "what {} sailed to"),
        ("carry", "carries", "What does {} carry?", "what {} carries"),
        ("painted with", "was painted with", "What was {} painted with?",
         "what {} was painted with"),
        ("architect", "was designed by", "Who is the architect of {}?", "the architect of {}"),
        ("director", "was directed by", "Who directed {}?", "the director of {}"),
    ],
)  # fmt: skip
def test_relation_is_asked_as_its_sentences_put_it(
    name: str, phrase: str, ask: str, described: str
) -> None:
    words = relation_words(name, phrase)
    assert words is not None
    assert (words.ask, words.phrase) == (ask, described)


def test_relation_to_people_asks_who() -> None:
    words = relation_words("meet", "met", of_people=True)
    assert words is not None
    assert (words.ask, words.phrase) == ("Who did {} meet?", "who {} met")


def test_relation_without_words_is_left_out_and_counted() -> None:
    facts = _facts()
    facts.relations["x"] = "trek with"
    facts.phrases = {"cast": "stars", "x": "set off on a trek with"}
    facts.add("Ann", "x", "Bo")
    writer = DatasetWriter(facts)
    assert "x" not in writer.choices.targets
    assert "cast" in writer.choices.targets
    assert writer.dropped["a relation that cannot be put into words"] == 1


def test_grammar_of_names() -> None:
    assert [plural(n) for n in ("country", "place of death", "child", "boss", "series")] == [
        "countries", "places of death", "children", "bosses", "series",
    ]  # fmt: skip
    assert with_article("United Kingdom") == "the United Kingdom"
    assert with_article("Norway") == "Norway"
    assert not is_worded("VIAF ID")


def test_only_terms_are_put_into_sparql() -> None:
    assert literal('a "b"', language="en").sparql() == '"a \\"b\\""@en'
    query = load_sparql("fetch_things_of_labels", labels=literal("Oslo", language="en").sparql())
    assert '"Oslo"@en' in query
    with pytest.raises(UsageError):
        load_sparql("fetch_things_of_labels", labels='"a" } DROP ALL {')
