"""Removes documents, and brings what is counted over the whole graph up to date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kgplatform.graph.writer import delete_document
from kgplatform.ingest.derive import recount_schema
from kgplatform.retrieve.documents import no_document
from kgplatform.runtime.resources import Resources

__all__ = ["remove_documents"]


def remove_documents(resources: Resources, document_ids: Sequence[str]) -> dict[str, int]:
    """Remove documents, each with all that only it supports; see `Platform.remove_documents`."""
    total: Counter[str] = Counter()
    graph = resources.graph()
    with graph.turn("write"):
        for document_id in document_ids:
            removed = delete_document(graph, document_id)
            if not removed:
                raise no_document(document_id)
            total.update(removed)
        recount_schema(graph, embedder=resources.embedder)
    return dict(total)
