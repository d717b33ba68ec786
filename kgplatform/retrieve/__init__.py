"""One module a retrieval method; METHODS is what commands, docs and evaluation choose from."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.records import Evidence
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.passages import retrieve_passages

__all__ = ["DEFAULT_METHOD", "METHODS", "Retriever", "choose_method"]


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


METHODS: dict[str, Retriever] = {
    "graph": retrieve_graph,
    "passages": retrieve_passages,
}
DEFAULT_METHOD = "graph"


def choose_method(name: str) -> tuple[str, Retriever]:
    """Return a method's own name and function; "auto" is the default method.

    Raises:
        UsageError: there is no method of that name.
    """
    chosen = DEFAULT_METHOD if name == "auto" else name
    if chosen not in METHODS:
        raise UsageError(f"There is no method '{name}': choose auto, {', '.join(METHODS)}.")
    return chosen, METHODS[chosen]
