"""Which planner is asked, and what takes its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import EvaluationError, UsageError
from kgplatform.models.conversation import UnusableReply
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.reading_heads.heads import ReadingHeads
from kgplatform.pipelines.plan.answerers import read_part
from kgplatform.pipelines.plan.planning import make_plan
from kgplatform.pipelines.protocol import AnswerOptions
from kgplatform.plan.in_context import DEMONSTRATIONS
from kgplatform.plan.items import read_items, write_items
from kgplatform.records import Evidence, Question, ScoredPassage
from kgplatform.records.json import to_json
from kgplatform.testing import HashEmbedder, ScriptedChatModel
from tests.pipeline import heads, linguistics
from tests.unit.plan.plans import NAMIBIA

pytestmark = pytest.mark.unit

QUESTION = "Who succeeded the first President of Namibia?"


class _Opened:
    """What is used of a platform: its models."""

    def __init__(self, replies: list[str] | None, tuned: list[str] | None = None) -> None:
        self.chat = ScriptedChatModel(replies) if replies is not None else None
        self.tuned_planner = ScriptedChatModel(tuned) if tuned is not None else None
        self.embedder = HashEmbedder()
        self.demonstrations = DEMONSTRATIONS

    @property
    def linguistics(self) -> Linguistics:
        return linguistics()

    @property
    def reading_heads(self) -> ReadingHeads:
        return heads()


def _plan(replies: list[str] | None, *, tuned: list[str] | None = None, **options: Any) -> Any:
    opened: Any = _Opened(replies, tuned)
    return make_plan(opened, QUESTION, **options)


def test_chat_model_plans_where_there_is_one() -> None:
    planned = _plan([NAMIBIA])
    assert (planned.planner, planned.usage.llm_calls) == ("chat", 1)
    assert to_json(planned.describe())["pattern"] == "2p"


def test_chat_model_is_shown_the_demonstrations_that_are_chosen(tmp_path: Path) -> None:
    items = list(read_items(DEMONSTRATIONS))
    write_items([item for item in items if item.pattern == "3i"][:1], tmp_path / "own.jsonl")
    opened: Any = _Opened([NAMIBIA, NAMIBIA])
    make_plan(opened, QUESTION, demonstrations=tmp_path / "own.jsonl")
    opened.demonstrations = tmp_path / "own.jsonl"  # as the settings say
    make_plan(opened, QUESTION)
    for asked in opened.chat.requests:
        assert [turn["role"] for turn in asked.messages].count("assistant") == 1
        assert "Three Intersection" in str(asked.messages)
    assert len(opened.chat.requests) == 2


def test_demonstrations_of_a_test_set_are_not_shown(tmp_path: Path) -> None:
    items = [replace(item, split="test") for item in read_items(DEMONSTRATIONS)]
    write_items(items, tmp_path / "test.jsonl")
    with pytest.raises(EvaluationError, match="no item of the split train"):
        _plan([NAMIBIA], demonstrations=tmp_path / "test.jsonl")


def test_tuned_model_plans_first_and_is_shown_no_plans() -> None:
    opened: Any = _Opened([], [NAMIBIA])
    planned = make_plan(opened, QUESTION)
    assert (planned.planner, planned.usage.llm_calls) == ("tuned", 1)
    (asked,) = opened.tuned_planner.requests
    assert [turn["role"] for turn in asked.messages] == ["system", "user"]
    assert _plan([NAMIBIA], tuned=[], planner="chat").planner == "chat"


def test_syntax_plans_without_a_model_or_where_it_is_chosen() -> None:
    assert _plan(None).planner == "syntactic"
    assert _plan([NAMIBIA], planner="syntactic").usage.llm_calls == 0


def test_unusable_replies_are_told_and_replaced() -> None:
    planned = _plan(["no", "no"])
    assert (planned.planner, planned.usage.llm_calls) == ("syntactic", 2)
    assert "scripted" in to_json(planned.describe())["model_reply_unusable"]


def test_unusable_replies_are_an_error_where_the_model_is_measured() -> None:
    with pytest.raises(UnusableReply) as caught:
        _plan(["no", "no"], fall_back=False)
    assert caught.value.usage.llm_calls == 2


@pytest.mark.parametrize(("fall_back", "answer"), [(True, "Archer"), (False, "")])
def test_a_step_that_the_model_replies_nonsense_to_has_no_answer_where_it_is_measured(
    fall_back: bool, answer: str
) -> None:
    opened: Any = _Opened(["Hm.", "Well."])
    text = "Fram was designed by Archer."
    evidence = Evidence(passages=(ScoredPassage("p", "d", "Fram", "", text, 1.0),))
    asked = Question("Who designed Fram?")
    how = AnswerOptions(reader="llm", fall_back=fall_back)
    reading = read_part(opened, asked, evidence, how)
    assert (reading.answer, reading.usage.llm_calls) == (answer, 2)
    assert reading.steps[0].name == "model_reply_unusable"


def test_missing_model_or_planner_is_told() -> None:
    with pytest.raises(UsageError, match="needs a chat model"):
        _plan(None, planner="chat")
    with pytest.raises(UsageError, match="planner_base_url"):
        _plan([NAMIBIA], planner="tuned")
    with pytest.raises(UsageError, match="no planner"):
        _plan(None, planner="best")
