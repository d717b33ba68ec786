from __future__ import annotations

import math
import multiprocessing
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kgplatform.errors import ModelError
from kgplatform.models.cache import CachedReply, ReplyCache, request_key
from kgplatform.models.conversation import Token

pytestmark = pytest.mark.unit

REPLY = CachedReply("Oslo – ☃", 12, 3)


def put_many(path: Path, first: int) -> None:
    cache = ReplyCache(path)
    for number in range(first, first + 25):
        cache.put(f"key {number}", REPLY, task="answer", model="m")


def test_reply_comes_back_from_the_file(tmp_path: Path) -> None:
    ReplyCache(tmp_path / "deep" / "replies.sqlite").put("k", REPLY, task="answer", model="m")
    assert ReplyCache(tmp_path / "deep" / "replies.sqlite").get("k") == REPLY


def test_a_reply_keeps_the_time_it_took(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    cache.put("k", REPLY, task="answer", model="m")
    assert REPLY.reply().usage.cached_ms is None
    cache.put("k", replace(REPLY, ms=812.5), task="answer", model="m")
    stored = cache.get("k")
    assert stored == replace(REPLY, ms=812.5)
    assert stored.reply().usage.cached_ms == 812.5


def test_probabilities_come_back_as_they_were(tmp_path: Path) -> None:
    tokens = (Token("Os", -0.25, (("Os", -0.25), ("Be", -1.5))), Token("lo", -math.inf))
    reply = CachedReply("Oslo", 12, 3, tokens)
    ReplyCache(tmp_path / "replies.sqlite").put("k", reply, task="answer", model="m")
    assert ReplyCache(tmp_path / "replies.sqlite").get("k") == reply


def test_file_from_before_there_were_probabilities_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "CREATE TABLE reply (key TEXT PRIMARY KEY, task TEXT, model TEXT, text TEXT, "
            "prompt_tokens INTEGER, completion_tokens INTEGER) WITHOUT ROWID"
        )
        connection.execute("INSERT INTO reply VALUES ('k', 'answer', 'm', ?, 12, 3)", (REPLY.text,))
    assert ReplyCache(path).get("k") == REPLY


def test_everything_stored_is_listed_in_the_order_of_keys(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    spoken = CachedReply("Bergen", 7, 1, (Token("Bergen", -0.5),))
    cache.put("k2", spoken, task="judge", model="n")
    cache.put("k1", REPLY, task="answer", model="m")
    assert cache.entries() == [("k1", "answer", "m", REPLY), ("k2", "judge", "n", spoken)]


def test_unknown_key_is_none(tmp_path: Path) -> None:
    assert ReplyCache(tmp_path / "replies.sqlite").get("k") is None


def test_first_reply_stays(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    cache.put("k", REPLY, task="answer", model="m")
    cache.put("k", CachedReply("Bergen", 0, 0), task="answer", model="m")
    assert cache.get("k") == REPLY


def test_threads_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda first: put_many(path, first), range(0, 200, 25)))
    assert len(ReplyCache(path)) == 200


def test_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=put_many, args=(path, first)) for first in (0, 25, 50)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert len(ReplyCache(path)) == 75


def test_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    path.write_text("something else" * 100)
    with pytest.raises(ModelError, match="delete the file"):
        ReplyCache(path)


def test_key_ignores_the_order_of_names() -> None:
    assert request_key({"a": 1, "b": {"c": 2, "d": 3}}) == request_key(
        {"b": {"d": 3, "c": 2}, "a": 1}
    )


@pytest.mark.parametrize(
    "other",
    [
        {"model": "m", "messages": ["b", "a"]},
        {"model": "m2", "messages": ["a", "b"]},
        {"model": "m", "messages": ["a", "b"], "seed": None},
    ],
)
def test_key_tells_requests_apart(other: dict[str, object]) -> None:
    assert request_key({"model": "m", "messages": ["a", "b"]}) != request_key(other)


def test_key_takes_any_text() -> None:
    assert len(request_key({"text": "\ud800 \x00 ☃"})) == 64
