"""Words that a fact is about but that name nothing: facts keep them, no list of names has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestModels, ingest
from kgplatform.ingest.resolution.entities import list_entities, show_entity
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest

pytestmark = pytest.mark.integration

TEXT = (
    "Three suppliers sued Marta Berg. The mill belongs to Marta Berg. We signed the lease in Oslo."
)
LETTERS = {
    "one.txt": TEXT,
    "two.txt": "The mill burned down in 1931. The mill belonged to Olav Dahl.",
}
PHRASES = (
    "MATCH (p:Phrase) RETURN p.name AS name, labels(p) AS labels, keys(p) AS keys ORDER BY name"
)
AS_BEFORE = """
MATCH (p:Phrase)<-[:SUBJECT]-(:Statement)-[stated:STATED_IN]->(passage:Passage)
REMOVE p:Phrase:__KGPlatformPhrase__
SET p:Entity:Thing:__KGPlatformEntity__, p.type = 'Thing', p.aliases = [],
    p.normalizedName = toLower(p.name)
MERGE (passage)-[:MENTIONS {start: stated.subjectStart, end: stated.subjectEnd}]->(p)
WITH DISTINCT p MATCH (p)<-[:SUBJECT]-(s)-[:OBJECT]->(o:Entity)
CREATE (p)-[:RELATED {statementId: s.id, relation: s.relation}]->(o)
"""


@pytest.fixture
def models(linguistics: Linguistics) -> IngestModels:
    extractor = make_extractor("spacy", linguistics=linguistics)
    return IngestModels(HashEmbedder(dimension=64), linguistics, extractor)


@pytest.fixture
def folder(graph: Graph, models: IngestModels, tmp_path: Path) -> Path:
    """Ingested letters."""
    for name, text in LETTERS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ingest([tmp_path], graph=graph, models=models)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_phrase_is_a_node_of_its_own_kind_and_document(graph: Graph) -> None:
    rows = graph.run_text(PHRASES)
    assert [row["name"] for row in rows] == ["Three suppliers", "mill", "mill", "we"]
    assert {tuple(row["labels"]) for row in rows} == {("Phrase", "__KGPlatformPhrase__")}
    assert {tuple(sorted(row["keys"])) for row in rows} == {("id", "name")}


@pytest.mark.usefixtures("folder")
def test_a_phrase_is_no_entity_and_its_facts_are_shown(graph: Graph) -> None:
    assert {row["name"] for row in list_entities(graph)} >= {"Marta Berg", "Oslo"}
    assert not {"mill", "we", "Three suppliers"} & {row["name"] for row in list_entities(graph)}
    ties = graph.run_text("MATCH (:Phrase)-[r]-(n) RETURN type(r) AS type, labels(n)[0] AS n")
    assert {(row["type"], row["n"]) for row in ties} == {("SUBJECT", "Statement")}
    facts = show_entity(graph, "Marta Berg")["facts"]
    assert {(f["subject"], f["relation"]) for f in facts} == {
        ("Three suppliers", "sued"),
        ("mill", "belongs to"),
    }
    passages = [row["id"] for row in graph.run_text("MATCH (p:Passage) RETURN p.id AS id")]
    fetched = {row["subject"] for row in graph.read("fetch_statements", passage_ids=passages)}
    assert fetched >= {"mill", "we", "Three suppliers"}
    [entity] = graph.run_text("MATCH (e:Entity {name: 'Marta Berg'}) RETURN e.id AS id")
    [walked] = graph.read(
        "traverse_statements",
        entities=[entity["id"]],
        documents=None,
        qualifiers=True,
        levels=4,
        hub=100,
        per_entity=10,
        per_level=10,
        per_frontier=10,
    )
    assert len(walked["ids"]) == 2  # both facts about her; a phrase leads to no others


def test_phrases_stay_with_what_did_not_change_and_go_with_the_last(
    graph: Graph, models: IngestModels, folder: Path
) -> None:
    before = graph_digest(graph)
    again = ingest([folder], graph=graph, models=models)
    assert (again.documents["unchanged"], again.rows_written) == (2, 0)
    (folder / "one.txt").write_text(TEXT.replace("Three suppliers", "Two tenants"))
    ingest([folder], graph=graph, models=models)
    names = [row["name"] for row in graph.run_text(PHRASES)]
    assert names == ["Two tenants", "mill", "mill", "we"]
    (folder / "one.txt").write_text(TEXT)
    ingest([folder], graph=graph, models=models)
    assert graph_digest(graph) == before
    gone = [delete_document(graph, row["id"]) for row in graph.read("list_documents", limit=9)]
    assert sum(counts["phrases"] for counts in gone) == len(names)
    assert graph.run_text(PHRASES) == []


def test_migrate_turns_the_phrases_of_before_into_a_kind_of_their_own(
    graph: Graph, models: IngestModels, folder: Path
) -> None:
    fresh = graph_digest(graph)
    graph.run_text(AS_BEFORE)
    graph.run_text("MATCH (m:Migration) WHERE m.version >= 18 DELETE m")
    graph.run_text("DROP CONSTRAINT kgplatform_phrase_id")
    assert "mill" in {row["name"] for row in list_entities(graph)}
    applied = migrate(graph, embedder=models.embedder.name, dimension=64)
    assert applied[0] == "V0018__phrases"
    assert "mill" not in {row["name"] for row in list_entities(graph)}
    ingest([folder], graph=graph, models=models)
    assert graph_digest(graph) == fresh
