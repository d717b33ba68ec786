"""The baseline `knn`: the graph's vector index alone. KGP's KNN is `kgp_knn`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence, Step

__all__ = ["Knn"]

LEAST_ASKED = 100  # Lucene looks no further than it is asked to return: 10 of 10 costs recall


class Knn:
    """The passages whose vectors are nearest to the question's, by Neo4j's HNSW index."""

    settings: ClassVar[Mapping[str, Any]] = {"knn_least_asked": LEAST_ASKED}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        self._corpus = corpus

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the nearest passages; within given documents the comparison is exact."""
        corpus = self._corpus
        (row,) = corpus.graph.read(
            "search_vectors",
            vector=corpus.graph.vector(corpus.embed(question.text)),
            documents=corpus.list_allowed(question),
            limit=max(top_k, LEAST_ASKED),
        )
        ranked = list(zip(row["ids"], row["scores"], strict=True))[:top_k]
        return corpus.make_evidence(ranked, Step("search_vectors"))
