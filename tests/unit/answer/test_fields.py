"""Answers from "Key: value" lines, and none from those of another thing."""

from __future__ import annotations

import pytest

from kgplatform.answer.reading import Reading
from kgplatform.answer.structured.blocks import find_blocks
from kgplatform.records import Evidence
from kgplatform.sources.grid import table_markdown
from tests.pipeline import read_with_both
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

HALE = passage_of(
    "Site profile: Hale mill",
    "Manager: Ada Birch\n"
    "Opened: 4 March 2011\n"
    "Floor area: 7,300 square metres\n"
    "- **Employees:** 88\n"
    "Emergency phone: +44 20 7946 0018",
)
DUNFORD = passage_of(
    "Site profile: Dunford mill",
    "Manager: Bo Cedar\nOpened: 1 June 1998\nEmployees: 240\nNearest port: Saltmere",
)
REPORT = passage_of(
    "Report RPT-31",
    "Date: 3 May 2021. Grade: B-2. Length: 45 minutes. Duty officer: Cy Ash.\n\n"
    "The bridge stood still.",
)
TRAVEL = passage_of(
    "Travel rules",
    "Trains are preferred.\n\nMeal limit in Hale: EUR 31 per day\n\nMeal limit in Dunford: EUR 27",
)
LOG = passage_of(
    "Report RPT-40",
    table_markdown([("Field", "Value"), ("Grade", "C-1"), ("Duty officer", "Ida Moor")]),
)


def _ask(question: str) -> Reading:
    evidence = Evidence((HALE, DUNFORD, REPORT, TRAVEL, LOG))
    return read_with_both(
        question,
        evidence,
        reader="extractive",
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the manager of the Hale mill?", "Ada Birch"),
        ("Who manages the Dunford mill?", "Bo Cedar"),
        ("When did the Hale mill open?", "4 March 2011"),
        ("What is the opening date of the Dunford mill?", "1 June 1998"),
        ("In which year was the Hale mill opened?", "2011"),
        ("How many employees work in the Hale mill?", "88"),
        ("What is the floor area of the Hale mill?", "7,300 square metres"),
        ("What is the phone number of the Hale mill?", "+44 20 7946 0018"),
        ("What is the grade of RPT-31?", "B-2"),
        ("Who was the duty officer of the incident of 3 May 2021?", "Cy Ash"),
        ("How long did RPT-31 last?", "45 minutes"),
        ("What is the meal limit in Hale?", "EUR 31 per day"),
        ("Who was the duty officer in RPT-40?", "Ida Moor"),
    ],
)
def test_a_line_answers_for_the_thing_of_its_block(question: str, answer: str) -> None:
    assert _ask(question).answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "Who is the manager of the Saltmere mill?",  # which the other block only mentions
        "How many employees work in the Saltmere mill?",
        "What is the meal limit in Saltmere?",
        "What is the salary of the manager of the Hale mill?",
        "What is the grade of RPT-55?",
    ],
)
def test_a_line_of_another_thing_is_no_answer(question: str) -> None:
    assert _ask(question).abstained


def test_the_line_is_cited_with_its_key() -> None:
    [citation] = _ask("Who is the manager of the Hale mill?").citations
    assert citation.quote == "Manager: Ada Birch"


def test_lines_of_sentences_are_no_fields() -> None:
    passage = passage_of("Minutes", "At 10:30 all left.\nThe board said. Then: nothing happened.")
    assert find_blocks(passage) == ()


INVOICE = passage_of(
    "Invoice 2021/88",
    "Invoice date: 2 May 2021\nDue date: 1 June 2021\nTotal amount: USD 1,480.50\n"
    "Contact: pay@mill.example, +31 20 555 0133\nPayment terms: 30 days net",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When is invoice 2021/88 due?", "1 June 2021"),
        ("What is the due date of invoice 2021/88?", "1 June 2021"),
        ("How much is the total amount of invoice 2021/88?", "USD 1,480.50"),
        ("What is the email address for invoice 2021/88?", "pay@mill.example"),
        ("When is invoice 2021/89 due?", ""),
        ("How many days of paid leave do employees have?", ""),
    ],
)
def test_of_like_keys_the_one_that_says_more_answers(question: str, answer: str) -> None:
    reading = read_with_both(question, Evidence((INVOICE,)))
    assert reading.answer == answer


def test_a_number_is_no_answer_where_another_noun_is_asked_for() -> None:
    tender = passage_of("Tender: Marlpit", "Bond: 10 % of the price\nOpen: the name of the bank")
    which, what = (
        read_with_both(question, Evidence((tender,)), reader="extractive")
        for question in ("Which bank gives the bond for Marlpit?", "What is the bond for Marlpit?")
    )
    assert which.abstained
    assert what.answer == "10 % of the price"
