"""A completion as it came over the wire: whole replies, and what unusable ones cost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openai.types.chat import ChatCompletion

from kgplatform.errors import BadReply
from kgplatform.models.completions import read_completion
from kgplatform.models.conversation import Message, Reply, UnusableReply
from kgplatform.records import Usage
from tests.chat_server import completion

pytestmark = pytest.mark.unit

ASKED: list[Message] = [{"role": "user", "content": "12345678"}]  # two tokens, estimated
COUNTS = {"prompt_tokens": 7, "completion_tokens": 3}


def read(text: str | None, *, wants_json: bool = True, **more: Any) -> Reply:
    wire = json.dumps(completion(text, **more).body)
    return read_completion(
        ChatCompletion.model_validate_json(wire), ASKED, task="t", wants_json=wants_json
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


def test_text_is_not_looked_into_unless_json_is_wanted() -> None:
    assert read("no JSON", wants_json=False, usage=COUNTS).text == "no JSON"
