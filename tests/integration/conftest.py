"""A real Neo4j for the tests, started once by the product's own code and wiped between tests.

KGPLATFORM_NEO4J_VERSION chooses the version, as it does for users.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder

WIPE = """
MATCH (n)
WHERE NOT n:Migration AND NOT (n:Configuration AND n.id = 'embedding')
DETACH DELETE n
"""
WIPE_ALL = "MATCH (n) DETACH DELETE n"
OTHER_INDEXES = """
SHOW INDEXES YIELD name, type, owningConstraint
WHERE type <> 'LOOKUP' AND owningConstraint IS NULL
RETURN name
"""
CONTENT = """
MATCH (n) RETURN elementId(n) AS id, labels(n) AS what, properties(n) AS properties
UNION ALL
MATCH (a)-[r]->(b)
RETURN elementId(r) AS id, [type(r), elementId(a), elementId(b)] AS what,
       properties(r) AS properties
"""

Fill = Callable[[str, Callable[[Graph], object]], Graph]


@pytest.fixture(scope="session")
def server_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The platform's data folder below which the server's is."""
    return tmp_path_factory.mktemp("kgplatform-home")


@pytest.fixture(scope="session")
def server(server_home: Path) -> Iterator[LocalServer]:
    """A running local Neo4j with a data folder of its own."""
    server = Resources(Settings.load(home=server_home)).server
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def connection(server: LocalServer) -> Iterator[Graph]:
    """A connection that all tests share."""
    with Graph.connect(server.address()) as graph:
        yield graph


def empty(graph: Graph) -> None:
    """Take all nodes and the whole schema out of a database."""
    graph.run_text(WIPE_ALL)
    drop_schema(graph)


def drop_schema(graph: Graph) -> None:
    """Take all constraints and indexes out of a database."""
    commands = [
        f"DROP CONSTRAINT `{row['name']}`" for row in graph.run_text("SHOW CONSTRAINTS YIELD name")
    ]
    commands += [f"DROP INDEX `{row['name']}`" for row in graph.run_text(OTHER_INDEXES)]
    graph.change_schema(commands)


def prepare(graph: Graph, *, embedder: str, dimension: int) -> None:
    """Take all nodes out, and see that the schema is there for vectors of this embedder.

    A schema that is there already is kept: after a change of it the server plans all queries anew.
    """
    rows = graph.run_text(
        "MATCH (c:Configuration {id: 'embedding'}) RETURN c.embedder AS name, c.dimension AS d"
    )
    if rows != [{"name": embedder, "d": dimension}]:
        empty(graph)
    graph.run_text(WIPE)
    migrate(graph, embedder=embedder, dimension=dimension)


@pytest.fixture
def empty_graph(connection: Graph) -> Graph:
    """A database without nodes and without schema."""
    empty(connection)
    return connection


@pytest.fixture
def embedder() -> HashEmbedder:
    """A deterministic embedder of 64 dimensions that needs no model."""
    return HashEmbedder(dimension=64)


@pytest.fixture
def graph(connection: Graph, embedder: HashEmbedder) -> Graph:
    """A migrated database without nodes."""
    prepare(connection, embedder=embedder.name, dimension=embedder.dimension)
    return connection


@pytest.fixture(scope="session")
def left_behind() -> dict[str, list[dict[str, Any]]]:
    """What the last filling of the graph wrote, under its name."""
    return {}


@pytest.fixture
def fill(connection: Graph, left_behind: dict[str, Any], request: pytest.FixtureRequest) -> Fill:
    """Wipe and fill the graph, unless it holds just what a filling of that name wrote.

    Most tests only read, and writing a corpus takes longer than all that they do.
    """

    def fill_graph(name: str, write: Callable[[Graph], object]) -> Graph:
        if left_behind.get(name) != _content(connection):
            graph = request.getfixturevalue("graph")
            write(graph)
            left_behind.clear()
            left_behind[name] = _content(graph)
        return connection

    return fill_graph


def _content(graph: Graph) -> list[dict[str, Any]]:
    return sorted(graph.run_text(CONTENT), key=lambda row: str(row["id"]))
