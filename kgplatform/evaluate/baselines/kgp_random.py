"""The baseline `kgp-random`: KGP's walk by an agent that knows nothing.

KGP-Random of the paper (Wang et al. 2024, table 2 and section 5.3). It shows what the graph alone
brings: seeds are found by words, and each next neighbour is drawn, the same way each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.embedding import Vectors
from kgplatform.records import Evidence, Step
from kgplatform.records.ids import content_id
from kgplatform.retrieve.kgp.agents import Aims, Fact
from kgplatform.retrieve.kgp.method import choose_seeds, walk
from kgplatform.retrieve.kgp.neighbours import Neighbourhood
from kgplatform.retrieve.kgp.traverse import rank_passages
from kgplatform.retrieve.passages import search_text

__all__ = ["KgpRandom", "RandomAgent"]

WALKED_GRAPH = "entity"  # the paper compares its agents on TAGME's graph


class RandomAgent:
    """Seeks in a direction that has nothing to do with anything, the same each time."""

    def __init__(self, question: str, dimension: int) -> None:
        self._question, self._dimension = question, dimension

    def aim(self, paths: Sequence[Sequence[Fact]]) -> Aims:
        """Return a drawn vector of length 1 for each path."""
        return Aims(np.stack([self._draw(path) for path in paths]))

    def _draw(self, path: Sequence[Fact]) -> Vectors:
        seed = int(content_id(self._question, *(fact.text for fact in path)), 16)
        drawn = np.random.default_rng(seed).normal(size=self._dimension)
        return (drawn / np.linalg.norm(drawn)).astype(np.float32)


class KgpRandom:
    """The passages of a walk at random."""

    settings: ClassVar[Mapping[str, Any]] = {"kgp_graph": WALKED_GRAPH}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        self._corpus = corpus

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return what the walk visited, as its agent ranks it."""
        corpus, embedder = self._corpus, self._corpus.platform.embedder
        within = corpus.list_allowed(question)
        hits = search_text(question.text, graph=corpus.graph, embedder=embedder, within=within)
        agent = RandomAgent(question.text, embedder.dimension)
        neighbourhood = Neighbourhood(corpus.graph, WALKED_GRAPH, within)
        paths, _ = walk(choose_seeds(hits), neighbourhood, agent)
        ranked = list(rank_passages(paths).items())[:top_k]
        return corpus.make_evidence(ranked, Step("walk_at_random", {"paths": len(paths)}))
