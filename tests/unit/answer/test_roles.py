"""Who holds a role or does a thing, by what a sentence binds to whom."""

from __future__ import annotations

import pytest

from kgplatform.answer import Reading, read
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import analyse
from kgplatform.question.roles import list_roles
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

WHO = "Who is the head of finance at Tarnfield Foods?"


def ask(linguistics: Linguistics, question: str, *pairs: tuple[str, str]) -> Reading:
    return read(question, evidence_of(*pairs), linguistics=linguistics, heads=heads())


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (WHO, "The head of finance at Tarnfield Foods is Nora Quist."),
        (WHO, "Nora Quist has been the head of finance at Tarnfield Foods since 2019."),
        (WHO, "Tarnfield Foods was represented by Nora Quist, head of finance, and Ivo Brandl."),
        (WHO, "Ivo Brandl met Nora Quist (head of finance) at Tarnfield Foods."),
        (WHO, "Tarnfield Foods wrote to its head of finance, Nora Quist."),
        ("Who is the CFO of Tarnfield Foods?", "Nora Quist is the chief financial officer."),
        ("Who is the chief financial officer of Tarnfield Foods?", "CFO: Nora Quist."),
        ("Who manages Tarnfield Foods?", "Tarnfield Foods is managed by Nora Quist."),
        ("Who manages Tarnfield Foods?", "Nora Quist manages Tarnfield Foods and two farms."),
        ("Who approved the loan to Tarnfield Foods?", "The loan was approved by Nora Quist."),
        ("Who leads the Tarnfield Foods project?", "The project lead is Nora Quist."),
    ],
)
def test_holder_is_who_the_sentence_binds(
    linguistics: Linguistics, question: str, text: str
) -> None:
    reading = ask(linguistics, question, ("Staff of Tarnfield Foods", f"{text} Per Aho left."))
    assert reading.answer == "Nora Quist"
    assert [citation.quote for citation in reading.citations] == [text]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("The chief executive officer is Nora Quist.", id="another role"),
        pytest.param("Deputy head of finance: Nora Quist", id="a word makes it another"),
        pytest.param("Nora Quist is not the head of finance.", id="denied"),
        pytest.param("The head of finance at Lowmoor Mills is Nora Quist.", id="of another"),
        pytest.param("The head of finance is the Lowmoor Group.", id="no person"),
    ],
)
def test_no_holder_of_just_that_role_is_silence(linguistics: Linguistics, text: str) -> None:
    assert ask(linguistics, WHO, ("Staff of Tarnfield Foods", text)).abstained


def test_holder_is_of_the_thing_that_the_passage_is_about(linguistics: Linguistics) -> None:
    pairs = (
        ("Depot Lowmoor", "Manager: Per Aho\nDocks: 4"),
        ("Depot Tarnfield", "Manager: Nora Quist\nDocks: 7"),
    )
    assert ask(linguistics, "Who is the manager of the Tarnfield depot?", *pairs).answer == (
        "Nora Quist"
    )
    assert ask(linguistics, "Who is the manager of the Ashby depot?", *pairs).abstained


def test_pronoun_speaks_of_what_begins_the_sentence_before(linguistics: Linguistics) -> None:
    pairs = (
        ("Services", "Lume issues badges. It is owned by the Front Desk team."),
        ("Services", "Gannet sorts mail. It is owned by the Back Office team."),
    )
    assert ask(linguistics, "Which team owns Gannet?", *pairs).answer == "Back Office"
    assert ask(linguistics, "Which team owns Lume?", *pairs).answer == "Front Desk"


@pytest.mark.parametrize(
    "question",
    [
        "Who leads the team that owns Lume?",
        "What is the price of one Lume badge?",
        "Where does Nora Quist work?",
    ],
)
def test_other_questions_ask_for_no_holder(question: str) -> None:
    assert list_roles(analyse(question)) == ()


def test_who_plays_one_is_not_who_plays_another(linguistics: Linguistics) -> None:
    evidence = evidence_of(
        ("Jennifer Parker", "The character was played by Claudia Wells in Back to the Future."),
        ("Marty McFly", "Marty was played by Michael J. Fox in Back to the Future."),
    )
    question = "Who played {} in back to the future"
    reading = read(question.format("marty"), evidence, linguistics=linguistics, heads=heads())
    assert reading.answer == "Michael J. Fox"
    other = read(question.format("lorraine"), evidence, linguistics=linguistics, heads=heads())
    assert other.abstained or (other.confidence or 0) < 0.85
