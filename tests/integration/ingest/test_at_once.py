"""Several writers at the same moment, and some that die or stand still, make the graph of a row."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import WriterLost
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.clearing import clear
from kgplatform.graph.connection import Graph, Transaction
from kgplatform.graph.server import LocalServer
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestModels, groups, ingest
from kgplatform.ingest.resolution.decisions import merge_entities
from kgplatform.models.linguistics import Linguistics
from kgplatform.records.ids import content_id
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.integration.conftest import WIPE, prepare
from tests.integration.processes import Child, start

pytestmark = pytest.mark.integration

STOOD_STILL = 9
PASSAGES_PER_GROUP = 4  # several transactions, between which others may come in
SHORT_LEASE_S = 2.0
RUNS = "MATCH (r:IngestRun) RETURN r.job AS job ORDER BY r.startedAt"
DOUBLES = """
MATCH (a)-[r]->(b) WHERE NOT a:Question
WITH a, b, type(r) AS type, properties(r) AS properties, count(*) AS times
WHERE times > 1 RETURN type, times
"""


class _InterruptedGraph(Graph):
    """Gets a signal in its own process just before a query, which may be that of a batch."""

    query = ""
    signal = signal.SIGSTOP

    def write(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        self._interrupt(query_name)
        return super().write(query_name, **parameters)

    def write_whole(self, work: Callable[[Transaction], Any]) -> Any:
        def interrupted(transaction: Transaction) -> Any:
            result = work(transaction)
            self._interrupt("batch")
            return result

        return super().write_whole(interrupted)

    def _interrupt(self, query_name: str) -> None:
        if query_name == self.query:
            self.query = ""
            os.kill(os.getpid(), self.signal)


@pytest.fixture(scope="module")
def models(linguistics: Linguistics) -> IngestModels:
    extractor = make_extractor("spacy", linguistics=linguistics)
    return IngestModels(HashEmbedder(dimension=64), linguistics, extractor)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(groups, "PASSAGES_PER_GROUP", PASSAGES_PER_GROUP)
    monkeypatch.setattr(groups, "MAX_PASSAGES_PER_GROUP", PASSAGES_PER_GROUP)
    # What is killed cannot take its temporary files away.
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def _write_folder(folder: Path, numbers: Sequence[int]) -> Path:
    """Short reports that name each other, single words too, and a long one in several parts."""
    folder.mkdir()
    for number in numbers:
        (folder / f"report-{number}.md").write_text(
            f"# Station{number}\n\nStation{number} was built by Rosa Lindqvist in {1900 + number}. "
            f"It is older than Station{(number * 3) % 12} and larger than Station{number + 1}. "
            "Rosa Lindqvist was born in Turku.\n"
        )
    days = "".join(f"## Day {n}\n\nOn day {n} Rosa Lindqvist saw Station{n}.\n\n" for n in range(9))
    (folder / "diary.md").write_text(f"# Diary {folder.name}\n\n{days}")
    return folder


def _ingest(server: LocalServer, models: IngestModels, folder: Path, **how: float) -> int:
    with Graph.connect(server.address(), **how) as graph:
        ingest([folder], graph=graph, models=models)
    return 0


def _in_a_row(graph: Graph, models: IngestModels, folders: Sequence[Path]) -> str:
    graph.run_text(WIPE)
    for folder in folders:
        ingest([folder], graph=graph, models=models)
    return graph_digest(graph)


@pytest.mark.parametrize(
    "numbers",
    [[range(8), range(8), range(8)], [range(6), range(4, 10), range(8, 12)]],
    ids=["four, two the same", "a chain"],
)
def test_runs_at_once_make_the_graph_of_one_after_the_other(
    graph: Graph,
    server: LocalServer,
    models: IngestModels,
    tmp_path: Path,
    numbers: list[range],
) -> None:
    folders = [_write_folder(tmp_path / str(n), part) for n, part in enumerate(numbers)]
    (tmp_path / "0" / "extra.md").write_text("# Extra\n\nExtra was built by Rosa Lindqvist.\n")
    paths = [folders[0], *folders]
    children = [start(lambda path=path: _ingest(server, models, path)) for path in paths]
    assert [child.wait() for child in children] == [0] * len(children)
    assert graph.run_text(DOUBLES) == []
    digest = graph_digest(graph)
    order = [Path(row["job"]) for row in graph.run_text(RUNS)]
    assert set(order) == set(folders)
    assert _in_a_row(graph, models, order) == digest


def _interrupted(
    server: LocalServer, models: IngestModels, folder: Path, query: str, number: signal.Signals
) -> Child:
    """Start an ingest that is killed or stands still at a query, and wait until it is so."""

    def work() -> int:
        with _InterruptedGraph.connect(server.address()) as graph:
            graph.query, graph.signal = query, number  # type: ignore[attr-defined]
            try:
                ingest([folder], graph=graph, models=models)
            except WriterLost:
                return STOOD_STILL
        return 0

    child = start(work)
    if number is signal.SIGSTOP:
        _, status = os.waitpid(child.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
    else:
        assert child.wait() == -number
    return child


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that nothing changes."""
    return _write_folder(tmp_path_factory.mktemp("corpus") / "reports", range(6))


