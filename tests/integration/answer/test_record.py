"""Recording a question, against a real Neo4j."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kgplatform.answer import write_question
from kgplatform.errors import NotFound
from kgplatform.graph.connection import Graph
from kgplatform.records import Answer, Citation, ScoredStatement, Usage
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

TEXT = "The Fram was designed by Colin Archer."
ASKED_AT = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)
CITATION = Citation("p1", "d1", "Fram", "file:///fram.md", None, 22, 37, "by Colin Archer", 0.75)
STATEMENT = ScoredStatement("s1", "Colin Archer", "design", "Fram", (), "p1", 0, 38, 0.5)
ANSWER = Answer(
    question_id="",
    question="Who designed the Fram?",
    answer="Colin Archer",
    abstained=False,
    method="graph",
    reader="extractive",
    evidence=(CITATION,),
    statements=(STATEMENT,),
    steps=(),
    usage=Usage(1, 20, 3, 0),
    timings_ms={},
)
CITES = """
MATCH (q:Question {id: $id})-[c:CITES]->(x)
RETURN labels(x)[0] AS label, x.id AS id, properties(c) AS properties ORDER BY label
"""
QUESTION = "MATCH (q:Question {id: $id}) RETURN properties(q) AS q"


@pytest.fixture
def cited(graph: Graph) -> Graph:
    write_own(
        graph,
        "CREATE (:Passage {id: 'p1', text: $text}), (:Statement {id: 's1', relation: 'design'})",
        text=TEXT,
    )
    return graph


def test_write_question_records_the_answer(cited: Graph) -> None:
    question_id = write_question(cited, ANSWER, asked_at=ASKED_AT)
    (row,) = cited.run_text(QUESTION, id=question_id)
    asked_at, citations = row["q"].pop("askedAt"), row["q"].pop("citations")
    assert [json.loads(kept)["quote"] for kept in citations] == ["by Colin Archer"]
    details = json.loads(row["q"].pop("details"))
    assert (details["usage"]["prompt_tokens"], details["steps"]) == (20, [])
    assert row["q"] == {
        "id": question_id,
        "text": "Who designed the Fram?",
        "name": "Who designed the Fram?",
        "answer": "Colin Archer",
        "abstained": False,
        "method": "graph",
        "reader": "extractive",
        "tokens": 23,
    }
    assert asked_at == ASKED_AT


def test_write_question_keeps_quotes_with_the_place_in_their_document(cited: Graph) -> None:
    write_own(
        cited,
        "MATCH (p:Passage {id: 'p1'}) SET p.start = 100 "
        "CREATE (p)-[:PART_OF]->(:Document {id: 'd1', sha256: 'ab'})",
    )
    outside = replace(CITATION, passage_id="o1", document_id="", uri="http://x/Q1", quote="A.")
    answer = replace(ANSWER, evidence=(CITATION, outside))
    question_id = write_question(cited, answer, asked_at=ASKED_AT)
    (row,) = cited.run_text(QUESTION, id=question_id)
    first, second = map(json.loads, row["q"]["citations"])
    assert first == {
        "rank": 1,
        "score": 0.75,
        "title": "Fram",
        "uri": "file:///fram.md",
        "document_id": "d1",
        "sha256": "ab",
        "passage_id": "p1",
        "start": 22,
        "end": 37,
        "document_start": 122,
        "document_end": 137,
        "quote": "by Colin Archer",
        "page": None,
        **dict.fromkeys(("section", "table", "row", "column"), ""),
    }
    assert (second["uri"], second["quote"], second["sha256"]) == ("http://x/Q1", "A.", None)


def test_write_question_cites_passages_and_statements(cited: Graph) -> None:
    question_id = write_question(cited, ANSWER, asked_at=ASKED_AT)
    passage, statement = cited.run_text(CITES, id=question_id)
    assert (passage["label"], passage["id"]) == ("Passage", "p1")
    assert passage["properties"] == {
        "rank": 1,
        "score": 0.75,
        "start": 22,
        "end": 37,
        "quote": "by Colin Archer",
    }
    assert TEXT[22:37] == "by Colin Archer"
    assert (statement["label"], statement["id"]) == ("Statement", "s1")
    assert statement["properties"] == {"rank": 1, "score": 0.5}


def test_write_question_twice_leaves_one_record(cited: Graph) -> None:
    first = write_question(cited, ANSWER, asked_at=ASKED_AT)
    shorter = replace(ANSWER, answer="Archer", statements=())
    second = write_question(cited, shorter, asked_at=ASKED_AT)
    assert first == second
    (row,) = cited.run_text(QUESTION, id=first)
    assert row["q"]["answer"] == "Archer"
    assert [row["label"] for row in cited.run_text(CITES, id=first)] == ["Passage"]


def test_write_question_keeps_every_asking(cited: Graph) -> None:
    ids = {
        write_question(cited, ANSWER, asked_at=ASKED_AT),
        write_question(cited, ANSWER, asked_at=ASKED_AT + timedelta(seconds=1)),
        write_question(cited, replace(ANSWER, method="passages"), asked_at=ASKED_AT),
    }
    assert len(ids) == 3


def test_write_question_keeps_two_spans_of_one_passage(cited: Graph) -> None:
    other = replace(CITATION, start=0, end=8, quote="The Fram")
    question_id = write_question(
        cited, replace(ANSWER, evidence=(CITATION, other), statements=()), asked_at=ASKED_AT
    )
    rows = cited.run_text(CITES, id=question_id)
    assert sorted(row["properties"]["quote"] for row in rows) == ["The Fram", "by Colin Archer"]


def test_write_question_records_an_abstention(graph: Graph) -> None:
    abstention = replace(ANSWER, answer="", abstained=True, evidence=(), statements=())
    question_id = write_question(graph, abstention, asked_at=ASKED_AT)
    (row,) = graph.run_text(QUESTION, id=question_id)
    assert (row["q"]["answer"], row["q"]["abstained"]) == ("", True)


def test_write_question_writes_nothing_when_a_citation_is_gone(cited: Graph) -> None:
    gone = replace(ANSWER, evidence=(replace(CITATION, passage_id="removed"),))
    with pytest.raises(NotFound, match="ask again"):
        write_question(cited, gone, asked_at=ASKED_AT)
    assert cited.run_text("MATCH (q:Question) RETURN count(q) AS n") == [{"n": 0}]
