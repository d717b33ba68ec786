"""A server over a real Neo4j that holds a few documents, on a port of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx2 as httpx
import pytest

from kgplatform.graph.connection import Graph
from kgplatform.models.linguistics import Linguistics
from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from kgplatform.web.options import ServeOptions
from kgplatform.web.serving import Server
from kgplatform.web.tokens import read_token
from tests.integration.conftest import prepare

TEXTS = {
    "Fram.txt": "The Fram was built by Colin Archer in Larvik. Fridtjof Nansen sailed on the Fram.",
    "archer.md": "# Colin Archer\n\nColin Archer was born in Larvik. He was a naval architect.\n",
    "Fridtjof Nansen.txt": "Fridtjof Nansen was born in Oslo. He won the Nobel Prize in 1922.",
}
TIMEOUT_S = 120.0


@pytest.fixture(scope="module")
def platform(
    connection: Graph, tmp_path_factory: pytest.TempPathFactory, linguistics: Linguistics
) -> Iterator[Platform]:
    """A platform whose graph holds the texts, without a chat model."""
    home = tmp_path_factory.mktemp("home")
    embedder = HashEmbedder(dimension=64)
    prepare(connection, embedder=embedder.name, dimension=embedder.dimension)
    settings = Settings.load(home=home)
    with Platform(
        settings, graph=connection, embedder=embedder, chat=False, linguistics=linguistics
    ) as platform:
        folder = home / "texts"
        folder.mkdir()
        for name, text in TEXTS.items():
            (folder / name).write_text(text, encoding="utf-8")
        platform.ingest([folder])
        yield platform


@pytest.fixture(scope="module")
def serving(platform: Platform) -> Iterator[Server]:
    """A server that answers."""
    server = Server(platform, ServeOptions(port=0, max_questions=4))
    ready = threading.Event()
    thread = threading.Thread(target=server.run, args=(ready.set,))
    thread.start()
    assert ready.wait(TIMEOUT_S)
    yield server
    server.stop()
    thread.join(TIMEOUT_S)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def address(serving: Server) -> str:
    """Where it answers."""
    return serving.url


@pytest.fixture(scope="module")
def client(address: str, platform: Platform) -> Iterator[httpx.Client]:
    """A client with the token that writes."""
    token = read_token(platform.settings.home)
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{address}/api/v1", headers=headers, timeout=TIMEOUT_S) as client:
        yield client
