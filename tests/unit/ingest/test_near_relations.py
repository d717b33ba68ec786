"""Which relations are near in meaning, by their vectors and their words."""

from __future__ import annotations

import numpy as np
import pytest

from kgplatform.ingest.schema.near_relations import find_near
from kgplatform.models.embedding import NEAR_COSINE, Vectors

pytestmark = pytest.mark.unit


def at_cosines(*cosines: float) -> Vectors:
    """Return vectors of length 1 with these cosines to (1, 0)."""
    return np.array([[c, np.sqrt(1 - c * c)] for c in cosines], dtype=np.float32)


def test_relations_above_the_threshold_are_near_each_pair_once() -> None:
    found = find_near(["acquire", "buy", "sail"], at_cosines(1, 0.9, 0.1))
    assert found == [("acquire", "buy", pytest.approx(0.9))]
    assert find_near(["acquire", "buy"], at_cosines(1, NEAR_COSINE - 0.01)) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [("design", "designed by"), ("replace", "replaced by"), ("based in", "based on")],
)
def test_words_that_look_alike_and_say_another_thing_are_not_near(a: str, b: str) -> None:
    assert find_near([a, b], at_cosines(1, 0.95)) == []
    assert find_near(["made by", "built by"], at_cosines(1, 0.95)) != []


def test_a_relation_keeps_its_nearest() -> None:
    names = [f"relation{n:02} of" for n in range(30)]
    found = find_near(names, at_cosines(*np.linspace(1, 0.99, 30)))
    assert max(sum(name in pair for pair in found) for name in names) == 10
    assert [pair[2] for pair in found] == sorted((pair[2] for pair in found), reverse=True)


def test_no_relations_are_near_nothing() -> None:
    assert find_near([], np.zeros((0, 2), np.float32)) == []
