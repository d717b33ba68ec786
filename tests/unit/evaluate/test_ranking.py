"""Figures of rankings, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

import pytest

from kgplatform.evaluate.ranking import score_rankings

pytestmark = pytest.mark.unit

RANKING = ["a", "x", "b", "y", "c"]
GOLD = "abcd"


def score(ranking: Sequence[str], gold: Iterable[str], *ks: int) -> dict[str, float]:
    """Return the figures of one question whose gold documents are all of one grade."""
    return score_rankings({"q": ranking}, {"q": dict.fromkeys(gold, 1)}, ks=ks)["q"]


@pytest.mark.parametrize(
    ("k", "recall"),
    [(1, 1 / 4), (2, 1 / 4), (3, 2 / 4), (5, 3 / 4), (9, 3 / 4)],
)
def test_recall_is_the_share_of_gold_in_the_first_k(k: int, recall: float) -> None:
    assert score(RANKING, GOLD, k)[f"recall@{k}"] == recall


@pytest.mark.parametrize(("k", "found"), [(2, 0.0), (3, 1.0), (5, 1.0)])
def test_all_at_needs_every_gold_document(k: int, found: float) -> None:
    assert score(RANKING, "ab", k)[f"all@{k}"] == found


@pytest.mark.parametrize(
    ("gold", "mrr"), [("a", 1), ("b", 1 / 3), ("bc", 1 / 3), ("c", 1 / 5), ("d", 0)]
)
def test_mrr_is_of_the_first_gold_document(gold: str, mrr: float) -> None:
    assert score(RANKING, gold, 2)["mrr"] == mrr


def test_ndcg_discounts_by_rank() -> None:
    # gold at ranks 1, 3, 5 of 4 that there are: the ideal has them at 1, 2, 3, 4
    gain = 1 + 1 / log2(4) + 1 / log2(6)
    ideal = 1 + 1 / log2(3) + 1 / log2(4) + 1 / log2(5)
    assert score(RANKING, GOLD, 2)["ndcg@10"] == pytest.approx(gain / ideal)


def test_ndcg_gains_the_grade_of_a_document() -> None:
    # grade 1 at rank 1 and grade 3 at rank 2; the ideal has them the other way round
    grades = {"a": 1, "x": 3}
    figures = score_rankings({"q": RANKING}, {"q": grades}, ks=[2])["q"]
    assert figures["ndcg@10"] == pytest.approx((1 + 3 / log2(3)) / (3 + 1 / log2(3)))
    assert (figures["recall@2"], figures["mrr"]) == (1, 1)  # which have no grades


@pytest.mark.parametrize("ranking", [["z", "a"], ["b", "a"]])
def test_order_is_the_one_given_whatever_the_ids(ranking: list[str]) -> None:
    assert score(ranking, "a", 1)["mrr"] == 1 / 2


def test_repeated_document_counts_once() -> None:
    figures = score(["a", "a", "b"], "ab", 1, 2)
    assert (figures["recall@1"], figures["recall@2"], figures["all@2"]) == (1 / 2, 1, 1)


def test_empty_ranking_counts_as_nothing_found() -> None:
    figures = score_rankings({"q": [], "r": ["a"]}, {"q": {"a": 1}, "r": {"a": 1}}, ks=[1])
    assert set(figures["q"].values()) == {0.0}
    assert list(figures) == ["q", "r"]


def test_ids_may_hold_spaces_and_any_letters() -> None:
    figures = score(["é b", "a\u2028"], ["a\u2028"], 1, 2)
    assert (figures["recall@1"], figures["recall@2"]) == (0, 1)
