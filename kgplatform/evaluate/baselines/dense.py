"""The baseline `dense`: exact search by meaning, the vectors compared one by one.

It shows what the approximate index of `knn` loses. The vectors are the graph's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from kgplatform.evaluate.baselines.corpus import Scores, SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence, Step

__all__ = ["Dense"]


class Dense:
    """Passages by the inner product of their vector and the question's, both of length 1."""

    settings: ClassVar[Mapping[str, Any]] = {}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Read all vectors."""
        self._corpus = corpus
        self._vectors = corpus.vectors

    def score(self, question: str) -> Scores:
        """Return the cosine of every passage."""
        return np.asarray(self._vectors @ self._corpus.embed(question), dtype=np.float64)

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the nearest passages."""
        ranked = self._corpus.rank(question, self.score(question.text), top_k)
        return self._corpus.make_evidence(ranked, Step("dense"))
