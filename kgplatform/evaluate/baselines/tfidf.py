"""The baseline `tfidf`: cosine of TF-IDF vectors, with scikit-learn's own defaults.

Those are words of two or more characters in lower case, neither stems nor stop words, raw counts
times a smoothed logarithmic idf, vectors of length 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from kgplatform.evaluate.baselines.corpus import Scores, SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence, Step

__all__ = ["Tfidf"]


class Tfidf:
    """Passages by the cosine between title and text, and the question."""

    settings: ClassVar[Mapping[str, Any]] = {"tfidf": "scikit-learn defaults"}
    packages: ClassVar[tuple[str, ...]] = ("sklearn",)

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Make the vectors of all passages."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        self._corpus = corpus
        self._vectorizer = TfidfVectorizer()
        # by word, since a question has few: their columns are all that is multiplied
        self._vectors = self._vectorizer.fit_transform(corpus.passages.texts).tocsc()

    def score(self, question: str) -> Scores:
        """Return the cosine of every passage, 0 where it has no word of the question."""
        asked = self._vectorizer.transform([question])
        return np.asarray((self._vectors @ asked.T).toarray()[:, 0], dtype=np.float64)

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the best passages that share a word with the question."""
        ranked = self._corpus.rank(question, self.score(question.text), top_k, above=0.0)
        return self._corpus.make_evidence(ranked, Step("tfidf"))
