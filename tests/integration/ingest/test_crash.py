"""SIGKILL at random transactions: the next run always makes the graph of an undisturbed one."""

from __future__ import annotations

import json
import os
import random
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph, Transaction
from kgplatform.graph.server import LocalServer
from kgplatform.ingest import IngestModels, groups, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.integration.conftest import WIPE

pytestmark = pytest.mark.integration

KILLS = 4
VOYAGES = 48
PASSAGES_PER_GROUP = 12  # many small transactions, so that there are many places to be killed at


class _DyingGraph(Graph):
    """Ends its own process at a given write transaction, before or after it is committed."""

    writes_left = 0
    dies_after_commit = False

    def write(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        return self._count(lambda: super(_DyingGraph, self).write(query_name, **parameters))

    def write_whole(self, work: Callable[[Transaction], Any]) -> Any:
        return self._count(lambda: super(_DyingGraph, self).write_whole(work))

    def _count(self, write: Callable[[], Any]) -> Any:
        self.writes_left -= 1
        if self.writes_left == 0 and not self.dies_after_commit:
            os.kill(os.getpid(), signal.SIGKILL)
        result = write()
        if self.writes_left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return result


@pytest.fixture(scope="module")
def models(linguistics: Linguistics) -> IngestModels:
    extractor = make_extractor("spacy", linguistics=linguistics)
    return IngestModels(HashEmbedder(dimension=64), linguistics, extractor)


def _write_corpus(folder: Path, *, year: int) -> None:
    """Many short documents, and one so long that it is spread over several transactions."""
    rows = [
        {
            "_id": str(number),
            "title": f"Voyage {number}",
            "text": f"Voyage {number} was led by Captain Grim Arnesen in {year + number}. "
            f"It followed Voyage {(number * 7) % VOYAGES} and the Long Diary.",
        }
        for number in range(VOYAGES)
    ]
    (folder / "voyages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    days = "".join(
        f"## Day {day}\n\nOn day {day} of {year} Arnesen rested.\n\n" for day in range(40)
    )
    (folder / "diary.md").write_text(f"# Long Diary\n\n{days}")


def _run(server: LocalServer, corpus: Path, models: IngestModels, *, kill_at: int) -> int:
    """Ingest in a process of its own that is killed at a transaction; return its exit status."""
    child = os.fork()
    if child == 0:
        try:
            with _DyingGraph.connect(server.address()) as graph:
                graph.writes_left = kill_at  # type: ignore[attr-defined]
                graph.dies_after_commit = kill_at % 2 == 0  # type: ignore[attr-defined]
                ingest([corpus], graph=graph, models=models)
                os._exit(100 + min(-graph.writes_left, 100))  # type: ignore[attr-defined]
        except BaseException:  # noqa: BLE001  # pytest's own clean-up must not run in the child
            os._exit(3)
    return os.waitpid(child, 0)[1]


def test_killed_at_random_points_the_next_run_completes_the_same_graph(
    graph: Graph,
    server: LocalServer,
    models: IngestModels,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(groups, "PASSAGES_PER_GROUP", PASSAGES_PER_GROUP)
    monkeypatch.setattr(groups, "MAX_PASSAGES_PER_GROUP", PASSAGES_PER_GROUP)
    # What is killed cannot take its temporary files away.
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old, new = tmp_path / "corpus", tmp_path / "corpus"
    old.mkdir()
    _write_corpus(new, year=1800)
    status = _run(server, new, models, kill_at=0)
    transactions = os.waitstatus_to_exitcode(status) - 100
    assert transactions > KILLS
    fresh = graph_digest(graph)
    points = random.Random(20).sample(range(1, transactions + 1), KILLS)
    for number, point in enumerate(points):
        graph.run_text(WIPE)
        if number % 2:  # every other time documents are replaced instead of written anew
            _write_corpus(old, year=1700)
            ingest([old], graph=graph, models=models)
            _write_corpus(new, year=1800)
        status = _run(server, new, models, kill_at=point)
        assert os.WIFSIGNALED(status), f"the run was over before transaction {point}"
        ingest([new], graph=graph, models=models)
        assert graph_digest(graph) == fresh, f"killed at transaction {point} of {transactions}"
