"""Yes or no by a clause that denies, tells the opposite, lists, or tells another value."""

from __future__ import annotations

import pytest

from kgplatform.answer import read
from kgplatform.models.linguistics import Linguistics
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

MEETING = (
    "Minutes of the works council, 3 April 2021",
    "Present: Nora Quist (chair), Per Aho. Absent: Ivo Brandl.\n\n"
    "Per Aho proposed to sell the Tarnfield depot to Lowmoor Mills. The council rejected the "
    "proposal. The council approved the new canteen in Ashby.",
)
FIRE = (
    "Report on the fire at Tarnfield",
    "On 9 May 2021 a fire broke out in hall 2. No crates were lost, but two doors burned. "
    "The annex in Ashby was not part of the inspection.",
)

LUME = ("Services", "Lume issues badges. It is written in Erlang and Elixir and runs in Ashby.")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        pytest.param("Were crates lost in the fire of 9 May 2021?", "no", id="denied"),
        pytest.param("Were crates lost in the fire of 8 May 2021?", "", id="another day"),
        pytest.param("Did doors burn in the fire at Tarnfield?", "yes", id="stated beside it"),
        pytest.param("Was the annex in Ashby part of the inspection?", "no", id="was not"),
        pytest.param(
            "Did the works council approve the sale of the depot to Lowmoor Mills?", "", id="words"
        ),
        pytest.param(
            "Did the works council accept the proposal to sell the Tarnfield depot?",
            "no",
            id="opposite",
        ),
        pytest.param("Did the council approve the new canteen in Ashby?", "yes", id="stated"),
        pytest.param("Was Ivo Brandl present at the works council?", "no", id="absent"),
        pytest.param("Was Per Aho present at the works council?", "yes", id="listed"),
        pytest.param("Did Per Aho attend the works council on 3 April 2021?", "yes", id="attend"),
        pytest.param("Was Per Aho present at the works council on 4 May 2021?", "", id="other day"),
        pytest.param("Was Una Dahl present at the works council?", "", id="nobody told"),
        pytest.param("Is Lume written in Erlang?", "yes", id="value"),
        pytest.param("Is Lume written in Elixir?", "yes", id="second value"),
        pytest.param("Is Lume written in Cobol?", "no", id="another value"),
    ],
)
def test_clause_decides(linguistics: Linguistics, question: str, answer: str) -> None:
    reading = read(
        question, evidence_of(MEETING, FIRE, LUME), linguistics=linguistics, heads=heads()
    )
    assert reading.answer == answer
