"""A model's words for a question are taken only where its names hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgplatform.errors import UsageError
from kgplatform.models.conversation import UnusableReply
from kgplatform.records import Usage
from kgplatform.testing import ScriptedChatModel
from kgplatform.training.divknow_data.building import Builder
from kgplatform.training.divknow_data.chains import kb_to_text, text_to_kb
from kgplatform.training.divknow_data.gold import (
    GoldQuestion,
    from_record,
    to_record,
    write_questions,
)
from kgplatform.training.divknow_data.rewording import Rewording, holds, reword
from tests.unit.wikidata.made_chains import material

pytestmark = pytest.mark.unit


def _questions() -> list[GoldQuestion]:
    made = material()
    builder = Builder(made, seed=0)
    built = [builder.build(c, is_true=False) for c in (*text_to_kb(made), *kb_to_text(made))]
    return [question for question in built if question is not None]


def _of(kind: str) -> GoldQuestion:
    return next(q for q in _questions() if q.type == kind)


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("In which town was the person who directed Sea Song born?", True),
        ("In which town was the director born?", False),  # where it starts from is lost
        ("In which town was Ole Dahl, director of Sea Song, born?", False),  # the bridge
        ("Was the director of Sea Song born in Tromsø?", False),  # the answer
        ("The director of Sea Song was born in a town.", False),
        ("Who? Where was the director of Sea Song born?", False),
    ],
)
def test_what_holds(text: str, is_taken: bool) -> None:
    assert holds(text, _of("kb_to_text_short")) is is_taken


def test_a_value_to_verify_must_stay() -> None:
    question = _of("kb_to_text_yes_no")
    assert holds("Is Bergen the town where the director of Sea Song was born?", question)
    assert not holds("Is it the town where the director of Sea Song was born?", question)


def test_a_model_is_asked_once_and_its_damaged_reply_leaves_the_template() -> None:
    question = _of("kb_to_text_short")
    words = "In which town was the one who directed Sea Song born?"
    cut = UnusableReply("it was cut", task="t", raw='{"question": "In wh', usage=Usage(1, 9, 9, 0))
    chat = ScriptedChatModel([json.dumps({"question": words}), "no JSON", '{"question": 3}', cut])
    taken = reword(question, chat)
    assert taken.text == words
    assert taken.usage.llm_calls == 1
    assert [reword(question, chat).text for _ in range(2)] == ["", ""]
    assert reword(question, chat) == Rewording("", Usage(1, 9, 9, 0))
    asked = chat.requests[0].messages[-1]["content"]
    assert "Who directed Sea Song? Its answer: Ole Dahl." in asked
    assert "Where was Ole Dahl born?" in asked


def test_a_record_gives_its_question_again(tmp_path: Path) -> None:
    questions = _questions()
    assert [from_record(json.loads(json.dumps(to_record(q)))) for q in questions] == questions
    assert len({q.id for q in questions}) == len(questions) == 6  # no prize is false
    write_questions(questions, tmp_path / "new" / "set.jsonl.gz")
    first = (tmp_path / "new" / "set.jsonl.gz").read_bytes()
    write_questions(questions, tmp_path / "set.jsonl.gz")
    assert (tmp_path / "set.jsonl.gz").read_bytes() == first
    with pytest.raises(UsageError, match="cannot be written"):
        write_questions(questions, tmp_path / "new")
