"""Two things of one title are two entities, and one again when only one is left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.integration.conftest import WIPE

pytestmark = pytest.mark.integration

OLDER = "John Arnesen (born 4 May 1850) was a Norwegian whaler. John Arnesen sailed from Tromsø."
YOUNGER = "John Arnesen (born 9 June 1931) was a Norwegian painter. John Arnesen lived in Bergen."


@pytest.fixture(scope="module")
def models(linguistics: Linguistics) -> IngestModels:
    extractor = make_extractor("spacy", linguistics=linguistics)
    return IngestModels(HashEmbedder(dimension=64), linguistics, extractor)


def _write(file: Path, texts: dict[str, str]) -> None:
    rows = [{"_id": key, "title": "John Arnesen", "text": text} for key, text in texts.items()]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def _people(graph: Graph) -> list[dict[str, Any]]:
    return graph.run_text(
        "MATCH (e:Entity {normalizedName: 'john arnesen'})<-[:ABOUT]-(d:Document) "
        "OPTIONAL MATCH (e)<-[:SUBJECT]-(:Statement {relation: 'date of birth'})-[:OBJECT]->(l) "
        "RETURN e.id AS id, collect(DISTINCT d.id) AS documents, collect(DISTINCT l.value) AS born "
        "ORDER BY born"
    )


def test_two_people_of_one_name_are_two_entities_and_the_same_on_every_run(
    graph: Graph, tmp_path: Path, models: IngestModels
) -> None:
    file = tmp_path / "people.jsonl"
    _write(file, {"old": OLDER, "young": YOUNGER})
    ingest([file], graph=graph, models=models)
    people = _people(graph)
    assert [row["born"] for row in people] == [["4 May 1850"], ["9 June 1931"]]
    assert [len(row["documents"]) for row in people] == [1, 1]
    fresh = graph_digest(graph)
    _write(file, {"old": OLDER, "young": YOUNGER + " He also wrote."})
    ingest([file], graph=graph, models=models)
    assert len(_people(graph)) == 2
    _write(file, {"old": OLDER, "young": YOUNGER})
    ingest([file], graph=graph, models=models)
    assert graph_digest(graph) == fresh


def test_things_fall_together_when_one_document_goes(
    graph: Graph, tmp_path: Path, models: IngestModels
) -> None:
    file = tmp_path / "people.jsonl"
    _write(file, {"young": YOUNGER})
    ingest([file], graph=graph, models=models)
    alone = graph_digest(graph)
    graph.run_text(WIPE)
    _write(file, {"old": OLDER, "young": YOUNGER})
    ingest([file], graph=graph, models=models)
    _write(file, {"young": YOUNGER})
    report = ingest([file], graph=graph, models=models)
    assert report.documents["removed"] == 1
    assert graph_digest(graph) == alone
