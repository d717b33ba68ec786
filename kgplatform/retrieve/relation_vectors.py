"""The vectors of relations, each embedded once, and how near relations are by them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder, Vectors

__all__ = ["UNRELATED", "RelationVectors", "match_relations"]

REMEMBERED = 20_000  # vectors of relations; 30 MB


UNRELATED = 0.6
"""Cosine of relations that have nothing to do with each other: "director", "place of birth" .56."""


def match_relations(
    asked: Sequence[str], stated: Sequence[str], *, graph: Graph, embedder: Embedder
) -> npt.NDArray[np.float64]:
    """Return how near each relation that is stated is to each that is asked for.

    One query at most, none where all vectors are known.

    Args:
        asked, stated: names of relations.
        graph: has the vectors of its relations; the others are embedded.
        embedder: the one of these vectors.

    Returns:
        (stated, asked), 0 for UNRELATED or less to 1 for the same.
    """
    if not asked or not stated:
        return np.zeros((len(stated), len(asked)))
    vectors = RelationVectors.of(embedder)
    vectors.load([*asked, *stated], graph=graph)
    place = {relation: row for row, relation in enumerate(dict.fromkeys(stated))}
    cosines = vectors.embed(embedder, list(place)) @ vectors.embed(embedder, asked).T
    nearness = np.clip((cosines.astype(np.float64) - UNRELATED) / (1 - UNRELATED), 0, 1)
    return np.asarray(nearness[[place[relation] for relation in stated]])


class RelationVectors:
    """The vectors of relations by one embedder, each embedded once.

    Those of the auxiliary schema are in the graph already. REMEMBERED are kept, the least used
    going first; any number of threads may ask.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    @staticmethod
    def of(embedder: Embedder) -> RelationVectors:
        """Return what is kept for an embedder, which goes when the embedder does."""
        with _KEPT_LOCK:
            return _KEPT.setdefault(embedder, RelationVectors())

    def remember(self, vectors: Iterable[tuple[str, Sequence[float] | Vectors]]) -> None:
        """Keep vectors by the relation's name."""
        with self._lock:
            for relation, vector in vectors:
                self._known[relation] = np.asarray(vector, dtype=np.float32)
                self._known.move_to_end(relation)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def list_unknown(self, relations: Iterable[str]) -> list[str]:
        """Return those relations, each once, whose vectors are not kept."""
        every = dict.fromkeys(relations)
        with self._lock:
            return [relation for relation in every if relation not in self._known]

    def load(self, relations: Iterable[str], *, graph: Graph) -> None:
        """Keep the vectors that a graph has of relations whose vectors are not kept; one query."""
        unknown = self.list_unknown(relations)
        if unknown:
            row = graph.read("fetch_relation_vectors", names=unknown)[0]
            self.remember(zip(row["names"], row["embeddings"], strict=True))

    def embed(self, embedder: Embedder, relations: Sequence[str]) -> Vectors:
        """Return the vectors of relations, (relations, dimension); the unknown are embedded."""
        every = dict.fromkeys(relations)
        with self._lock:
            found = {name: self._known[name] for name in every if name in self._known}
        unknown = [relation for relation in every if relation not in found]
        if unknown:
            found |= zip(unknown, embedder.embed_passages(unknown), strict=True)
        self.remember(found.items())
        if not relations:
            return np.zeros((0, embedder.dimension), dtype=np.float32)
        return np.array([found[relation] for relation in relations], dtype=np.float32)


_KEPT: WeakKeyDictionary[Embedder, RelationVectors] = WeakKeyDictionary()
_KEPT_LOCK = Lock()
