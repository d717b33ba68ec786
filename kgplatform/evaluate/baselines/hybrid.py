"""The baseline `hybrid`: `bm25` and `dense` by reciprocal rank fusion.

Cormack, Clarke and Buettcher 2009 (SIGIR): a passage scores the sum of 1 / (60 + rank) over the
rankings it is in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.bm25 import Bm25
from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.baselines.dense import Dense
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence, Step

__all__ = ["RANK_OFFSET", "Hybrid", "fuse_ranks"]

RANK_OFFSET = 60  # k of the paper
FUSED_DEPTH = 1_000  # of each ranking, as deep as the TREC runs of the paper


class Hybrid:
    """Passages by words and by meaning, whose ranks are fused."""

    settings: ClassVar[Mapping[str, Any]] = {**Bm25.settings, "rrf_k": RANK_OFFSET}
    packages: ClassVar[tuple[str, ...]] = Bm25.packages

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Make both baselines."""
        self._corpus = corpus
        self._bm25, self._dense = Bm25(corpus), Dense(corpus)

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the passages that rank best in both."""
        rank, depth = self._corpus.rank, FUSED_DEPTH
        by_words = rank(question, self._bm25.score(question.text), depth, above=0.0)
        by_meaning = rank(question, self._dense.score(question.text), depth)
        fused = fuse_ranks([[key for key, _ in ranking] for ranking in (by_words, by_meaning)])
        return self._corpus.make_evidence(fused[:top_k], Step("fuse_ranks"))


def fuse_ranks(rankings: Sequence[Sequence[str]]) -> list[tuple[str, float]]:
    """Return the ids in any of the rankings with their fused score, best first, ties by id."""
    scores: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            scores[key] += 1 / (RANK_OFFSET + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
