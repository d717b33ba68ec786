"""Equations 1 and 2 by hand, and that relations are embedded once."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence

import numpy as np
import pytest

from kgplatform.models.embedding import Vectors
from kgplatform.retrieve.holmes import schema as module
from kgplatform.retrieve.holmes.schema import UNFIT, RelationVectors, Schema, score_triples

pytestmark = pytest.mark.unit

DIRECTIONS = {
    "director": (1.0, 0.0),
    "directed by": (0.8, 0.6),
    "born in": (0.0, 1.0),
    "made by": (0.6, 0.8),
}


class PlaneEmbedder:
    """Two dimensions, drawn by hand; remembers what it was asked."""

    name, dimension = "plane", 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([DIRECTIONS[text] for text in texts], dtype=np.float32)

    embed_queries = embed_passages


SCHEMA = Schema((("Work", "director", "Person"),), (("Person", "born in", "Place"),))


def score(*triples: tuple[str, str, str], schema: Schema = SCHEMA) -> list[float]:
    fits, _ = score_triples(triples, schema, embedder=PlaneEmbedder())
    return [round(fit, 6) for fit in fits.tolist()]


def test_a_fact_scores_by_its_most_similar_relation() -> None:
    # (.8, .6) . (1, 0) = .8 and (.8, .6) . (0, 1) = .6
    unknown = ("Thing", "directed by", "Thing")
    assert score(unknown) == [0.8]
    _, [meant] = score_triples([unknown], SCHEMA, embedder=PlaneEmbedder())
    assert meant == ("Work", "director", "Person")


def test_only_relations_between_the_same_types_count() -> None:
    # of a Person and a Place only "born in" is asked for: (.8, .6) . (0, 1)
    assert score(("Person", "directed by", "Place")) == [0.6]
    assert score(("Work", "directed by", "Date")) == [UNFIT]
    # a nation is a Group to the name recogniser and a Place to the question
    assert score(("Person", "born in", "Group")) == [1.0]


def test_nothing_fits_a_question_that_asks_for_no_relation() -> None:
    assert score(("Work", "director", "Person"), schema=Schema((), ())) == [UNFIT]
    assert score(schema=SCHEMA) == []


def test_schema_tells_a_triple_once() -> None:
    triple = ("Work", "director", "Person")
    assert Schema((triple,), (triple, ("Work", "made by", "Person"))).triples == (
        triple,
        ("Work", "made by", "Person"),
    )


def test_relations_are_embedded_once_and_not_where_the_graph_has_them() -> None:
    embedder, vectors = PlaneEmbedder(), RelationVectors()
    vectors.remember([("born in", np.array([0.0, 1.0]))])
    first = vectors.embed(embedder, ["director", "born in", "director"])
    assert embedder.asked == ["director"]
    assert first.tolist() == [[1, 0], [0, 1], [1, 0]]
    assert vectors.list_unknown(["born in", "made by", "made by"]) == ["made by"]
    vectors.embed(embedder, ["director"])
    assert embedder.asked == ["director"]


def test_the_least_used_vectors_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    embedder, vectors = PlaneEmbedder(), RelationVectors()
    vectors.embed(embedder, ["director", "born in"])
    vectors.embed(embedder, ["director"])
    vectors.embed(embedder, ["made by"])
    assert vectors.list_unknown(["director", "born in", "made by"]) == ["born in"]
    # what is asked for is returned even where it cannot all be kept
    assert vectors.embed(embedder, ["director", "born in", "made by"]).shape == (3, 2)


def test_vectors_are_kept_for_one_embedder_as_long_as_it_lives() -> None:
    first, second = PlaneEmbedder(), PlaneEmbedder()
    RelationVectors.of(first).embed(first, ["director"])
    assert RelationVectors.of(first).list_unknown(["director"]) == []
    assert RelationVectors.of(second).list_unknown(["director"]) == ["director"]
    kept = weakref.ref(RelationVectors.of(first))
    del first
    gc.collect()
    assert kept() is None


def test_what_another_thread_forgets_meanwhile_is_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 1)
    vectors = RelationVectors()

    class Interrupted(PlaneEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> Vectors:
            vectors.remember([("made by", np.array([0.6, 0.8]))])  # "director" goes
            return super().embed_passages(texts)

    vectors.remember([("director", np.array([1.0, 0.0]))])
    found = vectors.embed(Interrupted(), ["director", "born in"])
    assert found.tolist() == [[1, 0], [0, 1]]
