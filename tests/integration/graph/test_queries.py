"""Every query file is understood by a real Neo4j, and those for people show what they promise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from kgplatform.graph.connection import Graph
from kgplatform.graph.library import load_query, query_names
from tests.integration.conftest import prepare
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

GRAPH_TEXT = """
CREATE (d:Document {id: 'd1', title: 'Ada Lovelace', uri: 'ada.txt'})
CREATE (p1:Passage {id: 'p1', index: 0, text: 'Ada was born in London.'})-[:PART_OF]->(d)
CREATE (p2:Passage {id: 'p2', index: 1, text: 'She wrote programs.'})-[:PART_OF]->(d)
CREATE (p1)-[:NEXT]->(p2)
CREATE (ada:Entity:Person {id: 'e1', name: 'Ada Lovelace', normalizedName: 'ada lovelace',
                           aliases: ['Ada'], type: 'Person'})
CREATE (london:Entity:Place {id: 'e2', name: 'London', normalizedName: 'london', aliases: [],
                             type: 'Place'})
CREATE (year:Literal {id: 'l1', value: '1815', datatype: 'date'})
CREATE (p1)-[:MENTIONS {start: 0, end: 3, surface: 'Ada'}]->(ada)
CREATE (p2)-[:MENTIONS {start: 0, end: 3, surface: 'She'}]->(ada)
CREATE (p1)-[:MENTIONS {start: 16, end: 22, surface: 'London'}]->(london)
CREATE (s:Statement {id: 's1', relation: 'born in'})-[:SUBJECT]->(ada)
CREATE (s)-[:OBJECT]->(london)
CREATE (s)-[:QUALIFIER {relation: 'time'}]->(year)
CREATE (s)-[:STATED_IN {start: 0, end: 23}]->(p1)
CREATE (q:Question {id: 'q1', text: 'Where?', askedAt: datetime()})-[:CITES {rank: 1}]->(p1)
CREATE (q)-[:CITES {rank: 2}]->(s)
CREATE (:IngestRun {id: 'r1', job: 'ada.txt', state: 'done', counts: '{}', errors: [],
                    startedAt: datetime('2026-01-01T00:00:00Z'),
                    finishedAt: datetime('2026-01-01T00:00:02.500Z')})
"""

LARGE = re.compile(r"Passage|Entity__|Phrase|Literal|Statement|\[\w*:(?!SCHEMA|SIMILAR_TO)")
"""In the details of a scan: kinds of which a graph has many nodes, and types of relationships but
those between types."""
WHOLE_GRAPH = frozenset(
    """
    clear_resolved_labels count_entities_to_link count_nodes count_relationships count_types
    delete_nodes delete_similar_of_method fetch_link_state list_competing_facts
    list_contested_titles list_contradicted_facts list_entities_page list_entity_links
    list_entity_things list_facts_not_plain list_hub_entities list_isolated_entities
    list_item_pages list_linked_qids list_orphans list_pack_nodes list_pack_relationships
    list_relation_counts list_statements_about_entity list_statements_to_embed
    list_unlinked_entities list_unproven_facts show_entity_neighbourhood
    """.split()
)
"""Queries that look at all nodes of a large kind, since this is what they are for; two find an
entity by an alias, which any may have."""

TIMES_TEXT = """
CREATE (d:Document {id: 'd1', title: 'News', uri: 'news.txt'})
CREATE (p:Passage {id: 'p1', index: 0, text: 'The words.'})-[:PART_OF]->(d)
CREATE (firm:Entity {id: 'e1', name: 'Firm', normalizedName: 'firm', aliases: [], type: 'Thing'})
WITH p, firm
UNWIND $facts AS fact
CREATE (s:Statement {id: fact.id, relation: fact.id, polarity: fact.polarity,
                     modality: fact.modality,
                     isPlain: fact.polarity = 'affirmed' AND fact.modality = 'asserted'})
CREATE (s)-[:SUBJECT]->(firm) CREATE (s)-[:OBJECT]->(firm)
CREATE (s)-[:STATED_IN {start: 0, end: 9, attribution: fact.by}]->(p)
FOREACH (v IN fact.values |
  CREATE (s)-[:QUALIFIER {relation: v.relation}]->(l:Literal {
    id: fact.id + v.relation, value: v.value, from: date(v.from), to: date(v.to), number: v.number,
    currency: v.currency}))
