from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kgplatform.errors import NotFound, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.decisions import merge_entities, split_entity
from kgplatform.ingest.resolution.entities import find_entity, list_entities
from kgplatform.ingest.resolution.resolve import resolve_entities
from kgplatform.retrieve.subgraph import fetch_local_graph
from kgplatform.text.names import make_entity
from tests.digest import graph_digest
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

WRITE = """
UNWIND $documents AS d
CREATE (doc:Document {id: d.id, title: d.title, uri: d.id})
CREATE (p:Passage {id: 'p-' + d.title, index: 0, title: d.title, text: d.text})-[:PART_OF]->(doc)
FOREACH (t IN CASE WHEN d.about IS NULL THEN [] ELSE [d.about] END |
  MERGE (e:Entity {id: t.id})
  ON CREATE SET e.name = t.name, e.normalizedName = t.key, e.type = t.type, e.aliases = t.aliases
  MERGE (doc)-[:ABOUT]->(e))
FOREACH (m IN d.mentions |
  MERGE (e:Entity {id: m.id})
  ON CREATE SET e.name = m.name, e.normalizedName = m.key, e.type = m.type, e.aliases = m.aliases
  CREATE (p)-[:MENTIONS {start: m.start, end: m.end, surface: m.surface, type: m.type}]->(e))
"""
SAME = """
MATCH (m)-[r:SAME_AS]->(c)
RETURN m.name AS member, c.name AS thing, r.method AS method, r.decidedBy AS by ORDER BY member
"""
STING = (
    "Sting",
    "Gordon Sumner (born 1951), known as Sting, is a singer of The Police.",
    {"Gordon Sumner": "Person", "Sting": "Person", "The Police": "Organization"},
)
BBC = (
    "Radio 4",
    "Radio 4 is run by the British Broadcasting Corporation (BBC).",
    {"British Broadcasting Corporation": "Organization", "BBC": "Organization"},
)


def _entity(name: str, kind: str) -> dict[str, Any]:
    entity = make_entity(name, kind)
    return {
        "id": entity.id,
        "name": entity.name,
        "key": entity.normalized_name,
        "type": entity.type,
        "aliases": list(entity.aliases),
    }


def _write(graph: Graph, *documents: tuple[str, str, dict[str, str]]) -> None:
    """Write documents of one passage: title, text, and names with their types."""
    rows = []
    for title, text, names in documents:
        mentions = [
            _entity(name, kind)
            | {"start": text.index(name), "end": text.index(name) + len(name), "surface": name}
            for name, kind in names.items()
        ]
        about = _entity(title, names.get(title, "Thing"))
        rows.append(
            {"id": f"d-{title}", "title": title, "text": text, "about": about, "mentions": mentions}
        )
    write_own(graph, WRITE, documents=rows)


def _same(graph: Graph) -> set[tuple[str, str, str]]:
    return {(r["member"], r["thing"], r["method"]) for r in graph.run_text(SAME)}


def _id(name: str) -> str:
    return make_entity(name).id


def test_names_of_one_thing_are_joined_and_nothing_else(graph: Graph) -> None:
    _write(graph, STING, BBC)
    report = resolve_entities(graph)
    assert _same(graph) == {
        ("Gordon Sumner", "Sting", "opening"),
        ("BBC", "British Broadcasting Corporation", "abbreviation"),
    }
    assert (report.methods, report.things) == ({"abbreviation": 1, "opening": 1}, 2)
    assert (report.ambiguous, report.written) == (0, 2)


def test_a_second_run_writes_nothing(graph: Graph) -> None:
    _write(graph, STING, BBC)
    resolve_entities(graph)
    before = graph_digest(graph)
    assert resolve_entities(graph).written == 0
    assert graph_digest(graph) == before


def test_the_result_does_not_depend_on_the_order_of_ingest(graph: Graph) -> None:
    _write(graph, STING)
    resolve_entities(graph)
    _write(graph, BBC)
    resolve_entities(graph)
    one = graph_digest(graph)
    graph.run_text("MATCH (n) WHERE n:Document OR n:Passage OR n:Entity DETACH DELETE n")
    _write(graph, BBC, STING)
    resolve_entities(graph)
    assert graph_digest(graph) == one
    assert len(_same(graph)) == 2


def test_qids_join_and_keep_apart(graph: Graph) -> None:
    _write(graph, ("Towns", "Madras and Chennai.", {"Madras": "Place", "Chennai": "Place"}))
    graph.run_text("MATCH (e:Entity) WHERE e.name IN ['Madras', 'Chennai'] SET e.qid = 'Q1352'")
    resolve_entities(graph)
    assert {m for _, _, m in _same(graph)} == {"qid"}
    graph.run_text("MATCH (e:Entity {name: 'Chennai'}) SET e.qid = 'Q2'")
    resolve_entities(graph)
    assert _same(graph) == set()


