from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kgplatform.extract.facts import make_literal, make_statement
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import Batch, BatchWriter, delete_document, delete_orphans
from kgplatform.records import (
    Document,
    Literal,
    Mention,
    Passage,
    Qualifier,
    Statement,
    UnprovenFact,
)
from kgplatform.records.document import Page, Section, Table, TextLine, decode_lines
from kgplatform.records.ids import content_id
from kgplatform.sources.text import make_document
from kgplatform.text.names import make_entity
from tests.digest import graph_digest
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

TEXT = "Fram sailed in 1893. | a | b | Nansen led."
LINES = (TextLine(0, 10.0, 20.0, (72.0, 78.5, 84.0)),)


def _document(text: str = TEXT, name: str = "a", **structure: Any) -> Document:
    return make_document(
        uri=f"file:///{name}.pdf",
        title="Fram",
        text=text,
        media_type="application/pdf",
        **structure,
    )


def _passage(document: Document, index: int, start: int, end: int, **where: Any) -> Passage:
    text = document.text[start:end]
    key = content_id("passage", document.id, str(start), text)
    return Passage(key, document.id, index, start, end, document.title, text, **where)


def _mention(passage: Passage, name: str, entity_type: str = "Thing") -> Mention:
    start = passage.text.index(name)
    return Mention(passage.id, make_entity(name, entity_type), start, start + len(name), name)


def _statement(passage: Passage, *, extractor: str = "x", confidence: float = 0.5) -> Statement:
    subject, obj = make_entity("Fram"), make_literal("1893", "date")
    at = passage.text.index("1893")
    return Statement(
        id=content_id("statement", subject.id, "sailed in", obj.id),
        subject=subject,
        relation="sailed in",
        object=obj,
        qualifiers=(),
        text="Fram sailed in 1893",
        passage_id=passage.id,
        start=0,
        end=at + 5,
        extractor=extractor,
        confidence=confidence,
        subject_span=(0, 4),
        object_span=(at, at + 4),
    )


def _batch(document: Document, passages: list[Passage], **parts: Any) -> Batch:
    defaults: dict[str, Any] = {
        "documents": (document,),
        "started": (document,),
        "finished": (document,),
        "replaced": (),
        "passages": tuple(passages),
        "following": (),
        "embeddings": np.eye(len(passages), 64, dtype=np.float32),
        "titles": {document.id: make_entity("Fram")},
        "mentions": (),
        "statements": (),
        "unproven": (),
        "extractors": {document.id: "x"},
        "failures": {},
    }
    return Batch(**{**defaults, **parts})


def _one(graph: Graph, text: str) -> dict[str, Any]:
    (row,) = graph.run_text(text)
    return row


def test_pages_sections_and_tables_hold_their_passages(graph: Graph) -> None:
    document = _document(
        pages=(Page(1, 0, 20, 595, 842, "i", LINES), Page(2, 20, len(TEXT))),
        sections=(Section(1, "Voyage", 0, len(TEXT)),),
        tables=(Table("Crew", 21, 30, (("a", "b"),), page=2, box=(1.0, 2.0, 3.0, 4.0)),),
    )
    first = _passage(document, 0, 0, 20, page=1, section=0, heading="Voyage")
    second = _passage(document, 1, 21, 30, page=2, section=0, table=0)
    BatchWriter(graph).write(_batch(document, [first, second]))
    held = graph.run_text(
        "MATCH (d:Document)-[:HAS_PAGE|HAS_SECTION|HAS_TABLE]->(c)-[:HAS_PASSAGE]->(p:Passage) "
        "RETURN labels(c)[0] AS kind, p.index AS passage ORDER BY kind, passage"
    )
    assert [(row["kind"], row["passage"]) for row in held] == [
        ("Page", 0),
        ("Page", 1),
        ("Section", 0),
        ("Section", 1),
        ("Table", 1),
    ]
    page = _one(graph, "MATCH (p:Page {number: 1}) RETURN p.lines AS lines, p.label AS label")
    assert decode_lines(page["lines"]) == LINES
    table = _one(graph, "MATCH (t:Table) RETURN t.text AS text, t.cells AS cells, t.box AS box")
    assert table == {"text": TEXT[21:30], "cells": '[["a", "b"]]', "box": [1.0, 2.0, 3.0, 4.0]}


