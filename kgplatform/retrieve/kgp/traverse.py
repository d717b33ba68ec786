"""KGP's walk over a graph of passages (Wang et al. 2024, section 4, algorithm 1).

Reasoning paths wait in a queue, the earliest first. The last passage of a path has neighbours; an
agent ranks them by equation 1, the best lengthen the path, and the walk ends where the budget of
passages is used up. The names of the paper's algorithm stand in the comments.

The seeds count in the budget, as in line 4 of the algorithm: with 10 of them 20 more passages are
visited, from the first seven seeds if each has three new neighbours. Appendix 8.2 has 10 first hops
with 3 second ones each, 30 reasoning paths whose passages may overlap, so up to 40 of them, where
the same section sets 30 for every method. The algorithm is followed.

Departures: only passages that are new count, where line 10 counts each that is followed, so that
the walk goes further where paths meet; an agent that asks a model for each path is held to
appendix 8.2's two hops. Neighbours are ranked for several paths at a time, as many as the budget
has room for, since a query or an embedding a path would cost a round trip each; what comes out is
the same. A path that meets a passage which another path found first ends there: its passages are
in any case read, and the walk comes to its end. Passages are ranked, since a reader may take fewer
than all: see `rank_passages`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

__all__ = ["BUDGET", "WIDTHS", "RankNeighbours", "ReasoningPath", "rank_passages", "traverse"]

BUDGET = 30
"""Passages in all; appendix 8.2: "we set the number of retrieved passages to 30"."""

WIDTHS = (10, 3)
"""Passages of the first hop, and neighbours followed from each later one (appendix 8.2)."""


@dataclass(frozen=True, slots=True)
class ReasoningPath:
    """Passages in the order in which they were reached, each with its score from the agent."""

    ids: tuple[str, ...]
    scores: tuple[float, ...]

    def extend(self, passage_id: str, score: float) -> ReasoningPath:
        """Return the path with one more passage."""
        return ReasoningPath((*self.ids, passage_id), (*self.scores, score))


RankNeighbours = Callable[[Sequence[ReasoningPath], int], Sequence[Sequence[tuple[str, float]]]]
"""(paths, count) to at least `count` neighbours of each path's last passage that are not in the
path, or all there are, with their scores by equation 1, best first."""


def traverse(
    seeds: Mapping[str, float],
    rank_neighbours: RankNeighbours,
    *,
    widths: Sequence[int] = WIDTHS,
    budget: int = BUDGET,
    hops: int | None = None,
) -> list[ReasoningPath]:
    """Return the reasoning paths, in the order in which they ended.

    Args:
        seeds: passage ids with the agent's scores; the first `widths[0]` are taken.
        rank_neighbours: the graph and the agent.
        widths: passages of the first hop, then neighbours followed from each passage; the last
            one holds for all later hops.
        budget: most passages in all.
        hops: most passages of a path; None: as many as the budget leaves room for.
    """
    first = list(seeds.items())[: min(widths[0], budget)]
    waiting = deque(ReasoningPath((key,), (score,)) for key, score in first)  # P, and with it C
    visited = {key for key, _ in first}  # k is its size
    ended: list[ReasoningPath] = []
    while waiting and len(visited) < budget:
        for path, neighbours in _rank_next(waiting, rank_neighbours, widths, budget - len(visited)):
            longer = [path.extend(key, score) for key, score in neighbours[: _width(path, widths)]]
            met = [one for one in longer if one.ids[-1] in visited]
            new = [one for one in longer if one.ids[-1] not in visited][: budget - len(visited)]
            visited.update(one.ids[-1] for one in new)
            is_full = hops is not None and len(path.ids) + 1 >= hops
            (ended if is_full else waiting).extend(new)
            ended += met if met or new else [path]
    return [*ended, *waiting]


def rank_passages(paths: Iterable[ReasoningPath]) -> dict[str, float]:
    """Return all passages of the paths with their scores, best first, ties by id.

    The first passage of a path counts by its own score. A later one counts half by its own and
    half by those that led to it, so that a good next step from a bad passage comes after a fair
    one from a good passage. The best of a passage's places counts. The paper ranks MDR's pairs by
    the product of their scores; that puts every first hop before every second one.
    """
    best: dict[str, float] = {}
    for path in paths:
        for place, (key, own) in enumerate(zip(path.ids, path.scores, strict=True)):
            score = (own + fmean(path.scores[:place])) / 2 if place else own
            best[key] = max(best.get(key, score), score)
    return dict(sorted(best.items(), key=lambda item: (-item[1], item[0])))


def _rank_next(
    waiting: deque[ReasoningPath],
    rank_neighbours: RankNeighbours,
    widths: Sequence[int],
    room: int,
) -> list[tuple[ReasoningPath, Sequence[tuple[str, float]]]]:
    """Dequeue as many paths as fill the room at the least, with their ranked neighbours."""
    paths = []
    while waiting and room > 0:
        paths.append(waiting.popleft())
        room -= _width(paths[-1], widths)
    return list(zip(paths, rank_neighbours(paths, max(widths)), strict=True))


def _width(path: ReasoningPath, widths: Sequence[int]) -> int:
    return widths[min(len(path.ids), len(widths) - 1)]
