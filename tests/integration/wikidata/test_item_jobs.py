"""A job brings items into a real graph after its sources: listed ones, those of linked things."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestReport
from kgplatform.ingest.job.spec import Wikidata, load_job
from kgplatform.pipelines.ingest_job import WITHOUT_EXTRACTOR
from kgplatform.progress import NO_PROGRESS
from kgplatform.runtime.ingest_models import ingest_models
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.ingest_items import bring_missing, count_missing
from tests.digest import graph_digest
from tests.own_labels import write_own
from tests.sparql_server import SparqlReply, SparqlServer

pytestmark = pytest.mark.integration

COUNT = """
MATCH (s:Statement {source: 'wikidata'})-[:SUBJECT]->(e)
RETURN e.qid AS qid, count(*) AS n ORDER BY qid
"""
TEXT = """
CREATE (d:Document {id: 'd', title: 'Ships', uri: 'file:///ships.txt'})
CREATE (d)<-[:PART_OF]-(p:Passage {id: 'p'})
FOREACH (name IN ['Fram', 'Colin Archer', 'Nowhere'] |
  CREATE (p)-[:MENTIONS]->(:Entity {id: name, name: name, type: 'Thing'}))
SET p.text = 'Fram is a ship designed by Colin Archer, captain Otto Sverdrup.'
"""


class _Served(Resources):
    """The graph of the tests beside the endpoint of a home."""

    def __init__(self, graph: Graph, home: Path, **settings: str) -> None:
        super().__init__(Settings.load(home=home, **settings))
        self._own, self.embedder = graph, HashEmbedder()

    def graph(self) -> Graph:
        return self._own


def _bring(resources: Resources, wanted: Wikidata) -> IngestReport:
    models = ingest_models(resources, WITHOUT_EXTRACTOR)
    return bring_missing(resources, wanted, NO_PROGRESS, models=models)


@pytest.fixture
def resources(graph: Graph, wikidata_home: Path) -> Resources:
    return _Served(graph, wikidata_home)


def test_an_item_without_statements_is_skipped_and_counted(
    graph: Graph, resources: Resources
) -> None:
    report = _bring(resources, Wikidata(items=("Q5", "Q100")))
    assert (report.failures, report.skipped) == ((), {"items without statements": 1})
    assert graph.run_text(COUNT) == [{"qid": "Q100", "n": 4}]


def test_listed_items_are_brought_counted_and_refreshed(graph: Graph, resources: Resources) -> None:
    wanted = Wikidata(items=("Q100", "Q999", "Q101"))
    report = _bring(resources, wanted)
    # Q100: class, designer, two captains; Q101: class, place and date of birth, citizenship
    assert graph.run_text(COUNT) == [{"qid": "Q100", "n": 4}, {"qid": "Q101", "n": 4}]
    assert (report.derived["Wikidata items"], report.derived["Wikidata statements"]) == (2, 8)
    assert report.documents["new"] == 2
    assert len(report.failures) == 1
    assert "Q999" in report.failures[0]
    again = _bring(resources, wanted)
    assert again.documents["unchanged"] == 2
    assert sum(row["n"] for row in graph.run_text(COUNT)) == 8


def test_linked_things_of_texts_are_brought_and_not_what_their_items_name(
    graph: Graph, resources: Resources
) -> None:
    write_own(graph, TEXT)
    wanted = Wikidata(link=True, linked=True)
    report = _bring(resources, wanted)
    assert report.derived["entities linked"] == 2
    assert [row["qid"] for row in graph.run_text(COUNT)] == ["Q100", "Q101"]
    _bring(resources, wanted)  # Oslo, Norway and all others have a QID now
    assert [row["qid"] for row in graph.run_text(COUNT)] == ["Q100", "Q101"]


def test_no_more_items_than_the_job_allows(graph: Graph, resources: Resources) -> None:
    report = _bring(resources, Wikidata(items=("Q101", "Q100"), max_items=1))
    assert [row["qid"] for row in graph.run_text(COUNT)] == ["Q101"]
    assert "max_items" in report.failures[0]


def test_an_endpoint_that_fails_costs_the_items_only(graph: Graph, tmp_path: Path) -> None:
    with SparqlServer(lambda query: SparqlReply("hello")) as server:
        resources = _Served(graph, tmp_path, sparql_endpoint=server.address)
        report = _bring(resources, Wikidata(items=("Q100",)))
    assert graph.run_text(COUNT) == []
    assert report.failures[0].startswith("Wikidata failed after 0 items")


def test_the_example_job_shows_the_table_and_asks_for_nothing() -> None:
    job = load_job(Path(__file__).parents[3] / "ingest" / "example.toml")
    assert job.wikidata == Wikidata()


def test_what_a_job_would_bring_is_counted_and_nothing_is_written(
    graph: Graph, resources: Resources
) -> None:
    write_own(graph, TEXT)
    graph.run_text("MATCH (e:Entity {id: 'Fram'}) SET e.qid = 'Q100'")
    wanted = Wikidata(items=("Q585", "Q101", "Q101"), link=True, linked=True)
    # Colin Archer and Nowhere have no identifier
    told = {"items": 2, "linked": 1, "brought": 3, "looked_up": 2}
    before = graph_digest(graph)
    assert count_missing(resources, wanted) == told
    assert count_missing(resources, wanted.model_copy(update={"max_items": 2}))["brought"] == 2
    assert count_missing(resources, Wikidata(items=("Q585",))) == {
        "items": 1, "linked": 0, "brought": 1,
    }  # fmt: skip
    assert count_missing(resources, Wikidata()) == {}
    assert graph_digest(graph) == before


def test_exact_linking_leaves_names_that_are_merely_alike(
    graph: Graph, resources: Resources
) -> None:
    described = (
        "Colin Archer, human. country of citizenship: Norway; date of birth: 1832-07-22T00:00:00Z; "
        "instance of: human; place of birth: Larvik"
    )
    write_own(
        graph,
        "CREATE (:Passage {id: 'p', text: $text})-[:MENTIONS]->"
        "(:Entity {id: 'e', name: 'Colin Archers', type: 'Person'})",
        text=described,
    )
    exact = _bring(resources, Wikidata(link=True, exact=True))
    assert exact.derived["entities linked"] == 0
    alike = _bring(resources, Wikidata(link=True))
    assert alike.derived["entities linked"] == 1
