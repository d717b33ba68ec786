"""The extractor with a model behind a real HTTP endpoint on loopback."""

from __future__ import annotations

import json
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import ModelError, ModelUnavailable
from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import Extractor, PassageReading
from kgplatform.models.cache import ReplyCache
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Passage
from tests.chat_server import ChatServer, HttpReply, completion, error

pytestmark = pytest.mark.integration

COUNT = 24


def passages() -> list[Passage]:
    texts = [f"Fram {i} was built by Colin Archer in {1800 + i}." for i in range(COUNT)]
    return [Passage(f"p{i}", "d", i, 0, len(t), f"Fram {i}", t) for i, t in enumerate(texts)]


def read_as_a_model(body: dict[str, Any]) -> str:
    """Answer by reading the passage as it was sent."""
    sent = body["messages"][-1]["content"]
    found = re.search(r"(Fram \d+) was built by (Colin Archer) in (\d+)\.", sent)
    assert found is not None
    fact = {
        "subject": found[1],
        "relation": "built by",
        "object": found[2],
        "qualifiers": [{"relation": "time", "value": found[3]}],
    }
    return json.dumps({"entities": [{"name": found[1], "type": "Product"}], "facts": [fact]})


def extractor_at(
    server: ChatServer,
    linguistics: Linguistics,
    *,
    cache: ReplyCache | None = None,
    workers: int = 6,
) -> Extractor:
    chat = OpenAIChatModel(server.base_url, "rule-made", cache=cache, sleep=lambda _: None)
    return make_extractor("llm", linguistics=linguistics, chat=chat, concurrency=workers)


def facts_of(readings: list[PassageReading]) -> list[str]:
    return [statement.text for reading in readings for statement in reading.statements]


EXPECTED = [f"Fram {i} built by Colin Archer (time: {1800 + i})" for i in range(COUNT)]


def test_passages_are_read_at_the_same_time_and_given_in_order(linguistics: Linguistics) -> None:
    both = threading.Barrier(2, timeout=30)

    def rule(body: dict[str, Any]) -> str:
        both.wait()  # passes only where two requests are under way
        return read_as_a_model(body)

    with ChatServer(rule) as server:
        readings = list(extractor_at(server, linguistics).read(passages(), gazetteer=Gazetteer([])))
    assert facts_of(readings) == EXPECTED
    assert sum(reading.usage.llm_calls for reading in readings) == COUNT


def test_schema_goes_over_the_wire(linguistics: Linguistics) -> None:
    with ChatServer(read_as_a_model) as server:
        list(extractor_at(server, linguistics).read(passages()[:1], gazetteer=Gazetteer([])))
    sent = server.requests[0].body["response_format"]["json_schema"]
    assert sent["strict"]
    assert set(sent["schema"]["properties"]) == {"entities", "facts"}


def test_second_reading_is_answered_by_the_cache_from_all_threads(
    linguistics: Linguistics, tmp_path: Path
) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    with ChatServer(read_as_a_model) as server:
        for _ in range(2):
            extractor = extractor_at(server, linguistics, cache=cache)
            readings = list(extractor.read(passages(), gazetteer=Gazetteer([])))
            assert facts_of(readings) == EXPECTED
    assert len(server.requests) == COUNT == len(cache)
    assert sum(reading.usage.cached_calls for reading in readings) == COUNT


def test_endpoint_that_bears_two_calls_at_a_time_is_read_to_the_end(
    linguistics: Linguistics,
) -> None:
    lock, under_way = threading.Lock(), 0
    refused = 0

    def rule(body: dict[str, Any]) -> str | HttpReply:
        nonlocal under_way, refused
        with lock:
            under_way += 1
            is_full = under_way > 2
            refused += is_full
        try:
            time.sleep(0.02)
            if is_full:
                return error(429, "slow down", retry_after_ms="20")
            return read_as_a_model(body)
        finally:
            with lock:
                under_way -= 1

    with ChatServer(rule) as server:
        extractor = extractor_at(server, linguistics, workers=8)
        readings = list(extractor.read(passages(), gazetteer=Gazetteer([])))
    assert facts_of(readings) == EXPECTED
    assert refused > 0


def test_schema_refused_by_the_endpoint_is_put_into_words(linguistics: Linguistics) -> None:
    def rule(body: dict[str, Any]) -> str | HttpReply:
        if "response_format" in body:
            return error(400, "response_format is not supported")
        return "Here:\n```json\n" + read_as_a_model(body) + "\n```"

    with ChatServer(rule) as server:
        readings = list(extractor_at(server, linguistics).read(passages(), gazetteer=Gazetteer([])))
    assert facts_of(readings) == EXPECTED


def test_reply_cut_at_the_limit_is_read_as_far_as_it_goes(linguistics: Linguistics) -> None:
    def rule(body: dict[str, Any]) -> HttpReply:
        whole = read_as_a_model(body)
        return completion(whole[:-2] + ', {"subject": "Fr', finish_reason="length")

    with ChatServer(rule) as server:
        readings = list(
            extractor_at(server, linguistics).read(passages()[:3], gazetteer=Gazetteer([]))
        )
    assert facts_of(readings) == EXPECTED[:3]
    assert [dict(reading.repaired) for reading in readings] == [{"reply cut off": 1}] * 3
    assert all(reading.usage.completion_tokens > 0 for reading in readings)


def test_one_passage_that_the_model_fails_at_costs_only_its_facts(
    linguistics: Linguistics,
) -> None:
    def rule(body: dict[str, Any]) -> str:
        asked = "".join(message["content"] for message in body["messages"])
        return "I am not able to." if "Fram 3 was" in asked else read_as_a_model(body)

    with ChatServer(rule) as server:
        readings = list(extractor_at(server, linguistics).read(passages(), gazetteer=Gazetteer([])))
    assert [bool(reading.failure) for reading in readings] == [i == 3 for i in range(COUNT)]
    assert facts_of(readings) == EXPECTED[:3] + EXPECTED[4:]
    assert "Colin Archer" in {mention.surface for mention in readings[3].mentions}
    assert readings[3].usage.llm_calls == 2


@pytest.mark.parametrize("status", [503, 401])
def test_endpoint_that_fails_stops_the_reading(linguistics: Linguistics, status: int) -> None:
    expected = ModelUnavailable if status == 503 else ModelError
    with ChatServer(lambda _: error(status, "no")) as server:
        extractor = extractor_at(server, linguistics)
        with pytest.raises(expected):
            list(extractor.read(passages(), gazetteer=Gazetteer([])))


def test_reader_that_stops_early_leaves_the_rest_unasked(linguistics: Linguistics) -> None:
    with ChatServer(read_as_a_model) as server:
        extractor = extractor_at(server, linguistics, workers=1)
        reading = extractor.read(passages(), gazetteer=Gazetteer([]))
        next(reading)
        reading.close()  # type: ignore[attr-defined]  # a generator
        time.sleep(0.1)
        asked = len(server.requests)
        time.sleep(0.2)
        assert len(server.requests) == asked < COUNT
