"""The reader with a model behind a real HTTP endpoint on loopback."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest

from kgplatform.answer import read
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence, ScoredPassage
from tests.chat_server import ChatServer, completion
from tests.pipeline import heads

pytestmark = pytest.mark.integration

EVIDENCE = Evidence(
    (
        ScoredPassage("p1", "d1", "Fram", "", "The Fram was designed by Colin Archer.", 0.9),
        ScoredPassage("p2", "d2", "Colin Archer", "", "Colin Archer died in Larvik.", 0.8),
    )
)
QUESTION = "Where did the designer of the Fram die?"


def read_as_a_model(body: dict[str, Any]) -> str:
    """Answer by reading the numbered evidence as it was sent."""
    sent = body["messages"][-1]["content"]
    found = re.search(r"\[(\d+)\] [^\n]*\n[^\n]*died in (\w+)\.", sent)
    assert found is not None
    return json.dumps({"answer": found[2], "evidence": [int(found[1])]})


def test_read_asks_the_endpoint_and_cites_what_it_names(linguistics: Linguistics) -> None:
    with ChatServer(read_as_a_model) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        reading = read(QUESTION, EVIDENCE, linguistics=linguistics, heads=heads(), chat=chat)
    assert (reading.answer, reading.reader) == ("Larvik", "llm")
    assert [(c.passage_id, c.quote) for c in reading.citations] == [
        ("p2", "Colin Archer died in Larvik.")
    ]
    assert reading.usage.llm_calls == 1
    assert reading.confidence is None  # this endpoint tells no probabilities


def test_read_tells_how_probable_the_endpoint_says_the_answer_was(linguistics: Linguistics) -> None:
    """The square root of .9 * .4 is .6."""
    written = (('{"answer": "', 1.0), ("Lar", 0.9), ("vik", 0.4), ('"}', 1.0))
    text = "".join(token for token, _ in written)
    told = [
        {"token": token, "bytes": None, "logprob": math.log(p), "top_logprobs": []}
        for token, p in written
    ]
    with ChatServer(lambda _: completion(text, logprobs=told)) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        reading = read(QUESTION, EVIDENCE, linguistics=linguistics, heads=heads(), chat=chat)
    assert reading.confidence == pytest.approx(0.6)


def test_read_understands_an_endpoint_that_answers_in_words(linguistics: Linguistics) -> None:
    with ChatServer(lambda _: "Answer: Larvik [2]") as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        reading = read(QUESTION, EVIDENCE, linguistics=linguistics, heads=heads(), chat=chat)
    assert (reading.answer, reading.reader, reading.usage.llm_calls) == ("Larvik", "llm", 1)


def test_read_falls_back_when_the_endpoint_talks_prose(
    linguistics: Linguistics,
) -> None:
    with ChatServer(lambda _: "I think it was Larvik.") as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        reading = read(QUESTION, EVIDENCE, linguistics=linguistics, heads=heads(), chat=chat)
    assert (reading.answer, reading.reader) == ("Larvik", "extractive")
    assert reading.steps[0].name == "model_reply_unusable"


def test_rows_are_counted_without_asking_unless_the_model_is_to_read(
    linguistics: Linguistics,
) -> None:
    text = "| Ship | Port |\n| --- | --- |\n| Fram | Larvik |\n| Maud | Larvik |\n| Gauss | Kiel |"
    table = ScoredPassage("p3", "d3", "Ships", "", text, 0.9)
    evidence = Evidence((table,), tables=((table,),))
    question = "How many ships are in Larvik?"
    reply = json.dumps({"answer": "3", "evidence": [1]})
    with ChatServer(lambda _: reply) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        counted = read(question, evidence, linguistics=linguistics, heads=heads(), chat=chat)
        asked = read(
            question, evidence, linguistics=linguistics, heads=heads(), chat=chat, reader="llm"
        )
    assert (counted.answer, counted.usage.llm_calls) == ("2", 0)
    assert asked.usage.llm_calls > 0