def test_passage_over_a_page_break_lies_on_both_pages(graph: Graph) -> None:
    document = _document(pages=(Page(1, 0, 10), Page(2, 10, 30), Page(3, 30, len(TEXT))))
    BatchWriter(graph).write(_batch(document, [_passage(document, 0, 5, 25, page=1)]))
    row = _one(graph, "MATCH (p:Page)-[:HAS_PASSAGE]->() RETURN collect(p.number) AS pages")
    assert sorted(row["pages"]) == [1, 2]


def test_statement_keeps_the_spans_of_its_parts_and_the_surest_extractor(graph: Graph) -> None:
    one, two = _document(), _document(name="b")
    writer = BatchWriter(graph)
    for document, extractor, confidence in ((one, "x", 0.5), (two, "y", 0.9), (one, "z", 0.1)):
        passage = _passage(document, 0, 0, 20)
        statement = _statement(passage, extractor=extractor, confidence=confidence)
        writer.write(_batch(document, [passage], statements=(statement,)))
    row = _one(
        graph,
        "MATCH (s:Statement)-[r:STATED_IN]->() RETURN s.extractor AS extractor, "
        "s.confidence AS confidence, collect(r.alignment) AS alignment, "
        "collect([r.subjectStart, r.subjectEnd, r.objectStart, r.objectEnd]) AS spans",
    )
    assert row == {
        "extractor": "y",
        "confidence": 0.9,
        "spans": [[0, 4, 15, 19], [0, 4, 15, 19]],
        "alignment": [["exact", "exact"], ["exact", "exact"]],
    }


def _denied(passage: Passage) -> Statement:
    """A denied fact between two entities with two qualifiers, said by somebody."""
    ends = make_entity("Fram"), make_entity("Nansen")
    at = passage.text.index("1893")
    qualifiers = (Qualifier("time", make_literal("1893", "date"), at, at + 4),)
    return make_statement(
        passage,
        (0, 20),
        subject=ends[0],
        relation="was led by",
        obj=ends[1],
        subject_span=(0, 4),
        object_span=(5, 11),
        extractor="x",
        confidence=0.5,
        qualifiers=qualifiers,
        canonical="lead",
        polarity="denied",
        attribution="the crew",
    )


def test_denied_statement_says_so_and_is_no_shortcut_between_entities(graph: Graph) -> None:
    document = _document()
    passage = _passage(document, 0, 0, 20)
    BatchWriter(graph).write(_batch(document, [passage], statements=(_denied(passage),)))
    row = _one(
        graph,
        "MATCH (s:Statement)-[r:STATED_IN]->(), (s)-[:HAS_RELATION]->(t:RelationType) "
        "RETURN s {.polarity, .modality, .isPlain, .name, .text} AS s, t.name AS relation, "
        "r {.attribution, .qualifierRelations, .qualifierStarts, .qualifierEnds} AS r, "
        "COUNT { ()-[:RELATED]->() } AS related",
    )
    assert row["s"] == {
        "polarity": "denied",
        "modality": "asserted",
        "isPlain": False,
        "name": "was led by (denied)",
        "text": "Fram was led by Nansen (time: 1893; denied)",
    }
    assert (row["relation"], row["related"]) == ("lead", 0)
    assert row["r"] == {
        "attribution": "the crew",
        "qualifierRelations": ["time"],
        "qualifierStarts": [15],
        "qualifierEnds": [19],
    }
    (found,) = graph.read("fetch_statements", passage_ids=[passage.id])
    shown = (found["polarity"], found["modality"], found["attribution"])
    assert shown == ("denied", "asserted", "the crew")
    for name, parameters in (
        ("fetch_facts", {"ids": [found["id"]], "passage_ids": [passage.id], "documents": None}),
        ("fetch_triples", {"passage_ids": [passage.id]}),
        ("list_facts", {"after": "", "limit": 9, "documents": None}),
        ("search_statements", {"query": "fram", "documents": None, "limit": 9}),
    ):
        assert graph.read(name, **parameters) == []


