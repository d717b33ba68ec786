"""Brings the SIMILAR edges of one method in the graph in line with those that were computed.

Only what differs is written, in transactions of some thousand passages. What the edges were made
from is recorded last, so a run that is killed before is simply done again, to the same end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kgplatform.graph.connection import Graph
from kgplatform.ingest.links.corpus import Corpus
from kgplatform.ingest.links.selection import SCORE_DIGITS, Floats, Ints
from kgplatform.ingest.paging import read_column_pages
from kgplatform.records.ids import content_sha256

__all__ = ["Links", "corpus_signature", "current_edges", "mark_current", "mark_unfinished", "store"]

PASSAGES_PER_TRANSACTION = 5_000
ROWS_PER_STATEMENT = 5_000
DOCUMENTS_PER_PAGE = 20_000
CONFIGURATION_PREFIX = "links-"

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Links:
    """Links between rows of a corpus, sorted by `low`, then `high`; low < high."""

    low: Ints
    high: Ints
    scores: Floats

    def __len__(self) -> int:
        return len(self.low)


def corpus_signature(graph: Graph, *parts: str, with_entities: bool) -> str:
    """Return a hash of what links depend on: the documents' versions, and how they are made.

    Costs a scan of the documents (about a second for 100,000), with entities one of those too.

    Args:
        parts: how the links are made.
        with_entities: entities that passages share count too; merging two changes their degrees.
    """
    pages = [*read_column_pages(graph, "list_document_versions", DOCUMENTS_PER_PAGE)]
    if with_entities:
        pages += read_column_pages(graph, "list_shared_entities", DOCUMENTS_PER_PAGE)
    return content_sha256(*parts, *(content_sha256(*map(repr, row.values())) for row in pages))


def current_edges(graph: Graph, method: str, signature: str) -> int | None:
    """Return how many edges there are, if they were made from this and all are still there."""
    (row,) = graph.read("fetch_link_state", id=CONFIGURATION_PREFIX + method, method=method)
    is_current = row["signature"] == signature and row["stored"] == row["edges"]
    return int(row["edges"]) if is_current else None


def mark_unfinished(graph: Graph, method: str) -> None:
    """Say that the edges are about to change."""
    graph.write("write_link_state", id=CONFIGURATION_PREFIX + method, signature=None, edges=None)


def mark_current(graph: Graph, method: str, signature: str, edges: int) -> None:
    """Say what the edges were made from."""
    graph.write(
        "write_link_state", id=CONFIGURATION_PREFIX + method, signature=signature, edges=edges
    )


def store(graph: Graph, corpus: Corpus, links: Links, *, method: str) -> Iterator[int]:
    """Make the graph's edges of a method those of `links`; yield the passages done so far."""
    ids = corpus.ids
    for start in range(0, len(ids), PASSAGES_PER_TRANSACTION):
        stop = min(start + PASSAGES_PER_TRANSACTION, len(ids))
        (row,) = graph.read("list_similar", method=method, first=ids[start], last=ids[stop - 1])
        present = {(a, b): score for a, b, score in row["edges"]}
        wanted = _edges(ids, links, start, stop)
        _write(graph, method, present, wanted)
        yield stop - start


def _edges(ids: list[str], links: Links, start: int, stop: int) -> dict[Pair, float]:
    """Return the links that begin at rows start to stop, as ids and scores."""
    first, last = np.searchsorted(links.low, [start, stop])
    part = slice(int(first), int(last))
    rows = zip(
        links.low[part].tolist(),
        links.high[part].tolist(),
        links.scores[part].tolist(),
        strict=True,
    )
    return {(ids[a], ids[b]): round(score, SCORE_DIGITS) for a, b, score in rows}


def _write(
    graph: Graph, method: str, present: dict[Pair, float], wanted: dict[Pair, float]
) -> None:
    stale = [list(pair) for pair in present if pair not in wanted]
    new = [[*pair, score] for pair, score in wanted.items() if present.get(pair) != score]
    if not stale and not new:
        return
    with graph.transaction() as transaction:
        for at in range(0, len(stale), ROWS_PER_STATEMENT):
            gone = stale[at : at + ROWS_PER_STATEMENT]
            transaction.run("delete_similar", method=method, rows=gone)
        for at in range(0, len(new), ROWS_PER_STATEMENT):
            rows = new[at : at + ROWS_PER_STATEMENT]
            transaction.run("write_similar", method=method, rows=rows)
