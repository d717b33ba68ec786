from __future__ import annotations

import pytest

from kgplatform.models.conversation import UnusableReply
from kgplatform.plan.completeness import find_gaps
from kgplatform.plan.hops import list_hops
from kgplatform.plan.in_context import DEMONSTRATIONS, plan_in_context
from kgplatform.plan.items import read_items
from kgplatform.plan.parser import parse_plan
from kgplatform.records import Usage
from kgplatform.testing import HashEmbedder, ScriptedChatModel
from tests.unit.plan.plans import ask, finish

pytestmark = pytest.mark.unit

QUESTION = "Where was the director of Jaws born?"
SHORT = ask(1, "Who directed Jaws?") + finish("Ans_1")
WHOLE = ask(1, "Who directed Jaws?") + ask(2, "Where was {Ans_1} born?") + finish("Ans_2")


def _find(question: str, *asked: str) -> tuple[str, ...]:
    steps = "".join(ask(number, text) for number, text in enumerate(asked, start=1))
    written = f'Original_Question: str = "{question}"\n{steps}{finish(f"Ans_{len(asked)}")}'
    return find_gaps(parse_plan(written))


def test_words_that_no_step_asks_are_gaps() -> None:
    assert _find(QUESTION, "Who directed Jaws?") == ("born", "birth_place")
    assert _find(QUESTION, "Who directed Jaws?", "Who is {Ans_1}?") == ("birth_place",)
    assert _find(QUESTION, "Who directed Jaws?", "Where was {Ans_1} born?") == ()
    asked = "What is the seat of the county where Van Hook Township is located?"
    assert _find(asked, "Where is Van Hook Township located?") == ("seat", "county")


def test_a_bridge_may_take_its_noun_with_it() -> None:
    asked = "Who founded the school where Ada was educated?"
    assert _find(asked, "Where was Ada educated?", "Who founded {Ans_1}?") == ()
    assert _find(asked, "Where was Ada educated?") == ("founded", "school")


def test_a_step_that_asks_two_things_is_a_gap() -> None:
    asked = "Where did the father of Ada die?"
    assert _find(asked, asked) == (asked,)
    assert _find("When did Ada die?", "When did Ada die?") == ()


def test_demonstrations_have_no_gaps() -> None:
    plans = [parse_plan(item.plan) for item in read_items(DEMONSTRATIONS)]
    assert len(plans) > 30
    assert {gaps for plan in plans if (gaps := find_gaps(plan))} == set()


def test_a_plan_with_gaps_is_asked_for_again_with_the_longer_pattern() -> None:
    chat = ScriptedChatModel([SHORT, WHOLE])
    found, usage = plan_in_context(QUESTION, chat, HashEmbedder(), shown=0, find_gaps=find_gaps)
    assert list_hops(found.plan) == ("Who directed Jaws?", "Where was {1} born?")
    assert (found.gaps, usage.llm_calls) == (("born", "birth_place"), 2)
    asked = [request.messages[-1]["content"] for request in chat.requests]
    assert asked[1] == f"{asked[0]}\n### Question Type: Two Projection"


@pytest.mark.parametrize(
    "second",
    [
        SHORT,
        ask(1, "Who directed Jaws?") + ask(2, "Who is {Ans_1}?") + finish("Ans_2"),
        UnusableReply("it was cut", task="plan", raw="Well", usage=Usage(1, 9, 800)),
    ],
)
def test_the_first_plan_stays_where_the_second_is_no_better(second: str | UnusableReply) -> None:
    chat = ScriptedChatModel([SHORT, second, "no"])
    found, usage = plan_in_context(QUESTION, chat, HashEmbedder(), shown=0, find_gaps=find_gaps)
    assert list_hops(found.plan) == ("Who directed Jaws?",)
    assert found.gaps == ()
    assert usage.llm_calls == 3 - (not isinstance(second, UnusableReply))
