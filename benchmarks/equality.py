"""Asks the demo's questions of two checkouts over one graph, and compares what they print.

    python benchmarks/equality.py OLD [--methods M,...]

For a change that moves code and may change no answer: OLD is a folder with the commit before
(`git worktree add OLD COMMIT`). Both run in this environment, each in a process of its own, against
one local Neo4j with the demo's documents. `ask --json` and `retrieve --json` of each method must be
equal, ids of questions and times aside.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from command import COMMAND
from record import print_table, write_result

NEW = Path(__file__).parents[1]
DEMO = NEW / "ingest" / "demo"
METHODS = "graph,kgp,holmes,trace,passages"
LEFT_OUT = ("question_id", "timings_ms", "ms", "seconds")
RUN_ALL = """
import json, sys
root, lines = sys.argv[1], json.load(sys.stdin)
sys.path.insert(0, root)
from click.testing import CliRunner
import kgplatform
from kgplatform.cli import cli
assert kgplatform.__file__.startswith(root), kgplatform.__file__
printed = []
for line in lines:
    done = CliRunner().invoke(cli, line)
    printed.append([done.exit_code, done.stdout])
print(json.dumps(printed))
"""


def run_all(root: Path, lines: list[list[str]], home: Path) -> list[Any]:
    """Return exit code and JSON of each command line, run by the code in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL, str(root)],
        input=json.dumps(lines),
        env={**os.environ, "KGPLATFORM_HOME": str(home)},
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )
    return [[code, _without(json.loads(out or "null"))] for code, out in json.loads(done.stdout)]


def _without(value: Any) -> Any:
    """Return a JSON value without what differs from run to run."""
    if isinstance(value, dict):
        return {name: _without(part) for name, part in value.items() if name not in LEFT_OUT}
    return [_without(part) for part in value] if isinstance(value, list) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="folder with the commit before")
    parser.add_argument("--methods", default=METHODS)
    arguments = parser.parse_args()
    rows = (DEMO / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(row)["question"] for row in rows]
    methods = arguments.methods.split(",")
    kinds = [("ask", "auto"), *(("retrieve", method) for method in methods)]
    lines = [
        [command, question, "--method", method, "--json"]
        for command, method in kinds
        for question in questions
    ]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        environment = {**os.environ, "KGPLATFORM_HOME": folder}
        for words in (["db", "start"], ["ingest", str(DEMO / "documents")]):
            subprocess.run([COMMAND, *words], env=environment, check=True, capture_output=True)
        try:
            old, new = (run_all(root.resolve(), lines, home) for root in (arguments.old, NEW))
        finally:
            subprocess.run([COMMAND, "db", "stop"], env=environment, check=True)
    table, different = [], []
    for number, (command, method) in enumerate(kinds):
        part = slice(number * len(questions), (number + 1) * len(questions))
        pairs = list(zip(questions, old[part], new[part], strict=True))
        equal = sum(before == after for _, before, after in pairs)
        row = {"command": command, "method": method, "questions": len(pairs), "equal": equal}
        table.append(row)
        different += [
            {"command": command, "method": method, "question": question, "old": a, "new": b}
            for question, a, b in pairs
            if a != b
        ]
    print_table(table)
    for row in different:
        print(json.dumps(row, ensure_ascii=False)[:2_000])
    write_result("equality", {"rows": table, "different": len(different)})
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
