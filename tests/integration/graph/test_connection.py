"""The door to Neo4j, against a real one."""

from __future__ import annotations

import datetime
import socket
import time
from dataclasses import replace

import numpy as np
import pytest

from kgplatform.errors import GraphUnavailable, QueryError, UsageError
from kgplatform.graph import connection
from kgplatform.graph.connection import Address, Graph
from kgplatform.graph.library import parse_query

pytestmark = pytest.mark.integration

MIGRATION = {"version": 9001, "name": "V9001__test", "sha256": "0"}


@pytest.fixture
def silent_port():
    """A port that takes connections and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.fixture
def closed_port():
    with socket.socket() as once:
        once.bind(("127.0.0.1", 0))
        return once.getsockname()[1]


@pytest.fixture
def define_query(monkeypatch):
    """Let a test run a text of its own under a name, through everything but the file."""

    def define(text: str) -> None:
        query = parse_query("test_query", text)
        monkeypatch.setattr(connection, "load_query", lambda name: query)

    return define


def with_scheme(address: Address, scheme: str) -> Address:
    return replace(address, uri=f"{scheme}://{address.uri.partition('://')[2]}")


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_connect_opens_direct_and_routed_connections(graph, scheme):
    with Graph.connect(with_scheme(graph.address, scheme)) as opened:
        assert opened.read("show_server")[0]["version"] == graph.server_version


def test_connect_learns_the_version_of_the_server(graph):
    year_or_major, _, rest = graph.server_version.partition(".")
    assert int(year_or_major) >= 5
    assert rest


def test_connect_names_itself_to_the_server(graph):
    rows = graph.run_text("CALL dbms.listConnections() YIELD userAgent RETURN userAgent AS agent")
    assert any(row["agent"].startswith("kgplatform/") for row in rows)


def test_connect_says_when_the_password_is_wrong(graph):
    with pytest.raises(GraphUnavailable, match="password") as caught:
        Graph.connect(replace(graph.address, password="hunter2"))
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_connect_says_when_the_database_does_not_exist(graph, scheme):
    with pytest.raises(GraphUnavailable, match="no database 'nowhere'"):
        Graph.connect(replace(with_scheme(graph.address, scheme), database="nowhere"))


@pytest.mark.parametrize("scheme", ["bolt+s", "bolt+ssc", "neo4j+s", "neo4j+ssc"])
def test_connect_says_when_the_server_has_no_tls(graph, scheme):
    with pytest.raises(GraphUnavailable, match="encrypted"):
        Graph.connect(with_scheme(graph.address, scheme), timeout_s=3)


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_connect_says_when_nothing_answers(closed_port, scheme):
    with pytest.raises(GraphUnavailable, match="does not answer"):
        Graph.connect(Address(f"{scheme}://127.0.0.1:{closed_port}", "neo4j", "pw"), timeout_s=1)


def test_connect_does_not_wait_for_a_silent_server(silent_port):
    began = time.monotonic()
    with pytest.raises(GraphUnavailable, match="does not answer"):
        Graph.connect(Address(f"bolt://127.0.0.1:{silent_port}", "neo4j", "pw"), timeout_s=1)
    assert time.monotonic() - began < 8


def test_connect_says_when_the_host_is_unknown():
    with pytest.raises(GraphUnavailable, match="does not answer"):
        Graph.connect(Address("bolt://nowhere.invalid:7687", "neo4j", "pw"), timeout_s=2)


def test_read_lets_the_server_refuse_a_write(empty_graph):
    with pytest.raises(QueryError, match="nothing was changed") as caught:
        empty_graph.read("record_migration", **MIGRATION)
    assert caught.value.query_name == "record_migration"
    assert empty_graph.read("count_nodes") == []


def test_write_returns_rows_and_keeps_them(empty_graph):
    rows = empty_graph.write("record_migration", **MIGRATION)
    assert rows == [{"name": "V9001__test", "sha256": "0"}]
    assert empty_graph.read("list_applied_migrations") == [MIGRATION]


def test_transaction_writes_all_at_the_end_of_its_block(empty_graph):
    with empty_graph.transaction() as tx:
        tx.run("record_migration", **MIGRATION)
        assert empty_graph.read("list_applied_migrations") == []
        assert tx.run("list_applied_migrations") == [MIGRATION]
    assert empty_graph.read("list_applied_migrations") == [MIGRATION]


def test_transaction_is_undone_by_an_exception(empty_graph):
    def write_and_fail():
        with empty_graph.transaction() as tx:
            tx.run("record_migration", **MIGRATION)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    assert empty_graph.read("list_applied_migrations") == []


def test_transaction_is_undone_by_a_refused_query(empty_graph, define_query):
    define_query("// p\nCREATE (:Migration {version: 1})\nRETURN 1 / 0 AS x")
    with pytest.raises(QueryError, match="by zero"), empty_graph.transaction() as tx:
        tx.run("test_query")
    assert empty_graph.run_text("MATCH (n) RETURN count(n) AS nodes") == [{"nodes": 0}]


@pytest.mark.parametrize(
    ("parameters", "telling"),
    [
        ({"version": 1, "name": "a"}, "needs a value for sha256"),
        (MIGRATION | {"nmae": "b"}, "no parameter nmae"),
    ],
)
def test_write_refuses_other_parameters_than_declared(graph, parameters, telling):
    with pytest.raises(UsageError, match=telling):
        graph.write("record_migration", **parameters)


def test_read_says_what_is_wrong_with_a_query(graph, define_query):
    define_query("// p\nRETRUN 1")
    with pytest.raises(QueryError, match="RETRUN") as caught:
        graph.read("test_query")
    assert caught.value.code == "Neo.ClientError.Statement.SyntaxError"


def test_read_does_not_try_again_what_needs_too_much_memory(graph, define_query):
    define_query(
        "// p\nUNWIND range(1, 60000000) AS x WITH collect(toString(x)) AS xs RETURN size(xs) AS n"
    )
    began = time.monotonic()
    with pytest.raises(QueryError, match="memory"):
        graph.read("test_query")
    assert time.monotonic() - began < connection.RETRY_TIME_S


def test_vector_is_stored_as_given_on_every_version(empty_graph):
    vector = np.array([0.25, -0.5, 1.0], dtype=np.float32)
    rows = empty_graph.run_text(
        "CREATE (p:Passage) WITH p, $vector AS vector "
        "CALL db.create.setNodeVectorProperty(p, 'embedding', vector) RETURN p.embedding AS stored",
        vector=empty_graph.vector(vector),
    )
    assert rows == [{"stored": [0.25, -0.5, 1.0]}]


def test_rows_hold_plain_values_only(graph):
    row = graph.run_text(
        "RETURN date('2026-08-01') AS day, [datetime('2026-08-01T10:00:00Z')] AS moments, "
        "duration('PT90S') AS lasting, {a: [1, null, 'x']} AS map"
    )[0]
    assert row == {
        "day": datetime.date(2026, 8, 1),
        "moments": [datetime.datetime(2026, 8, 1, 10, tzinfo=datetime.UTC)],
        "lasting": "PT1M30S",
        "map": {"a": [1, None, "x"]},
    }


def test_rows_hold_nodes_and_paths_as_dicts_without_vectors(empty_graph):
    row = empty_graph.run_text(
        "CREATE path = (:Passage {id: 'p', vector: [0.1]})-[:PART_OF {k: 1}]->(:Document:Old)"
        "<-[:NEXT]-() "
        "RETURN path"
    )[0]
    assert row["path"] == [
        {"labels": ["Passage"], "properties": {"id": "p"}},
        {"type": "PART_OF", "properties": {"k": 1}, "direction": "out"},
        {"labels": ["Document", "Old"], "properties": {}},
        {"type": "NEXT", "properties": {}, "direction": "in"},
        {"labels": [], "properties": {}},
    ]


def test_a_closed_graph_cannot_be_used(graph):
    closed = Graph.connect(graph.address)
    closed.close()
    with pytest.raises(QueryError, match="closed"):
        closed.read("count_nodes")
