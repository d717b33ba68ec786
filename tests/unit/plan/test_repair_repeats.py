from __future__ import annotations

import pytest

from kgplatform.plan.check import check_plan
from kgplatform.plan.hops import list_hops
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.repair_repeats import cut_repeats
from kgplatform.plan.repaired import ReadPlan

pytestmark = pytest.mark.unit


def _plan(question: str, *hops: str, kind: str = "Three Projection") -> ReadPlan:
    lines = [f'Original_Question: str = "{question}"', f"### Question Type: {kind}"]
    for n, hop in enumerate(hops, start=1):
        lines += [
            f'Thought{n}: str = "Next."',
            f'Sub_Question_{n}: str = {"f" if "{" in hop else ""}"{hop}"',
            f"Info_{n}: str = Search(query = Sub_Question_{n}, thought = Thought{n})",
            f"Ans_{n}: str = Get_Answer(query = Sub_Question_{n}, info = Info_{n})",
        ]
    lines.append(f"Final_Answer: str = Finish_The_Plan(Answer = Ans_{len(hops)})")
    return ReadPlan(parse_plan("\n".join(lines)))


def test_last_step_that_asks_the_same_again_is_left_out_and_recorded() -> None:
    first = "Who played Susan in Miracle?"
    found = cut_repeats(
        _plan(
            "Who is the sibling of the actress who played Susan in Miracle?",
            first, "Who is the sibling of {Ans_1}?", "Who is the sibling of {Ans_2}?",
        )
    )  # fmt: skip
    assert list_hops(found.plan) == (first, "Who is the sibling of {1}?")
    assert check_plan(found.plan) == ()
    assert found.plan.question_type == "Two Projection"
    assert len(found.plan.statements) == 1 + 2 * 4 + 1
    (repair,) = found.repairs
    assert "asks the same again" in repair.describe()
    assert "Who is the sibling of {Ans_2}?" in repair.describe()


def test_several_repeats_are_left_out() -> None:
    again = [f"Who employs {{Ans_{n}}}?" for n in (1, 2, 3)]
    found = cut_repeats(_plan("Who employs Mach's namesake?", "Who is Mach's namesake?", *again))
    assert list_hops(found.plan) == ("Who is Mach's namesake?", "Who employs {1}?")
    assert len(found.repairs) == 2


@pytest.mark.parametrize(
    ("question", "hops"),
    [
        ("Who is the father of the father of Ann's son?",
         ("Who is Ann's son?", "Who is the father of {Ans_1}?", "Who is the father of {Ans_2}?")),
        ("Where did Ann's father die?", ("Who is Ann's father?", "Where did {Ans_1} die?")),
        ("Who wed Ann's father?", ("Who is Ann's father?", "Who wed {Ans_1}?",
                                   "Who left {Ans_2}?")),
        ("Who employs Ann?", ("Who employs Ann?",)),
    ],
)  # fmt: skip
def test_what_the_question_asks_stays(question: str, hops: tuple[str, ...]) -> None:
    plan = _plan(question, *hops)
    assert cut_repeats(plan) is plan
