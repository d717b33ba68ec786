"""Whether something holds of several things: a question for each, and what yes and no come to."""

from __future__ import annotations

import pytest

from kgplatform.pipelines.plan.compare import compare
from kgplatform.pipelines.plan.values import Item
from kgplatform.plan.check import check_plan
from kgplatform.plan.language import Text
from kgplatform.plan.shapes import pattern_of
from kgplatform.plan.syntax.planner import plan_by_syntax
from tests.pipeline import linguistics

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("question", "subquestions"),
    [
        (
            "Are Ann Leckie and Boris Akunin both novelists?",
            ["Is Ann Leckie a novelist?", "Is Boris Akunin a novelist?"],
        ),
        (
            "Are Karl Shapiro and Elie Wiesel both American writers?",
            ["Is Karl Shapiro an American writer?", "Is Elie Wiesel an American writer?"],
        ),
        (
            "Were both Fridtjof Nansen and Roald Amundsen Norwegian explorers?",
            [
                "Was Fridtjof Nansen a Norwegian explorer?",
                "Was Roald Amundsen a Norwegian explorer?",
            ],
        ),
        (
            "Are both Norway and Sweden countries?",
            ["Is Norway a country?", "Is Sweden a country?"],
        ),
        (
            "Were Ann Leckie, Boris Akunin and Iain Banks all born in Oslo?",
            [
                "Was Ann Leckie born in Oslo?",
                "Was Boris Akunin born in Oslo?",
                "Was Iain Banks born in Oslo?",
            ],
        ),
        (
            "Do Norway and Sweden border Finland?",
            ["Does Norway border Finland?", "Does Sweden border Finland?"],
        ),
        (
            "Is Rutgers University or Brown University public?",
            ["Is Rutgers University public?", "Is Brown University public?"],
        ),
        (
            "Are Ann Leckie and Boris Akunin married?",
            ["Are Ann Leckie and Boris Akunin married?"],
        ),
    ],
)
def test_each_is_asked_about_by_itself(question: str, subquestions: list[str]) -> None:
    plan = plan_by_syntax(question, linguistics())
    check_plan(plan)
    asked = [
        statement.value.words
        for statement in plan.statements
        if statement.name.startswith("Sub_Question") and isinstance(statement.value, Text)
    ]
    assert asked == subquestions
    assert len(subquestions) != 2 or pattern_of(plan) == "compare"


@pytest.mark.parametrize(
    ("question", "answers", "expected"),
    [
        ("Are A and B both novelists?", ("Yes", "yes"), ["Yes"]),
        ("Are A and B both novelists?", ("no", "yes"), ["No"]),
        ("Are A and B both novelists?", ("", "no"), ["No"]),  # one no is enough
        ("Are A and B both novelists?", ("", "yes"), []),
        ("Is either A or B a novelist?", ("no", "yes"), ["Yes"]),
        ("Is either A or B a novelist?", ("no", "no"), ["No"]),
        ("Is either A or B a novelist?", ("no", ""), []),
        ("Is A or B a novelist?", ("no", "yes"), ["B"]),
        ("Is A or B a novelist?", ("yes", "yes"), ["A", "B"]),
        ("Is A or B a novelist?", ("no", "no"), []),
        ("Is A or B a novelist?", ("yes", ""), []),
    ],
)
def test_what_yes_and_no_come_to(
    question: str, answers: tuple[str, ...], expected: list[str]
) -> None:
    items = [(Item(text),) if text else () for text in answers]
    decision = compare(question, ["A", "B"], items)
    assert [item.text for item in decision.items] == expected
    assert bool(decision.problem) == (not expected)
