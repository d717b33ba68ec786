"""Beside the best passage others are of its page, or bridged to it, or neither."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kgplatform.retrieve.chains.features import BESIDE_FEATURES, describe_neighbours
from tests.unit.retrieve.chains.views import make_view

pytestmark = pytest.mark.unit

SCORES = np.array([2.0, 0.5, -1.0, 0.0, -3.0])  # the ship, its captain, a town, both, bread


def describe() -> list[dict[str, float]]:
    table = describe_neighbours(make_view(), SCORES)
    return [dict(zip(BESIDE_FEATURES, row.tolist(), strict=True)) for row in table]


def test_bridges_are_what_the_best_names_and_the_question_does_not() -> None:
    rows = describe()
    # thing 0 is asked for; thing 1, the captain, is named by the ship's page, by his own, by 3
    rarity = np.log1p(5 / 3)
    assert [row["bridge_rarity"] for row in rows] == pytest.approx([rarity, rarity, 0, rarity, 0])
    assert [row["bridges"] > 0 for row in rows] == [True, True, False, True, False]
    assert [row["is_bridge_page"] for row in rows] == [0, 1, 0, 0, 0]


def test_words_are_those_that_the_best_lacks_and_those_it_has() -> None:
    rows = describe()
    weights = make_view().wording.weights  # where, captain, endurance, born: "where" is no word
    captain, endurance, born = weights[-3:]
    assert rows[0]["added_words"] == 0
    assert rows[0]["shared_words"] == pytest.approx(captain + endurance)
    assert (rows[1]["added_words"], rows[1]["shared_words"]) == pytest.approx((born, 0))


def test_order_is_told_of_all_and_of_a_page() -> None:
    rows = describe()
    assert [row["is_best"] for row in rows] == [1, 0, 0, 0, 0]
    assert [-row["rank_in_all"] for row in rows] == pytest.approx(np.log1p([0, 1, 3, 2, 4]))
    assert [row["better_of_page"] for row in rows] == [0, 0, 0, 0, 0]


def test_passages_of_one_page_are_told() -> None:
    view = replace(make_view(), about=np.array([(0, 0), (1, 1), (2, 0), (4, 0)]))
    table = describe_neighbours(view, SCORES)
    rows = [dict(zip(BESIDE_FEATURES, row.tolist(), strict=True)) for row in table]
    assert [row["is_same_page"] for row in rows] == [1, 0, 1, 0, 1]
    assert [row["better_of_page"] for row in rows] == pytest.approx(np.log1p([0, 0, 1, 0, 2]))


def test_no_passage_is_no_row() -> None:
    assert describe_neighbours(make_view(), np.zeros(0)).shape == (0, len(BESIDE_FEATURES))
