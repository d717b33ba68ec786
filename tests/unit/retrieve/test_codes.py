"""Identifiers in questions, and the passages that hold them."""

from __future__ import annotations

import pytest

from kgplatform.retrieve.codes import find_codes, put_bearers_first

pytestmark = pytest.mark.unit

RANKED = [("a", 0.9), ("b", 0.5), ("c", 0.2), ("d", 0.1)]
TEXTS = {"a": "VX-153 | pump", "b": "VX-3001 | pump", "c": "vx-300 | valve", "d": "VX-300 | spare"}


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ("Who supplies part VX-300?", ["VX-300"]),
        ("Who closed INC-20431 on 3 May 2024?", ["INC-20431"]),
        ("What is invoice 2024/0117-B about?", ["2024/0117-B"]),
        ("Who signed order 4471208?", ["4471208"]),
        ("Who won the 1950s' 3rd race of 1,200 metres?", []),
        ("Who ruled in 1905?", []),
    ],
)
def test_codes_are_words_with_letters_and_digits(question: str, codes: list[str]) -> None:
    assert find_codes(question) == codes


def test_a_holder_comes_first_where_none_of_the_best_is_one() -> None:
    ranked = put_bearers_first(["VX-300"], RANKED, TEXTS, top_k=2)
    assert ranked == [("c", 0.9), ("a", 0.9), ("b", 0.5), ("d", 0.1)]


@pytest.mark.parametrize(("codes", "top_k"), [(["VX-300"], 3), (["VX-999"], 2), ([], 2)])
def test_the_ranking_stays_where_a_holder_is_there_or_nowhere(codes: list[str], top_k: int) -> None:
    assert put_bearers_first(codes, RANKED, TEXTS, top_k=top_k) == RANKED
