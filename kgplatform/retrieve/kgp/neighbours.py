"""KGP's four graphs: which passages are neighbours of a passage (Wang et al. 2024, section 3).

keyword     both hold the same rare words or titles: SIMILAR edges that ingest makes (TF-IDF);
embedding   nearest by the embedder, from the vector index (KNN-ST);
encoder     nearest to where the hop-trained encoder expects the fact that follows (KNN-MDR);
entity      both name the same entity, the graph's own entities in TAGME's place.

Only the first one needs links. Departures: KNN and entity edges are not stored, since the vector
index and MENTIONS give them when asked, for documents that came a minute ago too; an entity that
many passages name leads nowhere, as SIMILAR edges leave hubs out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Vectors
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.kgp.agents import Fact
from kgplatform.retrieve.kgp.encoder import HopEncoder

__all__ = ["GRAPHS", "Neighbourhood", "Ranked"]

NEAR = 20  # neighbours by meaning: the most that SIMILAR edges of a method give a passage too
MAX_DEGREE = 100  # mentions of an entity that still leads from one passage to the others

Ranked = list[tuple[str, float]]
"""Passage ids with the cosine to what is sought, nearest first, ties by id."""


@dataclass
class Neighbourhood:
    """One of the four graphs, seen from passages; remembers the facts it has fetched.

    Attributes:
        graph: where the passages are.
        name: one of GRAPHS.
        within: ids of the only documents to look in; None: all.
        encoder: needed by the graph of that name.
    """

    graph: Graph
    name: str
    within: Collection[str] | None = None
    encoder: HopEncoder | None = None
    _facts: dict[str, Fact] = field(default_factory=dict)

    def read(self, ids: Sequence[str]) -> list[Fact]:
        """Return passages as agents see them; one query for all that are new."""
        new = [key for key in dict.fromkeys(ids) if key not in self._facts]
        for row in self.graph.read("fetch_path_passages", ids=new) if new else ():
            vector = np.array(row["embedding"], dtype=np.float32)
            self._facts[row["id"]] = Fact(row["title"], row["text"], vector)
        return [self._facts[key] for key in ids]

    def rank(self, ids: Sequence[str], aims: Vectors, *, limit: int) -> list[Ranked]:
        """Return the neighbours of each passage, nearest first to what is sought from it.

        Args:
            ids: passages; one query for all.
            aims: what is sought from each, (passages, dimension).
            limit: most neighbours of each.
        """
        if not ids:
            return []
        rows = GRAPHS[self.name](
            self,
            ids=list(ids),
            aims=self._vectors(aims),
            documents=list_documents(self.within),
            limit=limit,
        )
        ranked: dict[int, Ranked] = {
            row["place"]: list(zip(row["ids"], row["cosines"], strict=True)) for row in rows
        }
        return [ranked.get(place, []) for place in range(len(ids))]

    def _vectors(self, rows: Vectors) -> list[Any]:
        return [self.graph.vector(row) for row in rows]

    def _by_keyword(self, **parameters: Any) -> list[dict[str, Any]]:
        return self.graph.read("list_linked_neighbours", method="keyword", **parameters)

    def _by_entity(self, **parameters: Any) -> list[dict[str, Any]]:
        return self.graph.read("list_entity_neighbours", max_degree=MAX_DEGREE, **parameters)

    def _by_embedding(self, **parameters: Any) -> list[dict[str, Any]]:
        return self._search(self._own(parameters["ids"]), parameters)

    def _by_encoder(self, **parameters: Any) -> list[dict[str, Any]]:
        if self.encoder is None:
            raise ValueError("the encoder graph needs an encoder")
        return self._search(self.encoder.link_from(self._own(parameters["ids"])), parameters)

    def _own(self, ids: Sequence[str]) -> Vectors:
        return np.array([fact.vector for fact in self.read(ids)], dtype=np.float32)

    def _search(self, starts: Vectors, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        return self.graph.read(
            "search_neighbours", starts=self._vectors(starts), near=NEAR, **parameters
        )


GRAPHS: dict[str, Callable[..., list[dict[str, Any]]]] = {
    "keyword": Neighbourhood._by_keyword,
    "embedding": Neighbourhood._by_embedding,
    "encoder": Neighbourhood._by_encoder,
    "entity": Neighbourhood._by_entity,
}
