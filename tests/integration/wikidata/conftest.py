"""A real oxigraph over the small dump, started by the product's own code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.endpoints import open_endpoint
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint
from tests.integration.conftest import Fill
from tests.wikidata_dump import write_dump

TEXTS = {
    "Havnen Shipyard": "Havnen Shipyard is a shipyard. Its director is Colin Archer.",
    "Butter": "Butter is made of milk.",
}


@pytest.fixture(scope="session")
def wikidata_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with the small dump, loaded and served."""
    home = tmp_path_factory.mktemp("wikidata-home")
    store = LocalStore(home)
    store.load(write_dump(home / "dump.nt"))
    store.start()
    yield home
    store.stop()


@pytest.fixture
def endpoint(wikidata_home: Path) -> Endpoint:
    """The local endpoint over the small dump."""
    return open_endpoint(None, home=wikidata_home, options=ClientOptions())


@pytest.fixture
def shipyard(fill: Fill, tmp_path: Path, embedder: HashEmbedder, linguistics: Linguistics) -> Graph:
    """A graph of a text that names Colin Archer and does not tell where he was born."""

    def write(graph: Graph) -> None:
        for title, text in TEXTS.items():
            (tmp_path / f"{title}.md").write_text(f"# {title}\n\n{text}\n")
        extractor = make_extractor("spacy", linguistics=linguistics)
        ingest([tmp_path], graph=graph, models=IngestModels(embedder, linguistics, extractor))

    return fill("shipyard", write)


@pytest.fixture
def platform(
    shipyard: Graph, wikidata_home: Path, tmp_path: Path, embedder: HashEmbedder
) -> Iterator[Platform]:
    """A platform of its own folder whose Wikidata is the small dump's."""
    settings = Settings(home=tmp_path / "home", wikidata_home=wikidata_home)
    with Platform(settings, graph=shipyard, embedder=embedder) as platform:
        yield platform
