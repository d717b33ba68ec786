"""Fact files all the way into the graph: found, cited, replaced and removed like texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder

pytestmark = pytest.mark.integration

DATA = Path(__file__).parents[2] / "data" / "facts"
STATED = """
MATCH (d:Document)<-[:PART_OF]-(p:Passage)<-[in:STATED_IN]-(s:Statement)-[:SUBJECT]->(subject)
MATCH (s)-[:OBJECT]->(object)
OPTIONAL MATCH (s)-[q:QUALIFIER]->(value)
WITH d, p, in, s, subject, object, q, value ORDER BY q.relation, coalesce(value.name, value.value)
RETURN d.title AS title, substring(p.text, in.start, in.end - in.start) AS quote,
  s.relation AS relation, s.extractor AS extractor, s.confidence AS confidence,
  subject.name AS subject, subject.qid AS qid, coalesce(object.name, object.value) AS object,
  [label IN labels(object) WHERE label <> 'Entity' AND NOT label STARTS WITH '__'] AS kinds,
  collect([q.relation, coalesce(value.name, value.value)]) AS qualifiers
ORDER BY quote
"""


def _ingest(graph: Graph, file: Path, linguistics: Linguistics) -> IngestReport:
    extractor = make_extractor("spacy", linguistics=linguistics)
    models = IngestModels(HashEmbedder(dimension=64), linguistics, extractor)
    return ingest([file], graph=graph, models=models)


def _stated(graph: Graph) -> list[dict[str, Any]]:
    return list(graph.run_text(STATED))


def _copy(name: str, folder: Path) -> Path:
    file = folder / name
    file.write_bytes((DATA / name).read_bytes())
    return file


def test_rows_become_statements_with_qualifiers_and_a_quotable_span(
    graph: Graph, linguistics: Linguistics
) -> None:
    report = _ingest(graph, DATA / "expeditions.csv", linguistics)
    assert (report.documents["new"], report.statements) == (2, 3)
    first = _stated(graph)[0]
    assert first["title"] == "Fram"
    assert first["quote"].startswith("Fram built by Colin Archer (place: Larvik; time: 1892;")
    assert (first["relation"], first["object"], first["kinds"]) == (
        "built by",
        "Colin Archer",
        ["Person"],
    )
    assert (first["extractor"], first["confidence"]) == ("given", 0.95)
    assert first["qualifiers"] == [
        ["place", "Larvik"],
        ["source", "Norsk Polarhistorie"],
        ["source", "Wikipedia"],
        ["time", "1892"],
    ]


def test_a_second_run_writes_nothing(graph: Graph, linguistics: Linguistics) -> None:
    _ingest(graph, DATA / "expeditions.csv", linguistics)
    again = _ingest(graph, DATA / "expeditions.csv", linguistics)
    assert (again.documents["unchanged"], again.rows_written) == (2, 0)


def test_a_changed_row_replaces_the_facts_of_its_subject_only(
    graph: Graph, linguistics: Linguistics, tmp_path: Path
) -> None:
    file = _copy("expeditions.csv", tmp_path)
    _ingest(graph, file, linguistics)
    file.write_text(file.read_text().replace("36.5 m", "37 m"))
    report = _ingest(graph, file, linguistics)
    assert (report.documents["changed"], report.documents["unchanged"]) == (1, 1)
    assert [row["object"] for row in _stated(graph) if row["subject"] == "Maud"] == ["37 m"]
    assert len(_stated(graph)) == 3


def test_what_only_a_fact_document_held_goes_with_it(
    graph: Graph, linguistics: Linguistics
) -> None:
    _ingest(graph, DATA / "expeditions.csv", linguistics)
    for row in graph.run_text("MATCH (d:Document) RETURN d.id AS id"):
        delete_document(graph, row["id"])
    left = graph.run_text(
        "MATCH (n) WHERE n:Document OR n:Passage OR n:Statement OR n:Entity OR n:Literal "
        "RETURN count(n) AS n"
    )
    assert left[0]["n"] == 0


def test_rdf_brings_its_identifiers(graph: Graph, linguistics: Linguistics) -> None:
    report = _ingest(graph, DATA / "wikidata.nt", linguistics)
    assert len(report.failures) == 2
    facts = {(row["subject"], row["qid"], row["object"]) for row in _stated(graph)}
    assert facts == {
        ("Fram", "Q1", "Colin Archer"),
        ("Fram", "Q1", "39.0"),
        ("Fram (Q2)", "Q2", "Q9"),
        ("Colin Archer", "Q3", "human"),
    }


def test_claims_are_cited_where_proven_and_kept_apart_elsewhere(
    graph: Graph, linguistics: Linguistics
) -> None:
    _ingest(graph, DATA / "hipporag.json", linguistics)
    (stated,) = _stated(graph)
    assert stated["quote"] == "It was built by Colin Archer in 1892."
    unproven = graph.run_text(
        "MATCH (u:UnprovenFact) RETURN u.object AS object, u.reason AS reason"
    )
    assert [(row["object"], row["reason"]) for row in unproven] == [
        ("Mars", "object not in the passage")
    ]