def test_relation_goes_with_its_last_statement(graph: Graph) -> None:
    documents = [_document(name=name) for name in "ab"]
    for document in documents:
        passage = _passage(document, 0, 0, 20)
        BatchWriter(graph).write(_batch(document, [passage], statements=(_denied(passage),)))
    relations = "MATCH (t:RelationType) RETURN collect(t.name) AS names"
    delete_document(graph, documents[0].id)
    assert _one(graph, relations) == {"names": ["lead"]}
    delete_document(graph, documents[1].id)
    assert _one(graph, relations) == {"names": []}


def test_relation_goes_with_all_its_statements_at_once(graph: Graph) -> None:
    document = _document()
    passage = _passage(document, 0, 0, 20)
    denied = _denied(passage)
    planned = replace(denied, id="planned", polarity="affirmed", modality="planned")
    BatchWriter(graph).write(_batch(document, [passage], statements=(denied, planned)))
    relations = "MATCH (t:RelationType) RETURN collect(t.name) AS names"
    assert _one(graph, relations) == {"names": ["lead"]}
    delete_document(graph, document.id)
    assert _one(graph, relations) == {"names": []}


def test_vectors_go_with_what_they_are_of(graph: Graph) -> None:
    document = _document()
    passage = _passage(document, 0, 0, 20)
    statement = _statement(passage)
    BatchWriter(graph).write(_batch(document, [passage], statements=(statement,)))
    vector = graph.vector(np.ones(64, dtype=np.float32))
    graph.write("write_statement_embeddings", rows=[[statement.id, vector]])
    graph.write("write_relation_types", rows=[["sailed in", 1, 0]])
    graph.write("write_relation_embeddings", rows=[["sailed in", vector]])
    vectors = "MATCH (e)<-[:HAS_EMBEDDING]-() RETURN count(e) AS n"
    assert _one(graph, vectors) == {"n": 3}
    delete_document(graph, document.id)
    assert _one(graph, vectors) == {"n": 0}
    left = "MATCH (e) WHERE e.vector IS NOT NULL RETURN count(e) AS n"
    assert _one(graph, left) == {"n": 0}


def test_date_is_days_that_cypher_compares(graph: Graph) -> None:
    document = _document()
    passage = _passage(document, 0, 0, 20)
    year = Literal("l", "1893", "date", start="1893-01-01", end="1893-12-31")
    statement = replace(_statement(passage), object=year)
    BatchWriter(graph).write(_batch(document, [passage], statements=(statement,)))
    found = graph.run_text(
        "MATCH (l:Literal) WHERE l.from <= date('1893-06-24') <= l.to RETURN l.value AS value"
    )
    assert found == [{"value": "1893"}]


def test_unproven_fact_is_kept_apart_and_goes_with_its_document(graph: Graph) -> None:
    document = _document()
    passage = _passage(document, 0, 0, 20)
    fact = UnprovenFact(
        "u", passage.id, "Fram", "built in", "Oslo", (("time", "1892"),), "not there", "llm"
    )
    BatchWriter(graph).write(_batch(document, [passage], unproven=(fact,)))
    (row,) = graph.read("list_unproven_facts", limit=5)
    assert (row["object"], row["reason"], row["passage_id"]) == ("Oslo", "not there", passage.id)
    assert _one(graph, "MATCH (s:Statement) RETURN count(s) AS n") == {"n": 0}
    delete_document(graph, document.id)
    assert graph.read("list_unproven_facts", limit=5) == []


