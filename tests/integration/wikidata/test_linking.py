"""Names, contexts and types against a real endpoint; entities of a real graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.entity_links import link_entities
from kgplatform.wikidata.label_index import LabelIndex, build_index
from kgplatform.wikidata.linking import Linker, choose_link
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint

pytestmark = pytest.mark.integration


@pytest.fixture
def linker(wikidata_home: Path, endpoint: Endpoint) -> Iterator[Linker]:
    path = LocalStore(wikidata_home).index_path
    if not path.exists():
        build_index(path, wikidata_home / "dump.nt")
    with LabelIndex(path) as index:
        yield Linker(index, endpoint=endpoint, embedder=HashEmbedder())


def test_context_decides_between_items_of_one_name(linker: Linker) -> None:
    norway = linker.rank("Oslo", context="Oslo is a city in the country of Norway")
    states = linker.rank("Oslo", context="Oslo, country United States of America")
    assert [link.qid for link in norway] == ["Q585", "Q1300"]
    assert [link.qid for link in states] == ["Q1300", "Q585"]
    assert norway[0].context > norway[1].context


def test_without_context_two_of_one_name_are_ambiguous(linker: Linker) -> None:
    links = linker.rank("Oslo")
    assert len(links) == 2
    assert choose_link(links) is None
    assert choose_link(linker.rank("Colin Archer")) == linker.rank("Colin Archer")[0]
    assert choose_link([]) is None


def test_type_is_weighed(linker: Linker) -> None:
    assert linker.rank("Fram", entity_type="Product")[0].type_agreement == 1.0
    assert linker.rank("Fram (ship)")[0].type_agreement == 1.0
    assert linker.rank("Fram", entity_type="Person")[0].type_agreement == 0.0
    assert linker.rank("Fram")[0].type_agreement == 0.5


def test_entities_of_the_graph_get_identifiers_and_ambiguous_ones_do_not(
    graph: Graph, linker: Linker
) -> None:
    graph.run_text(
        """
        UNWIND ['Fram', 'Oslo', 'Nowhere Hall', 'Larvik'] AS name
        CREATE (e:Entity {id: name, name: name, type: 'Thing'})
        SET e.qid = CASE name WHEN 'Larvik' THEN 'Q999' END
        """
    )
    report = link_entities(graph, linker)
    rows = graph.run_text("MATCH (e:Entity) RETURN e.id AS id, e.qid AS qid ORDER BY id")
    assert {row["id"]: row["qid"] for row in rows} == {
        "Fram": "Q100",
        "Larvik": "Q999",  # what it has stays
        "Nowhere Hall": None,
        "Oslo": None,
    }
    assert (report.entities, report.linked, report.unknown) == (3, 1, 1)
    assert [(x.name, len(x.candidates)) for x in report.ambiguous] == [("Oslo", 2)]
    assert link_entities(graph, linker).linked == 0
