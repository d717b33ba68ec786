"""An answer's subgraph comes out of a real Neo4j whole, and nothing else with it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import rdflib
from rdflib.namespace import PROV, RDF

from kgplatform.answer import write_question
from kgplatform.errors import NotFound
from kgplatform.export.exporter import ExportOptions
from kgplatform.export.scope import ALL, Scope
from kgplatform.export.write import export_graph, render
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import delete_document
from kgplatform.records import Answer, Citation, Usage
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

QUESTION = "q" * 24
SCOPE = Scope("question", QUESTION)

# a cited passage, a passage that only states a cited statement, and one that has no part in it
GRAPH = """
CREATE (q:Question {id: $question, text: 'Who "wrote" Dune?', answer: 'Frank Herbert',
  abstained: false, method: 'graph', reader: 'extractive',
  askedAt: datetime('2026-01-02T03:04:05Z'), tokens: 0})
CREATE (d1:Document {id: 'd1', title: 'Dune', uri: 'file:///books/dune 1.txt', sha256: 'aa',
  mediaType: 'text/plain', date: '1965-08-01', ingestedAt: datetime('2026-01-01T00:00:00Z')})
CREATE (d2:Document {id: 'd2', title: 'Herbert', uri: 'file:///books/herbert.txt', sha256: 'bb',
  mediaType: 'text/plain', ingestedAt: datetime('2026-01-01T00:00:00Z')})
CREATE (d3:Document {id: 'd3', title: 'Other', uri: 'file:///books/other.txt', sha256: 'cc',
  mediaType: 'text/plain', ingestedAt: datetime('2026-01-01T00:00:00Z')})
CREATE (p1:Passage {id: 'p1', index: 0, title: 'Dune', start: 5, end: 43,
  text: 'Dune was written by Frank Herbert.\\nÅ 😀', embedding: [0.1, 0.2]})-[:PART_OF]->(d1)
CREATE (p2:Passage {id: 'p2', index: 0, title: 'Herbert', start: 0, end: 30,
  text: 'Herbert was born in 1920 there'})-[:PART_OF]->(d2)
CREATE (p3:Passage {id: 'p3', index: 0, title: 'Other', start: 0, end: 6, text: 'Other.'})
  -[:PART_OF]->(d3)
CREATE (dune:Entity:Work {id: 'e1', name: 'Dune', normalizedName: 'dune', type: 'Work',
  aliases: ['Dune', 'Dune (novel)']})
CREATE (frank:Entity:Person {id: 'e2', name: 'Frank Herbert', type: 'Person', aliases: []})
CREATE (other:Entity:Thing {id: 'e3', name: 'Other', type: 'Thing'})
CREATE (year:Literal {id: 'l1', value: '1920', datatype: 'date', from: date('1920-01-01'),
  to: date('1920-12-31')})
CREATE (s1:Statement {id: 's1', relation: 'write', text: 'Frank Herbert wrote Dune',
  confidence: 0.9, extractor: 'spacy', source: 'text'})
CREATE (s1)-[:SUBJECT]->(frank) CREATE (s1)-[:OBJECT]->(dune)
CREATE (s1)-[:QUALIFIER {relation: 'time'}]->(year)
CREATE (s1)-[:STATED_IN {start: 0, end: 34}]->(p1)
CREATE (s2:Statement {id: 's2', relation: 'bear', text: 'Frank Herbert was born 1920',
  confidence: 0.8, extractor: 'spacy', source: 'text', polarity: 'denied', modality: 'asserted',
  canonical: 'bear', isPlain: false})
CREATE (s2)-[:SUBJECT]->(frank) CREATE (s2)-[:OBJECT]->(year)
CREATE (s2)-[:STATED_IN {start: 0, end: 24, subjectStart: 0, subjectEnd: 7, objectStart: 20,
  objectEnd: 24, attribution: 'the publisher'}]->(p2)
CREATE (s3:Statement {id: 's3', relation: 'be', text: 'Other', confidence: 0.1,
  extractor: 'spacy', source: 'text'})-[:STATED_IN {start: 0, end: 5}]->(p3)
CREATE (s3)-[:SUBJECT]->(other) CREATE (s3)-[:OBJECT]->(frank)
CREATE (q)-[:CITES {rank: 1, score: 0.7, start: 20, end: 33, quote: 'Frank Herbert'}]->(p1)
CREATE (q)-[:CITES {rank: 1, score: 0.4}]->(s2)
CREATE (d1)-[:HAS_SECTION]->(h:Section {id: 'h1', index: 0, level: 1, heading: 'Origin', start: 0,
  end: 99})-[:HAS_PASSAGE]->(p1)
