from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from kgplatform.pipelines.plan.values import Item
from kgplatform.plan.check import check_plan
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.patterns import ALL_PATTERNS, FURTHER, PATTERNS, Pattern
from kgplatform.plan.shapes import pattern_of, shape_of
from kgplatform.plan.wording import kin_of, known_relations, nouns_by_sex, variants
from kgplatform.training.plan_data.dataset import DatasetWriter, check_item
from kgplatform.training.plan_data.facts import Facts, Thing
from kgplatform.training.plan_data.groundings import (
    Alike,
    Grounding,
    Hop,
    Leaf,
    Versus,
    compute_answers,
)
from kgplatform.training.plan_data.phrasing import words_for
from kgplatform.training.plan_data.verbalise import Verbalised, verbalise

pytestmark = pytest.mark.unit

TRIES = 60  # enough that each of some ways to say a thing is drawn


def _facts() -> Facts:
    """Ann's father is Bo, his is Cy; Ann is married to Dan; Emma and Dune are films."""
    facts = Facts(
        relations={
            "father": "father", "spouse": "spouse", "sex": "sex or gender", "by": "director",
            "born": "date of birth", "of": "country of citizenship",
        }
    )  # fmt: skip
    for person in ("Ann", "Bo", "Cy", "Dan"):
        facts.add_entity(Thing(person, person, "Q5"))
    for thing in ("male", "female", "film", "Norway", "Peru"):
        facts.add_entity(Thing(thing, thing))
    for film in ("Emma", "Dune", "Jaws"):
        facts.add_entity(Thing(film, film, "film"))
    for date in ("1 May 1900", "2 June 1930"):
        facts.add_entity(Thing(f"={date}", date, is_value=True))
    for subject, relation, target in (
        ("Ann", "father", "Bo"), ("Bo", "father", "Cy"), ("Ann", "spouse", "Dan"),
        ("Dan", "sex", "male"), ("Ann", "sex", "female"), ("Emma", "by", "Bo"),
        ("Dune", "by", "Dan"), ("Jaws", "by", "Ann"), ("Bo", "born", "=1 May 1900"),
        ("Dan", "born", "=2 June 1930"), ("Bo", "of", "Norway"), ("Dan", "of", "Norway"),
        ("Ann", "of", "Peru"),
    ):  # fmt: skip
        facts.add(subject, relation, target)
    return facts


def _say(grounding: Grounding, pattern: Pattern) -> Iterator[Verbalised]:
    for seed in range(TRIES):
        yield verbalise(grounding, pattern, _facts(), random.Random(seed))


def _questions(grounding: Grounding, pattern: str) -> set[str]:
    return {said.question for said in _say(grounding, PATTERNS[pattern])}


def test_what_is_a_persons_is_said_in_both_ways() -> None:
    assert _questions(Hop("father", Leaf("Ann")), "1p") == {
        "Who is the father of Ann?",
        "Who is Ann's father?",
    }


def test_two_relations_of_kin_have_one_noun_and_two_steps() -> None:
    grounding = Hop("father", Hop("father", Leaf("Ann")))
    said = {s.question: s for s in _say(grounding, PATTERNS["2p"])}
    assert "Who is Ann's paternal grandfather?" in said
    assert "Who is the father of Ann's father?" in said
    for verbalised in said.values():
        assert [thing for _, thing, _ in verbalised.hops] == ["Ann", ""]
        assert pattern_of(verbalised.plan) == "2p"
        assert check_plan(verbalised.plan) == ()


def test_spouse_is_said_by_sex_in_question_and_step_alike() -> None:
    said = list(_say(Hop("spouse", Leaf("Ann")), PATTERNS["1p"]))
    assert "Who is Ann's husband?" in {s.question for s in said}
    for verbalised in said:
        (step,) = (s for s in verbalised.plan.statements if s.name == "Sub_Question_1")
        assert ("husband" in verbalised.question) == ("husband" in step.value.words)
        assert "wife" not in verbalised.question


def test_kind_of_a_work_is_said_in_question_and_step_alike() -> None:
    said = list(_say(Hop("by", Leaf("Emma")), PATTERNS["1p"]))
    assert {True, False} == {"film Emma" in s.question for s in said}
    for verbalised in said:
        (step,) = (s for s in verbalised.plan.statements if s.name == "Sub_Question_1")
        assert ("film Emma" in verbalised.question) == ("film Emma" in step.value.words)


def test_step_asks_in_the_words_of_the_question() -> None:
    for verbalised in _say(Hop("of", Leaf("Bo")), PATTERNS["1p"]):
        (step,) = (s for s in verbalised.plan.statements if s.name == "Sub_Question_1")
        if "'s" not in verbalised.question:
            assert step.value.words == verbalised.question


