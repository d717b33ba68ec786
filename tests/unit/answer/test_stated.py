"""Yes and no by facts: statements, dates of life, and what a knowledge base was asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.answer import read
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence, EvidenceLine
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of, fact_of, passage_of

pytestmark = pytest.mark.unit

FACTS = (
    fact_of("John Lennon", "has works in the collection", "Museum of Modern Art"),
    fact_of("James Taylor", "member of political party", "Democratic Party"),
    fact_of("Guido Brignone", "child", "Lilla Brignone"),
    fact_of("Philip III of Spain", "occupation", "King"),
    fact_of("Kent County", "shares border with", "Essex County"),
    fact_of("Ann Lee (painter)", "country of citizenship", "United States"),
    fact_of("Bo Orr", "date of death", "14 April 1999"),
    fact_of("Otis Marl", "father", "Edmund Marl"),
    fact_of("Harcourt Hall", "located in the administrative territorial entity", "Kent"),
)


def answer(question: str, evidence: Evidence, linguistics: Linguistics) -> str:
    return read(question, evidence, linguistics=linguistics, heads=heads()).answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is the Museum of Modern Art a collection that holds works of John Lennon?", "yes"),
        ("Did James Taylor belong to the Democratic Party?", "yes"),
        ("Is James Taylor a member of the Democratic Party?", "yes"),
        ("Was Lilla Brignone a child of Guido Brignone?", "yes"),
        ("Was Lilla Brignone a daughter of Guido Brignone?", "yes"),
        ("Is King an occupation of Philip III of Spain?", "yes"),
        ("Does Essex County share a border with Kent County?", "yes"),
        ("Is Ann Lee a citizen of the United States?", "yes"),
        ("Did Bo Orr die on 14 April 1999?", "yes"),
        ("Did Bo Orr die on 22 November 1940?", "no"),
        ("Was Edmund Marl the father of Otis Marl?", "yes"),
        ("Was Simon Arnauld the father of Otis Marl?", "no"),
        ("Is Harcourt Hall in Kent?", "yes"),
        pytest.param("Was Guido Brignone a child of Lilla Brignone?", "", id="the other way round"),
        pytest.param("Is Queen an occupation of Philip III of Spain?", "", id="may have more"),
        pytest.param("Was Bo Orr born on 14 April 1999?", "", id="another relation"),
        pytest.param("Did James Taylor found the Democratic Party?", "", id="another deed"),
        pytest.param("Did James Taylor not belong to the Democratic Party?", "", id="negated"),
        pytest.param("Was Edmund Marl the mother of Otis Marl?", "", id="another role"),
    ],
)
def test_a_statement_decides(question: str, said: str, linguistics: Linguistics) -> None:
    assert answer(question, Evidence(statements=FACTS), linguistics) == said


def test_a_decision_cites_the_statement(linguistics: Linguistics) -> None:
    reading = read(
        "Was Lilla Brignone a child of Guido Brignone?",
        Evidence(statements=FACTS),
        linguistics=linguistics,
        heads=heads(),
    )
    assert reading.statements == (FACTS[2],)


LIVES = evidence_of(
    ("Jacques Rivette", "Jacques Rivette (1 March 1928 – 29 January 2016) was a film director."),
    ("Ann Lee", "Ann Lee (born 1832) was a painter."),
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Was Jacques Rivette born on 1 March 1928?", "yes"),
        ("Was Jacques Rivette born in 1928?", "yes"),
        ("Did Jacques Rivette die in January 2016?", "yes"),
        ("Did Jacques Rivette die on 1 March 1928?", "no"),
        ("Was Ann Lee born in 1833?", "no"),
        pytest.param("Was Ann Lee born on 3 May 1832?", "", id="the day is not said"),
        pytest.param("Did Ann Lee die in 1890?", "", id="no death is said"),
    ],
)
def test_dates_of_life_decide(question: str, said: str, linguistics: Linguistics) -> None:
    assert answer(question, LIVES, linguistics) == said


def looked_up(name: str, line: str) -> Evidence:
    """Return what a knowledge base told of a thing as DetLLM hands it to a reader."""
    told = replace(passage_of(f"{name} (Wikidata)", f"{name} {line}."), document_id="")
    lines = (EvidenceLine(told, told.text, 0, len(told.text)),)
    return Evidence((told,), reads="lines", lines=lines)


@pytest.mark.parametrize(
    ("question", "name", "line", "said"),
    [
        ("Is Greek an official language of Benin?", "Benin", "official language Greek: no", "no"),
        (
            "Is French an official language of Benin?",
            "Benin",
            "official language French: yes",
            "yes",
        ),
        pytest.param(
            "Did Howard Morris take part in the Korean War?",
            "Korean War",
            "part of Howard Morris: no",
            "",
            id="the other way round",
        ),
        pytest.param(
            "Is King an occupation of Philip III?",
            "Philip III",
            "instance of King: no",
            "",
            id="another relation",
        ),
        pytest.param(
            "Is Troy located in Los Angeles County?",
            "Los Angeles County",
            "located in time zone Troy: no",
            "",
            id="a zone is no place",
        ),
    ],
)
def test_what_a_knowledge_base_was_asked_decides(
    question: str, name: str, line: str, said: str, linguistics: Linguistics
) -> None:
    assert answer(question, looked_up(name, line), linguistics) == said


@pytest.mark.parametrize(
    ("question", "line", "said"),
    [
        ("How many languages does Renny Harlin speak?", "languages spoken: 3 in all", "3"),
        pytest.param(
            "How many children has Renny Harlin?", "child: 0 in all", "", id="it may not know"
        ),
        pytest.param(
            "How many awards has Ira Gershwin received?",
            "award received: 3 in all",
            "",
            id="another",
        ),
    ],
)
def test_what_a_knowledge_base_counts_is_the_answer(
    question: str, line: str, said: str, linguistics: Linguistics
) -> None:
    assert answer(question, looked_up("Renny Harlin", line), linguistics) == said


def test_a_thing_goes_by_its_name_without_the_article(linguistics: Linguistics) -> None:
    told = looked_up("The Rolling Stones", "nominated for: 6 in all")
    question = "For how many awards was Rolling Stones nominated?"
    assert answer(question, told, linguistics) == "6"
    assert answer("For how many awards was Rolling Hills nominated?", told, linguistics) == ""
