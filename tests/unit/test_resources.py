"""What a platform opens, what it is given in the place of that, and which Neo4j it starts."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import GraphUnavailable, UsageError
from kgplatform.graph.address import Address
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from kgplatform.graph.server_files import ServerInfo
from kgplatform.ingest.job.spec import Job
from kgplatform.models.linguistics import Linguistics
from kgplatform.platform import Platform
from kgplatform.progress import NOTICES
from kgplatform.runtime import resources as opening
from kgplatform.runtime.doctor import diagnose
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder, ScriptedChatModel
from tests.conftest import STARTING

pytestmark = pytest.mark.unit

NEW, OLD = "2026.08.1", "5.26.30"


class _Graph:
    """A connection that knows whether it was closed."""

    is_closed = False

    def close(self) -> None:
        self.is_closed = True


def test_what_is_given_is_used_and_left_open(tmp_path: Path, linguistics: Linguistics) -> None:
    graph: Any = _Graph()
    embedder, chat = HashEmbedder(), ScriptedChatModel(['{"answer": "Oslo"}'])
    given = Resources(
        Settings(home=tmp_path), graph=graph, embedder=embedder, chat=chat, linguistics=linguistics
    )
    other = given.replace_settings(
        Settings(home=tmp_path, chat_base_url="http://x", chat_model="m")
    )
    for resources in (given, other):
        with resources:
            assert resources.connection is graph
            assert resources.embedder is embedder
            assert resources.chat_itself is chat
            assert resources.linguistics is linguistics
    assert not graph.is_closed


def test_without_settings_those_of_the_command_line_are_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KGPLATFORM_HOME", str(tmp_path))
    with Platform() as platform:
        assert platform.settings.home == tmp_path


def test_no_model_is_asked_where_none_is_wanted(tmp_path: Path) -> None:
    where = {"base_url": "http://127.0.0.1:1/v1", "model": "m"}
    named = {f"{role}_{key}": value for role in ("chat", "planner") for key, value in where.items()}
    settings = Settings(home=tmp_path, **named)
    assert Resources(settings).chat is not None
    without = Resources(settings, chat=False)
    assert (without.chat, without.chat_itself, without.tuned_planner) == (None, None, None)
    assert not without.has_given_models


@pytest.mark.parametrize("engine", [{"workers": 2}, {"name": "ray"}], ids=["processes", "ray"])
def test_a_given_model_is_not_for_other_processes(engine: dict[str, Any], tmp_path: Path) -> None:
    job = Job.of_paths([tmp_path])
    job = job.model_copy(update={"engine": job.engine.model_copy(update=engine)})
    platform = Platform(Settings(home=tmp_path), embedder=HashEmbedder())
    with pytest.raises(UsageError, match="one worker"):
        platform.run_job(job)


class _Machine:
    """A machine with local servers: which version runs, ran last, and what another command does."""

    def __init__(self, running: str = "", last: str = "", change: str = "") -> None:
        self.running, self.last, self.change = running, last, change
        self.started: list[str] = []

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        machine = self

        def status(server: LocalServer) -> ServerInfo | None:
            running = machine.running
            return ServerInfo(running, 1, 7687, 7474, server.folder) if running else None

        def address(server: LocalServer) -> Address:
            if not machine.running:
                raise GraphUnavailable("The local Neo4j is not running: run kgplatform db start.")
            return Address(f"bolt://{machine.running}", "neo4j", "")

        def start(server: LocalServer, progress: object) -> ServerInfo | None:
            machine.change = ""
            if machine.running:
                return None
            machine.running = server.version
            machine.started.append(server.version)
            return status(server)

        def connect(address: Address) -> str:
            if machine.change:
                raise GraphUnavailable("Neo4j does not answer.")
            return address.uri

        monkeypatch.setattr(LocalServer, "status", status)
        monkeypatch.setattr(LocalServer, "address", address)
        monkeypatch.setattr(LocalServer, "start_stopped", start)
        monkeypatch.setattr(LocalServer, "last_version", lambda _: machine.last or None)
        monkeypatch.setattr(LocalServer, "is_changing", lambda _: machine.change == "starting")
        monkeypatch.setattr(opening.Graph, "connect", connect)


@pytest.fixture(autouse=True)
def as_for_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take out what keeps other tests from starting Neo4j."""
    monkeypatch.delenv(STARTING)


def _connect(settings: Settings, machine: _Machine, monkeypatch: pytest.MonkeyPatch) -> Graph:
    machine.install(monkeypatch)
    return Resources(settings).connection


@pytest.fixture
def notices(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(NOTICES, "propagate", True)
    caplog.set_level(logging.INFO, NOTICES.name)
    return caplog


def test_a_local_neo4j_that_does_not_run_is_started_and_people_are_told(
    notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = _Machine()
    for _ in range(2):
        assert _connect(Settings(home=tmp_path), machine, monkeypatch) == f"bolt://{NEW}"
    assert machine.started == [NEW]
    [told] = notices.messages
    assert "kgplatform db stop" in told


def test_nothing_is_started_where_that_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = _Machine()
    with pytest.raises(GraphUnavailable, match="not running: run kgplatform db start"):
        _connect(Settings(home=tmp_path, neo4j_start=False), machine, monkeypatch)
    assert machine.started == []


def test_what_another_command_just_starts_is_waited_for(
    notices: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = _Machine(running=NEW, change="starting")
    assert _connect(Settings(home=tmp_path), machine, monkeypatch) == f"bolt://{NEW}"
    assert (machine.started, notices.messages) == ([], [])


def test_a_neo4j_that_runs_and_does_not_answer_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = _Machine(running=NEW, change="stuck")
    with pytest.raises(GraphUnavailable, match="does not answer"):
        _connect(Settings(home=tmp_path), machine, monkeypatch)
    assert machine.started == []


@pytest.mark.parametrize(
    ("last", "chosen", "started"),
    [(OLD, None, OLD), (OLD, NEW, NEW), ("2026.01.0", None, NEW), ("4.4.1", None, NEW)],
    ids=["another graph", "chosen", "an older one of this graph", "none that can be run"],
)
def test_the_version_that_ran_last_is_started_unless_one_is_chosen(
    last: str, chosen: str | None, started: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = _Machine(last=last)
    _connect(Settings.load(home=tmp_path, neo4j_version=chosen), machine, monkeypatch)
    assert machine.started == [started]


def test_doctor_says_where_the_home_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Resources(Settings(home=tmp_path / "file")) as resources:
        found = {finding.part: finding for finding in diagnose(resources)}
    assert (found["home"].state, found["neo4j"].state) == ("broken", "broken")
    assert "no folder" in found["home"].detail
