"""Whatever bytes an endpoint sends, there is a reply or an error of ours."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgplatform.answer.reply import CitedReply, compute_confidence, read_reply
from kgplatform.errors import BadReply, ModelError
from kgplatform.extract.proof.claims import parse_claims
from kgplatform.models.refusals import read_refusal
from kgplatform.testing import read_chat_bytes

pytestmark = pytest.mark.unit

EXAMPLES = 300
PIECES = (
    "{", "}", "[", "]", '"answer"', ":", "null", "1e999", "NaN", "<think>", "</think>", "```json\n",
    "```", "<|channel|>final<|message|>", "\ud800", "\x00", "Answer: ", '{"answer": "Oslo"}', ",",
)  # fmt: skip
texts = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
names = st.sampled_from(
    ["type", "text", "thinking", "token", "logprob", "top_logprobs", "content", "tokens",
     "token_logprobs", "function", "arguments", "error", "code", "message", "refusal"]
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names | texts, inner, max_size=4),
    max_leaves=12,
)


def _maybe(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


messages = _maybe(
    content=values,
    refusal=values,
    reasoning_content=values,
    tool_calls=values,
    function_call=values,
)
choices = _maybe(
    finish_reason=st.sampled_from(["stop", "length", "content_filter"]) | values,
    message=messages | values,
    delta=messages | values,
    logprobs=values,
    error=values,
)
bodies = _maybe(
    choices=st.lists(choices | values, max_size=2) | values,
    usage=_maybe(prompt_tokens=values, completion_tokens=values) | values,
    error=values,
    detail=values,
    object=st.just("error") | texts,
)


def _read(data: bytes) -> None:
    for wants_json in (False, True):
        with suppress(ModelError):
            reply = read_chat_bytes(data, wants_json=wants_json)
            reply.text.encode()
            compute_confidence(reply.tokens)


@settings(max_examples=EXAMPLES, deadline=None)
@given(bodies | values)
def test_any_json_is_a_reply_or_an_error(body: Any) -> None:
    _read(json.dumps(body).encode())


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(bodies | values, max_size=4))
def test_any_stream_is_a_reply_or_an_error(events: list[Any]) -> None:
    _read("".join(f"data: {json.dumps(event)}\n\n" for event in events).encode())


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.binary(max_size=200) | texts.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_reply_or_an_error(data: bytes) -> None:
    _read(data)


@settings(max_examples=EXAMPLES, deadline=None)
@given(texts)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadReply):
        read_reply(text, CitedReply, task="answer")
    parse_claims(text)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(300, 599), values | texts)
def test_any_refusal_has_words_on_one_line(status: int, body: Any) -> None:
    refusal = read_refusal(status, json.dumps(body))
    assert refusal.words
    assert refusal.words.isprintable()
    assert refusal.is_filtered in (True, False)
    assert refusal.is_too_long in (True, False)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'{"choices": ' + b"[" * 100_000, id="open-brackets"),
        pytest.param(b"[" * 50_000 + b"]" * 50_000, id="nested"),
        pytest.param(
            b'{"choices": [{"message": {"content": ' + b"[" * 900 + b"]" * 900 + b"}}]}",
            id="nested-content",
        ),
        pytest.param(b'{"usage": {"prompt_tokens": ' + b"9" * 5_000 + b"}}", id="digits"),
    ],
)
def test_bodies_of_extreme_form_are_a_reply_or_an_error(data: bytes) -> None:
    _read(data)
