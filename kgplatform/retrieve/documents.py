"""Restricts a search to some documents: their ids as queries take them, checked at the door."""

from __future__ import annotations

from collections.abc import Callable, Collection

from kgplatform.errors import NotFound
from kgplatform.graph.connection import Graph
from kgplatform.records.filters import EVERYWHERE, DocumentFilter, Documents

__all__ = ["check_documents", "list_documents", "no_document", "select_documents"]


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
        raise no_document(unknown[0]["id"])


def no_document(document_id: str) -> NotFound:
    """Return the error for an id that no document has."""
    return NotFound(
        f"There is no document '{document_id}': kgplatform documents list shows the ids."
    )


def select_documents(
    open_graph: Callable[[], Graph], documents: Documents
) -> tuple[str, ...] | None:
    """Return the ids of the documents that are meant; None where all are.

    Args:
        open_graph: opens the graph, which is not needed where all are meant.

    Raises:
        NotFound: there is no document of one of the ids.
    """
    if not isinstance(documents, DocumentFilter):
        documents = DocumentFilter(None if documents is None else tuple(documents))
    if documents == EVERYWHERE:
        return None
    graph, given = open_graph(), documents.documents
    if given is not None:
        check_documents(graph, given)
        if documents == DocumentFilter(given):
            return given
    rows = graph.read("select_documents", **documents.parameters())
    return tuple(row["id"] for row in rows if given is None or row["id"] in given)
