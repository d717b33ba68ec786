"""Restricts a search to some documents: their ids as queries take them, checked at the door."""

from __future__ import annotations

from collections.abc import Collection

from kgplatform.errors import NotFound
from kgplatform.graph.connection import Graph

__all__ = ["check_documents", "list_documents"]


def list_documents(within: Collection[str] | None) -> list[str] | None:
    """Return document ids as queries take them: each once, None for all documents."""
    return None if within is None else sorted(set(within))


def check_documents(graph: Graph, within: Collection[str]) -> None:
    """See that every id is of a document.

    Raises:
        NotFound: one is not; a misspelt id would otherwise look like a document without an answer.
    """
    unknown = graph.read("list_unknown_documents", ids=list_documents(within))
    if unknown:
        raise NotFound(
            f"There is no document '{unknown[0]['id']}': kgplatform documents list shows the ids."
        )
