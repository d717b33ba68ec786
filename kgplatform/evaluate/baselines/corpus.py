"""What the baselines search: the passages of the scratch graph, all of them or a question's own.

Baselines outside Neo4j rank the graph's own passages, so that every method of a table ranks the
same texts, and a reader gets the same evidence for a passage whoever found it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import ParagraphSetting
from kgplatform.evaluate.scratch import corpus_id
from kgplatform.graph.connection import Graph
from kgplatform.ingest.paging import read_column_pages
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.hydrate import fetch_passages
from kgplatform.retrieve.protocols import RetrieverResources

__all__ = ["PassageTable", "Ranking", "Rows", "Scores", "SearchedCorpus"]

TEXTS_PER_PAGE = 5_000  # of some kB
GIVEN_SCORE = 1.0  # of evidence that was not searched for
VECTORS_PER_PAGE = 2_000  # of some 4 kB as they come over the wire

Scores = npt.NDArray[np.float64]
"""Shape (passages,), in the order of the PassageTable; higher is better."""

Rows = npt.NDArray[np.int64]
"""Indexes into the PassageTable."""

Ranking = list[tuple[str, float]]
"""Passage ids with their scores, best first."""


@dataclass(frozen=True, slots=True)
class PassageTable:
    """The passages of a graph as columns, sorted by id.

    `texts` are title and text together; `indexes` are places in the document.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    indexes: tuple[int, ...]
    documents: tuple[str, ...]
    corpus_ids: tuple[str, ...]


class CorpusPlatform(Protocol):
    """What is needed of the platform whose graph holds the corpus."""

    @property
    def resources(self) -> RetrieverResources:
        """What the platform's methods are opened with."""

    @property
    def chat(self) -> ChatModel | None:
        """The chat model, if one is configured."""

    @property
    def embedder(self) -> Embedder:
        """The embedder of the graph's vectors."""

    @property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline."""

    def graph(self) -> Graph:
        """Return the open connection."""


@dataclass(frozen=True)
class SearchedCorpus:
    """A data set's corpus in its graph; what is read from the graph is read once, when needed."""

    dataset: Dataset
    setting: ParagraphSetting
    platform: CorpusPlatform

    @property
    def graph(self) -> Graph:
        """The graph that holds the corpus and nothing else."""
        return self.platform.graph()

    def prepare(self) -> None:
        """Read what restricted searches need, so that no question's time has it in."""
        if self.setting == "distractor":
            self.select(())

    def embed(self, question: str) -> Vectors:
        """Return the question's vector, of length 1, shape (dimension,)."""
        vector: Vectors = self.platform.embedder.embed_queries([question])[0]
        return vector

    @cached_property
    def passages(self) -> PassageTable:
        """The passages of the graph."""
        columns: dict[str, list[Any]] = {f.name: [] for f in fields(PassageTable)}
        for page in read_column_pages(self.graph, "list_passage_contents", TEXTS_PER_PAGE):
            texts = zip(page["titles"], page["texts"], strict=True)
            columns["ids"] += page["ids"]
            columns["texts"] += [f"{title}\n{text}" for title, text in texts]
            columns["indexes"] += page["indexes"]
            columns["documents"] += page["documents"]
            columns["corpus_ids"] += map(corpus_id, page["uris"])
        return PassageTable(**{name: tuple(values) for name, values in columns.items()})

    @cached_property
    def vectors(self) -> Vectors:
        """The passages' vectors as the graph holds them, of length 1, shape (passages, dimension).

        A passage without one has zeros, and is like nothing.
        """
        rows = {key: row for row, key in enumerate(self.passages.ids)}
        vectors = np.zeros((len(rows), self.platform.embedder.dimension), dtype=np.float32)
        for page in read_column_pages(self.graph, "list_passage_embeddings", VECTORS_PER_PAGE):
            for key, vector in zip(page["ids"], page["embeddings"], strict=True):
                if vector:
                    vectors[rows[key]] = vector
        return vectors

    def list_allowed(self, question: EvaluationQuestion) -> list[str] | None:
        """Return the graph's ids of the only documents to search for a question; None: all."""
        if self.setting == "open":
            return None
        rows = self.select(question.allowed)
        return list(dict.fromkeys(self.passages.documents[row] for row in rows))

    def select(self, documents: Iterable[str]) -> Rows:
        """Return the rows of corpus documents, in the order of the corpus and of their text.

        A document that is not in the graph has no rows: it has neither title nor text, or is
        judged without being in the corpus, as in some BEIR sets.
        """
        known, places = self._rows, self._places
        wanted = sorted(known.keys() & set(documents), key=places.__getitem__)
        return np.array([row for key in wanted for row in known[key]], dtype=np.int64)

    def rank(
        self, question: EvaluationQuestion, scores: Scores, limit: int, *, above: float = -np.inf
    ) -> Ranking:
        """Return the best `limit` passages to search for a question, best first, ties by id.

        Args:
            question: where only its own paragraphs are searched, only they are ranked.
            scores: of all passages.
            limit: most passages.
            above: what a score must exceed; at 0, what shares no word is not found.
        """
        everywhere = self.setting == "open"
        rows = np.arange(len(scores)) if everywhere else self.select(question.allowed)
        rows = rows[scores[rows] > above]
        best = rows[np.lexsort((rows, -scores[rows]))][:limit]
        return [(self.passages.ids[row], float(scores[row])) for row in best]

    def make_evidence(self, ranked: Ranking, step: Step) -> Evidence:
        """Return the evidence: the passages, and no statements."""
        return Evidence(passages=fetch_passages(dict(ranked), graph=self.graph), steps=(step,))

    def give_documents(self, documents: Iterable[str], step_name: str) -> Evidence:
        """Return corpus documents as evidence, all of it equally good, in the corpus's order."""
        ranked = [(self.passages.ids[row], GIVEN_SCORE) for row in self.select(documents)]
        return self.make_evidence(ranked, Step(step_name))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {document.id: place for place, document in enumerate(self.dataset.corpus)}

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        """The rows of each corpus document, in the order of its text."""
        rows: dict[str, list[int]] = defaultdict(list)
        table = self.passages
        for row in sorted(range(len(table.ids)), key=table.indexes.__getitem__):
            rows[table.corpus_ids[row]].append(row)
        return rows
