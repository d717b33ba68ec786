"""Ways from one entity to another: over subject and object, else over what qualifies a fact."""

from __future__ import annotations

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.neighbourhood import find_paths
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

FLIGHT = """
CREATE (d:Document {id: 'd1', title: 'Norge', uri: 'norge.txt'})
CREATE (p:Passage {id: 'p1', index: 0, text: 'Amundsen flew over the Pole in the Norge.'})
CREATE (p)-[:PART_OF]->(d)
CREATE (man:Entity {id: 'e1', name: 'Amundsen', normalizedName: 'amundsen', aliases: [],
                    type: 'Person'})
CREATE (pole:Entity {id: 'e2', name: 'Pole', normalizedName: 'pole', aliases: [], type: 'Place'})
CREATE (ship:Entity {id: 'e3', name: 'Norge', normalizedName: 'norge', aliases: [], type: 'Thing'})
CREATE (other:Entity {id: 'e4', name: 'Maud', normalizedName: 'maud', aliases: [], type: 'Thing'})
WITH *
UNWIND [{id: 's1', plain: true, ship: ship}, {id: 's2', plain: false, ship: other}] AS fact
CREATE (s:Statement {id: fact.id, relation: 'flew over', isPlain: fact.plain})
CREATE (s)-[:SUBJECT]->(man) CREATE (s)-[:OBJECT]->(pole)
CREATE (man)-[:RELATED {statementId: fact.id}]->(pole)
CREATE (s)-[:STATED_IN {start: 0, end: 41}]->(p)
WITH s, fact, fact.ship AS named
CREATE (s)-[:QUALIFIER {relation: 'place'}]->(named)
"""


def ways(graph: Graph, start: str, end: str) -> list[list[str]]:
    found = find_paths(graph, start, end, limit=5)
    return [[fact["statement_id"] for fact in way["facts"]] for way in found]


def test_what_a_plain_fact_names_in_a_qualifier_is_reached_where_no_other_way_leads(
    graph: Graph,
) -> None:
    write_own(graph, FLIGHT)
    assert ways(graph, "Amundsen", "Pole") == [["s1"]]
    assert ways(graph, "Amundsen", "Norge") == [["s1"]]
    assert ways(graph, "Norge", "Amundsen") == [["s1"]]
    assert ways(graph, "Amundsen", "Maud") == []
