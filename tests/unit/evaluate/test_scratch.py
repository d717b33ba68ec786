"""The scratch graph is chosen by content and settings, and left as it was found."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import EvaluationError, ServerError
from kgplatform.evaluate.datasets import CorpusDocument, Dataset
from kgplatform.evaluate.scratch import ScratchGraph, corpus_id, serve_corpus
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
        self.lasting = False
        self.calls: list[str] = []

    def status(self) -> str | None:
        return "running" if self.running else None

    def start(self, progress: Progress = NO_PROGRESS) -> None:
        self.calls.append("start")

    def stop(self) -> bool:
        self.calls.append("stop")
        if self.lasting:
            raise ServerError("Neo4j has not ended.")
        return True


class RecordingPlatform:
    def __init__(self, settings: Settings, *, running: bool = False) -> None:
        self.settings = settings
        self.server = RecordingServer(running=running)
        self.failures: tuple[str, ...] = ()

    def ingest(
        self, paths: Sequence[Path | str], *, extractor: str, progress: Progress = NO_PROGRESS
    ) -> RecordedIngest:
        self.server.calls.append("ingest")
        self.paths = list(paths)
        self.extractor = extractor
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


def test_scratch_settings_keep_the_users_wikidata(settings: Settings, tmp_path: Path) -> None:
    assert ScratchGraph.plan(DATASET, settings=settings).settings.wikidata_home == settings.home
    named = settings.model_copy(update={"wikidata_home": tmp_path / "store"})
    scratch = ScratchGraph.plan(DATASET, settings=named)
    assert scratch.settings.wikidata_home == tmp_path / "store"


def test_scratch_graphs_remember_chat_replies_with_the_user(
    settings: Settings, tmp_path: Path
) -> None:
    assert ScratchGraph.plan(DATASET, settings=settings).settings.replies == settings.replies
    named = settings.model_copy(update={"chat_cache": tmp_path / "replies.sqlite"})
    assert ScratchGraph.plan(DATASET, settings=named).settings.replies == named.chat_cache


def test_same_corpus_and_settings_share_a_graph(settings: Settings) -> None:
    first = ScratchGraph.plan(DATASET, settings=settings)
    asked_otherwise = settings.model_copy(update={"chat_model": "another"})
    assert ScratchGraph.plan(DATASET, settings=asked_otherwise).home == first.home


def test_another_extractor_gets_another_graph_and_ingests(settings: Settings) -> None:
    by_model = settings.model_copy(update={"chat_model": "small"})
    planned = [
        ScratchGraph.plan(DATASET, settings=each, extractor=extractor)
        for each, extractor in [(settings, "spacy"), (settings, "llm"), (by_model, "llm")]
    ]
    assert len({scratch.home for scratch in planned}) == 3
    made = RecordingPlatform(planned[2].settings)
    with serve_corpus(planned[2], DATASET.corpus, platform=made):
        assert made.extractor == "llm"


def test_code_that_extracts_otherwise_gets_another_graph(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ScratchGraph.plan(DATASET, settings=settings).home
    changed = tmp_path / "changed.py"
    changed.write_text("LIMIT = 3\n")
    monkeypatch.setattr("kgplatform.evaluate.scratch.list_ingest_code", lambda: [changed])
    assert ScratchGraph.plan(DATASET, settings=settings).home != before


@pytest.mark.parametrize("name", ["embedder", "spacy_pipeline", "neo4j_version"])
def test_other_ingest_setting_gets_another_graph(settings: Settings, name: str) -> None:
    other = settings.model_copy(update={name: "another"})
    homes = [ScratchGraph.plan(DATASET, settings=each).home for each in (settings, other)]
    assert homes[0] != homes[1]


def test_other_corpus_gets_another_graph(settings: Settings) -> None:
    other = dataclasses.replace(DATASET, corpus=DATASET.corpus[:1])
    homes = [ScratchGraph.plan(each, settings=settings).home for each in (DATASET, other)]
    assert homes[0] != homes[1]


def serve(settings: Settings, **platform: Any) -> tuple[RecordingPlatform, Any]:
    """Return a platform for the scratch graph, and what serves the corpus with it."""
    scratch = ScratchGraph.plan(DATASET, settings=settings)
    made = RecordingPlatform(scratch.settings, **platform)
    return made, serve_corpus(scratch, DATASET.corpus, platform=made)


def test_other_questions_over_a_corpus_find_its_graph(settings: Settings) -> None:
    other = dataclasses.replace(DATASET, name="other questions")
    before = ScratchGraph.plan(other, settings=settings).home
    _, serving = serve(settings)
    with serving:
        pass
    after = ScratchGraph.plan(other, settings=settings).home
    assert before != after == ScratchGraph.plan(DATASET, settings=settings).home


def test_graphs_apart_share_the_corpus_file_and_nothing_else(settings: Settings) -> None:
    shared = ScratchGraph.plan(DATASET, settings=settings)
    one, other = shared.apart("holmes", "small"), shared.apart("holmes", "large")
    assert len({shared.home, one.home, other.home}) == 3
    assert one.home == one.settings.home == shared.apart("holmes", "small").home
    assert one.corpus_path == other.corpus_path == shared.corpus_path
    assert one.settings.replies == settings.replies


def test_corpus_is_written_in_beir_form(settings: Settings) -> None:
    platform, serving = serve(settings)
    with serving:
        (path,) = platform.paths
        lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    assert lines == [
        {"_id": "a", "title": "A", "text": "Text."},
        {"_id": "b", "title": "All title", "text": "All title"},
    ]


def test_server_is_started_and_stopped(settings: Settings) -> None:
    platform, serving = serve(settings)
    with serving:
        assert platform.server.calls == ["start", "ingest"]
    assert platform.server.calls == ["start", "ingest", "close", "stop"]


def test_server_that_was_running_is_left_running(settings: Settings) -> None:
    platform, serving = serve(settings, running=True)
    with serving:
        pass
    assert "stop" not in platform.server.calls


def test_server_that_an_evaluation_left_behind_is_stopped_by_the_next(settings: Settings) -> None:
    platform, left = serve(settings)
    platform.server.lasting = True  # as one whose evaluation was killed
    with left:
        pass
    platform, next_one = serve(settings, running=True)
    with next_one:
        pass
    assert platform.server.calls[-1] == "stop"
    platform, later = serve(settings, running=True)  # somebody else's from now on
    with later:
        pass
    assert "stop" not in platform.server.calls


def test_server_is_stopped_after_an_error(settings: Settings) -> None:
    platform, serving = serve(settings)
    with pytest.raises(RuntimeError, match="boom"), serving:
        raise RuntimeError("boom")
    assert platform.server.calls[-1] == "stop"


def test_server_that_does_not_stop_hides_no_error_and_makes_none(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    platform, serving = serve(settings)
    platform.server.lasting = True
    with pytest.raises(RuntimeError, match="boom"), serving:
        raise RuntimeError("boom")
    platform, again = serve(settings)
    platform.server.lasting = True
    with again:
        pass
    assert platform.server.calls[-1] == "stop"
    assert "has not ended" in caplog.text


def test_second_evaluation_of_a_corpus_is_refused_while_the_first_runs(settings: Settings) -> None:
    (_, first), (platform, second) = serve(settings), serve(settings)
    with first:
        with pytest.raises(EvaluationError, match="Another evaluation"):
            second.__enter__()
        assert platform.server.calls == []
    (_, third) = serve(settings)
    with third:
        pass


def test_corpus_that_is_not_ingested_whole_is_refused(settings: Settings) -> None:
    platform, serving = serve(settings)
    platform.failures = ("Line 2 is empty.",)
    with pytest.raises(EvaluationError, match="Line 2"):
        serving.__enter__()
    assert platform.server.calls[-1] == "stop"


def test_id_in_the_corpus_is_the_fragment_whatever_it_holds() -> None:
    assert corpus_id("file:///home/x/corpus.jsonl#b#1") == "b#1"
