"""Finds names that only became known after a passage was read.

Two kinds are left when the batches are written: names that the recogniser found in one passage
and missed in another, and, in passages of earlier runs, titles of documents that are new now.
Only text that no mention covers yet is searched, so nothing that was read is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.names import make_entity
from kgplatform.graph.connection import Graph
from kgplatform.graph.fulltext import phrase_query
from kgplatform.graph.writer import write_mentions
from kgplatform.records import Mention

__all__ = ["link_names"]

PASSAGES_PER_QUERY = 1_000
NAMES_PER_QUERY = 200
PASSAGES_PER_NAME = 100  # a new title named more often than that says little


def link_names(graph: Graph, *, document_ids: Sequence[str], titles: Sequence[str]) -> int:
    """Write the mentions of known names that reading left out; return how many.

    Args:
        document_ids: the documents of this run; their passages are searched for every name.
        titles: their titles; passages of all other documents are searched for these.
    """
    names = graph.read("list_multiword_entities")
    everything = Gazetteer(make_entity(row["name"], row["type"]) for row in names)
    written = sum(_write(graph, rows, everything) for rows in _passages_of(graph, document_ids))
    if not graph.read("count_linked_documents")[0]["documents"]:
        return written
    new_titles = Gazetteer(make_entity(title) for title in titles)
    return written + sum(_write(graph, rows, new_titles) for rows in _naming(graph, titles))


def _passages_of(graph: Graph, document_ids: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
    for part in _parts(document_ids, PASSAGES_PER_QUERY):
        yield graph.read("list_passages_with_spans", document_ids=part)


def _naming(graph: Graph, titles: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
    """Yield passages that hold a title's words in a row."""
    phrases = (query for title in titles if (query := phrase_query(title)))
    for part in _parts(phrases, NAMES_PER_QUERY):
        yield graph.read("search_passages_with_spans", phrases=part, limit=PASSAGES_PER_NAME)


def _write(graph: Graph, rows: list[dict[str, Any]], gazetteer: Gazetteer) -> int:
    mentions = [mention for row in rows for mention in _uncovered(row, gazetteer)]
    return write_mentions(graph, mentions) if mentions else 0


def _uncovered(row: dict[str, Any], gazetteer: Gazetteer) -> Iterator[Mention]:
    """Yield mentions of known names where the passage has none yet."""
    spans = list(zip(row["starts"], row["ends"], strict=True))
    for match in gazetteer.find(row["text"]):
        if all(match.end <= start or end <= match.start for start, end in spans):
            surface = row["text"][match.start : match.end]
            for entity in match.candidates:
                yield Mention(row["id"], entity, match.start, match.end, surface)


def _parts(items: Iterable[str], size: int) -> Iterator[list[str]]:
    remaining = iter(items)
    while part := list(islice(remaining, size)):
        yield part
