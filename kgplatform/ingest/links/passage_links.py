"""Links passages of different documents that are alike: (Passage)-[:SIMILAR]->(Passage).

Wang et al., Knowledge Graph Prompting (KGP), section 3 and figure 5: edges by common keywords,
by nearest neighbours in embedding space, and by shared entities; traversal later moves along
them. Departures: links have scores and each passage has a bounded number of them, so that the
graph's density is a setting and no hub appears; and passages of one document are not linked,
since NEXT and PART_OF tie them already and they would take each other's places.

The edges depend on the passages in the graph alone, never on the order in which they came: all
are computed anew when a document changed, and only what differs is written.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.links.corpus import read_corpus
from kgplatform.ingest.links.proposals import PROPOSERS
from kgplatform.ingest.links.selection import Proposals, choose_links
from kgplatform.ingest.links.store import (
    Links,
    corpus_signature,
    current_edges,
    mark_current,
    mark_unfinished,
    store,
)
from kgplatform.progress import NO_PROGRESS, Progress

__all__ = [
    "DEFAULT_LINKS",
    "LINK_METHODS",
    "LinkLimits",
    "link_passages",
    "links_are_current",
    "unlink_passages",
]

LINK_METHODS = tuple(PROPOSERS)
LINKS_PER_TRANSACTION = 50_000
ALGORITHM = "1"  # to be raised when the same passages would be linked otherwise


@dataclass(frozen=True, slots=True)
class LinkLimits:
    """Most links of a passage, and the least cosine of one."""

    max_degree: int
    min_score: float


DEFAULT_LINKS = {
    "keyword": LinkLimits(max_degree=20, min_score=0.1),
    "embedding": LinkLimits(max_degree=20, min_score=0.5),
    "entity": LinkLimits(max_degree=20, min_score=0.1),
}
"""Where the curve of coverage against density flattens (benchmarks/links.py): twice the degree
doubles the edges for one to nine points of coverage. Cosines under these mean nothing, and
higher limits lose links that questions need."""


def link_passages(
    graph: Graph,
    *,
    method: str,
    max_degree: int,
    min_score: float,
    progress: Progress = NO_PROGRESS,
) -> int:
    """Make the SIMILAR edges of one method what the passages in the graph ask for.

    Every passage proposes its max_degree / 2 nearest ones of other documents; an edge {method,
    score} goes from the lower id to the higher, once a pair. Where nothing changed since the
    last time, nothing is computed or written. Other methods' edges are left alone.

    Args:
        graph: holds whole documents, with names linked; must not change meanwhile.
        method: keyword (rare words and titles), embedding, or entity.
        max_degree: most edges of this method at a passage, in both directions together.
        min_score: least cosine, of keywords, embeddings or entities; above 0, at most 1.
        progress: reports the passages compared and written.

    Returns:
        The edges of this method that the graph now has.

    Raises:
        UsageError: the method is unknown or a limit makes no sense.
        GraphError: Neo4j failed; the next call does it again.
    """
    signature = _signature(graph, method, max_degree, min_score)
    edges = current_edges(graph, method, signature)
    if edges is not None:
        return edges
    corpus = read_corpus(graph)
    mark_unfinished(graph, method)
    progress.begin(f"Comparing passages by {method}", total=len(corpus.ids), unit="passages")
    parts = []
    count = -(-max_degree // 2)
    for done, part in PROPOSERS[method](graph, corpus, count=count, min_score=min_score):
        parts.append(part)
        progress.advance(done)
    links = Links(*choose_links(Proposals.join(parts), rows=len(corpus.ids), max_degree=max_degree))
    progress.begin(f"Linking passages by {method}", total=len(corpus.ids), unit="passages")
    for done in store(graph, corpus, links, method=method):
        progress.advance(done)
    mark_current(graph, method, signature, len(links))
    return len(links)


def unlink_passages(graph: Graph, *, method: str) -> int:
    """Remove all links of a method; return how many there were.

    Raises:
        GraphError: Neo4j failed; the next call goes on.
    """
    removed = 0
    mark_unfinished(graph, method)
    while True:
        (row,) = graph.write("delete_similar_of_method", method=method, limit=LINKS_PER_TRANSACTION)
        if not row["removed"]:
            return removed
        removed += row["removed"]


def links_are_current(graph: Graph, *, method: str, max_degree: int, min_score: float) -> bool:
    """Return whether `link_passages` with the same arguments would find nothing to do.

    Reads the documents' hashes and counts the edges: a second or two for 100,000 documents.

    Raises:
        UsageError: the method is unknown or a limit makes no sense.
    """
    signature = _signature(graph, method, max_degree, min_score)
    return current_edges(graph, method, signature) is not None


def _signature(graph: Graph, method: str, max_degree: int, min_score: float) -> str:
    if method not in LINK_METHODS:
        known = ", ".join(LINK_METHODS)
        raise UsageError(f"There is no link method '{method}': choose one of {known}.")
    if max_degree < 1:
        raise UsageError(f"max_degree must be at least 1, not {max_degree}: raise it.")
    if not 0 < min_score <= 1:
        raise UsageError(f"min_score must be above 0 and at most 1, not {min_score}: change it.")
    parts = (ALGORITHM, method, str(max_degree), repr(float(min_score)))
    return corpus_signature(graph, *parts, with_entities=method == "entity")
