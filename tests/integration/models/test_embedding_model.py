"""The default embedder itself, fetched into the user's cache by the product's own code."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kgplatform.models.embedding import DEFAULT_EMBEDDER, Embedder, load_embedder
from kgplatform.settings import Settings

pytestmark = pytest.mark.integration

PASSAGES = [
    "Oslo is the capital of Norway.",
    "Photosynthesis turns light into chemical energy in plants.",
    "The film was directed by Agnès Varda, who was born in Belgium in 1928. " * 12,
    "",
    "Norway's largest city lies at the head of a fjord.",
]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return load_embedder(DEFAULT_EMBEDDER, cache=Settings.load().cache)


def test_vectors_are_normalised_float32(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(PASSAGES)
    assert vectors.shape == (5, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-5)


def test_question_is_nearest_to_its_answer(embedder: Embedder) -> None:
    scores = embedder.embed_queries(["What is Norway's capital?"]) @ (
        embedder.embed_passages(PASSAGES).T
    )
    assert np.argsort(-scores[0])[:2].tolist() == [0, 4]


def test_prefix_belongs_to_queries_alone(embedder: Embedder) -> None:
    prefixed = "Represent this sentence for searching relevant passages: Oslo"
    np.testing.assert_array_equal(
        embedder.embed_queries(["Oslo"]), embedder.embed_passages([prefixed])
    )


def test_batching_does_not_change_a_vector(embedder: Embedder) -> None:
    """Order and company of a text are of no account, but for rounding."""
    texts = [*PASSAGES * 20, "one more"]
    together = embedder.embed_passages(texts)
    alone = np.vstack([embedder.embed_passages([text]) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_text_beyond_the_limit_is_cut(embedder: Embedder) -> None:
    """The first 510 words of one token, and the two marks around them, are all that counts."""
    long, longer = embedder.embed_passages(["fish " * 510, "fish " * 510 + "cat " * 90])
    np.testing.assert_allclose(long, longer, atol=1e-6)


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_passages([]).shape == (0, 384)


def test_threads_share_an_embedder(embedder: Embedder) -> None:
    expected = embedder.embed_passages(PASSAGES)
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(embedder.embed_passages, [PASSAGES] * 8):
            np.testing.assert_allclose(vectors, expected, atol=1e-5)
