"""A graph on a new machine: the first ingest starts Neo4j and says so; then it is only read."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.conftest import STARTING
from tests.integration.cli.conftest import SAID, run_here

pytestmark = pytest.mark.integration

READ_ONLY = {"KGPLATFORM_NEO4J_CONFIGURATION": "server.databases.default_to_read_only=true"}
QUESTION = "When was the Oda bridge opened?"


Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done, Done]:
    """A home in which nothing was, and the first two commands there."""
    home = tmp_path_factory.mktemp("begun")
    file = home / "bridge.txt"
    file.write_text("The Oda bridge was opened in 1900.\n", encoding="utf-8")
    commands = ["ingest", str(file), "--json"], ["documents", "list"]
    first, second = (
        run_here(*words, home=home, cwd=home, env={STARTING: "true"}) for words in commands
    )
    Resources(Settings.load(home=home)).server.stop()
    return home, first, second


@pytest.fixture(scope="module")
def read_only(begun: tuple[Path, Done, Done]) -> Iterator[Path]:
    """That home; its graph, of one document, may only be read now."""
    home = begun[0]
    configuration = next(iter(READ_ONLY.values()))
    with Resources(Settings.load(home=home, neo4j_configuration=configuration)) as restricted:
        restricted.server.start()
        yield home
        restricted.server.stop()


def test_ingest_on_a_new_machine_starts_neo4j_and_says_so(begun: tuple[Path, Done, Done]) -> None:
    _, first, second = begun
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["documents"]["new"] == 1
    assert first.stderr.count(SAID) == 1
    assert (second.returncode, second.stderr) == (0, "")
    assert "bridge" in second.stdout


def test_ask_answers_and_says_that_nothing_is_recorded(read_only: Path) -> None:
    asked = run_here("ask", QUESTION, home=read_only, cwd=read_only, env=READ_ONLY)
    assert asked.returncode == 0
    assert asked.stdout.startswith("1900\n")
    assert "not recorded" in asked.stdout
    assert asked.stderr.count("The question is not recorded: the graph may only be read.") == 1


def test_retrieve_finds(read_only: Path) -> None:
    found = run_here("retrieve", QUESTION, home=read_only, cwd=read_only, env=READ_ONLY)
    assert (found.returncode, "opened in 1900" in found.stdout) == (0, True)


def test_ingest_says_that_the_database_is_read_only(read_only: Path) -> None:
    (read_only / "lock.txt").write_text("The Alna lock was built in 1911.\n", encoding="utf-8")
    tried = run_here("ingest", "lock.txt", home=read_only, cwd=read_only, env=READ_ONLY)
    assert (tried.returncode, "is read-only: name another database" in tried.stderr) == (2, True)
