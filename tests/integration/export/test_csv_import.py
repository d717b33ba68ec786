"""What `neo4j-admin database import` makes of a CSV export is the graph that was exported."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.integration.export.importing import import_csv
from tests.unit.export.readers import read_neo4j
from tests.unit.export.streams import export, list_edges, list_nodes

pytestmark = pytest.mark.integration


def test_a_second_neo4j_imports_the_same_nodes_and_edges(tmp_path: Path) -> None:
    server = Resources(Settings.load(home=tmp_path / "home")).server
    import_csv(server, export(tmp_path, "csv"))
    server.start()
    try:
        with Graph.connect(server.address()) as graph:
            nodes, edges = read_neo4j(graph)
    finally:
        server.stop()
    assert nodes == list_nodes()
    assert edges == list_edges()
