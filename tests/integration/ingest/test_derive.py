"""What is derived follows the job; what a job does not mention stays as the graph has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.ingest.derive import Derivation
from kgplatform.ingest.links.passage_links import LinkLimits
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder

pytestmark = pytest.mark.integration

ANIMALS = ("penguins", "seals", "whales")  # three days apart the same ones come
LINKED = Derivation(links={"keyword": LinkLimits(4, 0.05)})


@pytest.fixture(scope="module")
def models(linguistics: Linguistics) -> IngestModels:
    extractor = make_extractor("none", linguistics=linguistics)
    return IngestModels(HashEmbedder(dimension=64), linguistics, extractor)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "ice.jsonl"
    _write(file, 6)
    return file


def _write(file: Path, count: int) -> None:
    rows = [
        {"_id": str(n), "title": f"Day {n}", "text": f"The {ANIMALS[n % 3]} came back."}
        for n in range(count)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def _ingest(graph: Graph, corpus: Path, models: IngestModels, **options: Any) -> IngestReport:
    return ingest([corpus], graph=graph, models=models, **options)


def _links(graph: Graph) -> int:
    (row,) = graph.run_text("MATCH ()-[r:SIMILAR {method: 'keyword'}]->() RETURN count(r) AS n")
    return int(row["n"])


def test_links_stay_and_grow_with_runs_that_do_not_mention_them(
    graph: Graph, corpus: Path, models: IngestModels
) -> None:
    _ingest(graph, corpus, models, derivation=LINKED)
    first = _links(graph)
    assert first > 0
    assert _ingest(graph, corpus, models).rows_written == 0
    _write(corpus, 9)
    _ingest(graph, corpus, models)
    assert _links(graph) > first


def test_links_go_with_a_job_that_asks_for_none(
    graph: Graph, corpus: Path, models: IngestModels
) -> None:
    _ingest(graph, corpus, models, derivation=LINKED)
    report = _ingest(graph, corpus, models, derivation=Derivation(links={}))
    assert report.documents["unchanged"] == 6
    assert _links(graph) == 0
    assert _ingest(graph, corpus, models).rows_written == 0


def test_other_settings_are_applied_though_no_document_changed(
    graph: Graph, corpus: Path, models: IngestModels
) -> None:
    _ingest(graph, corpus, models)
    assert _links(graph) == 0
    _ingest(graph, corpus, models, derivation=LINKED)
    assert _links(graph) > 0