CREATE (d1)-[:HAS_PAGE]->(g:Page {id: 'g1', number: 1, start: 0, end: 99, width: 595.0,
  height: 842.0})-[:HAS_PASSAGE]->(p1)
CREATE (p1)-[:MENTIONS {start: 20, end: 33, surface: 'Frank Herbert', type: 'Person'}]->(frank)
CREATE (:IngestRun {id: 'r1', job: '/home/ann/books', state: 'done', errors: [],
  startedAt: datetime('2025-12-31T00:00:00Z'), finishedAt: datetime('2026-01-02T00:00:00Z')})
"""


@pytest.fixture
def answered(graph: Graph) -> Graph:
    write_own(graph, GRAPH, question=QUESTION)
    return graph


def export_json(graph: Graph) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(render(graph, SCOPE, format="json"))
    return document


def test_export_holds_what_the_answer_rests_on_and_no_more(answered: Graph) -> None:
    nodes = {node["id"] for node in export_json(answered)["nodes"]}
    assert nodes == {
        *{QUESTION, "p1", "p2", "d1", "d2", "s1", "s2", "e1", "e2", "l1"},
        *{"h1", "g1"},
    }


def test_export_shows_the_day_of_a_document(answered: Graph) -> None:
    days = {n["id"]: n["properties"].get("date") for n in export_json(answered)["nodes"]}
    assert (days["d1"], days["d2"]) == ("1965-08-01", None)


def test_export_leaves_embeddings_out(answered: Graph) -> None:
    assert "embedding" not in render(answered, SCOPE, format="json")


def test_every_relationship_joins_exported_nodes(answered: Graph) -> None:
    document = export_json(answered)
    nodes = {node["id"] for node in document["nodes"]}
    assert all({item["start"], item["end"]} <= nodes for item in document["relationships"])


def test_every_span_of_the_manifest_matches(answered: Graph) -> None:
    spans = export_json(answered)["manifest"]["spans"]
    assert [(s["role"], s["document_start"], s["quote"], s["matches"]) for s in spans] == [
        ("CITES", 25, "Frank Herbert", True),
        ("STATED_IN", 5, "Dune was written by Frank Herbert.", True),
        ("STATED_IN", 0, "Herbert was born in 1920", True),
    ]


def test_export_shows_how_a_statement_stands_and_where_its_parts_are(answered: Graph) -> None:
    document = export_json(answered)
    properties = {node["id"]: node["properties"] for node in document["nodes"]}
    assert (properties["s1"]["polarity"], properties["s2"]["polarity"]) == ("affirmed", "denied")
    assert (properties["l1"]["from"], properties["l1"]["to"]) == ("1920-01-01", "1920-12-31")
    assert "aliases" in properties["e1"]
    assert "aliases" not in properties["e2"]  # an empty list would be a null in CSV and RDF
    [span] = [s for s in document["manifest"]["spans"] if s["node_id"] == "s2"]
    assert span["attribution"] == "the publisher"
    assert [(part["role"], part["quote"]) for part in span["parts"]] == [
        ("subject", "Herbert"),
        ("object", "1920"),
    ]


def test_turtle_reads_back_with_the_statements_provenance(answered: Graph, tmp_path: Path) -> None:
    path = tmp_path / "answer.ttl"
    export_graph(answered, SCOPE, format="turtle", out=path)
    rdf = rdflib.Graph().parse(path)
    sources = {
        (str(statement), str(passage))
        for statement in rdf.subjects(RDF.type, RDF.Statement)
        for passage in rdf.objects(statement, PROV.wasDerivedFrom)
    }
    assert sources == {
        ("urn:kgplatform:statement:s1", "urn:kgplatform:passage:p1"),
        ("urn:kgplatform:statement:s2", "urn:kgplatform:passage:p2"),
    }


def test_turtle_is_the_same_each_time(answered: Graph) -> None:
    texts = {render(answered, SCOPE, format="turtle") for _ in range(3)}
    assert len(texts) == 1


def test_question_that_cites_nothing_exports_alone(graph: Graph) -> None:
    write_own(graph, "CREATE (:Question {id: $id, text: 'Why?', abstained: true})", id=QUESTION)
    assert [node["id"] for node in export_json(graph)["nodes"]] == [QUESTION]


def test_what_was_cited_outlives_its_document(graph: Graph, tmp_path: Path) -> None:
    write_own(graph, GRAPH, question=QUESTION)
    citation = Citation(
        "p1", "d1", "Dune", "file:///books/dune 1.txt", None, 20, 33, "Frank Herbert", 0.7
    )
    answer = Answer(
        "", "Who?", "Frank Herbert", False, "graph", "extractive", (citation,), (), (), Usage(), {}
    )
    question_id = write_question(graph, answer, asked_at=datetime(2026, 1, 3, tzinfo=UTC))
    told: list[str] = []
    path = tmp_path / "answer.json"
    export_graph(graph, Scope("question", question_id), format="json", out=path, notify=told.append)
    assert told == []
    delete_document(graph, "d1")
    export_graph(graph, Scope("question", question_id), format="json", out=path, notify=told.append)
    manifest = json.loads(path.read_text())["manifest"]
    assert (manifest["spans"], manifest["documents"]) == ([], [])
    (kept,) = manifest["citations"]
    assert (kept["state"], kept["quote"]) == ("no longer in the graph", "Frank Herbert")
    assert (kept["sha256"], kept["document_start"], kept["document_end"]) == ("aa", 25, 38)
    assert len(told) == 1
    assert "1 of 1 citations" in told[0]
    turtle = render(graph, Scope("question", question_id), format="turtle")
    assert '"Frank Herbert"' in turtle


def test_unknown_question_is_not_found(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "answer.ttl"
    with pytest.raises(NotFound, match="absent"):
        export_graph(graph, Scope("question", "absent"), format="turtle", out=path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("scope", "there", "absent"),
    [
        pytest.param(Scope("entity", "dune"), {"e1", "s1", "p1", "d1", "e2", "l1"}, {"s2"}, id="1"),
        pytest.param(Scope("entity", "Dune", depth=2), {"s1", "s2", "s3", "e3"}, {"q"}, id="depth"),
        pytest.param(Scope("document", "d2"), {"d2", "p2", "s2", "e2", "l1"}, {"p1", "e1"}, id="d"),
        pytest.param(Scope("run", "latest"), {"r1", "d1", "d2", "d3", "s3"}, set(), id="run"),
        pytest.param(
            Scope("query", "list_statements_about_entity", parameters={"name": "Dune", "limit": 5}),
            {"s1", "p1", "d1", "e1", "e2"},
            {"s2", "s3"},
            id="query",
        ),
        pytest.param(ALL, {QUESTION, "r1", "d3", "p3", "e3", "l1", "h1", "g1"}, set(), id="all"),
    ],
)
def test_scopes(answered: Graph, scope: Scope, there: set[str], absent: set[str]) -> None:
    document = json.loads(render(answered, scope, format="json"))
    nodes = {node["id"] for node in document["nodes"]}
    assert (there - nodes, absent & nodes) == (set(), set())
    assert all({item["start"], item["end"]} <= nodes for item in document["relationships"])


@pytest.mark.parametrize("kind", ["conversation", "entity", "document", "run"])
def test_a_scope_of_nothing_is_not_found(answered: Graph, kind: str) -> None:
    with pytest.raises(NotFound, match="absent"):
        render(answered, Scope(kind, "absent"), format="json")


def test_no_folder_and_no_job_is_exported_unless_asked_for(answered: Graph) -> None:
    hidden = render(answered, ALL, format="json")
    assert "/books/" not in hidden
    assert "/home/" not in hidden
    shown = render(answered, ALL, format="json", options=ExportOptions(paths=True))
    assert "file:///books/dune 1.txt" in shown
    assert "/home/ann/books" in shown


READ_NODES = "MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties"
READ_EDGES = """
MATCH (a)-[r]->(b) RETURN type(r) AS type, a.id AS start, b.id AS end, properties(r) AS properties
"""


def test_a_cypher_script_makes_the_same_graph(answered: Graph) -> None:
    before = json.loads(render(answered, ALL, format="json"))
    script = render(answered, ALL, format="cypher").splitlines()
    answered.run_text("MATCH (n) DETACH DELETE n")
    for statement in script:
        if not statement.startswith("CREATE CONSTRAINT"):  # the schema is that of the other tests
            answered.run_text(statement.removesuffix(";"))
    nodes, edges = answered.run_text(READ_NODES), answered.run_text(READ_EDGES)
    assert sorted_json(nodes, "labels") == sorted_json(
        [{"labels": n["labels"], "properties": n["properties"]} for n in before["nodes"]], "labels"
    )
    assert sorted_json(edges) == sorted_json(before["relationships"])


def sorted_json(rows: list[dict[str, Any]], listed: str = "") -> list[str]:
    """Return rows in one form; times as JSON exports have them."""
    for row in rows:
        if listed:
            row[listed] = sorted(row[listed])
    texts = (json.dumps(row, sort_keys=True, default=lambda time: time.isoformat()) for row in rows)
    return sorted(text.replace("+00:00", "Z") for text in texts)
