"""What is asked of which reader."""

from __future__ import annotations

from functools import cache

import pytest

from kgplatform.answer import read
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.testing import ScriptedChatModel

pytestmark = pytest.mark.unit

QUESTION = "Where was the spouse of Raisa Orlova born?"
LEFT = "Where was Lev Kopelev born?"
TEXTS = {
    "Raisa Orlova": "Raisa Orlova was born in Moscow. She was the wife of Lev Kopelev.",
    "Lev Kopelev": "Lev Kopelev was born in Kyiv.",
}
PASSAGES = tuple(
    ScoredPassage(f"p{number}", f"d{number}", title, "u", text, 1 / number)
    for number, (title, text) in enumerate(TEXTS.items(), start=1)
)


@cache
def _linguistics() -> Linguistics:
    return load_linguistics(DEFAULT_PIPELINE)


def test_without_a_model_the_question_that_is_left_is_answered() -> None:
    evidence = Evidence(PASSAGES, left=LEFT)
    reading = read(QUESTION, evidence, linguistics=_linguistics())
    assert (reading.reader, reading.answer) == ("extractive", "Kyiv")
    assert reading.steps[0].detail["names"] == ["Lev Kopelev"]
    whole = read(QUESTION, Evidence(PASSAGES), linguistics=_linguistics())
    assert whole.steps[0].detail["names"] == ["Raisa Orlova"]


def test_a_model_is_asked_the_whole_question() -> None:
    chat = ScriptedChatModel(['{"reason": "[2] says so.", "answer": "Kyiv"}'])
    evidence = Evidence(PASSAGES, left=LEFT)
    reading = read(QUESTION, evidence, linguistics=_linguistics(), chat=chat)
    assert reading.answer == "Kyiv"
    asked = chat.requests[0].messages[-1]["content"]
    assert QUESTION in asked
    assert LEFT not in asked