"""


def write_facts(graph: Graph, *facts: dict[str, Any]) -> None:
    """Write facts about one firm: id, values, and what differs from a plain fact."""
    plain = {"polarity": "affirmed", "modality": "asserted", "by": None, "values": []}
    write_own(graph, TIMES_TEXT, facts=[plain | fact for fact in facts])


def date_of(first: str | None, last: str | None, relation: str = "time") -> dict[str, Any]:
    return {"relation": relation, "value": f"{first}/{last}", "from": first, "to": last}


@pytest.fixture
def small_graph(graph):
    write_own(graph, GRAPH_TEXT)
    return graph


@pytest.fixture(scope="module")
def session(connection: Graph) -> Iterator[neo4j.Session]:
    """The driver's own session, which shows plans, on a graph with our schema."""
    prepare(connection, embedder="none", dimension=64)
    address = connection.address
    auth = (address.user, address.password)
    with neo4j.GraphDatabase.driver(address.uri, auth=auth) as driver, driver.session() as session:
        yield session


@pytest.mark.parametrize("name", query_names())
def test_query_returns_the_columns_it_declares_and_looks_through_our_own_nodes_alone(
    session: neo4j.Session, name: str
) -> None:
    query = load_query(name)
    result = session.run(f"EXPLAIN {query.text}", dict.fromkeys(query.parameter_names))
    assert [*result.keys()] == [column.name for column in query.columns]
    if "former" in name:  # it looks for nodes of before own labels
        return
    for operator in _operators(result.consume().plan):
        kind, details = operator["operatorType"], str(operator["args"].get("Details"))
        assert "AllNodesScan" not in kind
        pages = "NodeIndexScan" in kind and "$after" in query.text  # in order, up to its limit
        if name not in WHOLE_GRAPH and not pages:
            assert not ("Scan" in kind and LARGE.search(details)), (kind, details)
        if "LabelScan" in kind or "NodeIndex" in kind or "NodeUniqueIndex" in kind:
            assert "__KGPlatform" in details, kind


