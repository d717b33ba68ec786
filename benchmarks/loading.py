"""What a command costs by what it loads: CPU seconds of help texts and of questions.

    python benchmarks/loading.py

CPU seconds, as other work on the machine disturbs times. Each is the least of three runs, with
compiled bytecode; the questions are the demo's, in a home of their own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.cli import COMMANDS

COMMAND = Path(sys.executable).parent / "kgplatform"
PLAIN = "Who built the Fram?"
"""One passage can answer it: those of its rank are read before they are ranked."""
QUESTION = "Where did the engineer who designed the airship Norge die?"
RUNS = 3
MOST_S = {"help": 0.4, "retrieve": 1.8, "ask": 3.0}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        environment = {**os.environ, "KGPLATFORM_HOME": str(home)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
        _run(environment, "demo", "--keep")
        try:
            rows = [_measure(environment, name, "--help") for name in COMMANDS]
            rows += [
                _measure(environment, name, question)
                for name in ("retrieve", "ask")
                for question in (QUESTION, PLAIN)
            ]
        finally:
            _run(environment, "db", "stop")
    print_table(rows)
    write_result("loading", {"rows": rows})


def _measure(environment: dict[str, str], name: str, argument: str) -> dict[str, Any]:
    seconds = min(_run(environment, name, argument) for _ in range(RUNS))
    is_help = argument == "--help"
    most = MOST_S["help" if is_help else name]
    return {"command": f"{name} {argument}", "cpu s": round(seconds, 2), "most s": most}


def _run(environment: dict[str, str], *arguments: str) -> float:
    """Run a command and return the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([COMMAND, *arguments], env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