@pytest.fixture(scope="module")
def fresh(connection: Graph, models: IngestModels, reports: Path) -> str:
    """The digest of its graph where nothing comes in between."""
    prepare(connection, embedder=models.embedder.name, dimension=models.embedder.dimension)
    return _in_a_row(connection, models, [reports])


MOMENTS = ["batch", "update_ingest_run", "decide_entity_types", "mark_documents_linked"]


@pytest.mark.parametrize("query", MOMENTS[::3])  # others are those of test_crash
def test_run_that_dies_is_taken_over_at_once_and_done_by_the_next(
    fresh: str, graph: Graph, server: LocalServer, models: IngestModels, reports: Path, query: str
) -> None:
    _interrupted(server, models, reports, query, signal.SIGKILL)
    children = [start(lambda: _ingest(server, models, reports, lease_s=10_000.0)) for _ in range(2)]
    assert [child.wait() for child in children] == [0, 0]
    assert graph_digest(graph) == fresh


@pytest.mark.parametrize("query", MOMENTS)
def test_run_that_stands_still_is_taken_over_and_writes_nothing_more(
    fresh: str, graph: Graph, server: LocalServer, models: IngestModels, reports: Path, query: str
) -> None:
    child = _interrupted(server, models, reports, query, signal.SIGSTOP)
    try:
        assert _ingest(server, models, reports, lease_s=SHORT_LEASE_S) == 0
        done = graph.run_text("MATCH (r:IngestRun) RETURN r.state AS state, r.updatedAt AS at")
    finally:
        child.go_on()
    assert child.wait() == STOOD_STILL
    assert graph_digest(graph) == fresh
    assert graph.run_text("MATCH (r:IngestRun) RETURN r.state AS state, r.updatedAt AS at") == done


def _document_id(path: Path) -> str:
    return content_id("document", path.resolve().as_uri())


def test_ingest_beside_removals_and_merges_makes_a_graph_of_one_after_the_other(
    graph: Graph, server: LocalServer, models: IngestModels, tmp_path: Path
) -> None:
    first = _write_folder(tmp_path / "first", range(6))
    second = _write_folder(tmp_path / "second", range(6, 12))
    gone = _document_id(first / "report-1.md")

    def remove(graph: Graph) -> None:
        assert delete_document(graph, gone)

    def merge(graph: Graph) -> None:
        merge_entities(graph, ["Station4", "Station5"])

    def add(graph: Graph) -> None:
        ingest([second], graph=graph, models=models)

    def start_with_first() -> None:
        graph.run_text(WIPE)
        ingest([first], graph=graph, models=models)

    expected = set()
    for steps in ((add, remove, merge), (remove, add, merge), (remove, merge, add)):
        start_with_first()
        for step in steps:
            step(graph)
        add(graph)  # derives what the changes ask for
        expected.add(graph_digest(graph))
    start_with_first()
    child = start(lambda: _ingest(server, models, second))
    remove(graph)
    merge(graph)
    assert child.wait() == 0
    add(graph)
    assert graph_digest(graph) in expected


def test_document_removed_before_its_new_form_is_written_comes_with_it(
    graph: Graph, server: LocalServer, models: IngestModels, tmp_path: Path
) -> None:
    folder = _write_folder(tmp_path / "reports", range(3))
    ingest([folder], graph=graph, models=models)
    for path in folder.glob("report-*.md"):
        path.write_text(path.read_text().replace("Rosa", "Maja"))
    child = _interrupted(server, models, folder, "mark_derivation", signal.SIGSTOP)
    removed = _document_id(folder / "report-1.md")
    assert delete_document(graph, removed)
    child.go_on()
    assert child.wait() == 0
    digest = graph_digest(graph)
    assert _in_a_row(graph, models, [folder]) == digest


def test_clearing_waits_for_an_ingest_that_is_under_way(
    graph: Graph, server: LocalServer, models: IngestModels, tmp_path: Path
) -> None:
    def clear_all() -> None:
        with Graph.connect(server.address()) as other:
            clear(other)

    folder = _write_folder(tmp_path / "reports", range(3))
    ingesting = _interrupted(server, models, folder, "batch", signal.SIGSTOP)
    clearing = start(clear_all)
    ingesting.go_on()
    assert (ingesting.wait(), clearing.wait()) == (0, 0)
    assert graph.run_text("MATCH (n) RETURN labels(n) AS labels") == []
    assert graph.read("show_indexes") + graph.read("show_constraints") == []
