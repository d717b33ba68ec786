"""Every query that takes an entity takes it under all its names, and as people decided."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.library import Query, load_query, query_names
from kgplatform.ingest import IngestModels, ingest
from kgplatform.ingest.resolution.decisions import (
    ignore_entity,
    merge_entities,
    rename_entity,
    retype_entity,
    split_entity,
)
from kgplatform.ingest.resolution.entities import group_of
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from kgplatform.text.names import make_entity
from tests.integration.conftest import Fill

pytestmark = pytest.mark.integration

FACTS = """subject,subject_type,relation,object,object_type
Kestrel Line,Organization,owned by,Maud Ferris,Person
Kestrel Shipping,Organization,bought,Port Alder,Place
K. Shipping,Organization,sold,Harbour Nine,Place
Reference,Organization,bought,Port Alder,Place
Maud Ferris,Person,born in,Port Alder,Place
"""
ONE, OTHER, APART, JUNK = "Kestrel Line", "Kestrel Shipping", "K. Shipping", "Reference"
NEW = "Kestrel Group"

OF_ONE_NAME = {
    "fetch_life_dates",  # what resolution compares before it joins names
    "fetch_resolution_contexts",
    "find_abbreviations_in_documents",
    "list_documents_naming",  # a split is about one name
    "list_entity_ids",
    "list_type_evidence",  # of a list that has all names
    "find_entities_named",  # tells names apart, to list the candidates
    "list_entity_group",
    "list_export_facts",  # of entities that another query found under all names
    "list_export_names",
    "move_entity_parts",
    "decide_entity_types",
    "restore_entity_name",
}
"""Queries about one name of an entity, which are to take it alone."""
WRITES = re.compile(r"\b(?:MERGE|CREATE|SET|DELETE|REMOVE)\b")
TAKES = {"name", "names", "entities", "reference", "entity", "things"}
NO_ENTITY = re.compile(r"turn|migration|relations nearest|vectors of some relations")


@pytest.fixture
def decided(fill: Fill, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path) -> Graph:
    """A graph with a merge, a split, a rename, a retype and an ignore."""

    def decide(graph: Graph) -> None:
        file = tmp_path / "lines.csv"
        file.write_text(FACTS)
        extractor = make_extractor("none", linguistics=linguistics)
        ingest([file], graph=graph, models=IngestModels(embedder, linguistics, extractor))
        merge_entities(graph, [ONE, OTHER])
        merge_entities(graph, [ONE, APART])
        split_entity(graph, APART, from_=ONE)
        rename_entity(graph, ONE, NEW)
        retype_entity(graph, NEW, "Group")
        ignore_entity(graph, JUNK)

    return fill("decided", decide)


def ids(*names: str) -> list[str]:
    return [make_entity(name).id for name in names]


def vector(graph: Graph) -> Any:
    return graph.vector(np.ones(64, np.float32))


def parameters_of(name: str, entity: str, graph: Graph) -> dict[str, Any]:
    """Return what each query that takes an entity is asked with, for the entity of a name."""
    key, one = make_entity(entity).normalized_name, ids(entity)
    within = {"documents": None}
    every: dict[str, dict[str, Any]] = {
        "show_entity_neighbourhood": {"name": entity, "limit": 50},
        "list_statements_about_entity": {"name": entity, "limit": 50},
        "list_entity_things": {
            "name": entity,
            "normalized": key,
            "kind": "all",
            "limit": 50,
            **within,
        },
        "fetch_entity_things": {"ids": group_of(graph, one[0])[:1], **within},
        "list_entity_facts": {"ids": group_of(graph, one[0]), "limit": 50, **within},
        "list_entity_edges": {
            "id": one[0],
            "relation": None,
            "type": None,
            "time": None,
            "skip": 0,
            "limit": 50,
            **within,
        },
        "count_entity_relations": {"id": one[0]},
        "list_things_of_names": {"names": [key]},
        "lookup_entities": {"names": [key], "limit": 9, **within},
        "fetch_fact_objects": {"ids": one, "relation": "bought"},
        "list_passages_about": {
            "entities": one,
            "vector": vector(graph),
            "compared": 50,
            "limit": 50,
            **within,
        },
        "list_unread_reached": {
            "entities": one,
            "ids": [],
            "levels": [],
            "extractor": "x",
            "hub": 50,
            "limit": 50,
            **within,
        },
        "traverse_statements": {
            "entities": one,
            "qualifiers": True,
            "levels": 1,
            "hub": 50,
            "per_entity": 50,
            "per_level": 50,
            "per_frontier": 50,
            **within,
        },
        "expand_passages": {
            "found": [],
            "seeds": 0,
            "vector": vector(graph),
            "entities": one,
            "per_entity": 50,
            "hub": 50,
            "max_reached": 50,
            "opening": 20,
            "asks_relations": True,
            **within,
        },
    }
    return every[name]


def takes_entity(query: Query) -> bool:
    """Return whether a query that only reads is given an entity, by its header."""
    if NO_ENTITY.search(query.purpose) or WRITES.search(query.text):
        return False
    return any(
        parameter.name in TAKES
        if not parameter.name.startswith("id")
        else "entit" in (parameter.meaning or query.purpose)
        for parameter in query.parameters
    )


QUERIES = sorted(
    name for name in query_names() if takes_entity(load_query(name)) and name not in OF_ONE_NAME
)


def texts_of(value: Any) -> set[str]:
    """Return all texts in a result, however deep."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {text for item in value.values() for text in texts_of(item)}
    if isinstance(value, list | tuple):
        return {text for item in value for text in texts_of(item)}
    return set()


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_takes_an_entity_under_all_its_names(decided: Graph, name: str) -> None:
    graph, own = decided, {*ids(ONE, OTHER)}
    found = {
        entity: texts_of(graph.read(name, **parameters_of(name, entity, graph))) - own
        for entity in (ONE, OTHER, APART, JUNK)
    }
    if name != "list_unread_reached":  # all passages of this graph state something
        assert all(found[entity] for entity in (ONE, OTHER))
    if name not in ("lookup_entities", "list_things_of_names"):  # these return the name asked with
        assert found[ONE] == found[OTHER]
    assert not found[JUNK]
    assert not found[ONE] & {*ids(APART), APART, JUNK, *ids(JUNK)}


