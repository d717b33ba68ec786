"""Comparisons asked as yes or no, and the choice behind them."""

from __future__ import annotations

import pytest

from kgplatform.question.analysis import CHOICE, analyse
from kgplatform.question.comparisons import compares, which_of

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("question", "text", "options"),
    [
        (
            "Is Ann Lee older than Bo Berg?",
            "Which one is older, Ann Lee or Bo Berg?",
            ("Ann Lee", "Bo Berg"),
        ),
        (
            "Does the Fram have more cabins than the Gauss?",
            "Which one does have more cabins, Fram or Gauss?",
            ("Fram", "Gauss"),
        ),
        (
            "Was Ann Lee born before Bo Berg?",
            "Which one was born earlier, Ann Lee or Bo Berg?",
            ("Ann Lee", "Bo Berg"),
        ),
        (
            "Is the Fram's mast taller than the Gauss's?",
            "Which one is mast taller, Fram or Gauss?",
            ("Fram", "Gauss"),
        ),
    ],
)
def test_the_choice_behind_a_comparison(question: str, text: str, options: tuple[str, str]) -> None:
    which = which_of(analyse(question))
    assert which is not None
    assert (which.text, which.options, which.kind) == (text, options, CHOICE)
    assert compares(analyse(question))


@pytest.mark.parametrize(
    "question",
    [
        "Is Ann Lee older than forty?",
        "Is Ann Lee a painter?",
        "Was Ann Lee in Oslo before Bo Berg?",  # three names
        "Was Ann Lee married before 1950?",
        "Who was born before Bo Berg?",
        "Did the war end before Ann Lee died?",
    ],
)
def test_other_questions_compare_no_two_things(question: str) -> None:
    assert which_of(analyse(question)) is None
    assert not compares(analyse(question))