def test_replaced_document_keeps_the_nodes_of_what_did_not_change(graph: Graph) -> None:
    writer = BatchWriter(graph)
    old = _document()
    kept, gone = _passage(old, 0, 0, 20), _passage(old, 1, 31, len(TEXT))
    mentions = (_mention(kept, "Fram"), _mention(gone, "Nansen"))
    writer.write(_batch(old, [kept, gone], mentions=mentions, statements=(_statement(kept),)))
    write_own(
        graph, "MATCH (p:Passage {index: 0}) CREATE (:Question {id: 'q'})-[:CITES {rank: 1}]->(p)"
    )
    new = _document(TEXT.replace("Nansen led.", "Amundsen"))
    same, fresh = _passage(new, 0, 0, 20), _passage(new, 1, 31, 39)
    mentions = (_mention(same, "Fram"), _mention(fresh, "Amundsen"))
    batch = _batch(
        new, [same, fresh], mentions=mentions, statements=(_statement(same),), replaced=(old.id,)
    )
    writer.write(batch)
    cited = _one(graph, "MATCH (:Question)-[:CITES]->(p) RETURN p.id AS id")
    assert cited == {"id": kept.id}
    names = {row["name"] for row in graph.run_text("MATCH (e:Entity) RETURN e.name AS name")}
    assert names == {"Fram", "Amundsen"}
    after = graph_digest(graph)
    graph.run_text("MATCH (n) WHERE NOT n:Configuration AND NOT n:Migration DETACH DELETE n")
    BatchWriter(graph).write(replace(batch, replaced=()))
    assert graph_digest(graph) == after


def test_replacing_a_long_document_survives_a_cut_between_its_batches(graph: Graph) -> None:
    old = _document()
    parts = [_passage(old, 0, 0, 20), _passage(old, 1, 31, len(TEXT))]
    statements = (_statement(parts[0]),)
    mentions = (_mention(parts[1], "Nansen"),)
    BatchWriter(graph).write(_batch(old, parts, statements=statements, mentions=mentions))
    new = _document("Gjøa sailed later. | a | b | It went well.")
    first, last = _passage(new, 0, 0, 18), _passage(new, 1, 29, 42)
    batches = [
        _batch(new, [first], finished=(), replaced=(old.id,)),
        _batch(new, [last], started=()),
    ]
    BatchWriter(graph).write(batches[0])  # and here the machine goes down
    again = BatchWriter(graph)
    for batch in batches:
        again.write(batch)
    delete_orphans(graph)
    after = graph_digest(graph)
    graph.run_text("MATCH (n) WHERE NOT n:Configuration AND NOT n:Migration DETACH DELETE n")
    fresh = BatchWriter(graph)
    for batch in batches:
        fresh.write(replace(batch, replaced=()))
    assert graph_digest(graph) == after


def test_type_is_what_most_mentions_show(graph: Graph) -> None:
    types = ("Thing", "Place", "Person", "Person", "Thing", "Thing")
    documents = [_document(name=str(number)) for number in range(len(types))]
    for document, kind in zip(documents, types, strict=True):
        passage = _passage(document, 0, 0, 20)
        mention = _mention(passage, "Fram", kind)
        BatchWriter(graph).write(_batch(document, [passage], mentions=(mention,)))
    graph.write("decide_entity_types", document_ids=[documents[0].id], entity_ids=[])
    query = "MATCH (e:Entity {name: 'Fram'}) RETURN e.type AS type, labels(e) AS labels"
    row = _one(graph, query)
    assert (row["type"], sorted(row["labels"])) == (
        "Person",
        ["Entity", "Person", "__KGPlatformEntity__"],
    )
    for document in documents[2:4]:
        delete_document(graph, document.id)
    assert _one(graph, query)["type"] == "Place"


def test_two_writers_at_once_lose_nothing(graph: Graph) -> None:
    names = [f"Ship{number}" for number in range(60)]

    def write(part: int) -> None:
        for number in range(20):
            text = " ".join(names if part else reversed(names))
            document = _document(text, name=f"{part}-{number}")
            passage = _passage(document, 0, 0, len(text))
            mentions = tuple(_mention(passage, name) for name in text.split())
            BatchWriter(graph).write(_batch(document, [passage], mentions=mentions))

    failures: list[BaseException] = []

    def run(part: int) -> None:
        try:
            write(part)
        except BaseException as exc:  # noqa: BLE001  # a thread's error must reach the test
            failures.append(exc)

    threads = [threading.Thread(target=run, args=(part,)) for part in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    found = _one(graph, "MATCH (:Passage)-[m:MENTIONS]->(:Entity) RETURN count(m) AS n")
    assert found == {"n": 2 * 20 * 60}
