"""Links relations that are near in meaning: "acquire" and "buy".

    (:RelationType)-[:SIMILAR_TO {score}]->(:RelationType)

Compared are the vectors of canonical relations, each embedded once. What a question asks for is
then found by another word of the text, and people see in the graph which relations belong together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import NEAR_COSINE, Embedder, Vectors
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records.ids import content_id

__all__ = ["find_near", "link_relations"]

MAX_RELATIONS = 5_000
MAX_NEAR = 10  # of one relation
ROWS_COMPARED = 1_000
NAMES_PER_QUERY = 1_000


def link_relations(graph: Graph, *, embedder: Embedder, progress: Progress = NO_PROGRESS) -> int:
    """Bring the links between the relations of a graph up to date.

    Nothing is compared where the graph has the same relations as the last time.

    Args:
        graph: migrated for the embedder.
        embedder: makes the vectors of relations that have none.
        progress: reports the embedding.

    Returns:
        How many relations are linked, counted by pairs; 0 if the graph was up to date.
    """
    [row] = graph.read("list_relation_names", limit=MAX_RELATIONS)
    names = sorted(row["names"])
    signature = content_id("near relations", repr(NEAR_COSINE), *names)
    if signature == row["signature"] and not row["is_new"]:  # one may have gone and come back
        return 0
    pairs = find_near(names, _vectors(graph, names, embedder, progress))
    graph.write("write_near_relations", rows=[list(pair) for pair in pairs], signature=signature)
    return len(pairs)


def find_near(names: Sequence[str], vectors: Vectors) -> list[tuple[str, str, float]]:
    """Return the pairs of relations that are near, each once, with their cosine, best first.

    Args:
        names: of relations.
        vectors: theirs, of length 1, (relations, dimension).
    """
    found = sorted(_pairs(names, vectors), key=lambda pair: (-pair[2], pair))
    taken: Counter[str] = Counter()
    kept = []
    for a, b, score in found:
        if max(taken[a], taken[b]) < MAX_NEAR:
            taken.update((a, b))
            kept.append((a, b, score))
    return kept


def _pairs(names: Sequence[str], vectors: Vectors) -> Iterator[tuple[str, str, float]]:
    for start in range(0, len(names), ROWS_COMPARED):
        cosines = vectors[start : start + ROWS_COMPARED] @ vectors.T
        for row, column in zip(*np.nonzero(cosines >= NEAR_COSINE), strict=True):
            a, b = names[start + int(row)], names[int(column)]
            if start + row < column and _can_be_compared(a, b):
                yield a, b, round(float(cosines[row, column]), 4)


def _can_be_compared(a: str, b: str) -> bool:
    """Return whether nearness of words can show nearness of relations.

    "Replace" and "replaced by" are near and say the reverse; so are "based in" and "based on", by
    the word that they share.
    """
    return a.endswith(" by") == b.endswith(" by") and a.split()[:1] != b.split()[:1]


def _vectors(graph: Graph, names: Sequence[str], embedder: Embedder, progress: Progress) -> Vectors:
    """Return the vectors of relations; those that the graph has not are made and written."""
    known: dict[str, Sequence[float]] = {}
    for start in range(0, len(names), NAMES_PER_QUERY):
        part = list(names[start : start + NAMES_PER_QUERY])
        [row] = graph.read("fetch_relation_vectors", names=part)
        known.update(zip(row["names"], row["embeddings"], strict=True))
    new = [name for name in names if name not in known]
    if new:
        progress.begin("Embedding relations", total=len(new), unit="relations")
    for start in range(0, len(new), NAMES_PER_QUERY):
        part = new[start : start + NAMES_PER_QUERY]
        made = embedder.embed_passages(part)
        rows = [[name, graph.vector(vector)] for name, vector in zip(part, made, strict=True)]
        graph.write("write_relation_embeddings", rows=rows)
        known.update(zip(part, made, strict=True))
        progress.advance(len(part))
    if not names:
        return np.zeros((0, embedder.dimension), dtype=np.float32)
    return np.array([known[name] for name in names], dtype=np.float32)
