"""Personalised PageRank over a local passage-entity graph; pure arrays, no Neo4j.

The walk goes passage -> entity -> passage. An edge weighs log(1 + number of mentions), or
TITLE_WEIGHT where the entity is what the passage's document is about, times the entity's inverse
document frequency, so that hubs carry little.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

__all__ = ["DAMPING", "TITLE_WEIGHT", "WalkGraph", "compute_pagerank", "compute_rarity"]

DAMPING = 0.85  # Page et al. 1999; HippoRAG walks with 0.5, which measured no better here
TITLE_WEIGHT = 4.0
ITERATIONS = 15  # what is left to move after these is below 0.85 ** 15 = 9%, and ranks are settled

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WalkGraph:
    """A bipartite graph as columns.

    Attributes:
        passages, entities: how many nodes there are on each side.
        mentions: (passage, entity) index pairs of shape (n, 2), one row a mention.
        titles: (passage, entity) index pairs of shape (m, 2).
        degrees: mentions of each entity in the whole graph, shape (entities,).
        total: passages in the whole graph.
        boosts: factor of each mention, at least 1, on the way from passage to entity, shape (n,);
            of several mentions the greatest counts.
    """

    passages: int
    entities: int
    mentions: Integers
    titles: Integers
    degrees: Integers
    total: int
    boosts: Floats

    @property
    def rarity(self) -> Floats:
        """Each entity's inverse document frequency, shape (entities,)."""
        return compute_rarity(self.degrees, self.total)


def compute_rarity(degrees: Integers, total: int) -> Floats:
    """Return the inverse document frequency of things named so often in `total` passages."""
    return np.asarray(np.log1p(total / np.maximum(degrees, 1)))


def compute_pagerank(graph: WalkGraph, passage_seeds: Floats, entity_seeds: Floats) -> Floats:
    """Return each passage's PageRank without its own restart, shape (passages,).

    The restart is left out because a seed would otherwise rank by what it was given, not by what
    the walk says of it. The part of a hub's weight that lies outside the local graph leaks away.

    Args:
        passage_seeds, entity_seeds: restart probabilities; together they sum to 1.
    """
    weights = _weights(graph)
    to_entities, to_passages = _transitions(graph, weights)
    at_passages, at_entities = passage_seeds.copy(), entity_seeds.copy()
    restart = 1 - DAMPING
    for _ in range(ITERATIONS):
        at_passages, at_entities = (
            restart * passage_seeds + DAMPING * (to_passages @ at_entities),
            restart * entity_seeds + DAMPING * (to_entities @ at_passages),
        )
    return np.asarray(at_passages - restart * passage_seeds)


def _weights(graph: WalkGraph) -> sparse.csr_matrix:
    """Return the weights of shape (passages, entities)."""
    shape = (graph.passages, graph.entities)
    counts = _count(graph.mentions, shape)
    weights = counts.copy()
    weights.data = np.log1p(counts.data)
    titles = _count(graph.titles, shape)
    titles.data[:] = TITLE_WEIGHT
    return weights.maximum(titles).multiply(graph.rarity[np.newaxis, :]).tocsr()


def _count(pairs: Integers, shape: tuple[int, int]) -> sparse.csr_matrix:
    ones = np.ones(len(pairs))
    return sparse.coo_matrix((ones, (pairs[:, 0], pairs[:, 1])), shape=shape).tocsr()


def _transitions(
    graph: WalkGraph, weights: sparse.csr_matrix
) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """Return (passage to entity, entity to passage) as matrices that multiply a column."""
    leaving = _boosted(graph, weights)
    of_passages = np.asarray(leaving.sum(axis=1)).ravel()
    local = np.asarray(weights.sum(axis=0)).ravel()
    expected = (
        graph.degrees * np.log(2) * graph.rarity
    )  # as if each mention stood in its own passage
    of_entities = np.maximum(local, expected)
    to_entities = (sparse.diags(_inverse(of_passages)) @ leaving).T.tocsr()
    to_passages = (weights @ sparse.diags(_inverse(of_entities))).tocsr()
    return to_entities, to_passages


def _boosted(graph: WalkGraph, weights: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return the weights with the boosted edges raised."""
    order = np.argsort(graph.boosts, kind="stable")
    keys = graph.mentions[order] @ (graph.entities, 1)
    # the last of equal keys has the greatest boost
    unique, last = np.unique(keys[::-1], return_index=True)
    extra = graph.boosts[order][::-1][last] - 1
    at = np.divmod(unique, max(graph.entities, 1))
    return weights + weights.multiply(sparse.coo_matrix((extra, at), shape=weights.shape).tocsr())


def _inverse(values: Floats) -> Floats:
    return np.asarray(1 / np.maximum(values, 1e-12))
