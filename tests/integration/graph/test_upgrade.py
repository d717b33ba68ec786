"""The graph of the long-term version brought into the newer one, with both servers for real."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.graph.upgrade import upgrade
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest

pytestmark = pytest.mark.integration

OLD, NEW = "5.26.30", "2026.08.1"
FILL = """
UNWIND range(1, 300) AS i
CREATE (p:Passage:__KGPlatformPassage__ {id: 'p' + i, text: 'Page ' + i})
CREATE (p)-[:HAS_EMBEDDING]->(:PassageEmbedding:__KGPlatformPassageEmbedding__ {vector: $vector})
CREATE (:EntityDecision:__KGPlatformEntityDecision__ {id: 'd' + i})-[:DECIDES]->(p)
"""


def _server(home: Path, version: str) -> LocalServer:
    return Resources(Settings.load(home=home, neo4j_version=version)).server


def _digest(server: LocalServer) -> str:
    with Graph.connect(server.address()) as graph:
        return graph_digest(graph)


@pytest.mark.skipif(
    os.environ.get("KGPLATFORM_NEO4J_VERSION") != OLD,
    reason=f"it needs both versions: set KGPLATFORM_NEO4J_VERSION={OLD}",
)
def test_upgraded_graph_is_the_same_and_the_old_one_stays(tmp_path: Path) -> None:
    old, new = _server(tmp_path, OLD), _server(tmp_path, NEW)
    embedder = HashEmbedder(dimension=64)
    old.start()
    try:
        with Graph.connect(old.address()) as graph:
            migrate(graph, embedder=embedder.name, dimension=embedder.dimension)
            graph.run_text(FILL, vector=embedder.embed_passages(["A page."]).tolist()[0])
        before = _digest(old)
        counts = upgrade(old, new, tmp_path / "before.dump")
        assert counts["relationships"] == 600
        running = new.status()
        assert running is not None
        assert running.version == NEW
        assert _digest(new) == before
        with Graph.connect(new.address()) as graph:
            assert migrate(graph, embedder=embedder.name, dimension=embedder.dimension) == []
        new.stop()
        old.start()
        assert _digest(old) == before
    finally:
        old.stop()
