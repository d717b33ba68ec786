"""A completion as it came over the wire: whole replies, and what unusable ones cost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openai.types.chat import ChatCompletion, ChatCompletionMessage
from openai.types.chat.chat_completion import Choice, ChoiceLogprobs

from kgplatform.errors import BadReply
from kgplatform.models.completions import read_completion
from kgplatform.models.conversation import Message, Reply, Token, UnusableReply
from kgplatform.records import Usage
from tests.chat_server import completion

pytestmark = pytest.mark.unit

ASKED: list[Message] = [{"role": "user", "content": "12345678"}]  # two tokens, estimated
COUNTS = {"prompt_tokens": 7, "completion_tokens": 3}


def read(
    text: str | None, *, wants_json: bool = True, may_be_cut: bool = False, **more: Any
) -> Reply:
    wire = json.dumps(completion(text, **more).body)
    return read_completion(
        ChatCompletion.model_validate_json(wire),
        ASKED,
        task="t",
        wants_json=wants_json,
        may_be_cut=may_be_cut,
    )


def test_whole_reply_has_its_counts() -> None:
    assert read('{"a": 1}', usage=COUNTS) == Reply('{"a": 1}', Usage(1, 7, 3))


def test_counts_that_are_not_told_are_estimated() -> None:
    assert read('{"a":1}') == Reply('{"a":1}', Usage(1, 2, 2), tokens_estimated=True)


@pytest.mark.parametrize(
    ("text", "more", "reason"),
    [
        ('{"a": ', {"finish_reason": "length"}, "cut at the limit"),
        ("{}", {"finish_reason": "content_filter"}, "withheld"),
        ("{}", {"refusal": "no"}, "withheld"),
        ("", {}, "empty"),
        (None, {}, "empty"),
        ("no JSON", {}, "no complete JSON"),
    ],
)
def test_unusable_reply_tells_its_fault_its_text_and_its_cost(
    text: str | None, more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(UnusableReply, match=reason) as caught:
        read(text, usage=COUNTS, **more)
    assert caught.value.usage == Usage(1, 7, 3)
    assert caught.value.raw == (text or "")
    assert isinstance(caught.value, BadReply)


def test_a_blank_token_tells_its_probabilities() -> None:
    others = [{"token": "\n", "logprob": -0.1}, {"token": "B", "logprob": -2.5}]
    told = [{"token": "\n", "bytes": [10], "logprob": -0.1, "top_logprobs": others}]
    reply = read("\n", wants_json=False, may_be_cut=True, usage=COUNTS, logprobs=told)
    assert reply.tokens[0].alternatives == (("\n", -0.1), ("B", -2.5))
    with pytest.raises(UnusableReply, match="empty"):
        read("\n", wants_json=False, may_be_cut=True, usage=COUNTS)


def test_json_that_may_be_cut_is_given_as_far_as_it_goes() -> None:
    reply = read('{"a": [1, 2', may_be_cut=True, finish_reason="length", usage=COUNTS)
    assert reply.text == '{"a": [1, 2'
    with pytest.raises(UnusableReply, match="no complete JSON"):
        read("no JSON", may_be_cut=True, usage=COUNTS)


def test_reply_that_may_be_cut_is_whole_at_the_limit() -> None:
    """Who asks for one token, for its probability, wants no more than that."""
    asked: dict[str, Any] = {"wants_json": False, "may_be_cut": True, "usage": COUNTS}
    assert read("B", finish_reason="length", **asked) == Reply("B", Usage(1, 7, 3))
    with pytest.raises(UnusableReply, match="withheld"):
        read("B", finish_reason="content_filter", **asked)


def test_text_is_not_looked_into_unless_json_is_wanted() -> None:
    assert read("no JSON", wants_json=False, usage=COUNTS).text == "no JSON"


def test_probabilities_come_with_their_alternatives() -> None:
    others = [{"token": "B", "logprob": -0.1}, {"token": "A", "logprob": -2.5}]
    told = [{"token": "B", "bytes": [66], "logprob": -0.1, "top_logprobs": others}]
    reply = read("B", wants_json=False, usage=COUNTS, logprobs=told)
    assert reply.tokens == (Token("B", -0.1, (("B", -0.1), ("A", -2.5))),)


def test_tokens_are_of_the_whole_reply_where_its_text_is_a_part() -> None:
    told = [
        {"token": text, "bytes": None, "logprob": 0.0, "top_logprobs": []}
        for text in ("So: ", "{}", ".")
    ]
    reply = read("So: {}.", usage=COUNTS, logprobs=told)
    assert reply.text == "{}"
    assert [token.text for token in reply.tokens] == ["So: ", "{}", "."]


@pytest.mark.parametrize("told", [None, []])
def test_reply_without_probabilities_has_no_tokens(told: list[dict[str, Any]] | None) -> None:
    assert read("{}", usage=COUNTS, logprobs=told).tokens == ()


@pytest.mark.parametrize("item", [{"token": "x"}, {"token": "x", "logprob": None}, "x"])
def test_malformed_probabilities_are_none(item: Any) -> None:
    """The SDK hands on what an endpoint sends without looking at it."""
    body = completion("{}", usage=COUNTS, logprobs=[item]).body
    choice = {
        **body["choices"][0],
        "message": ChatCompletionMessage(content="{}", role="assistant"),
    }
    choice["logprobs"] = ChoiceLogprobs.model_construct(content=[item])
    wire = ChatCompletion.model_construct(choices=[Choice.model_construct(**choice)], usage=None)
    assert read_completion(wire, ASKED, task="t", wants_json=True).tokens == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"choices": [1.5]},
        {"choices": {"a": 1}},
        {"choices": [{"message": "text"}]},
        {"choices": [{"message": {"content": 5}, "finish_reason": "stop"}]},
    ],
    ids=["number", "object", "text for a message", "number for a text"],
)
def test_what_is_no_completion_is_an_unusable_reply(fields: dict[str, Any]) -> None:
    with pytest.raises(UnusableReply, match="form of a chat completion") as caught:
        read_completion(ChatCompletion.construct(**fields), ASKED, task="t", wants_json=False)
    assert caught.value.usage == Usage(1, 2, 0)


@pytest.mark.parametrize("count", ["7", None, -1, 1.5, {}])
def test_counts_that_are_none_are_estimated(count: Any) -> None:
    choice = {"message": {"content": "{}"}, "finish_reason": "stop"}
    usage = {"prompt_tokens": count, "completion_tokens": 3}
    wire = ChatCompletion.construct(choices=[choice], usage=usage)
    reply = read_completion(wire, ASKED, task="t", wants_json=True)
    assert (reply.usage, reply.tokens_estimated) == (Usage(1, 2, 1), True)