def _operators(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from _operators(child)


def test_count_nodes_counts_each_label_in_order(small_graph):
    counts = {row["label"]: row["count"] for row in small_graph.read("count_nodes")}
    assert list(counts) == sorted(counts)
    assert counts["Entity"] == 2
    assert counts["Person"] == 1
    assert counts["Passage"] == 2


def test_count_relationships_counts_each_type_in_order(small_graph):
    counts = {row["type"]: row["count"] for row in small_graph.read("count_relationships")}
    assert list(counts) == sorted(counts)
    assert counts["MENTIONS"] == 3
    assert counts["CITES"] == 2


@pytest.mark.parametrize("question_id", ["q1", None])
def test_show_question_evidence_draws_what_an_answer_rests_on(small_graph, question_id):
    [row] = small_graph.read("show_question_evidence", question_id=question_id)
    assert [node["properties"]["id"] for node in row["evidence"]] == ["p1", "s1"]
    assert [cites["properties"]["rank"] for cites in row["citations"]] == [1, 2]
    assert len(row["facts"]) == 3
    assert row["sources"][0][-1]["properties"]["id"] == "d1"


@pytest.mark.parametrize("name", ["Ada Lovelace", " ada lovelace ", "Ada"])
def test_show_entity_neighbourhood_finds_an_entity_by_any_of_its_names(small_graph, name):
    rows = small_graph.read("show_entity_neighbourhood", name=name, limit=10)
    others = {row["other_path"][-1]["properties"]["id"] for row in rows}
    assert others == {"e2", "l1", "e1"}
    assert rows[0]["source_path"][-1]["properties"]["id"] == "d1"


@pytest.mark.parametrize("document", ["d1", "ada.txt", "Ada Lovelace"])
def test_show_document_structure_draws_passages_and_entities(small_graph, document):
    rows = small_graph.read("show_document_structure", document=document, limit=10)
    assert {row["part_path"][-1]["properties"]["id"] for row in rows} == {"p1", "p2"}
    assert {row["mention_path"][-1]["properties"]["id"] for row in rows} == {"e1", "e2"}


def test_list_hub_entities_puts_the_most_mentioned_first(small_graph):
    assert small_graph.read("list_hub_entities", limit=2) == [
        {"name": "Ada Lovelace", "type": "Person", "mentions": 2, "statements": 1},
        {"name": "London", "type": "Place", "mentions": 1, "statements": 1},
    ]


def test_list_statements_about_entity_gives_fact_and_span(small_graph):
    [row] = small_graph.read("list_statements_about_entity", name="london", limit=5)
    assert (row["subject"], row["relation"], row["object"]) == ("Ada Lovelace", "born in", "London")
    assert row["qualifiers"] == [{"relation": "time", "value": "1815"}]
    assert row["passage"][row["start"] : row["end"]] == "Ada was born in London."
    assert (row["quote"], row["polarity"]) == ("Ada was born in London.", "affirmed")


@pytest.mark.parametrize(
    ("time", "holds"),
    [
        ("2024", {"day", "year", "open", "between"}),
        ("2024-05", {"day", "year", "open", "between"}),
        ("2024-05-04", {"year", "open", "between"}),
        (2021, {"open", "between"}),
        ("1900", {"until"}),
        ("2031-01-01", {"open"}),
    ],
)
def test_list_facts_at_time_finds_what_holds_then(graph: Graph, time: Any, holds: set[str]) -> None:
    span = [date_of("2020-01-01", "2020-12-31", "start time")]
    span.append(date_of("2030-01-01", "2030-12-31", "end time"))
    write_facts(
        graph,
        {"id": "day", "values": [date_of("2024-05-03", "2024-05-03")]},
        {"id": "year", "values": [date_of("2024-01-01", "2024-12-31")]},
        {"id": "open", "values": [date_of("2019-01-01", None)]},
        {"id": "until", "values": [date_of(None, "1950-12-31")]},
        {"id": "between", "values": span},
        {"id": "denied", "polarity": "denied", "values": [date_of("2024-05-03", "2024-05-03")]},
    )
    rows = graph.read("list_facts_at_time", time=time, limit=10)
    assert {row["statement_id"] for row in rows} == holds
    assert len(rows) == len(holds)
    assert {(row["document"], row["quote"]) for row in rows} == {("News", "The words")}


@pytest.mark.parametrize(
    ("currency", "found"), [("EUR", ["large", "middle"]), ("USD", ["dollars"]), (None, None)]
)
def test_list_amounts_over_puts_the_largest_first(
    graph: Graph, currency: str | None, found: list[str] | None
) -> None:
    def amount(key: str, number: float, unit: str | None = "EUR", **kind: str) -> dict[str, Any]:
        value = {"relation": "amount", "value": key, "number": number, "currency": unit}
        return {"id": key, "values": [value | {"from": None, "to": None}], **kind}

    write_facts(
        graph,
        amount("middle", 2e6),
        amount("large", 3e6),
        amount("small", 1e6),
        amount("dollars", 2.5e6, "USD"),
        amount("tonnes", 9e6, None),
        amount("planned", 5e6, modality="planned"),
    )
    rows = graph.read("list_amounts_over", amount=1_000_000, currency=currency, limit=10)
    assert [row["statement_id"] for row in rows] == (found or ["large", "dollars", "middle"])


@pytest.mark.parametrize(
    ("kind", "found"),
    [(None, ["no", "said", "plan"]), ("denied", ["no"]), ("planned", ["plan"]), ("future", [])],
)
def test_list_facts_not_plain_shows_who_says_so(
    graph: Graph, kind: str | None, found: list[str]
) -> None:
    write_facts(
        graph,
        {"id": "yes"},
        {"id": "no", "polarity": "denied"},
        {"id": "plan", "modality": "planned"},
        {"id": "said", "modality": "claimed", "by": "the union"},
    )
    rows = graph.read("list_facts_not_plain", kind=kind, limit=10)
    assert [row["statement_id"] for row in rows] == found
    assert {row["attribution"] for row in rows} <= {None, "the union"}


def test_show_ingest_runs_tells_how_long_one_took(small_graph):
    [row] = small_graph.read("show_ingest_runs", limit=5)
    assert (row["id"], row["state"], row["seconds"]) == ("r1", "done", 2.5)
