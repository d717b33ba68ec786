"""Finds names that only became known after a passage was read.

Two kinds are left when the batches are written: names that the recogniser found in one passage
and missed in another, and, in passages of earlier runs, titles of documents that are new now.
Only text that no mention covers yet is searched, so nothing that was read is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kgplatform.extract.gazetteer import Gazetteer, NameMatch
from kgplatform.graph.connection import Graph
from kgplatform.graph.fulltext import phrase_query
from kgplatform.graph.writer import write_mentions
from kgplatform.ingest.paging import in_parts, read_pages
from kgplatform.records import Mention

__all__ = ["link_names"]

DOCUMENTS_PER_QUERY = 1_000
NAMES_PER_QUERY = 200
PASSAGES_PER_NAME = 100  # a new title named more often than that says little


def link_names(graph: Graph) -> int:
    """Write the mentions of known names that reading left out; return how many.

    Documents that are not marked as linked are searched for every name, and the passages of all
    other documents for the titles of these.
    """
    names = (row["name"] for rows in read_pages(graph, "list_multiword_entities") for row in rows)
    everything = Gazetteer.of_names(names)
    written = 0
    titles: list[str] = []
    has_older = bool(graph.read("count_linked_documents")[0]["documents"])
    for documents in read_pages(graph, "list_unlinked_documents", size=DOCUMENTS_PER_QUERY):
        ids = [row["id"] for row in documents]
        passages = graph.read("list_passages_with_spans", document_ids=ids)
        written += _write(graph, passages, everything)
        if has_older:
            titles += [row["title"] for row in documents if row["title"]]
    new_titles = Gazetteer.of_names(titles)
    return written + sum(_write(graph, rows, new_titles) for rows in _naming(graph, titles))


def _naming(graph: Graph, titles: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
    """Yield passages that hold a title's words in a row."""
    phrases = (query for title in titles if (query := phrase_query(title)))
    for part in in_parts(phrases, NAMES_PER_QUERY):
        yield graph.read("search_passages_with_spans", phrases=part, limit=PASSAGES_PER_NAME)


def _write(graph: Graph, rows: list[dict[str, Any]], gazetteer: Gazetteer) -> int:
    mentions = [
        Mention(row["id"], entity, match.start, match.end, row["text"][match.start : match.end])
        for row in rows
        for match in _uncovered(row, gazetteer)
        for entity in match.candidates
    ]
    return write_mentions(graph, mentions) if mentions else 0


def _uncovered(row: dict[str, Any], gazetteer: Gazetteer) -> Iterator[NameMatch]:
    """Yield known names where the passage has no mention yet."""
    spans = list(zip(row["starts"], row["ends"], strict=True))
    for match in gazetteer.find(row["text"]):
        if all(match.end <= start or end <= match.start for start, end in spans):
            yield match
