"""Chains that lead by the relations asked for are told from those that lead by others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kgplatform.retrieve.chains.features import ASKED_FEATURES, View, describe_asked
from tests.unit.retrieve.chains.views import make_view

pytestmark = pytest.mark.unit

CAPTAIN, BORN = (1.0, 0.0), (0.1, 0.8)  # how near statements are to the two relations asked for
SHIP, MAN, TOWN, BOTH = range(4)
THING = 1  # the captain


def make_stated() -> View:
    """The ship's page states its captain twice, his own where he was born."""
    stated = np.array([(SHIP, THING), (SHIP, THING), (MAN, THING), (MAN, 2)])
    nearness = np.array([(0.2, 0.0), CAPTAIN, BORN, BORN])
    return replace(make_view(), stated=stated, nearness=nearness)


def describe(view: View, first: int, second: int) -> dict[str, float]:
    pair = np.array([first]), np.array([THING]), np.array([second])
    [row] = describe_asked(view, *pair).tolist()
    return dict(zip(ASKED_FEATURES, row, strict=True))


def test_ends_have_the_nearest_relation_that_they_state_of_the_thing() -> None:
    row = describe(make_stated(), SHIP, MAN)
    assert row == pytest.approx(
        {"leaves_by_asked": 1.0, "arrives_by_asked": 0.8, "asked_apart": 1.8}
    )


def test_one_relation_counts_at_one_end_alone() -> None:
    view = make_stated()
    same = replace(view, nearness=np.array([(0.2, 0.0), CAPTAIN, CAPTAIN, CAPTAIN]))
    row = describe(same, SHIP, MAN)
    assert (row["leaves_by_asked"], row["arrives_by_asked"]) == (1, 1)
    assert row["asked_apart"] == 1  # of "captain" at either end, with nothing of "born"


def test_passage_that_states_nothing_of_the_thing_has_none() -> None:
    row = describe(make_stated(), TOWN, BOTH)
    assert set(row.values()) == {0.0}
    assert describe(make_stated(), SHIP, BOTH)["asked_apart"] == 1


def test_of_a_single_relation_both_ends_count() -> None:
    view = make_stated()
    one = replace(view, nearness=view.nearness[:, 1:])
    assert describe(one, SHIP, MAN)["asked_apart"] == pytest.approx(0.8)


def test_question_that_asks_no_relation_has_none() -> None:
    assert set(describe(make_view(), SHIP, MAN).values()) == {0.0}
