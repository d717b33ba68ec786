"""What needs no model file; the rest is in tests/integration/models/test_embedding_model.py."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kgplatform.errors import MissingExtra, ModelUnavailable, SettingsError
from kgplatform.models.embedding import OnnxEmbedder, load_embedder

pytestmark = pytest.mark.unit


class FakeSentenceTransformer:
    """The library in small: encodes a text as its length and the length of its prompt."""

    prompts = {"query": "query: ", "document": ""}  # noqa: RUF012 -- as in the library

    def __init__(self, name: str, *, device: str) -> None:
        if name == "absent":
            raise OSError("absent is not a local folder and is not a valid model identifier")

    def encode_query(self, texts: Sequence[str], *, prompt: str, **_: Any) -> np.ndarray:
        return np.array([[len(text), len(prompt)] for text in texts], dtype=np.float64)

    encode_document = encode_query


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(SentenceTransformer=FakeSentenceTransformer)
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)


def test_unknown_name_lists_the_choices(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"bge-small-en-v1\.5") as caught:
        load_embedder("word2vec", cache=tmp_path)
    assert "sentence-transformers/NAME" in str(caught.value)


def test_absent_library_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtra, match=r"kgplatform\[sentence-transformers\]"):
        load_embedder("sentence-transformers/all-MiniLM-L6-v2", cache=tmp_path)


@pytest.mark.usefixtures("library")
def test_prompts_of_the_model_are_used(tmp_path: Path) -> None:
    embedder = load_embedder("sentence-transformers/BAAI/any", cache=tmp_path)
    assert (embedder.name, embedder.dimension) == ("sentence-transformers/BAAI/any", 2)
    np.testing.assert_allclose(embedder.embed_passages(["four"]), [[1.0, 0.0]])
    # "four" has 4 characters and "query: " has 7; sqrt(16 + 49) = 8.0623
    np.testing.assert_allclose(embedder.embed_queries(["four"]), [[4 / 8.0623, 7 / 8.0623]], 1e-4)


@pytest.mark.usefixtures("library")
def test_nothing_gives_no_rows(tmp_path: Path) -> None:
    embedder = load_embedder("sentence-transformers/BAAI/any", cache=tmp_path)
    assert embedder.embed_queries([]).shape == (0, 2)


@pytest.mark.usefixtures("library")
def test_unreachable_model_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="absent"):
        load_embedder("sentence-transformers/absent", cache=tmp_path)


def test_file_that_is_no_model_is_said(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"nothing")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelUnavailable, match="delete that folder"):
        OnnxEmbedder(tmp_path / "model.onnx", tmp_path / "tokenizer.json", name="broken")
