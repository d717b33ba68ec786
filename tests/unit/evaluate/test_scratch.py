"""The scratch graph is chosen by content and settings, and left as it was found."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import CorpusDocument, Dataset
from kgplatform.evaluate.scratch import ScratchGraph, open_scratch_graph
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.settings import Settings

pytestmark = pytest.mark.unit

DATASET = Dataset(
    "tiny set", (CorpusDocument("a", "A", "Text."), CorpusDocument("b", "All title", "")), ()
)


@dataclasses.dataclass(frozen=True)
class RecordedIngest:
    failures: tuple[str, ...]


class RecordingServer:
    def __init__(self, *, running: bool) -> None:
        self.running = running
        self.calls: list[str] = []

    def status(self) -> str | None:
        return "running" if self.running else None

    def start(self, progress: Progress = NO_PROGRESS) -> None:
        self.calls.append("start")

    def stop(self) -> bool:
        self.calls.append("stop")
        return True


class RecordingPlatform:
    def __init__(self, settings: Settings, *, running: bool = False) -> None:
        self.settings = settings
        self.server = RecordingServer(running=running)
        self.failures: tuple[str, ...] = ()

    def ingest(
        self, paths: Sequence[Path | str], *, progress: Progress = NO_PROGRESS
    ) -> RecordedIngest:
        self.server.calls.append("ingest")
        self.paths = list(paths)
        return RecordedIngest(self.failures)

    def close(self) -> None:
        self.server.calls.append("close")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, neo4j_uri="bolt://db.example.org", neo4j_database="mine")


def test_scratch_graph_is_below_the_users_home(settings: Settings) -> None:
    scratch = ScratchGraph.plan(DATASET, settings=settings)
    assert scratch.home.parent == settings.home / "evaluate"


def test_scratch_settings_never_name_the_users_graph(settings: Settings) -> None:
    scratch = ScratchGraph.plan(DATASET, settings=settings).settings
    assert scratch.home != settings.home
    assert (scratch.neo4j_uri, scratch.neo4j_database) == (None, None)


def test_same_corpus_and_settings_share_a_graph(settings: Settings) -> None:
    first = ScratchGraph.plan(DATASET, settings=settings)
    asked_otherwise = settings.model_copy(update={"chat_model": "another"})
    assert ScratchGraph.plan(DATASET, settings=asked_otherwise).home == first.home


@pytest.mark.parametrize("name", ["embedder", "spacy_pipeline", "neo4j_version"])
def test_other_ingest_setting_gets_another_graph(settings: Settings, name: str) -> None:
    other = settings.model_copy(update={name: "another"})
    homes = [ScratchGraph.plan(DATASET, settings=each).home for each in (settings, other)]
    assert homes[0] != homes[1]


def test_other_corpus_gets_another_graph(settings: Settings) -> None:
    other = dataclasses.replace(DATASET, corpus=DATASET.corpus[:1])
    homes = [ScratchGraph.plan(each, settings=settings).home for each in (DATASET, other)]
    assert homes[0] != homes[1]


def test_corpus_is_written_in_beir_form(settings: Settings) -> None:
    with open_scratch_graph(DATASET, settings=settings, connect=RecordingPlatform) as platform:
        (path,) = platform.paths
        lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    assert lines == [
        {"_id": "a", "title": "A", "text": "Text."},
        {"_id": "b", "title": "All title", "text": "All title"},
    ]


def test_server_is_started_and_stopped(settings: Settings) -> None:
    with open_scratch_graph(DATASET, settings=settings, connect=RecordingPlatform) as platform:
        pass
    assert platform.server.calls == ["start", "ingest", "close", "stop"]


def test_server_that_was_running_is_left_running(settings: Settings) -> None:
    def connect(changed: Settings) -> RecordingPlatform:
        return RecordingPlatform(changed, running=True)

    with open_scratch_graph(DATASET, settings=settings, connect=connect) as platform:
        pass
    assert "stop" not in platform.server.calls


def test_server_is_stopped_after_an_error(settings: Settings) -> None:
    platforms: list[RecordingPlatform] = []

    def fail() -> None:
        with open_scratch_graph(DATASET, settings=settings, connect=RecordingPlatform) as platform:
            platforms.append(platform)
            raise RuntimeError("boom")

    with pytest.raises(RuntimeError, match="boom"):
        fail()
    assert platforms[0].server.calls[-1] == "stop"


def test_corpus_that_is_not_ingested_whole_is_refused(settings: Settings) -> None:
    def connect(changed: Settings) -> RecordingPlatform:
        platform = RecordingPlatform(changed)
        platform.failures = ("Line 2 is empty.",)
        return platform

    scratch = open_scratch_graph(DATASET, settings=settings, connect=connect)
    with pytest.raises(EvaluationError, match="Line 2"):
        scratch.__enter__()
