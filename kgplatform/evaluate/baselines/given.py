"""Baselines that search nothing: they give the paragraphs that the data set names.

`documents` gives all of a question's own paragraphs, for the reader to search; `gold` those that
the answer rests on, the upper bound of retrieval. Their ranking is the order of the corpus, which
says nothing of the question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence

__all__ = ["GOLD_DOCUMENTS", "OWN_DOCUMENTS", "GoldDocuments", "OwnDocuments"]

OWN_DOCUMENTS = "documents"  # as a method's name
GOLD_DOCUMENTS = "gold"  # as a method's name


class GivenDocuments(ABC):
    """Paragraphs of the data set's choice, whole, however many are asked for."""

    settings: ClassVar[Mapping[str, Any]] = {}
    packages: ClassVar[tuple[str, ...]] = ()
    step: ClassVar[str]  # as `--explain` names it

    def __init__(self, corpus: SearchedCorpus) -> None:
        self.corpus = corpus

    @abstractmethod
    def choose(self, question: EvaluationQuestion) -> Iterable[str]:
        """Return the corpus ids of the paragraphs."""

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return every chosen paragraph."""
        del top_k
        return self.corpus.give_documents(self.choose(question), self.step)


class OwnDocuments(GivenDocuments):
    """The paragraphs that the data set gives with a question."""

    step = "own_documents"

    def choose(self, question: EvaluationQuestion) -> Iterable[str]:
        """Return the paragraphs that stand with the question."""
        return question.allowed


class GoldDocuments(GivenDocuments):
    """The gold paragraphs, in the order of the corpus, not of reasoning."""

    step = "gold_documents"

    def choose(self, question: EvaluationQuestion) -> Iterable[str]:
        """Return the paragraphs that the answer rests on."""
        return question.gold
