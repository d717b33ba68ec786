"""Figures worked out by hand."""

from __future__ import annotations

import pytest

from kgplatform.evaluate.metrics import (
    compute_all_at,
    compute_exact_match,
    compute_f1,
    compute_percentile,
    compute_recall_at,
    normalize_answer,
)

pytestmark = pytest.mark.unit

RANKING = ["a", "x", "b", "y", "c"]
GOLD = {"a", "b", "c", "d"}


@pytest.mark.parametrize(
    ("k", "recall"),
    [(1, 1 / 4), (2, 1 / 4), (3, 2 / 4), (5, 3 / 4), (9, 3 / 4)],
)
def test_recall_is_the_share_of_gold_in_the_first_k(k: int, recall: float) -> None:
    assert compute_recall_at(RANKING, GOLD, k) == recall


def test_recall_counts_a_repeated_document_once() -> None:
    assert compute_recall_at(["a", "a"], {"a", "b"}, 2) == 1 / 2


@pytest.mark.parametrize(("k", "found"), [(2, 0.0), (3, 1.0)])
def test_all_at_needs_every_gold_document(k: int, found: float) -> None:
    assert compute_all_at(RANKING, {"a", "b"}, k) == found


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


def test_f1_is_the_harmonic_mean_of_token_precision_and_recall() -> None:
    # "new york city" against "york": precision 1/3, recall 1/1, F1 = 2 * 1/3 / (4/3) = 1/2
    assert compute_f1("New York City", ["York"]) == pytest.approx(1 / 2)


def test_f1_counts_repeated_tokens_as_often_as_both_have_them() -> None:
    # 2 common tokens of 3 and of 2: precision 2/3, recall 1, F1 = 4/5
    assert compute_f1("ha ha ha", ["ha ha"]) == pytest.approx(4 / 5)


def test_f1_is_the_best_over_aliases() -> None:
    assert compute_f1("York", ["New York City", "York"]) == 1.0


@pytest.mark.parametrize("prediction", ["yes", "yes indeed"])
def test_f1_gives_no_partial_credit_to_yes_and_no(prediction: str) -> None:
    expected = "yes it is" if prediction == "yes" else "yes"
    assert compute_f1(prediction, [expected]) == 0.0


def test_f1_of_an_empty_prediction_is_zero() -> None:
    assert compute_f1("", ["York"]) == 0.0


@pytest.mark.parametrize(("percent", "value"), [(50, 25.0), (95, 38.5)])
def test_percentile_interpolates(percent: float, value: float) -> None:
    # four values stand at 0, 1, 2, 3: the 95th percentile at 2.85, so 30 + 0.85 * 10
    assert compute_percentile([40, 10, 30, 20], percent) == pytest.approx(value)
