"""Algorithm 1 on a graph of letters: every neighbour's score is written down."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kgplatform.retrieve.kgp.traverse import (
    BUDGET,
    WIDTHS,
    ReasoningPath,
    rank_passages,
    traverse,
)

pytestmark = pytest.mark.unit

#     a --- c --- e        neighbours with the score that the agent gives them, best first
#     | \
#     b   d
NEIGHBOURS = {
    "a": [("c", 0.9), ("d", 0.8), ("b", 0.7)],
    "b": [("a", 0.9)],
    "c": [("e", 0.6), ("a", 0.5)],
    "d": [("a", 0.4)],
    "e": [("c", 0.4)],
}


class Graph:
    """Ranks the neighbours that are not in the path, and remembers which paths came together."""

    def __init__(self, neighbours: dict[str, list[tuple[str, float]]]) -> None:
        self.neighbours = neighbours
        self.waves: list[list[str]] = []

    def rank(self, paths: Sequence[ReasoningPath], count: int) -> list[list[tuple[str, float]]]:
        self.waves.append(["".join(path.ids) for path in paths])
        return [
            [(key, s) for key, s in self.neighbours.get(path.ids[-1], []) if key not in path.ids]
            for path in paths
        ]


def walk(*seeds: str, widths: tuple[int, ...] = (10, 3), budget: int = 30) -> list[str]:
    scores = dict.fromkeys(seeds, 1.0)
    paths = traverse(scores, Graph(NEIGHBOURS).rank, widths=widths, budget=budget)
    return ["".join(path.ids) for path in paths]


def visited(paths: list[str]) -> set[str]:
    return {key for path in paths for key in path}


def test_widths_and_budget_are_the_papers() -> None:
    assert (WIDTHS, BUDGET) == ((10, 3), 30)


def test_paths_are_followed_to_their_end() -> None:
    assert sorted(walk("a")) == ["ab", "ace", "ad"]


def test_first_width_bounds_the_seeds_and_the_second_the_steps() -> None:
    assert walk("a", "b", "e", widths=(1, 1)) == ["ace"]
    assert sorted(walk("a", widths=(1, 2))) == ["ace", "ad"]


def test_last_width_holds_for_all_later_hops() -> None:
    chain = {"p": [("q", 0.5), ("z", 0.4)], "q": [("r", 0.5), ("y", 0.4)], "r": [("s", 0.5)]}
    paths = traverse({"p": 1.0}, Graph(chain).rank, widths=(1, 1), budget=9)
    assert [path.ids for path in paths] == [("p", "q", "r", "s")]


@pytest.mark.parametrize("budget", [1, 2, 3, 4, 5])
def test_no_more_passages_than_the_budget_and_none_is_lost(budget: int) -> None:
    assert len(visited(walk("a", budget=budget))) == budget


def test_budget_goes_to_the_earliest_path_and_its_best_neighbours() -> None:
    assert sorted(walk("a", "e", budget=4)) == ["ac", "ad", "e"]


def test_seeds_are_never_more_than_the_budget() -> None:
    assert walk("a", "b", "c", budget=2) == ["a", "b"]


def test_a_passage_that_another_path_found_ends_the_path() -> None:
    # c is a seed: "ac" ends there, while the path that began at c goes on
    paths = walk("a", "c")
    assert sorted(paths) == ["ab", "ac", "ad", "ca", "ce"]


def test_paths_end_after_the_hops_that_are_allowed() -> None:
    graph = Graph(NEIGHBOURS)
    paths = traverse({"a": 1.0}, graph.rank, hops=2)
    assert {"".join(path.ids) for path in paths} == {"ac", "ad", "ab"}
    assert graph.waves == [["a"]]


def test_no_path_holds_a_passage_twice() -> None:
    for path in walk("a", "b", "c", "d", "e"):
        assert len(set(path)) == len(path)


def test_paths_are_ranked_together_as_far_as_the_budget_goes() -> None:
    graph = Graph(NEIGHBOURS)
    traverse({"a": 1.0, "b": 1.0, "d": 1.0, "e": 1.0}, graph.rank, widths=(10, 3), budget=5)
    # one passage is left of the budget: three steps from "a" would fill it, so "b" waits
    assert graph.waves[0] == ["a"]
    wide = Graph(NEIGHBOURS)
    traverse({"a": 1.0, "b": 1.0}, wide.rank, widths=(10, 3), budget=30)
    assert wide.waves[0] == ["a", "b"]


def test_walk_without_seeds_or_neighbours_ends() -> None:
    assert traverse({}, Graph(NEIGHBOURS).rank) == []
    assert traverse({"x": 0.5}, Graph({}).rank) == [ReasoningPath(("x",), (0.5,))]


def test_a_later_passage_counts_half_by_those_before_it() -> None:
    path = ReasoningPath(("a", "b", "c"), (0.8, 0.6, 0.9))
    ranked = rank_passages([path])
    assert ranked == {
        "a": pytest.approx(0.8),
        "b": pytest.approx((0.6 + 0.8) / 2),
        "c": pytest.approx((0.9 + (0.8 + 0.6) / 2) / 2),
    }
    assert list(ranked) == ["a", "c", "b"]


def test_the_best_place_of_a_passage_counts() -> None:
    paths = [ReasoningPath(("a", "c"), (0.9, 0.9)), ReasoningPath(("c",), (0.5,))]
    assert rank_passages(paths)["c"] == pytest.approx(0.9)
    assert rank_passages(reversed(paths)) == rank_passages(paths)


def test_equal_scores_rank_by_id() -> None:
    paths = [ReasoningPath((key,), (0.5,)) for key in "cab"]
    assert list(rank_passages(paths)) == ["a", "b", "c"]
