"""Runs the installed `kgplatform` command, as its users do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).parent / "kgplatform"


def run(*arguments: str | Path, home: Path | None = None) -> str:
    """Return what the command prints; its messages are shown.

    Args:
        arguments: its words.
        home: the data folder it uses; None: the user's.

    Raises:
        CalledProcessError: it failed.
    """
    own = {} if home is None else {"KGPLATFORM_HOME": str(home)}
    done = subprocess.run(
        [COMMAND, *arguments],
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def ingest(source: Path, *, home: Path) -> dict[str, Any]:
    """Return the report of an ingest into `home`, with the seconds of the whole command."""
    started = time.perf_counter()
    report: dict[str, Any] = json.loads(run("ingest", source, "--json", home=home))
    return {**report, "command_seconds": round(time.perf_counter() - started, 1)}
