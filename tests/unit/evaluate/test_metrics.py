"""Figures of answers, worked out by hand."""

from __future__ import annotations

import pytest

from kgplatform.evaluate.metrics import (
    HOTPOTQA_RULES,
    MUSIQUE_RULES,
    AnswerRules,
    AnswerScore,
    compute_contains,
    compute_exact_match,
    compute_f1,
    compute_percentile,
    normalize_answer,
    score_answer,
    score_list,
    split_list,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("answer", "normalized"),
    [
        ("The  Beatles!", "beatles"),
        ("An U.S. state", "us state"),
        ("theatre", "theatre"),
        ("a-the", "athe"),  # punctuation goes first: what is left is one word
        ("The", ""),
    ],
)
def test_normalisation_is_the_official_one(answer: str, normalized: str) -> None:
    assert normalize_answer(answer) == normalized


def test_exact_match_takes_any_alias() -> None:
    assert compute_exact_match("the U.S.A.", ["United States", "USA"]) == 1.0


def test_exact_match_refuses_more_words() -> None:
    assert compute_exact_match("USA today", ["USA"]) == 0.0


@pytest.mark.parametrize(
    ("prediction", "answer", "precision", "recall", "f1"),
    [
        # 1 common token of 3 and of 1: F1 = 2 * 1/3 * 1 / (4/3)
        pytest.param("New York City", "York", 1 / 3, 1, 1 / 2, id="more"),
        # 1 of 1 and of 3
        pytest.param("York", "New York City", 1, 1 / 3, 1 / 2, id="less"),
        # 2 common tokens of 3 and of 2: F1 = 2 * 2/3 / (5/3)
        pytest.param("ha ha ha", "ha ha", 2 / 3, 1, 4 / 5, id="repeated"),
        pytest.param("", "York", 0, 0, 0, id="empty"),
        pytest.param("Rome", "York", 0, 0, 0, id="other"),
    ],
)
def test_tokens_overlap(
    prediction: str, answer: str, precision: float, recall: float, f1: float
) -> None:
    score = score_answer(prediction, [answer])
    assert (score.precision, score.recall, score.f1) == pytest.approx((precision, recall, f1))


def test_each_figure_is_the_best_over_the_aliases() -> None:
    # against "York": P 1/2, R 1; against "old York town": P 1, R 2/3, F1 4/5
    score = score_answer("old York", ["York", "old York town"])
    assert score == pytest.approx(AnswerScore(0, 4 / 5, 1, 1))


@pytest.mark.parametrize(
    ("rules", "prediction", "answer", "f1"),
    [
        pytest.param(HOTPOTQA_RULES, "yes indeed", "yes", 0, id="yes is whole"),
        pytest.param(HOTPOTQA_RULES, "No.", "no", 1, id="whole and right"),
        pytest.param(MUSIQUE_RULES, "yes indeed", "yes", 2 / 3, id="yes is a word"),
        pytest.param(HOTPOTQA_RULES, "the", "a", 0, id="nothing is nothing"),
        pytest.param(MUSIQUE_RULES, "the", "a", 1, id="nothing is right"),
    ],
)
def test_scripts_differ(rules: AnswerRules, prediction: str, answer: str, f1: float) -> None:
    assert score_answer(prediction, [answer], rules=rules).f1 == pytest.approx(f1)


def test_f1_is_by_the_rules_of_hotpotqa() -> None:
    assert compute_f1("yes indeed", ["yes"]) == 0.0


def test_list_items_are_apart_by_semicolons_and_line_ends_alone() -> None:
    said = "Best Writing, Original Screenplay; Best Picture\n\n ;Rome"
    assert split_list(said) == ["Best Writing, Original Screenplay", "Best Picture", "Rome"]


@pytest.mark.parametrize(
    ("prediction", "score"),
    [
        pytest.param("Texas; the Ohio", (1, 1, 1, 1), id="all, in another order"),
        # 1 of 3 items is right, of 2 expected: F1 = 2 * 1/3 * 1/2 / (5/6)
        pytest.param("Ohio; Iowa\nUtah", (0, 2 / 5, 1 / 3, 1 / 2), id="some"),
        pytest.param("Ohio; OHIO", (0, 2 / 3, 1, 1 / 2), id="one, said twice"),
        pytest.param("Ohio, Texas", (0, 0, 0, 0), id="a comma is part of a name"),
        pytest.param("", (0, 0, 0, 0), id="empty"),
    ],
)
def test_lists_are_compared_item_by_item(prediction: str, score: tuple[float, ...]) -> None:
    assert score_list(prediction, ["Ohio", "Texas"]) == pytest.approx(AnswerScore(*score))


@pytest.mark.parametrize(
    ("prediction", "contains"),
    [
        pytest.param("He was a politician.", 1, id="as it is"),
        pytest.param("Politician", 1, id="capitalised"),
        pytest.param("POLITICIAN", 0, id="in capitals"),
        pytest.param("", 0, id="empty"),
    ],
)
def test_contains_is_the_rule_of_popqa(prediction: str, contains: float) -> None:
    assert compute_contains(prediction, ["politician", "statesman"]) == contains


@pytest.mark.parametrize(("percent", "value"), [(50, 25.0), (95, 38.5)])
def test_percentile_interpolates(percent: float, value: float) -> None:
    # four values stand at 0, 1, 2, 3: the 95th percentile at 2.85, so 30 + 0.85 * 10
    assert compute_percentile([40, 10, 30, 20], percent) == pytest.approx(value)
