"""What small models write is read where its meaning is plain, and refused where it is not."""

from __future__ import annotations

import math

import pytest
from pydantic import BaseModel

from kgplatform.answer.reply import (
    AnswerReply,
    AskingReply,
    CitedReply,
    ReasonedAskingReply,
    ReasonedReply,
    clean_answer,
    compute_confidence,
    read_reply,
)
from kgplatform.errors import BadReply
from kgplatform.models.conversation import Token

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "answer", "numbers"),
    [
        ('{"reason": "A ship [2] of his [1].", "answer": "Larvik"}', "Larvik", [2, 1]),
        ('{"reason": "So [1, 3] and [ 3; 4 ] in [1].", "answer": "Larvik"}', "Larvik", [1, 3]),
        ('{"answer": "Larvik", "reason": "In 1892 (1)."}', "Larvik", []),
        ('{"answer": "Larvik", "why": "so"}', "Larvik", []),
        ('{"Answer": "Larvik", "Reason": "[2]"}', "Larvik", [2]),
        ('{"reason": ["A [2]", "B [1]"], "answer": "Larvik"}', "Larvik", [2, 1]),
        ('{"reason": null, "answer": "Larvik"}', "Larvik", []),
        ('```json\n{"reason": "[2]", "answer": "Larvik"}\n```', "Larvik", [2]),
        ('Sure! {"reason": "[2]", "answer": "Larvik"}', "Larvik", [2]),
        ('{"answer": 1892}', "1892", []),
        ('{"answer": true}', "yes", []),
        ('{"answer": ["Oslo", "Larvik"]}', "Oslo; Larvik", []),
        ('{"reason": "He died [2].", "answer": "Larvik", ', "Larvik", [2]),
        ('{"reason": "[1]" "answer": "The \\"Fram\\""', 'The "Fram"', [1]),
        ("Answer: Larvik [2]", "Larvik", [2]),
        ("He died at home [2].\n**Answer:** Larvik [1].", "Larvik", [2, 1]),
        ('The answer is "Larvik".', "Larvik", []),
        ("The final answer: 1892", "1892", []),
    ],
)
def test_reply_is_read_as_it_is_meant(text: str, answer: str, numbers: list[int]) -> None:
    reply = read_reply(text, ReasonedReply, task="answer")
    assert (clean_answer(reply.answer), reply.numbers) == (answer, numbers)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("I think it was Larvik.", id="prose"),
        pytest.param('{"reason": "He died in', id="cut before the answer"),
        pytest.param('{"answer": "Lar', id="cut within the answer"),
        pytest.param('{"answer": {"place": "Larvik"}}', id="object"),
        pytest.param('{"reason": "[1]"}', id="no answer"),
        pytest.param('{"answer": "Oslo"} or {"answer": "Larvik"}', id="two objects"),
        pytest.param("Answer: Oslo\nAnswer: Larvik", id="two answers"),
        pytest.param("Answer: " + "because he lived there " * 6, id="a sentence"),
    ],
)
def test_reply_without_a_plain_meaning_is_refused(text: str) -> None:
    with pytest.raises(BadReply) as caught:
        read_reply(text, ReasonedReply, task="answer")
    assert caught.value.task == "answer"


@pytest.mark.parametrize("said", ["", "  ", "None", "null", "N/A", "Unknown.", "not mentioned"])
def test_words_for_no_answer_are_none(said: str) -> None:
    assert clean_answer(said) == ""


def test_answer_is_put_on_one_line() -> None:
    assert clean_answer(" Colin \n Archer ") == "Colin Archer"


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (AnswerReply, ["answer"]),
        (CitedReply, ["answer", "evidence"]),
        (AskingReply, ["answer", "evidence", "missing"]),
        (ReasonedReply, ["reason", "answer"]),
        (ReasonedAskingReply, ["reason", "answer", "missing"]),
    ],
)
def test_schema_asks_for_the_reason_first(model: type[BaseModel], fields: list[str]) -> None:
    properties = model.model_json_schema()["properties"]
    assert list(properties) == fields
    assert {properties[name]["type"] for name in fields if name in ("reason", "answer")} == {
        "string"
    }


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ('{"answer": "Larvik", "evidence": [2, 1, 2]}', [2, 1]),
        ('{"answer": "Larvik", "evidence": ["[2]", "3 and 4"]}', [2, 3, 4]),
        ('{"answer": "Larvik", "evidence": 2}', [2]),
        ('{"answer": "Larvik", "evidence": "2, 3"}', [2, 3]),
        ('{"answer": "Larvik", "evidence": null}', []),
        ('{"answer": "Larvik", "Evidence": [1]}', [1]),
        ('{"answer": "Larvik", "evidence": ["1' + "0" * 400 + '"]}', [10**8, 0]),
        ('{"answer": "Larvik", "reason": "He died there [2]."}', [2]),
        ("Answer: Larvik [2]", [2]),
        ('{"answer": "Larvik", "evidence": [2', []),
    ],
)
def test_numbers_of_the_evidence_are_read_as_they_are_meant(text: str, numbers: list[int]) -> None:
    reply = read_reply(text, CitedReply, task="answer")
    assert (reply.answer, reply.numbers) == ("Larvik", numbers)


def tokens_of(*pairs: tuple[str, float]) -> list[Token]:
    return [Token(text, math.log(probability)) for text, probability in pairs]


def test_confidence_is_of_the_answer_alone() -> None:
    """The square root of .9 * .4 is .6; the other tokens do not count."""
    tokens = tokens_of(
        ('{"', 0.1), ("answer", 0.2), ('": "', 0.3), ("Lar", 0.9), ("vik", 0.4), ('"}', 0.5)
    )
    assert compute_confidence(tokens) == pytest.approx(0.6)


def test_confidence_counts_tokens_that_hold_more_than_the_answer() -> None:
    """The quotation marks belong to the same tokens: .25, .5 and .5, whose cubic root is .3969."""
    tokens = tokens_of(('{"answer":', 0.9), (' "Lar', 0.25), ("vik", 0.5), ('s"', 0.5), ("}", 0.9))
    assert compute_confidence(tokens) == pytest.approx(0.0625 ** (1 / 3))


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param([], id="no probabilities"),
        pytest.param([("Larvik", 0.9)], id="no JSON"),
        pytest.param([('{"answer": "', 0.9), ('"}', 0.8)], id="empty answer"),
    ],
)
def test_confidence_is_unknown_without_an_answer(pairs: list[tuple[str, float]]) -> None:
    assert compute_confidence(tokens_of(*pairs)) is None
