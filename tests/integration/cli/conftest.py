"""Runs the installed command as users do: a process of its own, a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home with a running local Neo4j that holds the demo corpus."""
    home = tmp_path_factory.mktemp("cli-home")
    started = run_command("db", "start", home=home, cwd=home)
    assert started.returncode == 0, started.stderr
    read = run_command("ingest", str(REPOSITORY / "ingest/demo/documents"), home=home, cwd=home)
    assert read.returncode == 0, read.stderr
    yield home
    run_command("db", "stop", home=home, cwd=home)


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """The command in that home, standing in an empty folder."""
    return lambda *arguments, **options: run_command(
        *arguments, **{"home": home, "cwd": tmp_path, **options}
    )
