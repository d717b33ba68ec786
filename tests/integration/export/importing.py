"""Fills a Neo4j with an export of CSV, by the command that is in its folder."""

from __future__ import annotations

import shlex
from pathlib import Path

from kgplatform.graph.runtime import ADMIN_CLASS, run_admin
from kgplatform.graph.server import LocalServer

__all__ = ["import_csv"]

COMMAND = "import.txt"


def import_csv(server: LocalServer, folder: Path) -> None:
    """Fill a Neo4j that has never run, and leave it stopped."""
    command = (folder / COMMAND).read_text(encoding="utf-8").replace("\\\n", " ")
    _, *words = shlex.split(command)
    options = server.folder / "import.args"
    server.write_options(options)
    arguments = [f"@{options}", ADMIN_CLASS, *(_in_folder(word, folder) for word in words)]
    done = run_admin(server.folder, arguments)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def _in_folder(word: str, folder: Path) -> str:
    option, _, name = word.partition("=")
    return f"{option}={folder.absolute() / name}" if name.endswith(".csv") else word
