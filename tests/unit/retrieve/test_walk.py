"""PageRank on a graph small enough to work out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from kgplatform.retrieve.walk import DAMPING, ITERATIONS, WalkGraph, compute_pagerank

pytestmark = pytest.mark.unit


def _pairs(*pairs: tuple[int, int]) -> np.ndarray:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _graph(
    passages: int,
    entities: int,
    mentions: np.ndarray,
    titles: np.ndarray | None = None,
    boost: tuple[int, int, float] | None = None,
) -> WalkGraph:
    degrees = np.bincount(mentions[:, 1], minlength=entities)
    titled = _pairs() if titles is None else titles
    boosts = np.ones(len(mentions))
    if boost is not None:
        boosts[(mentions == boost[:2]).all(axis=1)] = boost[2]
    return WalkGraph(passages, entities, mentions, titled, degrees, 10, boosts)


def test_walk_from_one_entity_between_two_passages_splits_evenly() -> None:
    # e -> p0, p1 with half each; each passage returns all to e.
    # With r = 1 - d: e(t+1) = r + d * (p0 + p1), p(t+1) = d * e / 2.
    entity, each = 1.0, 0.0
    for _ in range(ITERATIONS):
        entity, each = (1 - DAMPING) + DAMPING * 2 * each, DAMPING * entity / 2
    ranks = compute_pagerank(_graph(2, 1, _pairs((0, 0), (1, 0))), np.zeros(2), np.ones(1))
    assert ranks == pytest.approx([each, each])


def test_passage_out_of_reach_has_rank_zero() -> None:
    graph = _graph(3, 2, _pairs((0, 0), (1, 0), (2, 1)))
    ranks = compute_pagerank(graph, np.zeros(3), np.array([1.0, 0.0]))
    assert ranks[2] == 0
    assert ranks[0] > 0


def test_title_edge_draws_more_than_a_mention() -> None:
    graph = _graph(2, 1, _pairs((0, 0), (1, 0)), titles=_pairs((1, 0)))
    ranks = compute_pagerank(graph, np.zeros(2), np.ones(1))
    assert ranks[1] > 2 * ranks[0]


def test_rare_entity_draws_more_than_a_hub() -> None:
    # passage 0 mentions a rare entity (shared with 1) and a hub (shared with 2, and 8 outside)
    mentions = _pairs((0, 0), (1, 0), (0, 1), (2, 1))
    graph = WalkGraph(3, 2, mentions, _pairs(), np.array([2, 10]), 10, np.ones(4))
    ranks = compute_pagerank(graph, np.array([1.0, 0, 0]), np.zeros(2))
    assert ranks[1] > 3 * ranks[2]


def test_seeds_own_restart_does_not_count() -> None:
    graph = _graph(2, 1, _pairs((0, 0)))
    ranks = compute_pagerank(graph, np.array([0.0, 1.0]), np.zeros(1))
    assert ranks == pytest.approx([0.0, 0.0])  # passage 1 has no edge: nothing comes back to it


def test_empty_graph_gives_no_ranks() -> None:
    assert compute_pagerank(_graph(0, 0, _pairs()), np.zeros(0), np.zeros(0)).shape == (0,)


def test_boosted_edge_is_left_by_sooner() -> None:
    # passage 0 mentions two entities alike; each leads to a passage of its own
    mentions = _pairs((0, 0), (1, 0), (0, 1), (2, 1))
    plain = compute_pagerank(_graph(3, 2, mentions), np.array([1.0, 0, 0]), np.zeros(2))
    raised = compute_pagerank(
        _graph(3, 2, mentions, boost=(0, 1, 3.0)), np.array([1.0, 0, 0]), np.zeros(2)
    )
    assert plain[1] == pytest.approx(plain[2])
    assert raised[2] == pytest.approx(3 * raised[1])
