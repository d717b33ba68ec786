"""What a retrieval method is, what it is opened with, and what may complement its evidence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from kgplatform.records import Evidence, Question

if TYPE_CHECKING:
    from kgplatform.graph.connection import Graph
    from kgplatform.models.conversation import ChatModel
    from kgplatform.models.embedding import Embedder
    from kgplatform.models.linguistics import Linguistics
    from kgplatform.models.reading_heads.heads import ReadingHeads

__all__ = ["Complement", "Retriever", "RetrieverResources", "Search", "SearchRetriever"]


class Retriever(Protocol):
    """A retrieval method: finds the evidence that a question may be answered from.

    An entry of the group kgplatform.retrievers is what returns one, a class as a rule. It is called
    with a RetrieverResources (which a `runtime.Resources` is), and with options as well where it
    has the attribute `options`, a MethodOptions, by which hyphenated names are read.
    """

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        """Return the best `top_k` passages with statements and steps, best first.

        Args:
            question: with the documents that the evidence may come from.
            top_k: most passages.
        """


class RetrieverResources(Protocol):
    """What a retriever may use; each is opened when it is first asked for."""

    @property
    def searched(self) -> tuple[Graph, Embedder]:
        """The graph with the embedder that its vectors are of."""

    @property
    def chat(self) -> ChatModel | None:
        """The chat model; None where none is set."""

    @property
    def linguistics(self) -> Linguistics | None:
        """The spaCy pipeline."""

    @property
    def reading_heads(self) -> ReadingHeads | None:
        """The trained reading heads; None where their weights are not in the package."""


class Search(Protocol):
    """A retrieval method as a function over a graph."""

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


class SearchRetriever:
    """A Retriever that is a function over the graph.

    Args:
        resources: give graph and embedder.
        search: the function.
    """

    def __init__(self, resources: RetrieverResources, search: Search) -> None:
        self._resources, self._search = resources, search

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        """Return what the function finds; see `Retriever.retrieve`."""
        graph, embedder = self._resources.searched
        return self._search(
            question.text, graph=graph, embedder=embedder, top_k=top_k, within=question.documents
        )


class Complement(Protocol):
    """What adds to a method's evidence what a reader misses."""

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
