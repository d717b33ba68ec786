"""Selects TRACE's next triple without a language model: near the question, and new.

Stands where the paper has a language model (Fang et al. 2024, section 3.3). Similarity alone, the
paper's "w/o Triple Selector", gives the same fact several times and seldom comes to the second
document. So a triple also gains by the words of the question that the chain does not have yet, by
how likely its document is one of the answer's, which the method `graph` says, and by how near its
relation is to one that the question asks for and the chain does not state yet (`asked`); it loses
by what it repeats. Being about an entity of the chain was tried and adds nothing: `graph`
has that in it.

The weights are logits, chosen by hand on questions 101 to 150 of HotpotQA, 2Wiki and MuSiQue
together; benchmarks ask the first hundred. There they raise the share of gold documents that
chains come to from 74, 77 and 38 of 100, by similarity alone, to 89, 83 and 53 without the
relations asked for. These were weighted on questions 101 to 160, where they raise that share from
89, 85 and 52 to 90, 92 and 58, and that of answers in MuSiQue's chains from 12 to 25.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kgplatform.models.embedding import Vectors
from kgplatform.retrieve.trace.chains import Choice, ReasoningChain
from kgplatform.retrieve.trace.triples import Triple
from kgplatform.retrieve.word_overlap import compare_words

__all__ = ["EmbeddingSelector"]

RELEVANCE = 10.0  # of the cosine to the question
DOCUMENT = 0.5  # of the log-odds that the document is one of the answer's
NEW_WORDS = 2.0  # of the share of the question's words that only this triple has
REPETITION = 15.0  # of the highest cosine to a triple of the chain, as far as it is above:
ALIKE = 0.6  # the cosine of triples that state different facts about one subject
RELATION = 8.0  # of the nearness to a relation asked for, as far as the chain has none so near
END = 5.0  # of ending a chain

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class EmbeddingSelector:
    """Selects for one question; callable as chains.SelectTriple.

    Attributes:
        question_vector: shape (dimension,).
        vectors: of the triples, (triples, dimension).
        odds: log-odds that each triple's document is one of the answer's, (triples,).
        nearness: of each triple's relation to each asked for, (triples, relations), 0..1.
        may_end: whether chains may end before they are as long as may be.
    """

    question: str
    triples: Sequence[Triple]
    question_vector: Vectors
    vectors: Vectors
    odds: Floats
    nearness: Floats
    may_end: bool = True

    def __call__(
        self, chains: Sequence[ReasoningChain], candidates: Sequence[Sequence[int]]
    ) -> list[Choice]:
        """Return how likely each candidate, or the end, comes next: a softmax of the weights."""
        return [
            self._choose(list(chain.rows), list(rows))
            for chain, rows in zip(chains, candidates, strict=True)
        ]

    def _choose(self, chain: list[int], rows: list[int]) -> Choice:
        logits = self._first[rows] + NEW_WORDS * self._count_new_words(chain, rows)
        logits = logits + RELATION * self._find_new_relations(chain, rows)
        end = []
        if chain:
            likeness = (self.vectors[rows] @ self.vectors[chain].T).max(axis=1, initial=-1)
            logits = logits - REPETITION * np.maximum(likeness - ALIKE, 0)
            end = [END] if self.may_end else []
        options = np.array([*end, *logits])
        weights = np.exp(options - options.max(initial=-np.inf))
        shares = (weights / weights.sum()).tolist()
        return Choice(shares[0], tuple(shares[1:])) if end else Choice(0.0, tuple(shares))

    @cached_property
    def _first(self) -> Floats:
        """What each triple gains whatever the chain."""
        cosines = self.vectors @ self.question_vector
        return np.asarray(RELEVANCE * cosines + DOCUMENT * self.odds, dtype=float)

    @cached_property
    def _words(self) -> tuple[Floats, Floats]:
        """The question's words in each triple, (triples, words), and their weights."""
        texts = [triple.text for triple in self.triples]
        wording = compare_words(self.question, texts, [""] * len(texts))
        return wording.in_passage, wording.weights

    def _count_new_words(self, chain: list[int], rows: list[int]) -> Floats:
        stands, weights = self._words
        stated = stands[chain].any(axis=0)
        return np.asarray((stands[rows] * ~stated) @ weights)

    def _find_new_relations(self, chain: list[int], rows: list[int]) -> Floats:
        stated = self.nearness[chain].max(axis=0, initial=0)
        new = np.maximum(self.nearness[rows] - stated, 0)
        return np.asarray(new.max(axis=1, initial=0))