def test_what_a_query_returns_are_the_facts_of_all_names(decided: Graph) -> None:
    rows = decided.read("list_statements_about_entity", name=NEW, limit=50)
    assert {(row["subject"], row["relation"], row["object"]) for row in rows} == {
        (NEW, "owned by", "Maud Ferris"),
        (NEW, "bought", "Port Alder"),
    }
    rows = decided.read("show_entity_neighbourhood", name=OTHER, limit=50)
    assert {row["statement_path"][-1]["properties"]["relation"] for row in rows} == {
        "owned by",
        "bought",
    }
    [hub, *_] = decided.read("list_hub_entities", limit=50)
    assert hub["name"] in {"Port Alder", "Maud Ferris", NEW}
    hubs = {row["name"]: row for row in decided.read("list_hub_entities", limit=50)}
    assert (hubs[NEW]["type"], hubs[NEW]["statements"], hubs[NEW]["mentions"]) == ("Group", 2, 2)
    assert hubs[APART]["statements"] == 1
    assert not hubs.keys() & {ONE, OTHER, JUNK}


def test_no_query_that_lists_entities_or_facts_shows_what_is_ignored(decided: Graph) -> None:
    counts = {row["label"]: row["count"] for row in decided.read("count_nodes")}
    assert counts["Ignored"] == 2
    for name, more in (
        ("list_facts", {"documents": None}),
        ("list_shared_entities", {}),
        ("list_title_entities", {}),
    ):
        rows = decided.read(name, after="", limit=100, **more)
        assert rows
        assert not texts_of(rows) & {JUNK, *ids(JUNK)}
    facts = decided.read("list_facts", after="", limit=100, documents=None)
    assert {row["subject_name"] for row in facts} == {NEW, APART, "Maud Ferris"}
