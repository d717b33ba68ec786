"""The `passages` method: full-text and vector search, fused.

Both scores are known for every passage that either search found, so they are added rather than
their ranks: the words' score over its best (0..1) and the cosine between its lowest and best
(0..1), in equal shares.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.graph.fulltext import any_word_query, passage_indexes
from kgplatform.models.embedding import Embedder
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.hydrate import fetch_evidence
from kgplatform.retrieve.protocols import RetrieverResources, SearchRetriever

__all__ = ["PassagesRetriever", "TextHits", "retrieve_passages", "search_text"]

CANDIDATES = 100  # passages of each search; the walk and the fusion need no more
WORD_SHARE = 0.5
ANY_WORD = "a"  # a question without any word still has a meaning to search by

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TextHits:
    """Passage ids with their fused score, best first; the best score is 1.

    `words` are the full-text scores over the best of them, `cosines` are between question and
    passage; `vector` is the question's, (dimension,).
    """

    ids: tuple[str, ...]
    scores: Scores
    words: Scores
    cosines: Scores
    vector: npt.NDArray[np.float32]

    def cut(self, most: int) -> TextHits:
        """Return the best `most` of them."""
        return TextHits(
            self.ids[:most],
            self.scores[:most],
            self.words[:most],
            self.cosines[:most],
            self.vector,
        )


def retrieve_passages(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
) -> Evidence:
    """Return the best `top_k` passages by words and meaning; two index look-ups, no model."""
    hits = search_text(question, graph=graph, embedder=embedder, within=within)
    step = Step("search", {"candidates": len(hits.ids), "word_share": WORD_SHARE})
    ranked = dict(zip(hits.ids[:top_k], hits.scores[:top_k].tolist(), strict=True))
    return fetch_evidence(question, ranked, graph=graph, steps=(step,))


def search_text(
    question: str, *, graph: Graph, embedder: Embedder, within: Collection[str] | None = None
) -> TextHits:
    """Return all passages that either search found, by fused score (ties by id).

    Within given documents both searches are exact: every vector of theirs is compared, and the
    word index is read until it has no more of their passages. How rare a word is, it takes from the
    whole graph.

    Args:
        question: in plain English.
        graph: what to search.
        embedder: the one of the graph's vectors.
        within: ids of the only documents to look in; None: all.
    """
    vector = np.asarray(embedder.embed_queries([question])[0], dtype=np.float32)
    rows = graph.read(
        "search_passages",
        indexes=passage_indexes(),
        query=any_word_query(question) or ANY_WORD,
        vector=graph.vector(vector),
        documents=list_documents(within),
        limit=CANDIDATES,
    )
    ids = rows[0]["ids"]
    words, cosines = (np.array(rows[0][name], dtype=float) for name in ("words", "cosines"))
    scores = fuse_scores(words, cosines)
    order = sorted(range(len(ids)), key=lambda i: (-scores[i], ids[i]))
    by_words = words[order] / max(words.max(initial=0), 1e-9)
    return TextHits(tuple(ids[i] for i in order), scores[order], by_words, cosines[order], vector)


def fuse_scores(words: Scores, cosines: Scores) -> Scores:
    """Return the weighted sum of both scores, each scaled to 0..1, over its best."""
    if not len(words):
        return words
    by_words = words / max(words.max(), 1e-9)
    low, high = cosines.min(), cosines.max()
    by_meaning = (cosines - low) / max(high - low, 1e-9)
    fused = WORD_SHARE * by_words + (1 - WORD_SHARE) * by_meaning
    return np.asarray(fused / max(fused.max(), 1e-9))


class PassagesRetriever(SearchRetriever):
    """The method over the graph of some resources."""

    def __init__(self, resources: RetrieverResources) -> None:
        super().__init__(resources, retrieve_passages)
