"""Kills the ingest, and Neo4j under it, in mid-run, and compares the graph with an undisturbed one.

    python benchmarks/crash.py [KILLS]

Uses the demo corpus repeated under new names, real processes and SIGKILL. Prints, for each kill,
what was left for the next run, and at the end whether both graphs are equal.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from command import COMMAND
from record import print_table, write_result

from kgplatform.demo import demo_documents
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from kgplatform.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.digest import graph_digest

COPIES = 80
EARLIEST_KILL_S, LATEST_KILL_S = 16.0, 30.0  # after the first batch, before the last


def main(kills: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        corpus = _make_corpus(Path(folder) / "corpus")
        calm, shaken = Path(folder) / "calm", Path(folder) / "shaken"
        digests = {}
        try:
            _start(calm)
            _ingest(calm, corpus).wait()
            digests["undisturbed"] = _digest(calm)
            _stop(calm)
            _start(shaken)
            rows = [_kill_once(shaken, corpus, number) for number in range(kills)]
            _start(shaken)
            code = _ingest(shaken, corpus).wait()
            digests["after kills"] = _digest(shaken)
        finally:
            _stop(calm)
            _stop(shaken)
    print_table(rows)
    equal = digests["undisturbed"] == digests["after kills"]
    print(f"last run's exit code {code}; graphs equal: {equal}")
    write_result("crash", {"kills": rows, "last_exit_code": code, "equal": equal})
    sys.exit(0 if equal else 1)


def _make_corpus(folder: Path) -> Path:
    """Write the demo's texts COPIES times, each copy with a name and a title of its own."""
    folder.mkdir()
    for copy in range(COPIES):
        for file in sorted(demo_documents().glob("*.md")):
            text = file.read_text(encoding="utf-8").replace("# ", f"# Report {copy} on ", 1)
            (folder / f"{copy}-{file.name}").write_text(text, encoding="utf-8")
    return folder


def _kill_once(home: Path, corpus: Path, number: int) -> dict[str, Any]:
    """Kill the ingest (even numbers) or Neo4j (odd numbers) at a random moment."""
    _start(home)
    victim = "ingest" if number % 2 == 0 else "neo4j"
    process = _ingest(home, corpus)
    delay_s = random.uniform(EARLIEST_KILL_S, LATEST_KILL_S)
    time.sleep(delay_s)
    finished = process.poll() is not None
    if victim == "ingest":
        process.kill()
    else:
        info = _server(home).status()
        if info is not None:
            os.kill(info.pid, signal.SIGKILL)
    code = process.wait()
    _start(home)
    with Graph.connect(_server(home).address()) as graph:
        whole = graph.run_text(
            "MATCH (d:Document) WHERE d.sha256 IS NOT NULL RETURN count(d) AS n"
        )[0]["n"]
    return {
        "kill": number + 1,
        "victim": victim,
        "after s": round(delay_s, 1),
        "had finished": finished,
        "ingest's exit code": code,
        "whole documents": whole,
    }


def _server(home: Path) -> LocalServer:
    settings = Settings.load()
    return LocalServer(home, version=settings.neo4j_version, cache=settings.cache)


def _start(home: Path) -> None:
    _server(home).start()


def _stop(home: Path) -> None:
    _server(home).stop()


def _digest(home: Path) -> str:
    with Graph.connect(_server(home).address()) as graph:
        return graph_digest(graph)


def _ingest(home: Path, corpus: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [COMMAND, "ingest", str(corpus)],
        env={**os.environ, "KGPLATFORM_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
