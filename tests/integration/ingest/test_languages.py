from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kgplatform.extract.extractors import NamedEntities, make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.retrieve.passages import retrieve_passages
from kgplatform.testing import HashEmbedder

pytestmark = pytest.mark.integration

TEXTS = {
    "Larnholm": "Larnholm ferry\n\nThe Larnholm ferry was built by Anna Moberg in Oslo in 1931. "
    "It carried people and carts across the bay until the bridge was opened.\n",
    "Fähre": "Fähre Larnholm\n\nDie Fähre wurde 1931 von Anna Moberg in Oslo gebaut. Sie brachte "
    "Menschen und Wagen über die Bucht, bis die große Brücke eröffnet wurde. Später lagen im Hafen "
    "viele alte Häuser leer.\n",
    "Bac": "Le bac de Larnholm\n\nLe bac fut construit en 1931 par Anna Moberg. Il transportait "
    "les gens et les charrettes à travers la baie jusqu'à l'ouverture du pont, puis il fut "
    "abandonné sur une plage avec d'autres vieux bateaux.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


def _ingest(
    graph: Graph,
    folder: Path,
    linguistics: Linguistics,
    embedder: HashEmbedder,
    extractor: str = "spacy",
    **pipelines: str,
) -> IngestReport:
    reader = make_extractor(extractor, linguistics=linguistics)
    others = {code: NamedEntities(pipeline) for code, pipeline in pipelines.items()}
    models = IngestModels(embedder, linguistics, reader, others)
    return ingest([folder], graph=graph, models=models)


def _documents(graph: Graph) -> dict[str, dict[str, Any]]:
    rows = graph.run_text(
        "MATCH (d:Document)<-[:PART_OF]-(p:Passage) RETURN d.language AS language, "
        "d.extractor AS extractor, count(p) AS passages, "
        "sum(COUNT { (p)<-[:STATED_IN]-(:Statement) }) AS statements, "
        "sum(COUNT { (p)-[:MENTIONS]->() }) AS mentions"
    )
    return {row["language"]: row for row in rows}


def test_facts_are_read_in_english_documents_alone(
    graph: Graph, folder: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    report = _ingest(graph, folder, linguistics, embedder)
    found = _documents(graph)
    assert set(found) == {"de", "en", "fr"}
    assert found["en"]["statements"] > 0
    assert found["de"]["statements"] == found["fr"]["statements"] == 0
    assert all(row["passages"] for row in found.values())
    assert report.languages == {"French": 1, "German": 1}
    assert _ingest(graph, folder, linguistics, embedder).rows_written == 0


def test_a_pipeline_of_the_language_reads_its_documents_again_for_names(
    graph: Graph, folder: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    _ingest(graph, folder, linguistics, embedder)
    before = _documents(graph)
    report = _ingest(graph, folder, linguistics, embedder, de=linguistics.name)
    after = _documents(graph)
    assert (report.documents["changed"], report.documents["unchanged"]) == (1, 2)
    assert after["de"]["mentions"] > before["de"]["mentions"]
    assert after["de"]["statements"] == 0
    assert after["fr"] == before["fr"]


def test_an_extractor_of_any_language_reads_all(
    graph: Graph, folder: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    report = _ingest(graph, folder, linguistics, embedder, extractor="none")
    assert report.languages == {}
    assert {row["extractor"] for row in _documents(graph).values()} == {"none"}


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("Brücken Haus", "Fähre Larnholm"),  # plural; "Häuser" has the stem of "Haus"
        ("vieil bateau abandonner", "Le bac de Larnholm"),
        ("bridges carry", "Larnholm ferry"),
    ],
    ids=["german", "french", "english"],
)
def test_words_are_found_by_their_stems(
    words: str,
    title: str,
    graph: Graph,
    folder: Path,
    linguistics: Linguistics,
    embedder: HashEmbedder,
) -> None:
    _ingest(graph, folder, linguistics, embedder, extractor="none")
    evidence = retrieve_passages(words, graph=graph, embedder=embedder, top_k=1)
    assert [passage.title for passage in evidence.passages] == [title]
    inside = graph.run_text("MATCH (d:Document {title: $title}) RETURN d.id AS id", title=title)
    within = [row["id"] for row in inside]
    evidence = retrieve_passages(words, graph=graph, embedder=embedder, top_k=3, within=within)
    assert [passage.title for passage in evidence.passages] == [title]
