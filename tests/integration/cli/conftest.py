"""Runs the installed command as users do: a process of its own, a home of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

COMMAND = Path(sys.executable).parent / "kgplatform"
REPOSITORY = Path(__file__).parents[3]

Run = Callable[..., subprocess.CompletedProcess[str]]


def run_command(
    *arguments: str, home: Path, cwd: Path, env: dict[str, str] | None = None, text: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `kgplatform ARGUMENTS` and return what it printed and its exit code."""
    return subprocess.run(
        [COMMAND, *arguments],
        cwd=cwd,
        env={**os.environ, "KGPLATFORM_HOME": str(home), **(env or {})},
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="session")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose Neo4j holds the demo corpus and is stopped; made once for all test processes."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with FileLock(shared / "ingested.lock"):
        home = shared / "ingested"
        if not home.exists():
            making = shared / "ingesting"
            making.mkdir()
            _do("db", "start", home=making)
            _do("ingest", str(REPOSITORY / "ingest/demo/documents"), home=making)
            _do("db", "stop", home=making)
            making.rename(home)
    return home


def _do(*arguments: str, home: Path) -> None:
    done = run_command(*arguments, home=home, cwd=home)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def home(ingested: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with a running local Neo4j that holds the demo corpus."""
    home = tmp_path_factory.mktemp("cli-home") / "home"
    shutil.copytree(ingested, home)
    _do("db", "start", home=home)
    yield home
    _do("db", "stop", home=home)


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """The command in that home, standing in an empty folder."""
    return lambda *arguments, **options: run_command(
        *arguments, **{"home": home, "cwd": tmp_path, **options}
    )
