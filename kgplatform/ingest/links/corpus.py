"""Reads the passages of a graph in an order that does not depend on how they came into it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kgplatform.graph.connection import Graph
from kgplatform.ingest.links.selection import Ints
from kgplatform.ingest.paging import read_column_pages

__all__ = ["Corpus", "read_corpus"]

IDS_PER_PAGE = 20_000


@dataclass(frozen=True, slots=True)
class Corpus:
    """The passages by id: `ids[row]`, and the number of the document that each row is part of."""

    ids: list[str]
    documents: Ints


def read_corpus(graph: Graph) -> Corpus:
    """Read the ids of all passages, in their order."""
    ids: list[str] = []
    documents = []
    numbers: dict[str, int] = {}
    for row in read_column_pages(graph, "list_passage_ids", IDS_PER_PAGE):
        ids += row["ids"]
        documents += [numbers.setdefault(document, len(numbers)) for document in row["documents"]]
    return Corpus(ids, np.asarray(documents, dtype=np.int32))
