"""Why something happened, as the evidence gives the reason; silence where it gives none."""

from __future__ import annotations

import pytest

from kgplatform.answer.reading import Reading
from tests.pipeline import read_with_both
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

EVIDENCE = evidence_of(
    (
        "Minutes of 2 March 2021",
        "The opening of the Hale mill was moved from 1 April 2021 to 6 May 2021 because the roof "
        "leaked. The council rejected the plan for a canal due to its price of EUR 90,000. "
        "The Dunford fair will take place in June 2021.",
    ),
    (
        "Report RPT-31: Standstill of the Saltmere bridge",
        "On 3 May 2021 the Saltmere bridge did not open for 45 minutes. The cause was a worn gear "
        "in the north tower. Nobody was hurt.",
    ),
    (
        "Report RPT-40",
        "On 9 July 2021 the lights of the harbour failed. The outage was caused by the Lumen "
        "controller, which ran out of memory.",
    ),
    ("Order OR-12", "Of 120 chairs 100 have come. The delay was due to a strike at the port."),
)


def _ask(question: str) -> Reading:
    return read_with_both(
        question,
        EVIDENCE,
        reader="extractive",
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Why was the opening of the Hale mill moved?", "because the roof leaked"),
        ("Why did the council reject the plan for a canal?", "due to its price of EUR 90,000"),
        (
            "What caused the standstill of the Saltmere bridge?",
            "a worn gear in the north tower",
        ),
        ("What was the cause of the incident of 3 May 2021?", "a worn gear in the north tower"),
        ("Why was OR-12 delayed?", "due to a strike at the port"),
        ("What caused the outage of 9 July 2021?", "the Lumen controller"),
    ],
)
def test_the_reason_that_is_given_answers(question: str, answer: str) -> None:
    assert _ask(question).answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "Why was the Dunford fair moved?",
        "Why did the council approve the Hale mill?",
        "What caused the outage of 10 July 2021?",
    ],
)
def test_no_number_or_name_stands_for_a_reason(question: str) -> None:
    assert _ask(question).abstained
