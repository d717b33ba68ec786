"""Runs the commands: as processes of the installed command, or in this process.

Most tests run them in this process, which has loaded the models: a process of its own takes ten
times as long.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from kgplatform.cli import main
from kgplatform.graph.connection import Graph
from tests.integration.conftest import empty

COMMAND = Path(sys.executable).parent / "kgplatform"
REPOSITORY = Path(__file__).parents[3]
DOCUMENTS = REPOSITORY / "ingest/demo/documents"

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


def run_here(
    *arguments: str, home: Path, cwd: Path, env: dict[str, str] | None = None, text: str = ""
) -> subprocess.CompletedProcess[str]:
    """Do in this process what `kgplatform ARGUMENTS` does; return the same."""
    environment = {"KGPLATFORM_HOME": str(home), **(env or {})}
    on_sigterm = signal.getsignal(signal.SIGTERM)
    with (
        chdir(cwd),
        patch.object(sys, "argv", [str(COMMAND), *arguments]),
        CliRunner().isolation(input=text, env=environment) as (stdout, stderr, _),
    ):
        try:
            main()
        except SystemExit as exc:
            code = exc.code
        finally:
            signal.signal(signal.SIGTERM, on_sigterm)
        sys.stdout.flush()
        sys.stderr.flush()
        printed = [stream.getvalue().decode() for stream in (stdout, stderr)]
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, *printed)


@pytest.fixture(scope="module")
def home(server_home: Path, connection: Graph) -> Iterator[Path]:
    """A home with a running local Neo4j that holds the demo corpus and nothing else."""
    empty(connection)
    done = run_here("ingest", str(DOCUMENTS), home=server_home, cwd=server_home)
    assert done.returncode == 0, done.stderr
    yield server_home
    for path in server_home.iterdir():
        if path.name != "neo4j":
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """The command in that home, standing in an empty folder."""
    return lambda *arguments, **options: run_here(
        *arguments, **{"home": home, "cwd": tmp_path, **options}
    )
