"""Sentences with several values: the one of the question's verb, and what holds after a change."""

from __future__ import annotations

import pytest

from tests.pipeline import read_with_both
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

EVIDENCE = evidence_of(
    (
        "Lease of the Hale mill",
        "1. Term\nThe lease of the Hale mill begins on 1 April 2021 and ends on 31 March 2027. "
        "2. Rent\nThe rent of the Hale mill was raised by EUR 300 to EUR 4,300.",
    ),
    ("Order OR-12", "The unit price is €42.50; shipping costs €15."),
    (
        "Minutes of 2 March 2021",
        "The opening of the Dunford fair was postponed from 1 June 2021 to 9 July 2021. "
        "The council had planned the opening of the Dunford fair for 1 June 2021.",
    ),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When does the lease of the Hale mill begin?", "1 April 2021"),
        ("When does the lease of the Hale mill end?", "31 March 2027"),
        pytest.param(
            "When is the opening of the Dunford fair planned?",
            "9 July 2021",
            marks=pytest.mark.xfail(reason="not sure enough of two dates: withheld", strict=True),
        ),
        ("What is the current rent of the Hale mill?", "EUR 4,300"),
        ("How much does shipping cost in OR-12?", "€15"),
        ("By how much was the rent of the Hale mill raised?", "EUR 300"),
    ],
)
def test_the_value_of_the_verb_or_the_change_answers(question: str, answer: str) -> None:
    assert read_with_both(question, EVIDENCE).answer == answer
