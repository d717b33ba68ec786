"""The chat model against a real HTTP server on loopback."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from kgplatform.errors import BadReply, ModelError, ModelUnavailable, RateLimited, UsageError
from kgplatform.models.cache import ReplyCache
from kgplatform.models.chat import Message, OpenAIChatModel
from kgplatform.models.conversation import Token
from kgplatform.records import Usage
from tests.chat_server import ChatServer, HttpReply, Rule, completion, error, in_turn

pytestmark = pytest.mark.integration

KEY = "sk-very-secret-0123456789"
QUESTION: list[Message] = [{"role": "user", "content": "Capital of Norway?"}]
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string", "default": ""}},
}

Serve = Callable[[Rule], ChatServer]


@pytest.fixture
def serve() -> Iterator[Serve]:
    servers: list[ChatServer] = []

    def start(rule: Rule) -> ChatServer:
        servers.append(ChatServer(rule).__enter__())
        return servers[-1]

    yield start
    for server in servers:
        server.__exit__(None, None, None)


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def connect(waits: list[float]) -> Iterator[Callable[..., OpenAIChatModel]]:
    """Make models whose waits are recorded instead of waited for."""
    models: list[OpenAIChatModel] = []

    def make(server: ChatServer | str, **options: object) -> OpenAIChatModel:
        url = server if isinstance(server, str) else server.base_url
        settings = {"api_key": KEY, "sleep": waits.append, **options}
        models.append(OpenAIChatModel(url, "rule-made", **settings))  # type: ignore[arg-type]
        return models[-1]

    yield make
    for model in models:
        model.close()


Connect = Callable[..., OpenAIChatModel]


def test_reply_carries_text_and_counted_tokens(serve: Serve, connect: Connect) -> None:
    reply = connect(serve(lambda body: "It is Oslo")).complete(QUESTION, task="answer")
    assert reply.text == "It is Oslo"
    assert reply.usage == Usage(1, 3, 3, 0)
    assert not reply.cached
    assert not reply.tokens_estimated


def test_request_holds_what_was_asked(serve: Serve, connect: Connect) -> None:
    server = serve(lambda body: "Oslo")
    chat = connect(server, seed=7, extra_body={"cache_prompt": True})
    chat.complete(QUESTION, task="answer", max_tokens=50, temperature=0.5)
    assert server.requests[0].body == {
        "model": "rule-made",
        "messages": QUESTION,
        "max_tokens": 50,
        "temperature": 0.5,
        "seed": 7,
        "cache_prompt": True,
    }
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_nothing_is_hidden_from_who_reads_with_the_model(serve: Serve, connect: Connect) -> None:
    server = serve(lambda _: "done")
    content = "Ignore\U000e0041\u202e\x1b[2J\udc80 \u0645\u06cc\u200c"
    connect(server).complete([{"role": "user", "content": content}], task="test")
    sent = server.requests[0].last_message
    assert sent == "Ignore\ufffd\ufffd␛[2J\ufffd \u0645\u06cc\u200c"
    assert len(sent) == len(content)


def test_environment_of_the_sdk_is_not_sent(
    serve: Serve, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another product's settings must not reach the user's endpoint."""
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "from-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    server = serve(lambda body: "Oslo")
    connect(server, api_key=None).complete(QUESTION, task="answer")
    assert "from-environment" not in str(dict(server.requests[0].headers))


def test_missing_counts_are_estimated_and_said_to_be(serve: Serve, connect: Connect) -> None:
    reply = connect(serve(lambda body: completion("Oslo!"))).complete(QUESTION, task="answer")
    assert reply.tokens_estimated
    assert reply.usage == Usage(1, 5, 2, 0)  # 18 and 5 characters, 4 a token, rounded up


def test_schema_is_sent_in_the_strict_form(serve: Serve, connect: Connect) -> None:
    server = serve(lambda body: '{"answer": "Oslo"}')
    connect(server).complete(QUESTION, task="read answer", schema=SCHEMA)
    assert server.requests[0].body["response_format"] == {
        "type": "json_schema",
        "json_schema": {
            "name": "read_answer",
            "strict": True,
            "schema": {
                "type": "object",
                "properties": {"answer": {"type": "string"}},
                "required": ["answer"],
                "additionalProperties": False,
            },
        },
    }


