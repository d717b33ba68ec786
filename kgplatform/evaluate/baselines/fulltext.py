"""The baseline `fulltext`: the graph's Lucene index alone, BM25 over English stems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.graph.fulltext import PASSAGE_INDEX, any_word_query
from kgplatform.records import Evidence, Step

__all__ = ["Fulltext"]


class Fulltext:
    """The passages with the best words, titles and texts, by Neo4j's full-text index."""

    settings: ClassVar[Mapping[str, Any]] = {"analyzer": "english"}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        self._corpus = corpus

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the best passages that share a word with the question."""
        corpus = self._corpus
        query = any_word_query(question.text)
        if not query:
            return Evidence()
        (row,) = corpus.graph.read(
            "search_words",
            indexes=[PASSAGE_INDEX],
            query=query,
            documents=corpus.list_allowed(question),
            limit=top_k,
        )
        ranked = list(zip(row["ids"], row["scores"], strict=True))
        return corpus.make_evidence(ranked, Step("search_words"))
