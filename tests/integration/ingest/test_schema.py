"""The auxiliary schema in a real graph: counted from statements, joined by questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgplatform.errors import GraphError, UsageError
from kgplatform.graph.connection import Graph, Transaction
from kgplatform.ingest.schema.auxiliary_schema import SchemaReport, update_schema
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder, ScriptedChatModel
from tests.digest import graph_digest
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

STATEMENT = """
MERGE (a:Entity {id: $subject}) SET a.name = $subject, a.type = $subject_type
WITH a
CALL () {
  WITH 1 AS one WHERE $datatype IS NULL
  MERGE (b:Entity {id: $object}) SET b.name = $object, b.type = $object_type RETURN b
  UNION
  WITH 1 AS one WHERE $datatype IS NOT NULL
  MERGE (b:Literal {id: $object}) SET b.value = $object, b.datatype = $datatype RETURN b
}
CREATE (s:Statement {id: $id, relation: $relation})
CREATE (s)-[:SUBJECT]->(a)
CREATE (s)-[:OBJECT]->(b)
"""
EDGES = """
MATCH (a:EntityType)-[s:SCHEMA]->(b:EntityType)
RETURN a.name AS a, s.relation AS r, b.name AS b, s.count AS n, s.questions AS q ORDER BY r, a, b
"""
RELATIONS = """
MATCH (r:RelationType) WHERE r.count IS NOT NULL
RETURN r.name AS name, r.count AS n, r.questions AS q,
       [(r)-[:HAS_EMBEDDING]->(e) | e.vector][0] AS vector ORDER BY name
