"""The manners of chat endpoints, each as a real HTTP server on loopback has them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import BadReply, ModelError, ModelUnavailable
from kgplatform.models.cache import ReplyCache
from kgplatform.models.chat import Message, OpenAIChatModel
from kgplatform.models.conversation import TOO_LONG, WITHHELD, NoReply
from kgplatform.models.endpoint import MAX_REPLY_BYTES
from kgplatform.models.retrying import RequestRefusedError
from tests.chat_server import ChatServer, HttpReply, Rule, completion, error

pytestmark = pytest.mark.integration

QUESTION: list[Message] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Capital of Norway?"},
]
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}}
JSON = '{"answer": "Oslo"}'
KEY = "sk-very-secret-0123456789"


@contextmanager
def model_at(address: str, **options: Any) -> Iterator[OpenAIChatModel]:
    chat = OpenAIChatModel(address, "rule-made", **{"sleep": lambda _: None, **options})
    try:
        yield chat
    finally:
        chat.close()


@contextmanager
def serving(rule: Rule, **options: Any) -> Iterator[tuple[ChatServer, OpenAIChatModel]]:
    with ChatServer(rule) as server, model_at(server.base_url, **options) as chat:
        yield server, chat


def stream(*pieces: str) -> HttpReply:
    events = [{"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in pieces]
    lines = [f"data: {json.dumps(event)}\n\n" for event in events]
    return HttpReply("".join([*lines, "data: [DONE]\n\n"]), headers={"Content-Type": "text/event"})


def saying(message: dict[str, Any], **choice: Any) -> HttpReply:
    return HttpReply({"choices": [{"message": message, **choice}], "usage": None})


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(saying({"content": [{"type": "text", "text": JSON}]}), id="parts"),
        pytest.param(
            saying(
                {
                    "content": [
                        {"type": "thinking", "thinking": [{"type": "text", "text": "{}"}]},
                        {"type": "text", "text": JSON[:5]},
                        {"type": "image_url", "image_url": {"url": "x"}},
                        {"type": "output_text", "text": JSON[5:]},
                    ]
                }
            ),
            id="thinking-part",
        ),
        pytest.param(saying({"content": {"type": "text", "text": JSON}}), id="one-part"),
        pytest.param(saying({"content": f"<think>{{}}</think>{JSON}"}), id="think"),
        pytest.param(saying({"content": JSON, "reasoning_content": "{}"}), id="reasoning"),
        pytest.param(
            saying({"content": None, "tool_calls": [{"function": {"arguments": JSON}}]}),
            id="tool-call",
        ),
        pytest.param(
            saying({"content": None, "function_call": {"arguments": {"answer": "Oslo"}}}),
            id="function-call",
        ),
        pytest.param(HttpReply({"choices": [{"text": JSON}]}), id="text"),
        pytest.param(saying({"content": JSON}, logprobs={"tokens": ["x"]}), id="half-logprobs"),
        pytest.param(stream(JSON[:4], JSON[4:]), id="stream"),
        pytest.param(
            HttpReply(b"\xef\xbb\xbf" + json.dumps(completion(JSON).body).encode()), id="bom"
        ),
    ],
)
def test_reply_is_read_in_the_form_it_has(reply: HttpReply) -> None:
    with serving(lambda _: reply) as (_, chat):
        assert json.loads(chat.complete(QUESTION, task="t", schema=SCHEMA).text) == {
            "answer": "Oslo"
        }


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (saying({"content": None, "refusal": "I will not."}), "withheld it .I will not"),
        (saying({"content": [{"type": "refusal", "refusal": "No."}]}), "withheld it .No"),
        (saying({"content": []}), "empty"),
        (saying({"content": "Osl"}, finish_reason="length"), "cut at the limit of tokens"),
        (HttpReply({"choices": None}), "empty"),
        (HttpReply({"choices": [None]}), "empty"),
    ],
)
def test_reply_that_is_none_tells_why(reply: HttpReply, reason: str) -> None:
    with serving(lambda _: reply) as (_, chat), pytest.raises(BadReply, match=reason):
        chat.complete(QUESTION, task="t")


GOOD = json.dumps(completion("Oslo").body).encode()


@pytest.mark.parametrize(
    ("reply", "expected", "words"),
    [
        (HttpReply(GOOD, missing=40), ModelUnavailable, "broke off"),
        (HttpReply(GOOD, headers={"Content-Encoding": "gzip"}), ModelUnavailable, "broke off"),
        (HttpReply(b"", 204), ModelError, "an empty reply"),
        (HttpReply(GOOD[:-5]), ModelError, "no JSON"),
        (HttpReply("<html>Log in</html>"), ModelError, "a web page"),
        (HttpReply(b"\xff\xfe\x00"), ModelError, "no JSON"),
        (HttpReply({"error": {"message": "upstream", "code": 502}}), ModelUnavailable, "upstream"),
        (HttpReply(b" " * (MAX_REPLY_BYTES + 1)), ModelError, "more than 64 MiB"),
        (HttpReply({}, 307, {"Location": "http://other.example/v1"}), ModelError, "other.example"),
        (
            HttpReply(gzip.compress(b"x")[:-4], 400, {"Content-Encoding": "gzip"}),
            ModelError,
            "rule-made|cannot be reached",
        ),
        (HttpReply("<h1>Not here</h1>", 404), ModelError, "Not here"),
    ],
    ids=["short", "no-gzip", "204", "cut-json", "page", "bytes", "error-200", "large", "redirect",
         "gzip-400", "page-404"],
)  # fmt: skip
def test_what_is_no_reply_is_an_error_of_one_sentence(
    reply: HttpReply, expected: type[ModelError], words: str
) -> None:
    with (
        serving(lambda _: reply, api_key=KEY) as (_, chat),
        pytest.raises(expected, match=words) as caught,
    ):
        chat.complete(QUESTION, task="t")
    assert str(caught.value).endswith(".")
    assert ".." not in str(caught.value)


def test_redirect_on_the_same_host_is_followed() -> None:
    with ChatServer(lambda _: "Oslo") as there:
        moved = HttpReply({}, 307, {"Location": f"{there.base_url}/chat/completions"})
        with serving(lambda _: moved) as (_, chat):
            assert chat.complete(QUESTION, task="t").text == "Oslo"


def thinks_first(room: int) -> Rule:
    def rule(body: dict[str, Any]) -> HttpReply:
        if body["max_tokens"] < room:
            return completion("", finish_reason="length", reasoning_content="Let me see")
        return completion(JSON, reasoning_content="Let me see")

    return rule


@pytest.mark.parametrize(("room", "calls"), [(2_000, 2), (8_000, 3)])
def test_model_that_thinks_is_given_room_and_keeps_it(
    tmp_path: Path, room: int, calls: int
) -> None:
    with ChatServer(thinks_first(room)) as server:
        for attempt in range(2):  # as another process would
            cache = ReplyCache(tmp_path / "replies.sqlite")
            with model_at(server.base_url, cache=cache) as chat:
                options: dict[str, Any] = {"schema": SCHEMA, "max_tokens": 300 + attempt}
                reply = chat.complete(QUESTION, task="t", **options)
            assert reply.text == JSON
            assert reply.usage.llm_calls == (calls if attempt == 0 else 1)
        assert len(server.requests) == calls + 1


def test_model_that_never_ends_its_thinking_is_said_to_be_cut() -> None:
    cut = completion("<think>Let me", finish_reason="length")
    with serving(lambda _: cut) as (server, chat):
        with pytest.raises(BadReply, match="cut at the limit of tokens"):
            chat.complete(QUESTION, task="t")
        assert len(server.requests) == 3


def strict(body: dict[str, Any]) -> str | HttpReply:
    """Refuse as some newest models do."""
    if "max_tokens" in body:
        return error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.")
    if "temperature" in body:
        return HttpReply({"detail": [{"loc": ["body", "temperature"], "msg": "Extra"}]}, 422)
    if "logprobs" in body:
        return error(403, "You are not allowed to request logprobs from this model")
    if body["messages"][0]["role"] == "system":
        return error(500, "Jinja Exception: System role not supported")
    return JSON


def test_dialect_is_learnt_once_and_its_cost_is_counted(tmp_path: Path) -> None:
    with ChatServer(strict) as server:
        calls = []
        for number in range(2):
            cache = ReplyCache(tmp_path / "replies.sqlite")
            with model_at(server.base_url, cache=cache) as chat:
                reply = chat.complete(QUESTION, task="t", schema=SCHEMA, logprobs=1 + number)
                calls.append(reply.usage.llm_calls)
        assert calls == [5, 1]
        assert len(server.requests) == 6


def test_threads_learn_together() -> None:
    with serving(strict) as (server, chat):
        with ThreadPoolExecutor(8) as pool:
            replies = list(
                pool.map(
                    lambda n: chat.complete(QUESTION, task="t", schema=SCHEMA, max_tokens=n + 9),
                    range(16),
                )
            )
        assert {reply.text for reply in replies} == {JSON}
        assert len(server.requests) == sum(reply.usage.llm_calls for reply in replies) <= 16 + 8 + 3


@pytest.mark.parametrize(
    "reply",
    [
        completion("", finish_reason="content_filter"),
        error(400, "The prompt triggered the content management policy.", code="content_filter"),
        error(400, "Invalid prompt: flagged: ... the temperature ... logprobs ..."),
    ],
    ids=["reply", "code", "quotes-the-prompt"],
)
def test_content_filter_is_told_alike_and_asked_once(reply: HttpReply) -> None:
    with serving(lambda _: reply) as (server, chat):
        with pytest.raises(NoReply, match="withheld by the endpoint's content filter") as caught:
            chat.complete(QUESTION, task="t", schema=SCHEMA)
        assert caught.value.cause == WITHHELD
        assert caught.value.usage.llm_calls == len(server.requests) == 1


def test_too_long_a_request_is_asked_with_a_shorter_reply() -> None:
    def rule(body: dict[str, Any]) -> str | HttpReply:
        if body["max_tokens"] > 500:
            return error(400, "This model's maximum context length is 2048 tokens.")
        return "Oslo"

    with serving(rule) as (server, chat):
        assert chat.complete(QUESTION, task="t", max_tokens=800).text == "Oslo"
        assert [r.body["max_tokens"] for r in server.requests] == [800, 400]


def test_prompt_that_is_too_long_for_any_reply_is_told_as_that() -> None:
    with (
        serving(lambda _: error(400, "the context is 4096 tokens long")) as (_, chat),
        pytest.raises(NoReply, match="4096 tokens") as caught,
    ):
        chat.complete(QUESTION, task="t", schema=SCHEMA)
    assert caught.value.cause == TOO_LONG


def test_request_refused_in_every_wording_is_an_error_and_teaches_nothing(tmp_path: Path) -> None:
    def rule(body: dict[str, Any]) -> str | HttpReply:
        is_bad = "bad" in body["messages"][-1]["content"]
        return error(400, "no") if is_bad else JSON

    bad: list[Message] = [{"role": "user", "content": "bad"}]
    cache = ReplyCache(tmp_path / "replies.sqlite")
    with serving(rule, cache=cache) as (server, chat):
        with pytest.raises(RequestRefusedError) as caught:
            chat.complete(bad, task="t", schema=SCHEMA)
        assert caught.value.usage.llm_calls == len(server.requests) <= 10
        chat.complete(QUESTION, task="t", schema=SCHEMA)
        assert "response_format" in server.requests[-1].body
        before = len(server.requests)
        with pytest.raises(RequestRefusedError):
            chat.complete(bad, task="t", schema=SCHEMA)
        assert len(server.requests) == before + 1  # all of its ways are known to be taken


def test_deployment_is_asked_as_its_address_says() -> None:
    with ChatServer(lambda _: "Oslo") as server:
        address = server.base_url.replace("/v1", "/openai/deployments/four?api-version=2025-01-01")
        with model_at(address, api_key=KEY) as chat:
            assert chat.complete(QUESTION, task="t").text == "Oslo"
        [request] = server.requests
    assert request.path == "/openai/deployments/four/chat/completions?api-version=2025-01-01"
    assert request.headers["api-key"] == KEY
    assert "authorization" not in request.headers


def test_key_of_a_deployment_goes_to_no_other_host() -> None:
    with ChatServer(lambda _: "Oslo") as other:
        target = other.base_url.replace("127.0.0.1", "localhost") + "/chat/completions"
        moved = HttpReply({}, 307, {"Location": target})
        with ChatServer(lambda _: moved) as server:
            address = server.base_url.replace("/v1", "/openai/deployments/four")
            with (
                model_at(address, api_key=KEY) as chat,
                pytest.raises(ModelError, match="localhost"),
            ):
                chat.complete(QUESTION, task="t")
        assert other.requests == []
