"""What kind of value a question asks for, and values of another thing that cannot answer it."""

from __future__ import annotations

import pytest

from kgplatform.question.analysis import analyse
from kgplatform.question.values_asked import find_answer_type
from tests.pipeline import read_with_both
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

EVIDENCE = evidence_of(
    (
        "Contract CT-7",
        "1. Prices\nThe price of one GP-20 is EUR 1,150. The price of one GP-40 is EUR 2,300.\n\n"
        "2. Warranty\nThe warranty period is 24 months from delivery. "
        "The temperature of the pump must not exceed 60 °C.",
    ),
    (
        "Hale mill",
        "The income of the Hale mill in 2020 was $9.3 million. Its hotline is 0113 496 0999.",
    ),
)


@pytest.mark.parametrize(
    ("question", "kind", "dimension"),
    [
        ("How much does the gate cost?", "MONEY", ""),
        ("What is the monthly fee of the mill?", "MONEY", ""),
        ("How high is the rent?", "MONEY", ""),
        ("How heavy is the gate?", "QUANTITY", "mass"),
        ("How high is the water temperature?", "QUANTITY", "temperature"),
        ("How long is the notice period?", "QUANTITY", "duration"),
        ("How often is the gate oiled?", "FREQUENCY", ""),
        ("What is the phone number of the mill?", "PHONE", ""),
        ("What is the e-mail address of the mill?", "EMAIL", ""),
        ("Which version fixed the fault?", "VERSION", ""),
    ],
)
def test_the_kind_of_value_is_known(question: str, kind: str, dimension: str) -> None:
    wanted = find_answer_type(analyse(question))
    assert wanted is not None
    assert wanted.kind == kind
    assert not dimension or dimension in wanted.dimensions


@pytest.mark.parametrize(
    "question", ["Who approved the budget?", "Which mill is older, Hale or Dunford?", "Who left?"]
)
def test_other_questions_want_no_value(question: str) -> None:
    assert find_answer_type(analyse(question)) is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the price of one GP-40?", "EUR 2,300"),
        ("How much does one GP-20 cost?", "EUR 1,150"),
        ("How long is the warranty period?", "24 months"),
        ("What is the maximum temperature of the pump?", "60 °C"),
        ("What was the income of the Hale mill in 2020?", "$9.3 million"),
        ("What is the phone number of the hotline of the Hale mill?", "0113 496 0999"),
        ("What is the price of one GP-60?", ""),
        ("How much was the income of the Hale mill in 2018?", ""),
        ("How heavy is the pump?", ""),
    ],
)
def test_a_whole_value_of_the_thing_answers(question: str, answer: str) -> None:
    assert read_with_both(question, EVIDENCE).answer == answer
