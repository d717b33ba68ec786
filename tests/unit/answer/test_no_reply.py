"""What a reader does where the endpoint gives no reply: reads itself, shows less, or abstains."""

from __future__ import annotations

import pytest

from kgplatform.models.conversation import OUTAGE, TOO_LONG, NoReply
from kgplatform.records import Evidence, ScoredPassage, Usage
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import read_with_both

pytestmark = pytest.mark.unit

QUESTION = "Who designed the Fram?"
EVIDENCE = Evidence(
    tuple(
        ScoredPassage(f"p{number}", f"d{number}", title, "", text, 0.9)
        for number, (title, text) in enumerate(
            [
                ("Fram", "The Fram was designed by Colin Archer."),
                ("Larvik", "Larvik is a town."),
                ("Oslo", "Oslo is a city."),
                ("Kiel", "Kiel is a port."),
            ]
        )
    )
)


def no_reply(cause: str) -> NoReply:
    return NoReply("why", task="answer", usage=Usage(llm_calls=1), cause=cause)  # type: ignore[arg-type]


def test_outage_is_read_over_where_the_reader_was_left_to_choose() -> None:
    chat = ScriptedChatModel([no_reply(OUTAGE)])
    reading = read_with_both(QUESTION, EVIDENCE, chat=chat)
    assert (reading.answer, reading.reader) == ("Colin Archer", "extractive")
    assert reading.steps[0].detail["reason"] == "why"
    assert len(chat.requests) == 1


def test_outage_of_a_reader_that_was_asked_for_is_no_answer() -> None:
    chat = ScriptedChatModel([no_reply(OUTAGE)])
    reading = read_with_both(
        QUESTION,
        EVIDENCE,
        chat=chat,
        reader="llm",
    )
    assert reading.abstained
    assert [step.name for step in reading.steps] == ["model_away", "abstain"]


def test_evidence_that_is_too_long_is_halved_until_it_fits() -> None:
    answer = '{"answer": "Colin Archer", "evidence": [1]}'
    chat = ScriptedChatModel([no_reply(TOO_LONG), no_reply(TOO_LONG), answer])
    reading = read_with_both(
        QUESTION,
        EVIDENCE,
        chat=chat,
        reader="llm",
    )
    assert (reading.answer, reading.reader) == ("Colin Archer", "llm")
    assert reading.steps[0].detail["too_long_without"] == 3
    assert reading.usage.llm_calls >= 2
    assert "Larvik" not in chat.requests[-1].messages[-1]["content"]