def test_a_redirect_joins_two_documents(graph: Graph) -> None:
    york = ("New York City", "New York City is large.", {"New York City": "Place"})
    _write(graph, york, ("NYC", "#REDIRECT New York City", {"New York City": "Place"}))
    resolve_entities(graph)
    assert _same(graph) == {("NYC", "New York City", "redirect")}


def test_given_aliases_join(graph: Graph) -> None:
    _write(graph, ("Baseball", "The New York Mets lost.", {"New York Mets": "Organization"}))
    _write(graph, ("Sport", "The Amazins won.", {"Amazins": "Organization"}))
    graph.run_text("MATCH (e:Entity {name: 'New York Mets'}) SET e.aliases = ['Amazins']")
    resolve_entities(graph)
    assert _same(graph) == {("Amazins", "New York Mets", "alias")}


def test_people_are_joined_by_context_only(graph: Graph) -> None:
    ludwig = (
        "Edward Ludwig",
        "He signed as Edward Irving Ludwig.",
        {"Edward Irving Ludwig": "Person"},
    )
    _write(graph, ludwig, ("Films", "By John A. Smith.", {"John A. Smith": "Person"}))
    _write(graph, ("Other films", "By John Smith.", {"John Smith": "Person"}))
    resolve_entities(graph)
    assert _same(graph) == {("Edward Irving Ludwig", "Edward Ludwig", "person")}


def test_namesakes_stay_apart_and_the_bare_name_is_told(graph: Graph) -> None:
    _write(
        graph,
        ("Aurora (ship)", "It sailed.", {}),
        ("Aurora (novel)", "It sold.", {}),
        ("Poem", "O Aurora!", {"Aurora": "Thing"}),
    )
    report = resolve_entities(graph)
    assert (report.ambiguous, _same(graph)) == (1, set())
    [row] = list_entities(graph, kind="ambiguous")
    assert row["name"] == "Aurora"
    assert [other["name"] for other in row["may_be"]] == ["Aurora (novel)", "Aurora (ship)"]


def test_a_decision_whose_ground_is_gone_disappears(graph: Graph) -> None:
    _write(graph, STING)
    resolve_entities(graph)
    graph.run_text("MATCH (e:Entity {name: 'Gordon Sumner'}) DETACH DELETE e")
    resolve_entities(graph)
    assert graph.run_text("MATCH (e:Resolved) RETURN count(e) AS n") == [{"n": 0}]
    _write(graph, BBC)
    resolve_entities(graph)
    graph.run_text("MATCH (p:Passage {id: 'p-Radio 4'}) SET p.text = 'Nothing is said of it here.'")
    graph.run_text("MATCH (:Passage {id: 'p-Radio 4'})-[m]->(:Entity {name: 'BBC'}) DELETE m")
    assert resolve_entities(graph).written == 1
    assert _same(graph) == set()


def test_merge_is_recorded_and_split_takes_it_back(graph: Graph) -> None:
    _write(graph, ("Towns", "Madras and Chennai.", {"Madras": "Place", "Chennai": "Place"}))
    merge_entities(graph, ["madras", _id("Chennai")])
    [row] = graph.run_text(SAME)
    assert (row["method"], row["by"]) == ("user", "user")
    resolve_entities(graph)
    assert len(_same(graph)) == 1
    split_entity(graph, "Madras", from_="Chennai")
    assert _same(graph) == set()
    assert graph.run_text("MATCH ()-[r:DIFFERENT_FROM]->() RETURN r.decidedBy AS by") == [
        {"by": "user"}
    ]
    merge_entities(graph, ["Madras", "Chennai"])
    assert len(_same(graph)) == 1
    assert graph.run_text("MATCH ()-[r:DIFFERENT_FROM]->() RETURN count(r) AS n") == [{"n": 0}]


def test_a_split_outlives_later_runs_and_the_entity_itself(graph: Graph) -> None:
    _write(graph, STING)
    resolve_entities(graph)
    split_entity(graph, "Gordon Sumner")
    assert _same(graph) == set()
    graph.run_text("MATCH (n) WHERE n:Document OR n:Passage OR n:Entity DETACH DELETE n")
    resolve_entities(graph)
    _write(graph, STING)
    resolve_entities(graph)
    assert _same(graph) == set()
    [row] = list_entities(graph, name="gordon sumner")
    assert [other["name"] for other in row["different_from"]] == ["Sting"]


