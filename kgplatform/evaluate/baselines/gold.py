"""The baseline `gold`: the paragraphs that the answer rests on, the upper bound of retrieval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence

__all__ = ["GOLD_DOCUMENTS", "GoldDocuments"]

GOLD_DOCUMENTS = "gold"  # as a method's name


class GoldDocuments:
    """The gold paragraphs in the order of the corpus, not of reasoning."""

    settings: ClassVar[Mapping[str, Any]] = {}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        self._corpus = corpus

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return every gold paragraph, however many are asked for."""
        del top_k
        return self._corpus.give_documents(question.gold, "gold_documents")
