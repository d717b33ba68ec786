"""What an endpoint minds, in the forms in which endpoints say it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kgplatform.models.refusals import find_refusal, read_refusal

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("body", "words", "pointed"),
    [
        ({"error": {"message": "No.", "param": "seed"}}, "No", {"seed"}),
        ({"detail": [{"loc": ["body", "seed"], "msg": "Extra"}]}, "Extra", {"body", "seed"}),
        ({"detail": "Not here"}, "Not here", set()),
        ({"message": "Bad", "errors": [{"field": "messages[0].role"}]}, "Bad", {"role"}),
        ("<html><style>p{}</style><h1>Bad gateway</h1></html>", "Bad gateway", set()),
        ("plain words", "plain words", set()),
        ("", "it does not say why", set()),
    ],
    ids=["param", "pydantic", "detail", "errors", "html", "text", "empty"],
)
def test_words_and_names_are_found_wherever_they_stand(
    body: Any, words: str, pointed: set[str]
) -> None:
    refusal = read_refusal(400, body if isinstance(body, str) else json.dumps(body))
    assert refusal.words == words
    assert pointed <= refusal.pointed


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"code": "content_filter", "message": "Filtered."}},
        {"error": {"message": "no", "innererror": {"code": "ResponsibleAIPolicyViolation"}}},
        {"error": {"message": "Your prompt was flagged by our moderation."}},
    ],
    ids=["code", "inner", "words"],
)
def test_filter_of_contents_is_known(body: Any) -> None:
    assert read_refusal(400, json.dumps(body)).is_filtered
    assert not read_refusal(503, json.dumps(body)).is_filtered


@pytest.mark.parametrize(
    "words",
    [
        "This model's maximum context length is 2048 tokens. You requested 4000 tokens.",
        "the request exceeds the available context size, try increasing it",
        "max_tokens is too large: 4000. This model supports at most 2048 completion tokens",
        "Prompt is too long",
    ],
)
def test_too_long_a_request_is_known(words: str) -> None:
    assert read_refusal(400, json.dumps({"error": words})).is_too_long


@pytest.mark.parametrize(
    "words",
    [
        "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        "System role not supported",
        "Logprobs are not supported",
    ],
)
def test_other_refusals_are_neither(words: str) -> None:
    refusal = read_refusal(400, json.dumps({"error": words}))
    assert not refusal.is_too_long
    assert not refusal.is_filtered


def test_secret_and_control_characters_are_no_part_of_the_words() -> None:
    refusal = read_refusal(401, json.dumps({"error": "bad key sk-1\x1b[31m!"}), secret="sk-1")
    assert refusal.words == "bad key *** [31m!"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"error": {"message": "down", "code": 503}}, 503),
        ({"error": {"message": "down", "code": "429"}}, 429),
        ({"error": {"message": "bad", "code": "invalid_request"}}, 400),
        ({"error": "down"}, 502),
        ({"choices": [{"error": {"code": 500}}]}, 500),
        ({"object": "error", "message": "bad", "code": 40301}, 403),
    ],
)
def test_error_under_status_200_has_the_status_it_names(body: Any, status: int) -> None:
    refusal = find_refusal(body)
    assert refusal is not None
    assert refusal.status == status


def test_completion_is_no_error() -> None:
    assert find_refusal({"choices": [{"message": {"content": "x"}}], "error": None}) is None
    assert find_refusal({}) is None
