"""The hop-trained encoder: a linear map on top of the embedder that points to the next fact.

MDR (Xiong et al. 2020) as KGP uses it (sections 3 and 4, appendix 8.2): an encoder learns to find
the first supporting fact from the question, and the next one from question and facts so far.
Departures: the embedder itself is not trained, only matrices over its vectors, so that passages
keep the vectors they have in the graph (g of equation 1 is the embedder) and nothing has to be
embedded on the way; texts are not joined, their vectors are added. What so light a map learns is
little: it ranks much as the question alone does (`benchmarks/results/hops.json`), and the agent
`embedding` reaches more. `benchmarks/train_hops.py` fits the weights that ship with the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgplatform.errors import UsageError
from kgplatform.models.embedding import DEFAULT_EMBEDDER, Vectors

__all__ = ["HopEncoder", "load_hop_encoder"]

WEIGHTS = Path(__file__).parent / "hops.npz"

ENCODED_EMBEDDERS = (DEFAULT_EMBEDDER, f"{DEFAULT_EMBEDDER}-int8")
"""Whose vectors the shipped weights are for; both are the same model."""

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HopEncoder:
    """Matrices of shape (dimension, dimension), applied to row vectors of length 1."""

    question: Matrix
    path: Matrix
    link: Matrix

    def seek(self, question: Vectors, path: Vectors) -> Vectors:
        """Return where the next fact should be, of length 1.

        Args:
            question: its vector, (dimension,).
            path: vectors of the facts so far, (facts, dimension); none for the first hop.
        """
        sought = question @ self.question
        if len(path):
            sought = sought + path.mean(axis=0) @ self.path
        return _normalised(sought)

    def link_from(self, passages: Vectors) -> Vectors:
        """Return where the facts that follow on passages should be, whatever the question.

        Args:
            passages: (n, dimension).
        """
        return _normalised(passages @ self.link)


def load_hop_encoder(embedder: str = DEFAULT_EMBEDDER) -> HopEncoder:
    """Return the encoder that ships with the package.

    Args:
        embedder: name of the embedder whose vectors it is to read.

    Raises:
        UsageError: the encoder was trained for another embedder.
    """
    if embedder not in ENCODED_EMBEDDERS:
        raise UsageError(
            f"The hop encoder was trained for {DEFAULT_EMBEDDER}, not for {embedder}: "
            "choose a method, graph or agent without it."
        )
    return _read_weights()


@cache
def _read_weights() -> HopEncoder:
    with np.load(WEIGHTS) as stored:
        return HopEncoder(
            *(
                stored[f"{name}_scale"].astype(np.float32) * np.eye(len(left), dtype=np.float32)
                + left @ stored[f"{name}_right"].astype(np.float32)
                for name in ("question", "path", "link")
                for left in (stored[f"{name}_left"].astype(np.float32),)
            )
        )


def _normalised(vectors: npt.NDArray[np.float32]) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), dtype=np.float32)
