"""An embedder of four relations, drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kgplatform.models.embedding import Vectors

__all__ = ["PlaneEmbedder"]

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
