from __future__ import annotations

import pytest
from pydantic import BaseModel

from kgplatform.errors import BadReply
from kgplatform.models.replies import extract_json, parse_reply, strict_schema

pytestmark = pytest.mark.unit


class Verdict(BaseModel):
    answer: str
    sources: list[int] = []


GOOD = '{"answer": "Oslo {sic}", "sources": [1]}'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(GOOD, id="bare"),
        pytest.param(f"  {GOOD}\n", id="white-space"),
        pytest.param(f"```json\n{GOOD}\n```", id="fence"),
        pytest.param(f"Here it is:\n```\n{GOOD}\n```\nAnything {{else}}?", id="fence-in-prose"),
        pytest.param(f"The answer is {GOOD}. I am sure.", id="prose"),
        pytest.param(f"<think>a set {{x}}</think>{GOOD}", id="braces-before"),
    ],
)
def test_reply_is_read(text: str) -> None:
    assert parse_reply(text, Verdict, task="answer") == Verdict(answer="Oslo {sic}", sources=[1])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("Oslo", "no complete JSON", id="prose"),
        pytest.param("", "no complete JSON", id="empty"),
        pytest.param('["Oslo"]', "no complete JSON", id="array"),
        pytest.param('{"answer": "Os', "no complete JSON", id="cut"),
        pytest.param(f"{GOOD} or {GOOD}", "more than one", id="two"),
        pytest.param('{"a":' * 5_000, "no complete JSON", id="nested too deeply"),
        pytest.param('{"sources": [1]}', "answer", id="missing-field"),
        pytest.param('{"answer": "a", "sources": ["x"]}', "sources.0", id="wrong-type"),
    ],
)
def test_unusable_reply_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(BadReply, match=reason) as caught:
        parse_reply(text, Verdict, task="answer")
    assert caught.value.raw == text
    assert caught.value.task == "answer"


def test_extracted_json_is_the_document_alone() -> None:
    assert extract_json(f"So: {GOOD}!", task="answer") == GOOD


def test_strict_schema_requires_every_property_at_every_level() -> None:
    schema = {
        "type": "object",
        "properties": {
            "default": {"type": "string", "default": "x"},  # a property of that name stays
            "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        },
        "$defs": {"Item": {"type": "object", "properties": {"n": {"enum": [{"default": 1}]}}}},
    }
    item = {
        "type": "object",
        "properties": {"n": {"enum": [{"default": 1}]}},
        "additionalProperties": False,
        "required": ["n"],
    }
    assert strict_schema(schema) == {
        "type": "object",
        "properties": {
            "default": {"type": "string"},
            "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        },
        "$defs": {"Item": item},
        "additionalProperties": False,
        "required": ["default", "items"],
    }


def test_strict_schema_leaves_its_argument_alone() -> None:
    schema = Verdict.model_json_schema()
    before = repr(schema)
    strict_schema(schema)
    assert repr(schema) == before
