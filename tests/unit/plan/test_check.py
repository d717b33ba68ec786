from __future__ import annotations

import pytest

from kgplatform.plan.check import check_plan, find_problems
from kgplatform.plan.language import PlanError
from kgplatform.plan.parser import parse_plan
from tests.unit.plan.plans import NAMIBIA, ask, finish

pytestmark = pytest.mark.unit

TWO = ask(1, "A?") + ask(2, "B?")
COMPARE = "C = Compare(Original_Query = Q, Subquestions = [{}], Answers = [{}])\n"


def test_plan_of_the_paper_is_sound() -> None:
    assert check_plan(parse_plan(NAMIBIA)) == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ask(1, "A {Ans_7}?") + finish("Ans_1"), "'Ans_7' is not defined"),
        (ask(1, "A {Info_1}?") + finish("Ans_1"), "what a search found"),
        (ask(1, "A?") + finish("Sub_Question_1"), "it is a text"),
        (TWO + "X = Union(Ans_1, Sub_Question_2)\n" + finish("X"), "Answer2 cannot be"),
        (
            'Q = "Which is more?"\n' + TWO + "X = Union(Ans_1, Ans_2)\n"
            + COMPARE.format("Sub_Question_1, Sub_Question_2", "Ans_1, X") + finish("C"),
            "a set, and a single value is needed",
        ),
        (
            'Q = "Which is more?"\n' + TWO + COMPARE.format("Sub_Question_1", "Ans_1, Ans_2")
            + finish("C"),
            "1 sub-questions and 2 answers",
        ),
        (ask(1, "A {Ans_2}?") + ask(2, "B {Ans_1}?") + finish("Ans_1"), "wait for one another"),
        (ask(1, "A {Ans_1}?") + finish("Ans_1"), "wait for one another"),
        (ask(1, "A?"), "never calls Finish_The_Plan"),
        (ask(1, "A?") + finish("Ans_1") + "X = Finish_The_Plan(Ans_1)", "twice"),
        (ask(1, "A?") + ask(1, "B?") + finish("Ans_1"), "assigned twice"),
        (TWO + "X = Union(Ans_1)\n" + finish("X"), "needs Answer2"),
        (ask(1, "A?") + "X = Search(question = Sub_Question_1)\n" + finish("Ans_1"), "needs query"),
        (
            'Q = "?"\n' + TWO + "C = Compare(Q, Sub_Question_1, [Ans_1, Ans_2])\n" + finish("C"),
            "takes a list as Subquestions",
        ),
    ],
    ids=range(14),
)  # fmt: skip
def test_unsound_plan_is_told(text: str, message: str) -> None:
    with pytest.raises(PlanError, match=message) as caught:
        check_plan(parse_plan(text))
    assert caught.value.line > 0
    assert caught.value.hint


def test_near_name_is_suggested() -> None:
    with pytest.raises(PlanError, match="did you mean Ans_1"):
        check_plan(parse_plan(ask(1, "A?") + finish("Ans_l")))


def test_unused_result_is_told_and_does_no_harm() -> None:
    problems = check_plan(parse_plan(TWO + finish("Ans_1")))
    assert [(p.message, p.line, p.fatal) for p in problems] == [("'Ans_2' is never used", 6, False)]


def test_order_of_lines_does_not_matter() -> None:
    assert find_problems(parse_plan(ask(2, "B {Ans_1}?") + finish("Ans_2") + ask(1, "A?"))) == ()