def test_chain_may_end_in_a_value() -> None:
    grounding = Hop("born", Hop("by", Leaf("Emma")))
    assert compute_answers(grounding, _facts()) == {"=1 May 1900"}
    questions = _questions(grounding, "2p")
    assert "When was the director of Emma born?" in questions
    assert "What is the date of birth of the director of Emma?" in questions


def test_chains_of_a_data_set_end_in_values_too() -> None:
    facts = Facts(relations={"by": "director", "born": "date of birth"})
    for n in range(60):
        facts.add_entity(Thing(f"Film {n}", f"Film {n}", "film"))
        facts.add_entity(Thing(f"Man {n}", f"Man {n}", "Q5"))
        facts.add_entity(Thing(f"={1900 + n}", str(1900 + n), is_value=True))
        facts.add(f"Film {n}", "by", f"Man {n}")
        facts.add(f"Man {n}", "born", f"={1900 + n}")
    items = list(DatasetWriter(facts).make(PATTERNS["2p"], 5, split="train"))
    assert len(items) == 5
    assert all(item.answers[0].isdigit() for item in items)


@pytest.mark.parametrize(("smaller", "answer"), [(True, "Emma"), (False, "Dune")])
def test_films_are_compared_by_their_directors(smaller: bool, answer: str) -> None:
    grounding = Versus("born", ("Emma", "Dune"), smaller, via="by")
    assert compute_answers(grounding, _facts()) == {answer}
    for said in _say(grounding, FURTHER["pc"]):
        assert said.question.startswith("Which film")
        assert said.question.endswith("Emma or Dune?")
        assert shape_of(said.plan) == "c(p(p(e)),p(p(e)))"
        assert pattern_of(said.plan) == "pc"
        assert check_plan(said.plan) == ()


@pytest.mark.parametrize(("other", "answer"), [("Dune", "=Yes"), ("Jaws", "=No")])
def test_both_may_have_the_same(other: str, answer: str) -> None:
    grounding = Alike("of", ("Emma", other), via="by")
    assert compute_answers(grounding, _facts()) == {answer}
    questions = {said.question for said in _say(grounding, FURTHER["pc"])}
    assert f"Are the directors of both Emma and {other} from the same country?" in questions
    assert f"Do the directors of film Emma and {other} share the same nationality?" in questions


def test_sides_themselves_may_have_the_same() -> None:
    grounding = Alike("of", ("Bo", "Dan"))
    assert compute_answers(grounding, _facts()) == {"=Yes"}
    for said in _say(grounding, PATTERNS["compare"]):
        assert pattern_of(said.plan) == "compare"
        assert said.question.endswith("?")


@pytest.mark.parametrize("name", ["compare", "pc"])
def test_comparisons_of_a_data_set_return_their_gold_answers(name: str) -> None:
    """Films of forty directors of two countries, born a year apart each."""
    facts = Facts(
        relations={"by": "director", "born": "date of birth", "of": "country of citizenship"}
    )
    for country in ("Norway", "Peru"):
        facts.add_entity(Thing(country, country))
    for n in range(40):
        film, man, year = f"Film {n}", f"Man {n}", str(1900 + n)
        facts.add_entity(Thing(film, film, "film"))
        facts.add_entity(Thing(man, man, "Q5"))
        facts.add_entity(Thing(f"={year}", year, is_value=True))
        facts.add(film, "by", man)
        facts.add(man, "born", f"={year}")
        facts.add(man, "of", "Norway" if n % 2 else "Peru")

    def fetch(ids: Sequence[str], relation: str) -> list[Item]:
        found = [o for thing in ids for o in facts.objects(thing, relation)]
        return [Item(facts.label(o), id="" if facts.things[o].is_value else o) for o in found]

    items = list(DatasetWriter(facts).make(ALL_PATTERNS[name], 40, split="train"))
    assert len(items) == 40
    assert {check_item(item, fetch) for item in items} == {""}
    answers = {answer for item in items for answer in item.answers}
    assert {"Yes", "No"} < answers
    assert {pattern_of(parse_plan(item.plan)) for item in items} == {name}


def test_other_words_of_relations_have_one_place_for_the_thing() -> None:
    facts = Facts()
    for name in known_relations():
        facts.relations[name] = name
        words = words_for(facts, name)
        assert words is not None
        for other in (words, *variants(name, words)):
            assert other.ask.count("{}") == 1
            assert other.ask.endswith("?")
            assert other.phrase.count("{}") == 1


def test_kin_and_sexes_are_of_known_relations() -> None:
    assert kin_of("mother", "father") == "maternal grandfather"
    assert kin_of("director", "father") == ""
    assert nouns_by_sex("sibling") == ("brother", "sister")
    assert nouns_by_sex("director") == ()
