"""What a retrieval method is, and what may complement its evidence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.records import Evidence

__all__ = ["Complement", "Retriever"]


class Retriever(Protocol):
    """A retrieval method."""

    def __call__(
        self,
        question: str,
        *,
        graph: Graph,
        embedder: Embedder,
        top_k: int,
        within: Collection[str] | None = None,
    ) -> Evidence:
        """Return the best `top_k` passages with statements and steps, best first.

        Args:
            question: in plain English.
            graph: where the passages are.
            embedder: the one of the graph's vectors.
            top_k: most passages.
            within: ids of the only documents that the evidence may come from; None: all.
        """


class Complement(Protocol):
    """What adds to a method's evidence the things that a reader misses."""

    def __call__(
        self,
        question: str,
        evidence: Evidence,
        missing: Sequence[str],
        *,
        graph: Graph,
        embedder: Embedder,
        within: Collection[str] | None = None,
    ) -> Evidence:
        """Return the evidence with more in it, or the same where nothing is to be added.

        Args:
            question: in plain English.
            evidence: of the method.
            missing: names, as the reader writes them.
            graph: where the passages are.
            embedder: the one of the graph's vectors.
            within: ids of the only documents that may be added; None: all.
        """
