"""Names, contexts and types against a real endpoint; entities of a real graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.entity_links import link_entities
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.linking import Linker, choose_link
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint
from tests.digest import graph_digest
from tests.integration.conftest import WIPE
from tests.integration.processes import start
from tests.own_labels import write_own

pytestmark = pytest.mark.integration


@pytest.fixture
def linker(wikidata_home: Path, endpoint: Endpoint) -> Iterator[Linker]:
    with LabelIndex(LocalStore(wikidata_home).index_path) as index:
        yield Linker(index, endpoint=endpoint, embedder=HashEmbedder())


def test_context_decides_between_items_of_one_name(linker: Linker) -> None:
    norway = linker.rank("Oslo", context="Oslo is a city in the country of Norway")
    states = linker.rank("Oslo", context="Oslo, country United States of America")
    assert [link.qid for link in norway] == ["Q585", "Q1300"]
    assert [link.qid for link in states] == ["Q1300", "Q585"]
    assert norway[0].context > norway[1].context


def test_descriptions_decide_where_statements_tell_nothing(
    linker: Linker, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"Q585": "asteroid", "Q1300": "harbour town"}
    room = "kgplatform.wikidata.linking"
    monkeypatch.setattr(f"{room}.fetch_facts", lambda _, qids: {qid: [] for qid in qids})
    monkeypatch.setattr(f"{room}.fetch_descriptions", lambda _, qids: told)
    links = linker.rank("Oslo", context="The harbour town of Oslo")
    assert [link.qid for link in links] == ["Q1300", "Q585"]


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
    write_own(
        graph,
        """
        UNWIND ['Fram', 'Oslo', 'Nowhere Hall', 'Larvik'] AS name
        CREATE (e:Entity {id: name, name: name, type: 'Thing'})
        SET e.qid = CASE name WHEN 'Larvik' THEN 'Q999' END
        """,
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


def test_linking_beside_an_ingest_makes_the_graph_of_one_after_the_other(
    graph: Graph, linker: Linker, linguistics: Linguistics, server: LocalServer, tmp_path: Path
) -> None:
    (tmp_path / "archer.md").write_text("# Colin Archer\n\nColin Archer was born in Larvik.\n")
    (tmp_path / "fram.md").write_text("# Fram\n\nThe Fram was built by Colin Archer in Larvik.\n")
    extractor = make_extractor("spacy", linguistics=linguistics)
    models = IngestModels(HashEmbedder(dimension=64), linguistics, extractor)

    def add(graph: Graph) -> None:
        ingest([tmp_path], graph=graph, models=models)

    def add_apart() -> None:
        with Graph.connect(server.address()) as own:
            add(own)

    def link(graph: Graph) -> None:
        link_entities(graph, linker)

    expected = set()
    for steps in ((add, link), (link, add)):
        graph.run_text(WIPE)
        for step in steps:
            step(graph)
        add(graph)
        expected.add(graph_digest(graph))
    assert len(expected) == 2
    graph.run_text(WIPE)
    child = start(add_apart)
    link(graph)
    assert child.wait() == 0
    add(graph)
    assert graph_digest(graph) in expected


def test_a_name_that_is_not_the_same_needs_a_context_that_is_near(linker: Linker) -> None:
    near = "Colin Archer, human: country of citizenship Norway, place of birth Larvik, 1832"
    names = ("Colin W. Archer", "Colin W. Archer", "Colin W. Archer")
    contexts = (near, "A lecture on tax law.", "")
    chosen = [choose_link(linker.rank(n, context=c)) for n, c in zip(names, contexts, strict=True)]
    assert [link.qid if link else None for link in chosen] == ["Q101", None, None]
    assert linker.rank("Colin W. Archer", context=near)[0].context > 0.73


def test_a_name_of_one_word_or_with_more_in_parentheses_is_vague(linker: Linker) -> None:
    assert linker.rank("Fram")[0].is_vague
    assert not linker.rank("Oslo", entity_type="Place")[0].is_vague  # it is a city
    assert linker.rank("Fram (ship)")[0].is_vague
    assert not linker.rank("Colin Archer")[0].is_vague
    assert linker.rank("Colin Archer (architect)")[0].is_vague


def test_descriptions_are_embedded_once(
    wikidata_home: Path, endpoint: Endpoint, linker: Linker
) -> None:
    class Counting(HashEmbedder):
        texts = 0

        def embed_passages(self, texts):
            self.texts += len(texts)
            return super().embed_passages(texts)

    counting = Counting()
    again = Linker(linker.index, endpoint=endpoint, embedder=counting)
    first = again.rank("Oslo", context="a city of Norway")
    assert again.rank("Oslo", context="a city of Norway") == first
    assert counting.texts == 4  # two descriptions, and the context each time


def test_names_that_are_merely_alike_are_left_where_the_same_is_wanted(
    graph: Graph, linker: Linker
) -> None:
    assert linker.rank("Colin Archr", is_exact=True) == []
    assert linker.rank("Colin Archer", is_exact=True)[0].qid == "Q101"
    write_own(graph, "CREATE (:Entity {id: 'a', name: 'Colin Archr', type: 'Person'})")
    report = link_entities(graph, linker, is_exact=True)
    assert (report.entities, report.linked, report.unknown, report.ambiguous) == (1, 0, 1, ())
    assert len(link_entities(graph, linker).ambiguous) == 1
