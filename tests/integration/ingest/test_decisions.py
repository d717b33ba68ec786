"""What people decide about entities holds in every query, over a re-ingest, and can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import NotFound, UsageError
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestModels, ingest
from kgplatform.ingest.resolution.decisions import (
    ignore_entity,
    list_decisions,
    merge_entities,
    rename_entity,
    retype_entity,
    split_entity,
    undo_decisions,
)
from kgplatform.ingest.resolution.entities import find_entity, list_entities, show_entity
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest

pytestmark = pytest.mark.integration

FACTS = """subject,subject_type,relation,object,object_type
Halden Works,Organization,bought,Brannvik Yard,Organization
Halden Works,Organization,founded in,1911,date
Halden Works,Organization,founded by,Ida Moen,Person
Brannvik Yard,Organization,located in,Larvik,Place
Status,Thing,bought,Brannvik Yard,Organization
The Halden Works Company of Norway,Organization,built,Solveig,Thing
"""
MORE = """subject,subject_type,relation,object,object_type
Status,Thing,owned by,Ida Moen,Person
"""
LONG_NAME = "The Halden Works Company of Norway"


@pytest.fixture
def models(embedder: HashEmbedder, linguistics: Linguistics) -> IngestModels:
    return IngestModels(embedder, linguistics, make_extractor("none", linguistics=linguistics))


@pytest.fixture
def facts(graph: Graph, models: IngestModels, tmp_path: Path) -> Path:
    """A file of facts that the graph holds."""
    file = tmp_path / "facts.csv"
    file.write_text(FACTS)
    ingest([file], graph=graph, models=models)
    return file


def facts_of(graph: Graph, name: str) -> list[tuple[str, str, str]]:
    shown = show_entity(graph, name)["facts"]
    return [(fact["subject"], fact["relation"], fact["object"]) for fact in shown]


def visible(graph: Graph) -> set[str]:
    return {row["name"] for row in list_entities(graph)}


@pytest.mark.usefixtures("facts")
def test_an_entity_is_shown_with_its_facts_and_their_quotes(graph: Graph) -> None:
    shown = show_entity(graph, "halden works")
    assert (shown["name"], shown["type"], shown["type_by"]) == (
        "Halden Works",
        "Organization",
        "given",
    )
    assert [f["relation"] for f in shown["facts"]] == ["bought", "founded by", "founded in"]
    [source] = shown["facts"][0]["sources"]
    assert source["quote"] == "Halden Works bought Brannvik Yard"
    assert (source["title"], source["uri"].endswith("facts.csv#Halden%20Works")) == (
        "Halden Works",
        True,
    )


@pytest.mark.usefixtures("facts")
def test_facts_of_a_relation_come_by_time(
    graph: Graph, models: IngestModels, tmp_path: Path
) -> None:
    file = tmp_path / "crew.csv"
    file.write_text(
        "subject,subject_type,relation,object,object_type,qualifier:time\n"
        "Nordvest,Product,captain,Zara Holm,Person,5 March 1921\n"
        "Nordvest,Product,captain,Anna Berg,Person,1 May 1935\n"
        "Nordvest,Product,captain,Mads Dahl,Person,30 June 1908\n"
    )
    ingest([file], graph=graph, models=models)
    assert [obj for _, _, obj in facts_of(graph, "Nordvest")] == [
        "Mads Dahl",
        "Zara Holm",
        "Anna Berg",
    ]
    shown = show_entity(graph, "Nordvest", limit=1)
    assert [fact["object"] for fact in shown["facts"]] == ["Mads Dahl"]
    assert shown["fact_count"] == 3


@pytest.mark.usefixtures("facts")
def test_merged_names_are_shown_as_one(graph: Graph) -> None:
    merge_entities(graph, ["Halden Works", LONG_NAME])
    shown = show_entity(graph, LONG_NAME)
    assert {f["relation"] for f in shown["facts"]} == {
        "bought",
        "built",
        "founded by",
        "founded in",
    }
    assert {f["subject"] for f in shown["facts"]} == {shown["name"]}
    assert {shown["name"], *shown["names"]} >= {"Halden Works", LONG_NAME}


def test_a_name_is_changed_and_holds_when_the_file_is_read_again(
    graph: Graph, models: IngestModels, facts: Path
) -> None:
    before = graph_digest(graph)
    rename_entity(graph, "Halden Works", "Halden Industries")
    assert "Halden Works" not in visible(graph)
    assert facts_of(graph, "Halden Works") == facts_of(graph, "halden industries")
    [found] = graph.read("lookup_entities", names=["halden industries"], documents=None, limit=5)
    assert found["name"] == "Halden Industries"

    facts.write_text(FACTS.replace("1911", "1912"))
    ingest([facts], graph=graph, models=models)
    assert {"Halden Industries"} <= visible(graph)
    assert "Halden Works" not in visible(graph)

    for row in graph.read("list_documents", limit=100):
        delete_document(graph, row["id"])
    assert visible(graph) == set()
    facts.write_text(FACTS)
    ingest([facts], graph=graph, models=models)
    assert {"Halden Industries"} <= visible(graph)
    undo_decisions(graph)
    assert graph_digest(graph) == before


def test_a_type_is_changed_and_holds_when_the_file_is_read_again(
    graph: Graph, models: IngestModels, facts: Path
) -> None:
    before = graph_digest(graph)
    retype_entity(graph, "Solveig", "product")
    shown = show_entity(graph, "Solveig")
    assert (shown["type"], shown["type_by"]) == ("Product", "decision")
    facts.write_text(FACTS.replace("1911", "1912"))
    ingest([facts], graph=graph, models=models)
    facts.write_text(FACTS)
    ingest([facts], graph=graph, models=models)
    assert show_entity(graph, "Solveig")["type"] == "Product"
    retype_entity(graph, "Solveig", "Work")
    undo_decisions(graph)
    assert show_entity(graph, "Solveig")["type"] == "Product"
    undo_decisions(graph)
    ingest([facts], graph=graph, models=models)
    assert graph_digest(graph) == before


def test_what_is_ignored_leaves_the_graph_until_it_is_undone(
    graph: Graph, models: IngestModels, facts: Path, tmp_path: Path
) -> None:
    ignore_entity(graph, "Status")
    assert "Status" not in visible(graph)
    assert facts_of(graph, "Brannvik Yard") == [
        ("Halden Works", "bought", "Brannvik Yard"),
        ("Brannvik Yard", "located in", "Larvik"),
    ]
    assert graph.read("search_statements", query="status", documents=None, limit=9) == []
    with pytest.raises(NotFound):
        find_entity(graph, "Status")

    more = tmp_path / "more.csv"
    more.write_text(MORE)
    ingest([more], graph=graph, models=models)
    facts.write_text(FACTS.replace("1911", "1912"))
    ingest([facts], graph=graph, models=models)
    facts.write_text(FACTS)
    ingest([facts], graph=graph, models=models)
    assert "Status" not in visible(graph)
    assert "owned by" not in {relation for _, relation, _ in facts_of(graph, "Ida Moen")}

    [decision] = list_decisions(graph)
    assert (decision.kind, decision.names) == ("ignored", ("Status",))
    undo_decisions(graph, decision.id)
    assert facts_of(graph, "Status") == [
        ("Status", "bought", "Brannvik Yard"),
        ("Status", "owned by", "Ida Moen"),
    ]
    ingest([more, facts], graph=graph, models=models)
    whole = graph_digest(graph)
    for row in graph.read("list_documents", limit=100):
        delete_document(graph, row["id"])
    ingest([more, facts], graph=graph, models=models)
    assert graph_digest(graph) == whole


def test_what_is_ignored_goes_with_its_document(graph: Graph, facts: Path) -> None:
    ignore_entity(graph, "Status")
    for row in graph.read("list_documents", limit=100):
        delete_document(graph, row["id"])
    assert graph.run_text("MATCH (n:Entity|Ignored|Statement) RETURN count(n) AS n") == [{"n": 0}]


@pytest.mark.usefixtures("facts")
def test_merge_and_split_are_undone_with_what_they_took_back(graph: Graph) -> None:
    before = graph_digest(graph)
    merge_entities(graph, ["Halden Works", LONG_NAME])
    merged = graph_digest(graph)
    split_entity(graph, "Halden Works", from_=LONG_NAME)
    [split] = undo_decisions(graph)
    assert split.kind == "different"
    assert graph_digest(graph) == merged
    undo_decisions(graph)
    assert graph_digest(graph) == before
    with pytest.raises(NotFound, match="Nothing was decided"):
        undo_decisions(graph)


@pytest.mark.usefixtures("facts")
def test_what_cannot_be_decided_is_said(graph: Graph) -> None:
    with pytest.raises(UsageError, match="Another entity is called 'Larvik'"):
        rename_entity(graph, "Status", "Larvik")
    with pytest.raises(UsageError, match="new name is empty"):
        rename_entity(graph, "Status", " ")
    with pytest.raises(UsageError, match="no entity type 'Ship': choose one of Person,"):
        retype_entity(graph, "Solveig", "Ship")
    with pytest.raises(NotFound, match="No entity is called 'Nobody'"):
        ignore_entity(graph, "Nobody")
    merge_entities(graph, ["Halden Works", LONG_NAME])
    with pytest.raises(NotFound, match="no decision 'x'"):
        undo_decisions(graph, "x")
