"""How near the relations of triples are to those that a question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from kgplatform.models.embedding import Vectors
from kgplatform.retrieve.relation_vectors import UNRELATED
from kgplatform.retrieve.trace.asked import match_triples
from tests.unit.retrieve.trace.made_triples import make_triple

pytestmark = pytest.mark.unit

TRIPLES = [
    make_triple("Ann Lee", "place of death", "Rome"),
    make_triple("Ann Lee", "occupation", "engineer"),
    make_triple("Ann Lee", "died in", "Rome"),
]
DIED_IN = [0.0, 0.0, 0.8, 0.6]  # .8 of a place of death


class DeathEmbedder:
    """Places and dates of death are two directions, whatever else is a third."""

    name, dimension = "death", 4

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        known = {"date of death": [0, 1, 0, 0], "place of death": [0, 0, 1, 0]}
        rows = [known.get(text, [1, 0, 0, 0]) for text in texts]
        return np.array(rows, np.float32)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self.embed_passages(texts)


class SchemaGraph:
    """Has the vector of one relation, as an ingest leaves it."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def read(self, query: str, /, **parameters: Any) -> list[dict[str, Any]]:
        assert query == "fetch_relation_vectors"
        self.asked.append(sorted(parameters["names"]))
        return [{"names": ["died in"], "embeddings": [DIED_IN]}]


def match(question: str, graph: SchemaGraph, triples: Sequence[Any] = TRIPLES) -> Any:
    parts: dict[str, Any] = {"graph": graph, "embedder": DeathEmbedder(), "linguistics": None}
    return match_triples(question, triples, **parts)


def test_a_relation_is_as_near_as_its_vector_is_above_the_unrelated() -> None:
    graph = SchemaGraph()
    found = match("When did Ann Lee die?", graph)  # asks for the date and the place of a death
    expected = [[0, 1], [0, 0], [0, (0.8 - UNRELATED) / (1 - UNRELATED)]]
    assert found == pytest.approx(np.array(expected))
    asked = ["date of death", "died in", "occupation", "place of death"]
    assert graph.asked == [asked]


def test_nothing_asked_or_stated_is_no_column_or_row() -> None:
    assert match("Who is it?", SchemaGraph()).shape == (3, 0)
    assert match("When did Ann Lee die?", SchemaGraph(), []).shape == (0, 2)
