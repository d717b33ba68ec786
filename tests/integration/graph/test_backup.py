"""Backup and restore of the local Neo4j for real: what is written, read back, refused, kept."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kgplatform.cli.db import db
from kgplatform.errors import ServerError, UsageError
from kgplatform.graph.backup import back_up, restore
from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.integration.cli.conftest import COMMAND

pytestmark = pytest.mark.integration

SCHEMA = "SHOW INDEXES YIELD name, type, state, options RETURN name, type, state ORDER BY name"
PASSAGES = """
UNWIND $rows AS row
CREATE (p:Passage {id: row.id, text: row.text, embedding: row.vector})
CREATE (:EntityDecision {id: row.id + 'd'})-[:DECIDES]->(p)
"""
CONFIGURATION = "MATCH (c:Configuration) RETURN c.embedder AS embedder"


def local(home: Path) -> LocalServer:
    return Resources(Settings.load(home=home)).server


def run(*arguments: object) -> Result:
    return CliRunner().invoke(db, [str(argument) for argument in arguments])


def state(server: LocalServer) -> tuple[Any, ...]:
    """Return all that a restored graph must have."""
    with Graph.connect(server.address()) as graph:
        return graph_digest(graph), graph.run_text(SCHEMA), graph.run_text(CONFIGURATION)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder with a running server and a small graph, with vectors, schema, a decision."""
    home = tmp_path_factory.mktemp("home of é")
    server = local(home)
    server.start()
    embedder = HashEmbedder(dimension=64)
    texts = ["Ilse Varga founded the mill.", "The mill burnt down in 1911."]
    vectors = embedder.embed_passages(texts).tolist()
    rows = [{"id": t[:4], "text": t, "vector": v} for t, v in zip(texts, vectors, strict=True)]
    with Graph.connect(server.address()) as graph:
        migrate(graph, embedder=embedder.name, dimension=embedder.dimension)
        graph.run_text(PASSAGES, rows=rows)
    yield home
    server.stop()


@pytest.fixture(scope="module")
def before(home: Path) -> tuple[Any, ...]:
    """All of that graph, which every test leaves as it was."""
    return state(local(home))


@pytest.fixture(scope="module")
def backup(home: Path, before: tuple[Any, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of that graph, made while its server ran."""
    path = tmp_path_factory.mktemp("backups") / "mill.dump"
    result = run("backup", path, "--home", home)
    assert result.exit_code == 0, result.output
    assert state(local(home)) == before  # it runs again
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    return path


def test_backup_is_restored_into_a_new_home(
    before: tuple[Any, ...], backup: Path, tmp_path: Path
) -> None:
    result = run("restore", backup, "--home", tmp_path)
    assert result.exit_code == 0, result.output
    other = local(tmp_path)
    assert other.status() is None  # as it was before
    other.start()
    try:
        assert state(other) == before
    finally:
        other.stop()


def test_restore_replaces_a_graph_when_told_to(
    home: Path, before: tuple[Any, ...], backup: Path
) -> None:
    with Graph.connect(local(home).address()) as graph:
        graph.run_text("MATCH (p:Passage) DETACH DELETE p")
    with pytest.raises(UsageError, match="--yes"):
        restore(local(home), backup)
    restore(local(home), backup, replace=True)
    assert state(local(home)) == before


def test_backup_does_not_overwrite(home: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("mine")
    with pytest.raises(UsageError, match="exists already"):
        back_up(local(home), kept)
    assert kept.read_text() == "mine"


@pytest.mark.parametrize("harm", ["cut", "changed", "another"])
def test_restore_refuses_what_is_no_whole_dump(
    home: Path, before: tuple[Any, ...], backup: Path, tmp_path: Path, harm: str
) -> None:
    content = bytearray(backup.read_bytes())
    middle = len(content) // 2
    if harm == "cut":
        del content[middle:]
    elif harm == "changed":
        content[middle : middle + 50] = bytes(50)
    else:
        content[:] = b"not a dump"
    bad = tmp_path / "bad.dump"
    bad.write_bytes(content)
    with pytest.raises((UsageError, ServerError), match="damaged"):
        restore(local(home), bad, replace=True)
    assert state(local(home)) == before


def test_a_graph_that_does_not_start_gives_the_old_one_its_place_back(
    home: Path, before: tuple[Any, ...], backup: Path
) -> None:
    server = local(home)
    server.stop()
    settings = Settings.load(home=home, neo4j_configuration="db.tx_log.rotation.size=nonsense")
    with pytest.raises(ServerError, match="could not start"):
        restore(Resources(settings).server, backup, replace=True)
    server.start()
    assert state(server) == before
    assert not list(home.glob(".kgplatform-*"))


def test_an_interrupted_backup_leaves_no_file_and_the_graph_as_it_was(
    home: Path, before: tuple[Any, ...], tmp_path: Path
) -> None:
    server, path = local(home), tmp_path / "mill.dump"
    command = [COMMAND, "db", "backup", str(path), "--home", str(home)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while server.status() is not None:  # it is stopped for the time of the writing
        time.sleep(0.05)
    process.terminate()
    said = process.communicate()[1]
    assert (process.returncode, "Traceback" in said) == (143, False)
    server.start()
    assert not path.exists()
    assert state(server) == before


def test_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no graph"):
        back_up(local(tmp_path / "home"), tmp_path / "file")


def test_backup_and_restore_are_for_the_local_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KGPLATFORM_NEO4J_URI", "bolt://127.0.0.1:7687")
    for command in ("backup", "restore"):
        with pytest.raises(UsageError, match="own tools"):
            CliRunner().invoke(db, [command, str(tmp_path / "file")], catch_exceptions=False)
