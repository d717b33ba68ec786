"""The baseline `mdr`: multi-hop dense retrieval with the hop-trained encoder (Xiong et al. 2020).

As in KGP's comparison (appendix 8.2): a beam of first hops from the whole corpus, second hops from
question and first hop, pairs ranked by the product of their scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from kgplatform.evaluate.baselines.corpus import Rows, Scores, SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.embedding import Vectors
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.kgp.encoder import HopEncoder, load_hop_encoder

__all__ = ["BEAM", "Mdr", "score_pairs"]

BEAM = (15, 3)  # first hops, and second hops from each


class Mdr:
    """Passages in the order of the best pair that they are in."""

    settings: ClassVar[Mapping[str, Any]] = {"mdr_beam": BEAM}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Read all vectors.

        Raises:
            UsageError: the encoder was not trained for the graph's embedder.
        """
        self._corpus = corpus
        self._encoder = load_hop_encoder(corpus.platform.embedder.name)
        self._vectors = corpus.vectors

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the passages of the best pairs."""
        corpus = self._corpus
        rows = np.arange(len(self._vectors))
        if corpus.setting == "distractor":
            rows = corpus.select(question.allowed)
        scores = score_pairs(corpus.embed(question.text), self._vectors, rows, self._encoder)
        ranked = corpus.rank(question, scores, top_k, above=-np.inf)
        return corpus.make_evidence(ranked, Step("mdr"))


def score_pairs(question: Vectors, vectors: Vectors, rows: Rows, encoder: HopEncoder) -> Scores:
    """Return the score of each passage's best pair, -inf where it is in none.

    Args:
        question: its vector, (dimension,).
        vectors: of all passages, (passages, dimension).
        rows: which of them are searched.
        encoder: points to the next hop.
    """
    best = np.full(len(vectors), -np.inf)
    first = vectors[rows] @ encoder.seek(question, vectors[:0])
    for one in np.argsort(-first, kind="stable")[: BEAM[0]]:
        second = vectors[rows] @ encoder.seek(question, vectors[rows[[one]]])
        second[one] = -np.inf
        for two in np.argsort(-second, kind="stable")[: min(BEAM[1], len(rows) - 1)]:
            product = float(first[one] * second[two])
            # the first hop stands before the second one of the same pair
            for row, score in ((rows[one], np.nextafter(product, np.inf)), (rows[two], product)):
                best[row] = max(best[row], score)
    return best
