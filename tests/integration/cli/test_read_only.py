"""A graph that may only be read: questions are answered, and said not to be recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.integration.cli.conftest import run_here

pytestmark = pytest.mark.integration

READ_ONLY = {"KGPLATFORM_NEO4J_CONFIGURATION": "server.databases.default_to_read_only=true"}
QUESTION = "When was the Oda bridge opened?"


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home whose graph has one document and may only be read."""
    home = tmp_path_factory.mktemp("read-only")
    file = home / "bridge.txt"
    file.write_text("The Oda bridge was opened in 1900.\n", encoding="utf-8")
    with Resources(Settings.load(home=home)) as writable:
        writable.server.start()
        assert run_here("ingest", str(file), home=home, cwd=home).returncode == 0
        writable.server.stop()
    configuration = next(iter(READ_ONLY.values()))
    with Resources(Settings.load(home=home, neo4j_configuration=configuration)) as restricted:
        restricted.server.start()
        yield home
        restricted.server.stop()


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
