"""Runs the commands: as processes of the installed command, or in this process.

Most tests run them in this process, which has loaded the models: a process of its own takes ten
times as long.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from kgplatform.cli import main
from kgplatform.errors import KgPlatformError
from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import DEFAULT_EMBEDDER
from kgplatform.progress import NOTICES
from tests.integration.conftest import prepare

COMMAND = Path(sys.executable).parent / "kgplatform"
REPOSITORY = Path(__file__).parents[3]
DOCUMENTS = REPOSITORY / "ingest/demo/documents"
SAID = "and stays: kgplatform db stop ends it."  # where a command has started Neo4j
DIMENSION = 384  # of the default embedder
FAULT = 1

NODES = """
MATCH (n)
WHERE NOT n:Migration AND NOT (n:Configuration AND n.id = 'embedding')
RETURN elementId(n) AS former, labels(n) AS labels, properties(n) AS properties
"""
LINKS = """
MATCH (a)-[r]->(b)
RETURN elementId(a) AS a, elementId(b) AS b, type(r) AS type, properties(r) AS properties
"""
RESTORE_NODES = """
UNWIND $rows AS row
CREATE (n:$(row.labels)) SET n = row.properties
RETURN row.former AS former, elementId(n) AS id
"""
RESTORE_LINKS = """
UNWIND $rows AS row
MATCH (a) WHERE elementId(a) = row.a
MATCH (b) WHERE elementId(b) = row.b
CREATE (a)-[r:$(row.type)]->(b) SET r = row.properties
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


def run_command(
    *arguments: str, home: Path, cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `kgplatform ARGUMENTS` and return what it printed and its exit code."""
    return subprocess.run(
        [COMMAND, *arguments],
        cwd=cwd,
        env={**os.environ, "KGPLATFORM_HOME": str(home), **(env or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@contextmanager
def own_log() -> Iterator[None]:
    """Let a command log as in a process of its own: pytest's handlers are away, its own go."""
    loggers = logging.getLogger(), logging.getLogger("kgplatform"), NOTICES
    levels = [logger.level for logger in loggers]
    handlers, loggers[0].handlers = loggers[0].handlers, []
    try:
        yield
    finally:
        loggers[0].handlers = handlers
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def run_here(
    *arguments: str, home: Path, cwd: Path, env: dict[str, str] | None = None, text: str = ""
) -> subprocess.CompletedProcess[str]:
    """Do in this process what `kgplatform ARGUMENTS` does; return the same."""
    environment = {"KGPLATFORM_HOME": str(home), **(env or {})}
    on_sigterm = signal.getsignal(signal.SIGTERM)
    with (
        chdir(cwd),
        own_log() if "--debug" in arguments else nullcontext(),  # else caplog hears it
        patch.object(sys, "argv", [str(COMMAND), *arguments]),
        CliRunner().isolation(input=text, env=environment) as (stdout, stderr, _),
    ):
        try:
            main()
        except SystemExit as exc:
            code = exc.code
        except KgPlatformError:  # which --debug lets out, to be shown whole
            sys.excepthook(*sys.exc_info())
            code = FAULT
        finally:
            signal.signal(signal.SIGTERM, on_sigterm)
        sys.stdout.flush()
        sys.stderr.flush()
        printed = [stream.getvalue().decode() for stream in (stdout, stderr)]
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, *printed)


class Demo:
    """The graph of the demo corpus: made by an ingest once, written back as it was after that."""

    def __init__(self) -> None:
        self._nodes: list[dict[str, Any]] = []
        self._links: list[dict[str, Any]] = []

    def make(self, graph: Graph, home: Path) -> None:
        """Let the graph hold this, and nothing else."""
        prepare(graph, embedder=DEFAULT_EMBEDDER, dimension=DIMENSION)
        if self._nodes:
            rows = graph.run_text(RESTORE_NODES, rows=self._nodes)
            ids = {row["former"]: row["id"] for row in rows}
            links = [{**row, "a": ids[row["a"]], "b": ids[row["b"]]} for row in self._links]
            graph.run_text(RESTORE_LINKS, rows=links)
            return
        done = run_here("ingest", str(DOCUMENTS), home=home, cwd=home)
        assert done.returncode == 0, done.stderr
        self._nodes, self._links = graph.run_text(NODES), graph.run_text(LINKS)


@pytest.fixture(scope="session")
def demo() -> Demo:
    """What is kept between modules."""
    return Demo()


@pytest.fixture(scope="module")
def home(server_home: Path, connection: Graph, demo: Demo) -> Iterator[Path]:
    """A home with a running local Neo4j that holds the demo corpus and nothing else."""
    demo.make(connection, server_home)
    yield server_home
    for path in server_home.iterdir():
        if path.name != "neo4j":
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def install_examples(folder: Path, examples: Iterable[Path]) -> Path:
    """Install examples as others do, each a package; return the folder that they can be used of."""
    copies = [shutil.copytree(path, folder / path.name) for path in examples]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    options = ["--no-build-isolation", "--no-compile", "--target", folder / "site"]
    subprocess.run([*pip, *options, *copies], check=True)
    return folder / "site"


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """The command in that home, standing in an empty folder."""
    return lambda *arguments, **options: run_here(
        *arguments, **{"home": home, "cwd": tmp_path, **options}
    )