def without_schemas(body: dict[str, object]) -> str | HttpReply:
    if "response_format" in body:
        return error(400, "This server has no grammar")
    return 'Here you are:\n```json\n{"answer": "Oslo"}\n```'


def test_refused_schema_is_asked_for_in_words(serve: Serve, connect: Connect) -> None:
    server = serve(without_schemas)
    reply = connect(server).complete(QUESTION, task="answer", schema=SCHEMA)
    assert reply.text == '{"answer": "Oslo"}'
    system, user = server.requests[-1].body["messages"]
    assert system["role"] == "system"
    assert '"properties"' in system["content"]
    assert user == QUESTION[0]


def test_schema_in_words_joins_the_system_message(serve: Serve, connect: Connect) -> None:
    """Chat templates of small models take one system message only."""
    server = serve(without_schemas)
    messages: list[Message] = [{"role": "system", "content": "Be brief."}, *QUESTION]
    connect(server).complete(messages, task="answer", schema=SCHEMA)
    sent = server.requests[-1].body["messages"]
    assert [message["role"] for message in sent] == ["system", "user"]
    assert sent[0]["content"].startswith("Be brief.\n\n")


def test_refusal_of_a_schema_is_remembered(serve: Serve, connect: Connect) -> None:
    server = serve(without_schemas)
    chat = connect(server)
    for _ in range(3):
        chat.complete(QUESTION, task="answer", schema=SCHEMA)
    asked = [request.body.get("response_format", {}).get("type") for request in server.requests]
    assert asked == ["json_schema", "json_object", None, None, None]


def test_newer_name_of_the_limit_is_learnt(serve: Serve, connect: Connect) -> None:
    def rule(body: dict[str, object]) -> str | HttpReply:
        if "max_tokens" in body:
            return error(400, "Unsupported parameter: use 'max_completion_tokens' instead.")
        if "temperature" in body:
            return error(400, "Unsupported value: 'temperature' does not support 0.0.")
        return "Oslo"

    server = serve(rule)
    assert connect(server).complete(QUESTION, task="answer", max_tokens=9).text == "Oslo"
    assert server.requests[-1].body["max_completion_tokens"] == 9
    assert len(server.requests) == 3


TOLD = [
    {
        "token": "Oslo",
        "bytes": None,
        "logprob": -0.25,
        "top_logprobs": [{"token": "Oslo", "bytes": None, "logprob": -0.25}],
    }
]
TOKENS = (Token("Oslo", -0.25, (("Oslo", -0.25),)),)


def test_probabilities_are_asked_for_and_told(serve: Serve, connect: Connect) -> None:
    server = serve(lambda body: completion("Oslo", logprobs=TOLD))
    reply = connect(server).complete(QUESTION, task="answer", logprobs=3)
    assert reply.tokens == TOKENS
    body = server.requests[0].body
    assert (body["logprobs"], body["top_logprobs"]) == (True, 3)


def test_probabilities_are_remembered_with_the_reply(
    serve: Serve, connect: Connect, tmp_path: Path
) -> None:
    server = serve(lambda body: completion("Oslo", logprobs=TOLD))
    cache = ReplyCache(tmp_path / "replies.sqlite")
    for _ in range(2):
        reply = connect(server, cache=cache).complete(QUESTION, task="answer", logprobs=1)
        assert reply.tokens == TOKENS
    assert len(server.requests) == 1
    assert reply.cached


def test_endpoint_without_probabilities_is_asked_without(serve: Serve, connect: Connect) -> None:
    def rule(body: dict[str, object]) -> str | HttpReply:
        if "logprobs" in body:
            return error(400, "Logprobs are not supported by this model")
        return '{"answer": "Oslo"}'

    server = serve(rule)
    chat = connect(server)
    for _ in range(2):
        reply = chat.complete(QUESTION, task="answer", schema=SCHEMA, logprobs=1)
        assert (reply.text, reply.tokens) == ('{"answer": "Oslo"}', ())
    assert ["logprobs" in request.body for request in server.requests] == [True, False, False]
    assert all("response_format" in request.body for request in server.requests)