"""
TYPES = "MATCH (t:EntityType) RETURN t.name AS name, t.count AS n, t.isLiteral AS l ORDER BY name"


@pytest.fixture(autouse=True)
def forgotten_reading(connection: Graph) -> Any:
    """Take away what the schema was read from, which the fixture `graph` knows nothing of."""
    yield
    connection.run_text("MATCH (c:Configuration {id: 'schema'}) DELETE c")


@pytest.fixture
def stated(graph: Graph) -> Graph:
    """Three births (two in places, one dated), two films by directors, one rare fact."""
    facts = [
        ("ada", "Person", "born in", "london", "Place", None),
        ("bob", "Person", "born in", "oslo", "Place", None),
        ("bob", "Person", "born in", "1815", None, "date"),
        ("solaris", "Work", "director", "andrei", "Person", None),
        ("mirror", "Work", "director", "andrei", "Person", None),
        ("ada", "Person", "swam across", "oslo", "Place", None),
    ]
    for number, (subject, subject_type, relation, object_, object_type, datatype) in enumerate(
        facts
    ):
        write_own(
            graph,
            STATEMENT,
            id=f"s{number}",
            subject=subject,
            subject_type=subject_type,
            relation=relation,
            object=object_,
            object_type=object_type,
            datatype=datatype,
        )
    return graph


def _update(graph: Graph, embedder: HashEmbedder, **options: Any) -> SchemaReport:
    return update_schema(graph, embedder=embedder, **{"min_count": 2, **options})


def _edges(graph: Graph) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in graph.run_text(EDGES)]


def _questions(folder: Path, *lines: str) -> Path:
    path = folder / "questions.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_schema_counts_statements_by_type(stated: Graph, embedder: HashEmbedder) -> None:
    report = _update(stated, embedder)
    assert _edges(stated) == [
        ("Person", "born in", "Date", 1, 0),
        ("Person", "born in", "Place", 2, 0),
        ("Work", "director", "Person", 2, 0),
    ]
    assert [tuple(row.values()) for row in stated.run_text(TYPES)] == [
        ("Date", 1, True),
        ("Person", 3, False),
        ("Place", 2, False),
        ("Work", 2, False),
    ]
    assert (report.entity_types, report.relation_types, report.schema_edges) == (4, 2, 3)
    assert report.rows_written == 4 + 2 + 2 + 3  # types, relations, their vectors, edges


def test_relations_have_the_embedders_vectors_and_are_found_by_them(
    stated: Graph, embedder: HashEmbedder
) -> None:
    _update(stated, embedder)
    rows = stated.run_text(RELATIONS)
    assert [(row["name"], row["n"], row["q"]) for row in rows] == [
        ("born in", 3, 0),
        ("director", 2, 0),
    ]
    expected = embedder.embed_passages(["born in", "director"])
    assert np.allclose([row["vector"] for row in rows], expected, atol=1e-6)
    (found,) = stated.run_text(
        "CALL db.index.vector.queryNodes('kgplatform_relation_type_vector', 1, $vector) "
        "YIELD node MATCH (node)<-[:HAS_EMBEDDING]-(r) RETURN r.name AS name",
        vector=expected[1].tolist(),
    )
    assert found == {"name": "director"}


def test_second_call_writes_nothing_and_embeds_nothing(
    stated: Graph, embedder: HashEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _update(stated, embedder)

    def refuse(*arguments: Any, **options: Any) -> Any:
        raise AssertionError("nothing is to be done")

    monkeypatch.setattr(Graph, "transaction", refuse)
    monkeypatch.setattr(Graph, "write", refuse)
    monkeypatch.setattr(HashEmbedder, "embed_passages", refuse)
    second = _update(stated, embedder)
    assert second.rows_written == 0
    assert second.schema_edges == first.schema_edges


def test_change_is_written_and_nothing_else(stated: Graph, embedder: HashEmbedder) -> None:
    _update(stated, embedder)
    stated.run_text("MATCH (s:Statement {id: 's0'}) DETACH DELETE s")
    report = _update(stated, embedder)
    assert report.rows_written == 2  # the edge and the relation "born in", one statement less
    assert ("Person", "born in", "Place", 1, 0) in _edges(stated)
    stated.run_text("MATCH (s:Statement {relation: 'director'}) DETACH DELETE s")
    _update(stated, embedder)
    assert {edge[1] for edge in _edges(stated)} == {"born in"}
    assert [row["name"] for row in stated.run_text(RELATIONS)] == ["born in"]


def test_schema_is_the_same_whatever_was_there_before(
    stated: Graph, embedder: HashEmbedder
) -> None:
    _update(stated, embedder)
    whole = graph_digest(stated)
    _update(stated, embedder, min_count=1)
    assert graph_digest(stated) != whole
    _update(stated, embedder, max_relations=1)
    assert [row["name"] for row in stated.run_text(RELATIONS)] == ["born in"]
    _update(stated, embedder)
    assert graph_digest(stated) == whole


def test_failed_write_leaves_the_old_schema(
    stated: Graph, embedder: HashEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    _update(stated, embedder)
    before = graph_digest(stated)
    run = Transaction.run

    def dies(self: Transaction, name: str, /, **parameters: Any) -> Any:
        if name == "write_schema_edges":
            raise GraphError("the machine went down")
        return run(self, name, **parameters)

    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "run", dies)
        with pytest.raises(GraphError, match="went down"):
            _update(stated, embedder, min_count=1)
    assert graph_digest(stated) == before


def test_questions_add_what_is_asked_for(
    stated: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path
) -> None:
    asked = ("Who directed the film Mirror?", "Who directed the film Solaris?")
    path = _questions(tmp_path, *asked, "Which company did he found?", "Where was the actor born?")
    report = _update(stated, embedder, questions=path, linguistics=linguistics)
    assert report.questions_read == 4
    assert ("Work", "director", "Person", 2, 2) in _edges(stated)
    assert "place of birth" not in {edge[1] for edge in _edges(stated)}  # asked once


def test_questions_are_read_once_and_stay_until_others_are_given(
    stated: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path
) -> None:
    path = _questions(tmp_path, "Where was the actor born?", "Where was the singer born?")
    _update(stated, embedder, questions=path, linguistics=linguistics)
    edge = ("Person", "place of birth", "Place", 0, 2)
    assert edge in _edges(stated)
    again = _update(stated, embedder, questions=path, linguistics=linguistics)
    assert (again.questions_read, again.rows_written) == (0, 0)
    assert _update(stated, embedder).rows_written == 0
    other = _questions(tmp_path, "Who wrote the novel Pan?")
    _update(stated, embedder, questions=other, linguistics=linguistics)
    assert edge not in _edges(stated)


def test_chat_model_reads_questions_and_its_cost_is_told(
    stated: Graph, embedder: HashEmbedder, tmp_path: Path
) -> None:
    path = _questions(tmp_path, "Who swam where?", "Who ran where?")
    reply = '{"triples": [{"subject": "Group", "relation": "ran to", "object": "Place"}]}'
    report = _update(stated, embedder, questions=path, chat=ScriptedChatModel([reply]))
    assert ("Group", "ran to", "Place", 0, 2) in _edges(stated)
    assert report.usage.llm_calls == 1
    assert ("Group", 0, False) in [tuple(row.values()) for row in stated.run_text(TYPES)]


@pytest.mark.parametrize("limits", [{"min_count": 0}, {"max_relations": 0}])
def test_senseless_limits_are_refused(
    graph: Graph, embedder: HashEmbedder, limits: dict[str, int]
) -> None:
    with pytest.raises(UsageError, match="at least 1"):
        _update(graph, embedder, **limits)


def test_empty_graph_has_no_schema(graph: Graph, embedder: HashEmbedder) -> None:
    assert _update(graph, embedder) == SchemaReport(0, 0, 0, 0)


def test_browser_query_draws_the_schema(stated: Graph, embedder: HashEmbedder) -> None:
    _update(stated, embedder)
    rows = stated.read("show_schema", limit=2)
    assert [(row["relation"], row["count"]) for row in rows] == [("born in", 2), ("director", 2)]
    assert [node["properties"]["name"] for node in rows[0]["schema_path"][::2]] == [
        "Person",
        "Place",
    ]
