"""An item's statements, from a real endpoint into words and into a real graph."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from kgplatform.errors import NotFound, UsageError
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.endpoints import open_endpoint
from kgplatform.wikidata.item_files import fetch_classes, item_path, mark_statements, write_item
from kgplatform.wikidata.items import Item, fetch_item
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint
from tests.pipeline import linguistics

pytestmark = pytest.mark.integration

WHEN = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
STATEMENT = "http://www.wikidata.org/entity/statement/Q100-"
RANKED = f"""
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix p: <http://www.wikidata.org/prop/> . @prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix pr: <http://www.wikidata.org/prop/reference/> . @prefix prov: <http://www.w3.org/ns/prov#> .
@prefix wikibase: <http://wikiba.se/ontology#> .
wd:Q100 rdfs:label "Fram"@en ; p:P634 <{STATEMENT}a>, <{STATEMENT}b>, <{STATEMENT}c> .
<{STATEMENT}a> ps:P634 wd:Q103 ; wikibase:rank wikibase:PreferredRank ;
    prov:wasDerivedFrom <http://www.wikidata.org/reference/r1> .
<http://www.wikidata.org/reference/r1> pr:P248 wd:Q7 ; pr:P854 <http://fram.example/log> .
<{STATEMENT}b> ps:P634 wd:Q102 ; wikibase:rank wikibase:DeprecatedRank .
<{STATEMENT}c> ps:P634 _:unknown ; wikibase:rank wikibase:NormalRank .
wd:Q103 rdfs:label "Otto Sverdrup"@en . wd:Q7 rdfs:label "Polar Ships"@en .
wd:P634 rdfs:label "captain"@en . wd:P248 rdfs:label "stated in"@en .
"""


def test_statement_nodes_come_with_qualifiers_and_claims_only_where_no_node_says_it(
    endpoint: Endpoint,
) -> None:
    item = fetch_item(endpoint, "Q100")
    told = [
        (s.relation, s.value.text, [(name, value.text) for name, value in s.qualifiers])
        for s in item.statements
    ]
    assert (item.label, item.classes) == ("Fram", ("ship",))
    assert told[:2] == [("instance of", "ship", []), ("designed by", "Colin Archer", [])]
    assert sorted(told[2:]) == [
        ("captain", "Otto Sverdrup", [("start time", "1893"), ("end time", "1902")]),
        ("captain", "Roald Amundsen", [("start time", "1910"), ("end time", "1912")]),
    ]
    assert "Fram designed by Colin Archer" in item.lines()


def test_literals_are_in_words(endpoint: Endpoint) -> None:
    values = {s.relation: s.value for s in fetch_item(endpoint, "Q101").statements}
    assert (values["date of birth"].text, values["date of birth"].kind) == ("22 July 1832", "date")


def test_ranks_and_references_are_told_and_deprecated_or_unknown_values_left_out(
    tmp_path: Path,
) -> None:
    (tmp_path / "ranked.ttl").write_text(RANKED)
    store = LocalStore(tmp_path)
    store.load(tmp_path / "ranked.ttl")
    try:
        item = fetch_item(open_endpoint(None, home=tmp_path, options=ClientOptions()), "Q100")
    finally:
        store.stop()
    assert [(s.value.text, s.rank, s.references) for s in item.statements] == [
        ("Otto Sverdrup", "preferred", ("stated in: Polar Ships, P854: http://fram.example/log",))
    ]
    assert item.left_out == 2


def test_an_item_that_nothing_is_told_of(endpoint: Endpoint) -> None:
    with pytest.raises(NotFound, match="Q999"):
        fetch_item(endpoint, "Q999")
    with pytest.raises(UsageError):
        fetch_item(endpoint, "Fram")


def _bring(item: Item, graph: Graph, endpoint: Endpoint, folder: Path, when: datetime) -> int:
    path = item_path(folder, item.qid)
    write_item(item, path, classes=fetch_classes(endpoint, item))
    extractor = make_extractor("none", linguistics=linguistics())
    models = IngestModels(HashEmbedder(), linguistics(), extractor)
    ingest([path], graph=graph, models=models)
    return mark_statements(graph, path, item.qid, retrieved_at=when)


def test_an_item_is_brought_into_the_graph_and_refreshed_not_doubled(
    graph: Graph, endpoint: Endpoint, tmp_path: Path
) -> None:
    item = fetch_item(endpoint, "Q100")
    assert _bring(item, graph, endpoint, tmp_path, WHEN) == 4
    later = WHEN.replace(year=2027)
    fewer = Item(item.qid, item.label, item.classes, item.statements[:3])
    assert _bring(fewer, graph, endpoint, tmp_path, later) == 3
    rows = graph.run_text(
        "MATCH (s:Statement)-[:SUBJECT]->(e:Entity {qid: 'Q100'}) "
        "RETURN s.source AS source, s.retrievedAt.year AS year, count(*) AS n"
    )
    assert rows == [{"source": "wikidata", "year": 2027, "n": 3}]
    captains = graph.run_text(
        "MATCH (s:Statement {relation: 'captain'})-[q:QUALIFIER]->(v:Literal) RETURN count(q) AS n"
    )
    assert captains == [{"n": 2}]
    types = graph.run_text("MATCH (e:Entity {qid: 'Q101'}) RETURN e.type AS type")
    assert types == [{"type": "Person"}]
