"""The baseline `kgp-knn`: KNN of KGP's comparison, half by meaning and half by spelling.

Wang et al. 2024, appendix 8.2: the 15 passages whose embeddings are most similar, and the 15 that
Levenshtein distance puts nearest (footnote 8). They come in turns, so that any number of them is
half of each. Departures: the vectors are the graph's own, and a distance is taken over the length
of the longer text, since passages differ in length.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, zip_longest
from typing import Any, ClassVar

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from kgplatform.evaluate.baselines.corpus import Ranking, Scores, SearchedCorpus
from kgplatform.evaluate.baselines.dense import Dense
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence, Step

__all__ = ["KgpKnn"]


class KgpKnn:
    """Passages by embedding and by Levenshtein similarity, in turns."""

    settings: ClassVar[Mapping[str, Any]] = {"kgp_knn": "Levenshtein.normalized_similarity"}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Read all vectors and texts."""
        self._corpus = corpus
        self._dense = Dense(corpus)
        self._texts = [text.casefold() for text in corpus.passages.texts]

    def score(self, question: str) -> Scores:
        """Return 1 - distance / length of the longer text for every passage, 0..1."""
        scorer = Levenshtein.normalized_similarity
        rows = process.cdist([question.casefold()], self._texts, scorer=scorer, dtype=np.float64)
        return np.asarray(rows[0], dtype=np.float64)

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return `top_k` passages at the most, fewer where one is found both ways."""
        half = -(-top_k // 2)
        by_meaning = self._corpus.rank(question, self._dense.score(question.text), half)
        by_spelling = self._corpus.rank(question, self.score(question.text), half)
        in_turns = chain.from_iterable(zip_longest(by_meaning, by_spelling))
        found = dict.fromkeys(key for key, _ in filter(None, in_turns))
        ranked: Ranking = [(key, 1 / rank) for rank, key in enumerate(found, start=1)]
        return self._corpus.make_evidence(ranked[:top_k], Step("kgp_knn"))
