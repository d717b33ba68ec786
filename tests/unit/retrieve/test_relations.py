"""What words of a question ask for, and that relations are embedded once."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Sequence

import numpy as np
import pytest

from kgplatform.models.embedding import Vectors
from kgplatform.question.relations import list_relations
from kgplatform.retrieve import relation_vectors
from kgplatform.retrieve.relation_vectors import RelationVectors
from tests.unit.retrieve.plane import PlaneEmbedder

pytestmark = pytest.mark.unit


def relations_of(question: str) -> set[str]:
    return {relation for _, relation, _ in list_relations(question, None)}


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Who starred in Duel?", "cast member"),
        ("The star of Duel was born when?", "cast member"),
        ("Which magazine came first, Mirabella or Home Monthly?", "inception"),
        ("Who lived first Iain Pears or Richard Llewellyn?", "inception"),
        ("Were Ann Lee and Bo Berg both painters?", "occupation"),
    ],
)
def test_words_ask_for_a_relation(question: str, relation: str) -> None:
    assert relation in relations_of(question)


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("When did the war start?", "cast member"),
        ("What was the starting salary?", "cast member"),
        ("Who was the first person to reach the pole?", "inception"),
        ("Who lost both hands?", "occupation"),
    ],
)
def test_words_of_another_meaning_ask_for_none(question: str, relation: str) -> None:
    assert relation not in relations_of(question)


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
    monkeypatch.setattr(relation_vectors, "REMEMBERED", 2)
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
    monkeypatch.setattr(relation_vectors, "REMEMBERED", 1)
    vectors = RelationVectors()

    class Interrupted(PlaneEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> Vectors:
            vectors.remember([("made by", np.array([0.6, 0.8]))])  # "director" goes
            return super().embed_passages(texts)

    vectors.remember([("director", np.array([1.0, 0.0]))])
    found = vectors.embed(Interrupted(), ["director", "born in"])
    assert found.tolist() == [[1, 0], [0, 1]]