def test_a_sense_of_its_own_in_one_document(graph: Graph) -> None:
    _write(
        graph,
        ("Physics", "Mercury is a metal.", {"Mercury": "Thing"}),
        ("Astronomy", "Mercury is a planet.", {"Mercury": "Thing"}),
    )
    write_own(
        graph,
        "MATCH (e:Entity {name: 'Mercury'}) MATCH (p:Passage {id: 'p-Astronomy'}) "
        "CREATE (s:Statement {id: 's', relation: 'is'})-[:SUBJECT]->(e) "
        "CREATE (s)-[:STATED_IN {start: 0, end: 1}]->(p) "
        "MERGE (o:Entity {id: 'planet', name: 'planet', normalizedName: 'planet', type: 'Thing'}) "
        "CREATE (s)-[:OBJECT]->(o) CREATE (e)-[:RELATED {statementId: 's', relation: 'is'}]->(o)",
    )
    whole = _parts_of(graph)
    report = split_entity(graph, "Mercury", documents=["d-Astronomy"])
    assert report.written == 3  # a mention, a subject, and that the two are different
    parts = _parts_of(graph)
    assert sorted(parts.values()) == [
        ["MENTIONS p-Astronomy", "RELATED planet", "SUBJECT s"],
        ["MENTIONS p-Physics"],
    ]
    assert resolve_entities(graph).written == 0
    [sense] = [key for key, found in parts.items() if len(found) == 3]
    merge_entities(graph, [sense, _id("Mercury")])
    assert _parts_of(graph) == whole
    assert resolve_entities(graph).written == 0


def _parts_of(graph: Graph) -> dict[str, list[str]]:
    rows = graph.run_text(
        "MATCH (e:Entity {name: 'Mercury'})-[r]-(x) WHERE type(r) <> 'DIFFERENT_FROM' "
        "RETURN e.id AS id, type(r) + ' ' + x.id AS part ORDER BY part"
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row["id"], []).append(row["part"])
    return found


def test_references_are_ids_names_or_spellings(graph: Graph) -> None:
    _write(graph, ("Aurora (ship)", "x", {}), ("Aurora (novel)", "x", {}), BBC)
    assert find_entity(graph, "bbc") == _id("BBC")
    assert find_entity(graph, "Aurora (ship)") == _id("Aurora (ship)")
    assert find_entity(graph, _id("BBC")) == _id("BBC")
    with pytest.raises(UsageError, match=f"2 entities.*{_id('Aurora (ship)')} Aurora \\(ship\\)"):
        find_entity(graph, "Aurora")
    with pytest.raises(NotFound, match="No entity is called 'nobody'"):
        find_entity(graph, "nobody")


def test_what_cannot_be_decided_is_said(graph: Graph) -> None:
    _write(graph, BBC)
    with pytest.raises(UsageError, match="two different entities"):
        merge_entities(graph, ["BBC", "bbc"])
    with pytest.raises(UsageError, match="stands alone already"):
        split_entity(graph, "BBC")
    with pytest.raises(NotFound, match="No document 'd-none' names that entity"):
        split_entity(graph, "BBC", documents=["d-none"])
    assert graph.run_text("MATCH (d:Decision) RETURN count(d) AS n") == [{"n": 0}]


def test_list_shows_things_with_their_names(graph: Graph) -> None:
    _write(graph, STING, ("Desert Rose", "Sung by Sting.", {"Sting": "Person"}))
    resolve_entities(graph)
    [row] = list_entities(graph, kind="merged")
    assert (row["name"], row["mentions"]) == ("Sting", 3)
    [member] = row["members"]
    assert (member["name"], member["method"], member["score"]) == ("Gordon Sumner", "opening", 0.98)
    assert list_entities(graph, name="gordon sumner") == [row]
    assert list_entities(graph, name=_id("Sting")) == [row]
    assert "Gordon Sumner" not in {row["name"] for row in list_entities(graph)}
    assert len(list_entities(graph, limit=1)) == 1


def test_retrieval_sees_joined_names_as_one(graph: Graph) -> None:
    song = ("Desert Rose", "Sung by Gordon Sumner.", {"Gordon Sumner": "Person"})
    _write(graph, STING, song)
    vector = graph.vector(np.ones(64, np.float32))

    def reach(*seeds: str) -> tuple[set[str], dict[str, int]]:
        local = fetch_local_graph({}, seeds, vector, graph=graph)
        return set(local.passage_ids), dict(zip(local.entity_ids, local.degrees, strict=True))

    graph.run_text(
        "MATCH (:Passage {id: 'p-Sting'})-[m]->(:Entity {name: 'Gordon Sumner'}) DELETE m"
    )
    assert "p-Desert Rose" not in reach(_id("Sting"))[0]
    merge_entities(graph, ["Sting", "Gordon Sumner"])
    passages, degrees = reach(_id("Sting"))
    assert passages == {"p-Sting", "p-Desert Rose"}
    assert degrees[_id("Sting")] == 2
    assert _id("Gordon Sumner") not in degrees
    [found] = graph.read("lookup_entities", names=["gordon sumner"], documents=None, limit=5)
    assert (found["id"], found["name"]) == (_id("Sting"), "Gordon Sumner")
