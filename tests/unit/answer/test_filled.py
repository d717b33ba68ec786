"""Questions for what fills a relation, by statements and by what a knowledge base returned."""

from __future__ import annotations

import pytest

from kgplatform.answer import read
from kgplatform.answer.clauses.facts import fill_by_fact
from kgplatform.answer.evidence.build import view_evidence
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import analyse
from kgplatform.records import Evidence
from tests.pipeline import heads
from tests.unit.answer.evidence import fact_of
from tests.unit.answer.test_stated import looked_up

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("question", "line", "said"),
    [
        (
            "Which award did Ann Lee receive?",
            "award received Golden Globe Award",
            "Golden Globe Award",
        ),
        ("Which position has Ann Lee held?", "position held knight", "knight"),
        ("What is the lowest point of Ann Lee?", "lowest point Caspian Sea", "Caspian Sea"),
        ("Where has Ann Lee lived?", "residence New York City", "New York City"),
        ("Which country is Ann Lee a citizen of?", "country of citizenship Norway", "Norway"),
        ("When was Ann Lee founded?", "inception 23 October 1928", "23 October 1928"),
        ("In which time zone is Ann Lee?", "located in time zone UTC+02:00", "UTC+02:00"),
        ("Who is the father of Ann Lee?", "father Leo II, King of Or", "Leo II, King of Or"),
    ],
)
def test_what_a_knowledge_base_returned_is_the_answer(
    question: str, line: str, said: str, linguistics: Linguistics
) -> None:
    reading = read(question, looked_up("Ann Lee", line), linguistics=linguistics, heads=heads())
    assert reading.answer == said
    assert [citation.quote for citation in reading.citations] == [f"Ann Lee {line}."]


FACTS = Evidence(
    statements=(
        fact_of("Vita Sackville-West", "award received", "Hawthornden Prize"),
        fact_of("Philip Braham", "occupation", "composer"),
        fact_of("Boaz Davidson", "date of birth", "8 November 1943"),
        fact_of("Harbour Ltd", "founded by", "Bo Orr"),
        fact_of("Otis Marl", "father", "Edmund Marl"),
    )
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which award did Vita Sackville-West receive?", "Hawthornden Prize"),
        ("What is an occupation of Philip Braham?", "composer"),
        ("When was Boaz Davidson born?", "8 November 1943"),
        ("Who founded Harbour Ltd?", "Bo Orr"),
        ("Who was the father of Otis Marl?", "Edmund Marl"),
        pytest.param("Which prize did Philip Braham reject?", "", id="another relation"),
        pytest.param("Which award did Bo Orr receive?", "", id="another thing"),
    ],
)
def test_a_statement_fills_the_relation(question: str, said: str, linguistics: Linguistics) -> None:
    assert read(question, FACTS, linguistics=linguistics, heads=heads()).answer == said


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("What did Harbour Ltd found?", id="the other way round"),
        pytest.param("Who is Otis Marl the father of?", id="left open"),
        pytest.param("When was Harbour Ltd founded?", id="a person for a date"),
        pytest.param("Who was born with Boaz Davidson?", id="a date for a person"),
        pytest.param("Who was not the father of Otis Marl?", id="negated"),
        pytest.param("Which award did Vita Sackville-West receive in 1927?", id="of a year"),
    ],
)
def test_another_question_is_not_of_the_fact(question: str, linguistics: Linguistics) -> None:
    asked = analyse(question)
    view = view_evidence(asked, FACTS, linguistics)
    assert fill_by_fact(asked, view, returned=False) is None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which award did Ann Lee receive?", "the Prize"),
        ("Which awards did Ann Lee receive?", "the Prize, the Medal"),
    ],
)
def test_all_facts_answer_a_question_for_several(
    question: str, said: str, linguistics: Linguistics
) -> None:
    awards = ("the Prize", "the Medal", "the Prize")
    facts = tuple(fact_of("Ann Lee", "award received", award) for award in awards)
    view = view_evidence(analyse(question), Evidence(statements=facts), linguistics)
    filled = fill_by_fact(analyse(question), view, returned=False)
    assert filled is not None
    assert filled.answer == said
