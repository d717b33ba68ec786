"""Every engine makes the same graph, also when workers die."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import Batch
from kgplatform.ingest import IngestModels, groups, ingest
from kgplatform.ingest.engines import Engine, LocalEngine
from kgplatform.ingest.groups import Group
from kgplatform.ingest.report import Tally
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.integration.conftest import WIPE, prepare
from tests.pipeline import linguistics

pytestmark = pytest.mark.integration

VOYAGES, PAGES = 120, 3
PASSAGES_PER_GROUP = 20  # several groups for each of two workers


@pytest.fixture(autouse=True)
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "PASSAGES_PER_GROUP", PASSAGES_PER_GROUP)
    monkeypatch.setattr(groups, "MAX_PASSAGES_PER_GROUP", PASSAGES_PER_GROUP)


def load_models() -> IngestModels:
    """The loader that worker processes import and call."""
    extractor = make_extractor("spacy", linguistics=linguistics())
    return IngestModels(HashEmbedder(dimension=64), linguistics(), extractor)


@pytest.fixture(scope="module")
def models() -> IngestModels:
    return load_models()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    rows = [
        {
            "_id": str(number),
            "title": f"Voyage {number}",
            "text": f"Voyage {number} was led by Fridtjof Nansen in {1800 + number}. "
            f"Voyage {number + 1} followed it.",
        }
        for number in range(VOYAGES)
    ]
    (folder / "voyages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for number in range(PAGES):
        text = f"Fram sailed from Oslo in {1890 + number}."
        page = f"<html><title>Page {number}</title><p>{text}</p></html>"
        (folder / f"page{number}.html").write_text(page)
    return folder


@pytest.fixture(scope="module")
def expected(connection: Graph, corpus: Path, models: IngestModels) -> str:
    """The digest of the graph that one process makes."""
    prepare(connection, embedder=models.embedder.name, dimension=models.embedder.dimension)
    ingest([corpus], graph=connection, models=models)
    return graph_digest(connection)


def _digest(graph: Graph, corpus: Path, models: IngestModels, engine: Engine) -> str:
    report = ingest([corpus], graph=graph, models=models, engine=engine)
    assert report.passages == VOYAGES + PAGES
    return graph_digest(graph)


def test_several_processes_make_the_same_graph(
    expected: str, graph: Graph, corpus: Path, models: IngestModels
) -> None:
    engine = LocalEngine(models, workers=2, load=load_models)
    assert _digest(graph, corpus, models, engine) == expected


class _KillsAWorker:
    """An engine that ends one of its workers after the first batch."""

    def __init__(self, engine: object, process_ids: list[int]) -> None:
        self._engine = engine
        self._process_ids = process_ids
        self.parse = engine.parse  # type: ignore[attr-defined]

    def analyse(
        self, groups: Iterable[Group], *, gazetteer: Gazetteer, tally: Tally
    ) -> Iterator[Batch]:
        batches = self._engine.analyse(groups, gazetteer=gazetteer, tally=tally)  # type: ignore[attr-defined]
        yield next(batches)
        os.kill(self._process_ids[0], signal.SIGKILL)
        yield from batches


def test_ray_makes_the_same_graph_and_survives_a_killed_worker(
    expected: str, graph: Graph, corpus: Path, models: IngestModels
) -> None:
    pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    from kgplatform.ingest.ray_engine import RayEngine

    with RayEngine(load_models, extractors=models.extractor_names(), workers=2) as engine:
        assert _digest(graph, corpus, models, engine) == expected
        graph.run_text(WIPE)
        killing = _KillsAWorker(engine, engine.worker_processes())
        assert _digest(graph, corpus, models, killing) == expected
