"""A plain question of one named thing is answered by what is said of it, and of what is asked."""

from __future__ import annotations

import pytest

from kgplatform.answer import Reading, read
from kgplatform.models.linguistics import Linguistics
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit


def ask(linguistics: Linguistics, question: str, *pairs: tuple[str, str]) -> Reading:
    return read(question, evidence_of(*pairs), linguistics=linguistics, heads=heads())


def test_what_is_said_of_another_thing_is_no_answer(linguistics: Linguistics) -> None:
    other = ("Depots", "The Lowmoor depot opened on 3 April 2011.")
    named = ("Plans", "Tarnfield may get a depot.")
    assert ask(linguistics, "When did the Lowmoor depot open?", other).answer == "3 April 2011"
    assert ask(linguistics, "When did the Tarnfield depot open?", other, named).abstained


def test_what_says_nothing_of_what_is_asked_is_no_answer(linguistics: Linguistics) -> None:
    pairs = (("Tarnfield", "The Tarnfield depot was painted on 3 April 2011. It has four doors."),)
    assert ask(linguistics, "When was the Tarnfield depot painted?", *pairs).answer == (
        "3 April 2011"
    )
    assert ask(linguistics, "When was the Tarnfield depot insured?", *pairs).abstained


def test_who_did_a_thing_is_told_with_its_verb(linguistics: Linguistics) -> None:
    pair = ("Visit", "Lowmoor Mills wrote to Tarnfield. The guide was Nora Quist of Tarnfield.")
    assert ask(linguistics, "Which company employs the guide Nora Quist?", pair).abstained


@pytest.mark.parametrize("word", ["employees", "staff", "people"])
def test_how_many_work_somewhere_is_told_in_several_words(
    linguistics: Linguistics, word: str
) -> None:
    pairs = (
        ("Lowmoor Mills", "Lowmoor Mills employs 320 people. It has 12 docks."),
        ("Tarnfield Works", "Tarnfield Works has a staff of 85. It has 4 docks."),
    )
    question = f"How many {word} does {{}} {'employ' if word == 'people' else 'have'}?"
    answer = ask(linguistics, question.format("Lowmoor Mills"), *pairs).answer
    assert answer in ("320", "320 people", "")
    told = ask(linguistics, question.format("Tarnfield Works"), *pairs).answer
    assert told in (("",) if word == "people" else ("85", ""))


def test_document_of_another_day_is_no_answer(linguistics: Linguistics) -> None:
    pairs = (
        ("Report FX-2031: fire of 3 April 2021", "The fire destroyed 40 crates."),
        ("Report FX-2032: fire of 9 May 2021", "The fire began in hall 2."),
    )
    question = "How many crates were destroyed in the fire of {}?"
    assert ask(linguistics, question.format("3 April 2021"), *pairs).answer == "40"
    assert ask(linguistics, question.format("9 May 2021"), *pairs).abstained
