"""No query sees a node of others: every node of every pattern is known to be ours."""

from __future__ import annotations

import pytest

from kgplatform.graph.labels import KINDS, OWN_LABELS, own_label
from kgplatform.graph.library import load_query, query_names
from kgplatform.records import ENTITY_TYPES
from tests.cypher_scopes import find_foreign

SHOWN_LABELS = (*KINDS, *ENTITY_TYPES, "Resolved")

pytestmark = pytest.mark.unit

OF_FORMER_GRAPHS = {"list_former_migrations", "delete_former_migrations"}
"""Ask for records that were written before there were own labels, by the hashes in them."""
OF_PACKS = {"create_pack_nodes"}
"""Make nodes whose labels are among their rows, where they were seen to be ours."""


@pytest.mark.parametrize("name", sorted(set(query_names()) - OF_FORMER_GRAPHS - OF_PACKS))
def test_every_node_of_a_query_is_ours(name):
    assert find_foreign(load_query(name).text) == []


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("MATCH (p:Passage) RETURN p", ["(p : Passage)"]),
        ("MATCH (p:__KGPlatformPassage__)-[:PART_OF]->(d) RETURN d", ["(d)"]),
        ("MATCH (p:__KGPlatformPassage__)-[:PART_OF]->() RETURN p", ["()"]),
        ("MATCH (p:__KGPlatformPassage__|Chunk) RETURN p", ["(p : __KGPlatformPassage__ | Chunk)"]),
        ("MATCH (p:__KGPlatformPassage__) RETURN COUNT { (p)<-[:STATED_IN]-() } AS n", ["()"]),
        ("MATCH (p:__KGPlatformPassage__) RETURN [(p)-->(x) | x.id] AS n", ["(x)"]),
        ("MATCH (p:__KGPlatformPassage__) WITH p.id AS id MATCH (p) RETURN p", ["(p)"]),
        ("MATCH (p:__KGPlatformPassage__) CALL () { MATCH (p) RETURN 1 AS n } RETURN n", ["(p)"]),
        ("MERGE (e {id: 1}) RETURN e", ["(e { id : 1 })"]),
        ("MATCH (p:__KGPlatformPassage__) CALL (p) { MATCH (p)--(p) RETURN 1 AS n } RETURN n", []),
        ("MATCH (p:__KGPlatformPassage__) WHERE NOT EXISTS { (p)--(p) } RETURN p.id AS n", []),
    ],
)
def test_the_reader_of_queries_finds_what_is_not_ours(text, foreign):
    assert find_foreign(text) == foreign


def test_own_labels_sort_after_those_that_people_read():
    assert sorted([*OWN_LABELS, *SHOWN_LABELS])[-len(OWN_LABELS) :] == sorted(OWN_LABELS)


@pytest.mark.parametrize("name", ["count_nodes", "count_relationships"])
def test_counts_take_in_every_kind(name):
    assert all(own in load_query(name).text for own in OWN_LABELS)


def test_an_own_label_names_its_kind():
    assert own_label("Passage") == "__KGPlatformPassage__"
