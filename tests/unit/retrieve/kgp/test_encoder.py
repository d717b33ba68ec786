"""The encoder that ships: what its file may hold, and that it stays near the embedder."""

from __future__ import annotations

import numpy as np
import pytest

from kgplatform.errors import UsageError
from kgplatform.retrieve.kgp.encoder import WEIGHTS, load_hop_encoder

pytestmark = pytest.mark.unit

MAX_BYTES = 400_000
DIMENSION = 384  # of bge-small-en-v1.5


def test_shipped_weights_are_small_and_of_the_embedders_size() -> None:
    assert WEIGHTS.stat().st_size < MAX_BYTES
    encoder = load_hop_encoder()
    for matrix in (encoder.question, encoder.path, encoder.link):
        assert matrix.shape == (DIMENSION, DIMENSION)
        assert np.isfinite(matrix).all()


def test_shipped_encoder_begins_with_the_question() -> None:
    # fitted from the identity with a penalty: a question still finds what is like it
    question = np.random.default_rng(0).normal(size=DIMENSION).astype(np.float32)
    question /= np.linalg.norm(question)
    sought = load_hop_encoder().seek(question, np.empty((0, DIMENSION), np.float32))
    assert sought @ question > 0.9
    assert np.linalg.norm(sought) == pytest.approx(1, abs=1e-5)


def test_encoder_is_refused_to_other_vectors() -> None:
    assert load_hop_encoder("bge-small-en-v1.5-int8") is load_hop_encoder()
    with pytest.raises(UsageError, match=r"trained for bge-small-en-v1\.5, not for hash"):
        load_hop_encoder("hash")
