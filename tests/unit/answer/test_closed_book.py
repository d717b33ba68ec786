"""The reader without evidence answers from memory, and nothing is cited."""

from __future__ import annotations

import math

import pytest

from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.closed_book import read_closed_book
from kgplatform.errors import ModelUnavailable
from kgplatform.models.conversation import Token
from kgplatform.testing import ScriptedChatModel

pytestmark = pytest.mark.unit

QUESTION = "Who designed the Fram?"


def test_answer_comes_with_its_probability_and_without_citations() -> None:
    tokens = [Token('{"answer":"', -1.0), Token("Colin Archer", math.log(0.5)), Token('"}', -1.0)]
    chat = ScriptedChatModel([tokens])
    reading = read_closed_book(QUESTION, chat)
    assert (reading.answer, reading.abstained, reading.reader) == ("Colin Archer", False, "llm")
    assert (reading.citations, reading.statements) == ((), ())
    assert reading.confidence == pytest.approx(0.5)
    assert reading.usage.llm_calls == 1
    assert reading.steps[0].detail["model"] == "scripted"


def test_question_alone_is_sent() -> None:
    chat = ScriptedChatModel(['{"answer": "x"}'])
    read_closed_book(QUESTION, chat)
    (request,) = chat.requests
    assert request.messages[-1]["content"] == f"Question: {QUESTION}"
    assert request.schema is not None
    assert list(request.schema["properties"]) == ["answer"]


def test_answer_is_asked_for_once_more_after_a_malformed_reply() -> None:
    reading = read_closed_book(QUESTION, ScriptedChatModel(["Hm.", '{"answer": "Archer"}']))
    assert (reading.answer, reading.usage.llm_calls) == ("Archer", 2)


@pytest.mark.parametrize("reply", ['{"answer": ""}', '{"answer": "unknown"}'])
def test_model_that_does_not_know_abstains(reply: str) -> None:
    reading = read_closed_book(QUESTION, ScriptedChatModel([reply]))
    assert (reading.answer, reading.abstained) == ("", True)


def test_nonsense_is_a_failure_that_was_paid_for_and_no_abstention() -> None:
    with pytest.raises(UnusableReplies) as caught:
        read_closed_book(QUESTION, ScriptedChatModel(["Hm.", "Well."]))
    assert caught.value.usage.llm_calls == 2


def test_outage_is_not_hidden() -> None:
    with pytest.raises(ModelUnavailable):
        read_closed_book(QUESTION, ScriptedChatModel([ModelUnavailable("no answer")]))
