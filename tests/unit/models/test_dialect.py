"""How a request is worded after an endpoint refused it, and what is learnt of that."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kgplatform.models.compatibility import ROOMS, Dialect, DialectMemory, Search
from kgplatform.models.conversation import Message
from kgplatform.models.refusals import Refusal

pytestmark = pytest.mark.unit

MESSAGES: list[Message] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Where?"},
]
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}}
OPTIONS: dict[str, Any] = {
    "task": "t", "schema": SCHEMA, "max_tokens": 9, "temperature": 0.0, "logprobs": 20, "seed": 1
}  # fmt: skip
UNKNOWN = Dialect()
Endpoint = Callable[[dict[str, Any]], "Refusal | None"]


def learn(
    endpoint: Endpoint, dialect: Dialect = UNKNOWN, proven: frozenset[str] = frozenset()
) -> tuple[Dialect | None, int]:
    """Ask until the request is taken; return what was learnt, None where it never is, and tries."""
    search, tries = Search(dialect, proven), 0
    while True:
        wording = search.dialect.word(MESSAGES, **OPTIONS)
        tries += 1
        refusal = endpoint(dict(wording.fields))
        if refusal is None:
            return search.found(), tries
        if not search.go_on(refusal, wording):
            return None, tries


def minding(*names: str, say: Callable[[str], Refusal]) -> Endpoint:
    """Return an endpoint that refuses these fields, the first of them that it meets."""

    def answer(fields: dict[str, Any]) -> Refusal | None:
        return next((say(name) for name in names if name in fields), None)

    return answer


def pointing(name: str) -> Refusal:
    return Refusal(400, "no", "no", frozenset({name}))


def speaking(name: str) -> Refusal:
    return Refusal(400, "no", f"Unsupported parameter: '{name}'")


def silent(_: str) -> Refusal:
    return Refusal(422, "no", "unprocessable")


@pytest.mark.parametrize("say", [pointing, speaking])
@pytest.mark.parametrize("name", ["temperature", "seed", "logprobs", "max_tokens"])
def test_named_part_alone_is_left_out(name: str, say: Callable[[str], Refusal]) -> None:
    learnt, tries = learn(minding(name, say=say))
    assert learnt is not None
    assert learnt.refused == {name}
    assert tries == 2


def test_limit_has_its_newer_name() -> None:
    fields = Dialect(frozenset({"max_tokens"})).word(MESSAGES, **OPTIONS).fields
    assert fields["max_completion_tokens"] == 9
    assert "max_tokens" not in fields


@pytest.mark.parametrize("name", ["temperature", "seed", "logprobs", "top_logprobs"])
def test_part_that_is_not_named_is_found_and_the_others_kept(name: str) -> None:
    """Each time the first request is refused anew what is minded comes out, and nothing else."""
    learnt, tries = learn(minding(name, say=silent))
    assert learnt is not None
    fields = learnt.word(MESSAGES, **OPTIONS).fields
    assert name not in fields
    assert {"temperature", "seed", "response_format", "messages"} - {name} <= set(fields)
    assert tries <= 9


def test_two_parts_that_are_not_named_are_found_one_after_the_other() -> None:
    endpoint = minding("seed", "response_format", say=silent)
    learnt, _ = learn(endpoint)
    assert learnt is not None
    again, _ = learn(endpoint, learnt)
    assert again is not None
    assert endpoint(dict(again.word(MESSAGES, **OPTIONS).fields)) is None
    assert "temperature" in again.word(MESSAGES, **OPTIONS).fields


def test_schema_becomes_any_json_and_then_words() -> None:
    def no_schema(fields: dict[str, Any]) -> Refusal | None:
        is_schema = fields.get("response_format", {}).get("type") == "json_schema"
        return speaking("response_format") if is_schema else None

    learnt, _ = learn(no_schema)
    assert learnt is not None
    fields = learnt.word(MESSAGES, **OPTIONS).fields
    assert fields["response_format"] == {"type": "json_object"}
    assert '"answer"' in fields["messages"][0]["content"]
    learnt, _ = learn(minding("response_format", say=speaking))
    assert learnt is not None
    assert "response_format" not in learnt.word(MESSAGES, **OPTIONS).fields


@pytest.mark.parametrize(
    "words",
    [
        "System role not supported",
        "Conversation roles must alternate user/assistant/user/assistant/...",
        "Developer instruction is not enabled for this model",
    ],
)
@pytest.mark.parametrize("status", [400, 500])
def test_what_the_system_says_is_put_into_the_first_turn(words: str, status: int) -> None:
    def endpoint(fields: dict[str, Any]) -> Refusal | None:
        has_system = fields["messages"][0]["role"] == "system"
        return Refusal(status, words, words) if has_system else None

    learnt, tries = learn(endpoint)
    assert learnt is not None
    [only] = learnt.word(MESSAGES, **OPTIONS).fields["messages"]
    assert only["role"] == "user"
    assert only["content"].startswith("Be brief.")
    assert only["content"].endswith("Where?")
    assert tries == 2


def test_turns_of_one_role_are_joined() -> None:
    twice: list[Message] = [MESSAGES[1], {"role": "user", "content": "When?"}]
    fields = Dialect().word(twice, **{**OPTIONS, "schema": None}).fields
    assert fields["messages"] == [{"role": "user", "content": "Where?\n\nWhen?"}]


def test_words_of_a_prompt_do_not_put_in_doubt_what_was_taken_before() -> None:
    proven = frozenset(Dialect().word(MESSAGES, **OPTIONS).ways)
    assert learn(lambda _: speaking("temperature"), proven=proven) == (None, 1)


def test_endpoint_that_refuses_everything_is_left_after_some_tries() -> None:
    learnt, tries = learn(lambda _: silent(""))
    assert learnt is None
    assert tries <= 10


def test_what_was_learnt_of_another_server_is_forgotten() -> None:
    """The address now has one that knows only the older name of the limit."""
    old = Dialect(frozenset({"max_tokens", "temperature"}))
    learnt, _ = learn(minding("max_completion_tokens", say=speaking), old)
    assert learnt == Dialect()


def test_room_to_think_is_added_to_the_limit() -> None:
    roomy = Dialect().with_room()
    assert roomy.word(MESSAGES, **OPTIONS).fields["max_tokens"] == 9 + ROOMS[1]
    assert roomy.with_room().with_room().room == len(ROOMS) - 1


def test_dialect_is_remembered_for_its_endpoint_and_model(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    learnt = Dialect(frozenset({"seed", "temperature"}), room=1)
    DialectMemory(path, "http://a/v1", "m").store(learnt, before=Dialect())
    assert DialectMemory(path, "http://a/v1", "m").load() == learnt
    assert DialectMemory(path, "http://a/v1", "other").load() == Dialect()
    assert DialectMemory(None, "http://a/v1", "m").load() == Dialect()
    DialectMemory(path, "http://a/v1", "m").store(Dialect(), before=learnt)
    assert DialectMemory(path, "http://a/v1", "m").load() == Dialect()


def test_what_is_learnt_at_the_same_time_adds_up(tmp_path: Path) -> None:
    notes = [f"note{number}" for number in range(16)]

    def store(note: str) -> None:
        memory = DialectMemory(tmp_path / "replies.sqlite", "http://a/v1", "m")
        memory.store(Dialect(frozenset({note})), before=Dialect())

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(store, notes))
    found = DialectMemory(tmp_path / "replies.sqlite", "http://a/v1", "m").load()
    assert found.refused == set(notes)