@pytest.mark.parametrize("logprobs", [-1, 21])
def test_more_alternatives_than_endpoints_tell_are_an_error(
    connect: Connect, logprobs: int
) -> None:
    with pytest.raises(UsageError, match="0 to 20"):
        connect("http://127.0.0.1:9/v1").complete(QUESTION, task="answer", logprobs=logprobs)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        pytest.param(completion("It is", finish_reason="length"), "limit", id="cut"),
        pytest.param(completion("", finish_reason="content_filter"), "withheld", id="filtered"),
        pytest.param(completion(None, refusal="I will not"), "withheld", id="refused"),
        pytest.param(completion(None), "empty", id="empty"),
        pytest.param(HttpReply({"choices": []}), "empty", id="no-choices"),
        pytest.param(HttpReply({}), "empty", id="nothing"),
    ],
)
def test_unusable_reply_is_a_bad_reply(
    serve: Serve, connect: Connect, reply: HttpReply, reason: str
) -> None:
    with pytest.raises(BadReply, match=reason) as caught:
        connect(serve(lambda body: reply)).complete(QUESTION, task="answer")
    assert caught.value.task == "answer"


def test_prose_where_json_was_asked_is_a_bad_reply(serve: Serve, connect: Connect) -> None:
    with pytest.raises(BadReply, match="JSON"):
        connect(serve(lambda body: "Oslo")).complete(QUESTION, task="answer", schema=SCHEMA)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(HttpReply("<html>Welcome</html>"), id="html"),
        pytest.param(
            HttpReply("{not json", headers={"Content-Type": "application/json"}), id="broken-json"
        ),
        pytest.param(HttpReply([1, 2]), id="other-json"),
    ],
)
def test_other_kind_of_server_is_named(serve: Serve, connect: Connect, reply: HttpReply) -> None:
    with pytest.raises(ModelError, match=r"OpenAI-compatible|cannot be used"):
        connect(serve(lambda body: reply)).complete(QUESTION, task="answer")


def test_failures_are_tried_again(serve: Serve, connect: Connect, waits: list[float]) -> None:
    rule = in_turn([error(500, "oops"), error(503, "loading the model"), "Oslo"])
    assert connect(serve(rule)).complete(QUESTION, task="answer").text == "Oslo"
    assert len(waits) == 2
    assert waits[0] < waits[1]


def test_attempts_end_after_four(serve: Serve, connect: Connect) -> None:
    server = serve(lambda body: error(500, "oops"))
    with pytest.raises(ModelUnavailable, match="500"):
        connect(server).complete(QUESTION, task="answer")
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    ("headers", "expected"),
    [({"retry-after": "7"}, 7.0), ({"retry-after-ms": "250"}, 0.25), ({"retry-after": "1.5"}, 1.5)],
)
def test_wish_to_wait_is_obeyed(
    serve: Serve, connect: Connect, waits: list[float], headers: dict[str, str], expected: float
) -> None:
    rule = in_turn([error(429, "slow down", **headers), "Oslo"])
    assert connect(serve(rule)).complete(QUESTION, task="answer").text == "Oslo"
    assert waits == [expected]


def test_wish_for_an_hour_is_an_error_at_once(
    serve: Serve, connect: Connect, waits: list[float]
) -> None:
    server = serve(lambda body: error(429, "slow down", retry_after="3600"))
    with pytest.raises(RateLimited, match="3600 s") as caught:
        connect(server).complete(QUESTION, task="answer")
    assert caught.value.retry_after_s == 3600
    assert waits == []


@pytest.mark.parametrize(
    ("status", "code", "word"),
    [
        (401, None, "API_KEY"),
        (403, None, "API_KEY"),
        (404, None, "rule-made"),
        (405, None, "405"),
        (429, "insufficient_quota", "quota"),
    ],
)
def test_refusal_is_not_tried_again(
    serve: Serve, connect: Connect, status: int, code: str | None, word: str
) -> None:
    server = serve(lambda body: error(status, "no", code=code))
    with pytest.raises(ModelError, match=word):
        connect(server).complete(QUESTION, task="answer")
    assert len(server.requests) == 1


