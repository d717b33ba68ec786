"""The reader with a model behind a real HTTP endpoint on loopback."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from kgplatform.answer import read
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.records import Evidence, ScoredPassage
from tests.chat_server import ChatServer

pytestmark = pytest.mark.integration

EVIDENCE = Evidence(
    (
        ScoredPassage("p1", "d1", "Fram", "", "The Fram was designed by Colin Archer.", 0.9),
        ScoredPassage("p2", "d2", "Colin Archer", "", "Colin Archer died in Larvik.", 0.8),
    )
)
QUESTION = "Where did the designer of the Fram die?"


@pytest.fixture(scope="module")
def linguistics() -> Linguistics:
    return load_linguistics(DEFAULT_PIPELINE)


def read_as_a_model(body: dict[str, Any]) -> str:
    """Answer by reading the numbered evidence as it was sent."""
    sent = body["messages"][-1]["content"]
    found = re.search(r"\[(\d+)\] [^\n]*\n([^\n]*died in (\w+)\.)", sent)
    assert found is not None
    citation = {"number": int(found[1]), "quote": found[2]}
    return json.dumps({"answer": found[3], "abstain": False, "citations": [citation]})


def test_read_asks_the_endpoint_and_verifies_its_citation(linguistics: Linguistics) -> None:
    with ChatServer(read_as_a_model) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        reading = read(QUESTION, EVIDENCE, linguistics=linguistics, chat=chat)
    assert (reading.answer, reading.reader) == ("Larvik", "llm")
    assert [(c.passage_id, c.quote) for c in reading.citations] == [
        ("p2", "Colin Archer died in Larvik.")
    ]
    assert reading.usage.llm_calls == 1


def test_read_falls_back_when_the_endpoint_talks_prose(
    linguistics: Linguistics,
) -> None:
    with ChatServer(lambda _: "I think it was Larvik.") as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        reading = read(QUESTION, EVIDENCE, linguistics=linguistics, chat=chat)
    assert (reading.answer, reading.reader) == ("Larvik", "extractive")
    assert reading.steps[0].name == "model_reply_unusable"
