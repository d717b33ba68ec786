from __future__ import annotations

import numpy as np
import pytest

from kgplatform.retrieve.chains.explain import describe_links
from kgplatform.retrieve.chains.pairs import find_pairs
from kgplatform.retrieve.chains.ranking import Chained
from kgplatform.retrieve.subgraph import LocalGraph
from tests.unit.retrieve.chains.views import ABOUT, DEGREES, NAMED, TEXTS, TOTAL, make_view

pytestmark = pytest.mark.unit

SCORES = np.array([2.0, 0.5, -1.0, 0.0, -3.0])
IDS = ("ship", "man", "town", "house", "bread")
LOCAL = LocalGraph(
    passage_ids=IDS,
    texts=TEXTS,
    titles=("Endurance", "Frank Worsley", "", "Home", "Bread"),
    cosines=np.zeros(5),
    entity_ids=("e0", "e1", "e2"),
    entity_names=("Endurance", "Frank Worsley", "Akaroa"),
    degrees=np.array(DEGREES),
    total=TOTAL,
    mentions=np.array(NAMED),
    about=np.array(ABOUT),
    stated=np.zeros((0, 2), int),
    relations=(),
)


def _chained(odds: dict[tuple[int, int], float]) -> Chained:
    """Return a round whose pairs have these log-odds, all others -5."""
    seeds = np.array([0, 1])
    pairs = find_pairs(make_view(), seeds, SCORES)
    ends = zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)
    return Chained(SCORES, seeds, pairs, np.array([odds.get(pair, -5.0) for pair in ends]))


def test_likeliest_chains_come_first_with_the_thing_between() -> None:
    found = _chained({(0, 1): 3.0, (1, 2): 1.0})
    (step,) = describe_links(found, LOCAL, IDS)
    first, second = step.detail["found"]
    assert first == {
        "from": "Endurance", "by": "Frank Worsley", "to": "Frank Worsley",
        "likely": 0.953, "from_id": "ship", "to_id": "man",
    }  # fmt: skip
    assert (second["from"], second["by"]) == ("Frank Worsley", "Akaroa")
    assert second["to"] == "Akaroa is a town."  # without a title, how it begins


def test_a_passage_is_told_by_its_best_chain_alone() -> None:
    found = _chained({(0, 1): 3.0, (0, 3): 2.0, (1, 3): 1.0})
    (step,) = describe_links(found, LOCAL, IDS)
    ends = [(link["from_id"], link["to_id"]) for link in step.detail["found"]]
    assert ends == [("ship", "man"), ("ship", "house")]


@pytest.mark.parametrize("returned", [("ship", "bread"), ("man",), ()])
def test_chains_to_passages_that_are_not_returned_are_not_told(returned: tuple[str, ...]) -> None:
    assert describe_links(_chained({(0, 1): 3.0, (1, 2): 1.0}), LOCAL, returned) == []


def test_unlikely_chains_are_not_told() -> None:
    assert describe_links(_chained({(0, 1): -4.0}), LOCAL, IDS) == []