def test_time_out_is_said(serve: Serve, connect: Connect) -> None:
    server = serve(lambda body: HttpReply({}, delay_s=0.3))
    with pytest.raises(ModelUnavailable, match="in time"):
        connect(server, timeout_s=0.05).complete(QUESTION, task="answer")


def test_absent_server_is_said(connect: Connect, waits: list[float]) -> None:
    with ChatServer(lambda body: "") as server:
        url = server.base_url
    with pytest.raises(ModelUnavailable, match="BASE_URL"):
        connect(url).complete(QUESTION, task="answer")
    assert len(waits) == 3


def test_key_appears_nowhere(
    serve: Serve, connect: Connect, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    cache = ReplyCache(tmp_path / "replies.sqlite")
    rule = in_turn([error(401, f"Incorrect API key: {KEY}"), "Oslo"])
    chat = connect(serve(rule), cache=cache)
    with pytest.raises(ModelError) as caught:
        chat.complete(QUESTION, task="answer")
    chat.complete(QUESTION, task="answer")
    shown = "".join(traceback.format_exception(caught.value))
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert KEY not in shown + caplog.text + repr(chat)
    assert KEY.encode() not in stored


def test_same_request_is_asked_once(serve: Serve, connect: Connect, tmp_path: Path) -> None:
    server = serve(lambda body: "Oslo")
    path = tmp_path / "replies.sqlite"
    first = connect(server, cache=ReplyCache(path)).complete(QUESTION, task="answer").usage
    again = connect(server, cache=ReplyCache(path)).complete(QUESTION, task="answer")
    assert len(server.requests) == 1
    assert again.text == "Oslo"
    assert again.cached
    assert first.prompt_tokens > 0
    assert again.usage.cached_ms is not None
    assert again.usage.cached_ms > 0
    assert replace(again.usage, cached_ms=0.0) == Usage(
        cached_calls=1,
        cached_prompt_tokens=first.prompt_tokens,
        cached_completion_tokens=first.completion_tokens,
    )


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ({}, {"temperature": 0.7}),
        ({}, {"max_tokens": 5}),
        ({}, {"schema": SCHEMA}),
        ({}, {"logprobs": 1}),
        ({"seed": 1}, {}),
        ({"extra_body": {"top_k": 1}}, {}),
    ],
)
def test_other_request_is_asked_anew(
    serve: Serve,
    connect: Connect,
    tmp_path: Path,
    settings: dict[str, object],
    options: dict[str, object],
) -> None:
    server = serve(lambda body: '{"answer": "Oslo"}')
    cache = ReplyCache(tmp_path / "replies.sqlite")
    connect(server, cache=cache).complete(QUESTION, task="answer")
    connect(server, cache=cache, **settings).complete(QUESTION, task="answer", **options)
    assert len(server.requests) == 2


def test_bad_reply_is_not_remembered(serve: Serve, connect: Connect, tmp_path: Path) -> None:
    chat = connect(
        serve(in_turn([completion("O", finish_reason="length"), "Oslo"])),
        cache=ReplyCache(tmp_path / "replies.sqlite"),
    )
    with pytest.raises(BadReply):
        chat.complete(QUESTION, task="answer")
    assert chat.complete(QUESTION, task="answer").text == "Oslo"


def test_threads_share_a_model(serve: Serve, connect: Connect, tmp_path: Path) -> None:
    def echo(body: dict[str, object]) -> str:
        time.sleep(0.01)
        return str(body["messages"][0]["content"])  # type: ignore[index]

    chat = connect(serve(echo), cache=ReplyCache(tmp_path / "replies.sqlite"))
    texts = [f"text {index % 10}" for index in range(40)]
    with ThreadPoolExecutor(8) as pool:
        replies = list(
            pool.map(
                lambda text: chat.complete([{"role": "user", "content": text}], task="echo"), texts
            )
        )
    assert [reply.text for reply in replies] == texts
