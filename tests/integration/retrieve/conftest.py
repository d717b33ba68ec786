"""A graph with the small corpus, for every test of retrieval."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.integration.conftest import Fill
from tests.integration.retrieve.corpus import write_corpus


@pytest.fixture
def corpus(fill: Fill, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder) -> Graph:
    """A graph that holds the small corpus."""
    return fill(
        "corpus",
        partial(write_corpus, tmp_path, linguistics=linguistics, embedder=embedder),
    )
