"""Without its framework an adapter says what to install."""

from __future__ import annotations

import importlib
import sys

import pytest

from kgplatform.errors import MissingExtra

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("module", "needed", "extra"),
    [
        ("langchain", "langchain_core.documents", "langchain"),
        ("llama_index", "llama_index.core.retrievers", "llama-index"),
        ("neo4j_graphrag", "neo4j_graphrag.embeddings.base", "neo4j-graphrag"),
    ],
)
def test_adapter_without_its_framework_says_what_to_install(
    module: str, needed: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, needed, None)
    monkeypatch.delitem(sys.modules, f"kgplatform.adapters.{module}", raising=False)
    with pytest.raises(MissingExtra, match=rf"kgplatform\[{extra}\]"):
        importlib.import_module(f"kgplatform.adapters.{module}")
