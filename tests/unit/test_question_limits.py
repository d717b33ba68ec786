"""What is no question, whoever asks: refused with a sentence before anything is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kgplatform.errors import EvaluationError, KgPlatformError, UsageError
from kgplatform.evaluate.questions import Dataset, EvaluationQuestion
from kgplatform.pipelines.plan.planning import make_plan
from kgplatform.platform import Platform
from kgplatform.question.limits import MOST_CHARACTERS, MOST_WORDS, check_question
from kgplatform.settings import Settings

pytestmark = pytest.mark.unit

NO_QUESTIONS = {
    "who " * (MOST_WORDS + 1): "words",
    "a" * (MOST_CHARACTERS + 1): "characters",
    "Who built \udcff it?": "no UTF-8",
    "Who built \0 it?": "NUL",
}
Asking = Callable[[Platform, str], object]
WAYS: dict[str, Asking] = {
    "ask": lambda platform, question: platform.ask(question),
    "retrieve": lambda platform, question: platform.retrieve(question),
    "plan": make_plan,
    "ask by a plan": lambda platform, question: platform.ask(question, method="plan"),
    "run a plan": lambda platform, question: platform.run_plan(f'Q1: "{question}"'),
    "ask Wikidata": lambda platform, question: platform.wikidata.ask(question),
    "evaluate": lambda _, question: Dataset(
        "set", (), (EvaluationQuestion("1", question, (), None, frozenset()),)
    ),
}


@pytest.mark.parametrize(("question", "word"), NO_QUESTIONS.items(), ids=NO_QUESTIONS.values())
@pytest.mark.parametrize("way", WAYS)
def test_what_is_no_question_is_refused(way: str, question: str, word: str, tmp_path: Path) -> None:
    expected: type[KgPlatformError] = EvaluationError if way == "evaluate" else UsageError
    with Platform(Settings(home=tmp_path)) as platform, pytest.raises(expected, match=word):
        WAYS[way](platform, question)


def test_a_long_question_is_one() -> None:
    check_question("who " * MOST_WORDS)
