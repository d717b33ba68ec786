"""The baseline `bm25`: BM25 outside Neo4j, so that the product's own index meets a known one.

bm25s (Lù 2024, arXiv 2407.03618) computes Lucene's variant exactly. As in its documentation: the
Snowball stemmer for English, bm25s's English stop words, k1 = 1.5 and b = 0.75.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from kgplatform.evaluate.baselines.corpus import Scores, SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence, Step

__all__ = ["Bm25"]

METHOD, K1, B = "lucene", 1.5, 0.75
LANGUAGE = "english"


class Bm25:
    """Passages by BM25 over title and text; word statistics are of the whole corpus."""

    settings: ClassVar[Mapping[str, Any]] = {"bm25": METHOD, "k1": K1, "b": B, "stemmer": LANGUAGE}
    packages: ClassVar[tuple[str, ...]] = ("bm25s", "Stemmer")

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Index all passages."""
        import bm25s
        import Stemmer

        self._corpus = corpus
        self._tokenize = bm25s.tokenize
        self._stemmer = Stemmer.Stemmer(LANGUAGE)
        self._index = bm25s.BM25(method=METHOD, k1=K1, b=B)
        self._index.index(self._split(corpus.passages.texts), show_progress=False)

    def score(self, question: str) -> Scores:
        """Return the score of every passage, 0 where it has no word of the question."""
        (words,) = self._split([question])
        if not words:
            return np.zeros(len(self._corpus.passages.ids))
        return np.asarray(self._index.get_scores(words), dtype=np.float64)

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the best passages that share a word with the question."""
        ranked = self._corpus.rank(question, self.score(question.text), top_k, above=0.0)
        return self._corpus.make_evidence(ranked, Step("bm25"))

    def _split(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the stems of each text."""
        words: list[list[str]] = self._tokenize(
            list(texts),
            stopwords=LANGUAGE,
            stemmer=self._stemmer,
            return_ids=False,
            show_progress=False,
        )
        return words
