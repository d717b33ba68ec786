"""Personalised PageRank over a local passage-entity graph; pure arrays, no Neo4j.

The walk goes passage -> entity -> passage. An edge weighs log(1 + number of mentions), or
TITLE_WEIGHT where the entity is what the passage's document is about, times the entity's inverse
document frequency, so that hubs carry little.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = [
    "DAMPING",
    "TITLE_WEIGHT",
    "Edges",
    "WalkGraph",
    "compute_pagerank",
    "compute_rarity",
    "find_edges",
]

DAMPING = 0.85  # Page et al. 1999; HippoRAG walks with 0.5, which measured no better here
TITLE_WEIGHT = 4.0
ITERATIONS = 15  # what is left to move after these is below 0.85 ** 15 = 9%, and ranks are steady

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
    """Return the inverse document frequency of entities named so often in `total` passages."""
    return np.asarray(np.log1p(total / np.maximum(degrees, 1)))


def compute_pagerank(graph: WalkGraph, passage_seeds: Floats, entity_seeds: Floats) -> Floats:
    """Return each passage's PageRank without its own restart, shape (passages,).

    The restart is left out because a seed would otherwise rank by what it was given, not by what
    the walk says of it. The part of a hub's weight that lies outside the local graph leaks away.

    Args:
        passage_seeds, entity_seeds: restart probabilities; together they sum to 1.
    """
    edges = find_edges(graph)
    at_passages, at_entities = passage_seeds, entity_seeds
    restart = 1 - DAMPING
    for _ in range(ITERATIONS):
        into_entities = np.bincount(
            edges.entities, edges.to_entity * at_passages[edges.passages], graph.entities
        )
        into_passages = np.bincount(
            edges.passages, edges.to_passage * at_entities[edges.entities], graph.passages
        )
        at_passages = restart * passage_seeds + DAMPING * into_passages
        at_entities = restart * entity_seeds + DAMPING * into_entities
    return np.asarray(at_passages - restart * passage_seeds)


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges as columns; `to_entity` and `to_passage` are shares of what leaves each end, (n,)."""

    passages: Integers
    entities: Integers
    to_entity: Floats
    to_passage: Floats


def find_edges(graph: WalkGraph) -> Edges:
    """Return each pair of a passage and an entity once, with how the walk takes it."""
    pairs = np.concatenate([graph.mentions, graph.titles]) @ (graph.entities, 1)
    keys, edge = np.unique(pairs, return_inverse=True)
    mentioned, titled = np.split(edge, [len(graph.mentions)])
    passages, entities = np.divmod(keys, max(graph.entities, 1))
    weights = np.log1p(np.bincount(mentioned, minlength=len(keys)))
    weights[titled] = np.maximum(weights[titled], TITLE_WEIGHT)
    weights *= graph.rarity[entities]
    boosts = np.ones(len(keys))
    np.maximum.at(boosts, mentioned, graph.boosts)
    leaving = weights * boosts
    of_passages = np.bincount(passages, leaving, graph.passages)
    # as if each mention outside stood in a passage of its own
    expected = graph.degrees * np.log(2) * graph.rarity
    of_entities = np.maximum(np.bincount(entities, weights, graph.entities), expected)
    return Edges(
        passages, entities, leaving / of_passages[passages], weights / of_entities[entities]
    )
