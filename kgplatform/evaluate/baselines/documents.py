"""The baseline `documents`: all of the question's own paragraphs, for the reader to search.

Its ranking is their order in the corpus, which says nothing of the question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence

__all__ = ["OWN_DOCUMENTS", "OwnDocuments"]

OWN_DOCUMENTS = "documents"  # as a method's name


class OwnDocuments:
    """The paragraphs that the data set gives with a question."""

    settings: ClassVar[Mapping[str, Any]] = {}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        self._corpus = corpus

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return every paragraph of the question, however many are asked for."""
        del top_k
        return self._corpus.give_documents(question.allowed, "own_documents")
