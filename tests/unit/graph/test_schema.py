"""What migrations make, read from their text, and how a graph differs from it."""

from __future__ import annotations

import pytest

from kgplatform.graph.migrations import load_migrations
from kgplatform.graph.schema import describe_difference, find_extra, parse_elements

pytestmark = pytest.mark.unit

CONSTRAINT = "CREATE CONSTRAINT document_id IF NOT EXISTS FOR (d:Document) REQUIRE d.id IS UNIQUE"
FULLTEXT = (
    "CREATE FULLTEXT INDEX words IF NOT EXISTS FOR (p:Passage|Table) ON EACH [p.title, p.text] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}"
)
VECTOR = (
    "CREATE VECTOR INDEX vectors IF NOT EXISTS FOR (p:Passage) ON (p.embedding) OPTIONS "
    "{indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', "
    "`vector.quantization.enabled`: false}}"
)
VECTOR_ROW = {
    "name": "vectors",
    "kind": "VECTOR",
    "labels": ["Passage"],
    "properties": ["embedding"],
    "state": "ONLINE",
    "config": {"vector.dimensions": 64, "vector.similarity_function": "COSINE"},
}


def test_parse_elements_reads_a_constraint():
    element = parse_elements([CONSTRAINT])["document_id"]
    assert (element.kind, element.labels, element.properties) == (
        "UNIQUENESS",
        ("Document",),
        ("id",),
    )
    assert element.statement == CONSTRAINT


def test_parse_elements_reads_labels_properties_and_options_of_an_index():
    element = parse_elements([FULLTEXT])["words"]
    assert element.labels == ("Passage", "Table")
    assert element.properties == ("title", "text")
    assert element.options == {"fulltext.analyzer": "'english'"}


def test_parse_elements_takes_an_index_without_kind_as_a_range_index():
    statement = "CREATE INDEX by_uri IF NOT EXISTS FOR (d:Document) ON (d.uri)"
    assert parse_elements([statement])["by_uri"].kind == "RANGE"


def test_parse_elements_forgets_what_is_dropped_later():
    assert parse_elements([CONSTRAINT, "DROP CONSTRAINT document_id IF EXISTS"]) == {}


def test_parse_elements_reads_every_schema_statement_that_ships():
    """A statement the pattern does not know would never be missed by `check`."""
    statements = [statement for m in load_migrations() for statement in m.statements]
    creating = [s for s in statements if s.startswith("CREATE ")]
    dropping = [s for s in statements if s.startswith("DROP ")]
    assert len(parse_elements(statements)) == len(creating) - len(dropping) > 20


def test_describe_difference_finds_none_where_the_server_says_the_same():
    element = parse_elements([VECTOR])["vectors"]
    assert describe_difference(element, VECTOR_ROW, {"dimension": 64}) is None


@pytest.mark.parametrize("kind", ["UNIQUENESS", "NODE_PROPERTY_UNIQUENESS"])
def test_describe_difference_knows_both_names_of_uniqueness(kind):
    row = {"name": "document_id", "kind": kind, "labels": ["Document"], "properties": ["id"]}
    assert describe_difference(parse_elements([CONSTRAINT])["document_id"], row, {}) is None


@pytest.mark.parametrize(
    ("change", "telling"),
    [
        ({"kind": "RANGE"}, "range on Passage"),
        ({"labels": ["Chunk"]}, "Chunk"),
        ({"properties": ["vector"]}, "(vector)"),
        ({"config": {"vector.dimensions": 384}}, "384, not 64"),
        ({"config": {"vector.similarity_function": "EUCLIDEAN"}}, "EUCLIDEAN, not cosine"),
        ({"state": "FAILED"}, "FAILED"),
    ],
)
def test_describe_difference_says_what_differs(change, telling):
    element = parse_elements([VECTOR])["vectors"]
    difference = describe_difference(element, VECTOR_ROW | change, {"dimension": 64})
    assert difference is not None
    assert telling in difference


def test_find_extra_names_what_is_on_our_labels_only():
    rows = [
        {"name": "document_id", "labels": ["Document"]},
        {"name": "theirs_on_ours", "labels": ["Document"]},
        {"name": "theirs", "labels": ["Invoice"]},
        {"name": "lookup", "labels": None},
    ]
    assert find_extra(parse_elements([CONSTRAINT]), rows) == ("theirs_on_ours",)
