"""The local Neo4j is started by what needs it, said once, and not where that is not wanted.

And where its graph may only be read, what can be done without writing is done.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kgplatform.graph.server import LocalServer
from kgplatform.graph.server_process import wait_until
from kgplatform.platform import Platform
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.conftest import STARTING
from tests.integration.cli.conftest import COMMAND, SAID, run_command, run_here

pytestmark = pytest.mark.integration

REFUSED = "Error: The local Neo4j is not running: run kgplatform db start.\n"
SOON_S = 60.0
READ_ONLY = {"KGPLATFORM_NEO4J_CONFIGURATION": "server.databases.default_to_read_only=true"}
QUESTION = "When was the Oda bridge opened?"
Done = subprocess.CompletedProcess[str]


def _server(home: Path) -> LocalServer:
    return Platform(Settings.load(home=home)).server


@pytest.fixture(autouse=True)
def as_for_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take out what keeps other tests from starting it."""
    monkeypatch.delenv(STARTING)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home that the tests of this module share; the demo has been shown there."""
    home = tmp_path_factory.mktemp("home")
    shown = run_here("demo", home=home, cwd=home)
    assert shown.returncode == 0, shown.stderr
    assert _server(home).status() is None
    yield home
    _server(home).stop()


@pytest.fixture
def home(kept: Path) -> Path:
    """That home, its Neo4j not running."""
    _server(kept).stop()
    return kept


@pytest.fixture(scope="module")
def begun(kept: Path) -> tuple[Done, Done]:
    """What the first two commands after the demo said."""
    _server(kept).stop()
    (kept / "bridge.txt").write_text("The Oda bridge was opened in 1900.\n", encoding="utf-8")
    commands = ["ingest", "bridge.txt", "--json"], ["documents", "list", "--json"]
    first, second = (
        run_here(*words, home=kept, cwd=kept, env={STARTING: "true"}) for words in commands
    )
    return first, second


def test_an_ingest_after_the_demo_starts_it_and_says_so_and_finds_nothing_left(
    begun: tuple[Done, Done],
) -> None:
    first, second = begun
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["documents"]["new"] == 1
    assert first.stderr.count(SAID) == 1
    assert (second.returncode, second.stderr) == (0, "")
    assert [row["title"] for row in json.loads(second.stdout)] == ["bridge"]


@pytest.mark.usefixtures("begun")
def test_where_it_may_only_be_read_what_needs_no_writing_is_done(home: Path) -> None:
    configuration = next(iter(READ_ONLY.values()))
    with Resources(Settings.load(home=home, neo4j_configuration=configuration)) as restricted:
        restricted.server.start()
        asked = run_here("ask", QUESTION, home=home, cwd=home, env=READ_ONLY)
        found = run_here("retrieve", QUESTION, home=home, cwd=home, env=READ_ONLY)
        (home / "lock.txt").write_text("The Alna lock was built in 1911.\n", encoding="utf-8")
        tried = run_here("ingest", "lock.txt", home=home, cwd=home, env=READ_ONLY)
    assert asked.returncode == 0
    assert asked.stdout.startswith("1900\n")
    assert "not recorded" in asked.stdout
    assert asked.stderr.count("The question is not recorded: the graph may only be read.") == 1
    assert (found.returncode, "opened in 1900" in found.stdout) == (0, True)
    assert (tried.returncode, "is read-only: name another database" in tried.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (["ask", "Who built the Fram?", "--no-start"], {}),
        (["documents", "list"], {STARTING: "false"}),
        (["db", "check"], {}),
    ],
    ids=["flag", "setting", "looks only"],
)
def test_where_it_is_not_to_be_started_the_command_says_what_to_do(
    words: list[str], environment: dict[str, str], home: Path, tmp_path: Path
) -> None:
    done = run_here(*words, home=home, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", REFUSED)
    assert _server(home).status() is None


def test_platform_starts_it_and_leaves_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGPLATFORM_HOME", str(home))
    with Platform() as platform:
        platform.graph()
    running = _server(home).status()
    assert running is not None
    with Platform() as platform:
        assert platform.graph().address.uri == running.uri


def test_two_at_the_same_moment_start_one(home: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        running = [
            pool.submit(run_command, "documents", "list", home=home, cwd=tmp_path) for _ in range(2)
        ]
        done = [future.result() for future in running]
    assert [command.returncode for command in done] == [0, 0]
    assert sum(command.stderr.count(SAID) for command in done) == 1


def test_a_signal_while_it_starts_leaves_none(home: Path, tmp_path: Path) -> None:
    server = _server(home)
    environment = {**os.environ, "KGPLATFORM_HOME": str(home)}
    command = subprocess.Popen(
        [COMMAND, "documents", "list"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE
    )
    assert wait_until(lambda: server.status() is not None, SOON_S)
    command.send_signal(signal.SIGINT)
    said = command.communicate(timeout=SOON_S)[1].decode()
    assert command.returncode == 130
    assert said.endswith("Stopped.\n")
    assert SAID not in said
    assert wait_until(lambda: server.status() is None, SOON_S)
    assert run_here("documents", "list", home=home, cwd=tmp_path).returncode == 0
