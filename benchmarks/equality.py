"""Asks the same of two checkouts, and compares what they answer.

    python benchmarks/equality.py OLD [--data DATA] [--questions N] [--methods M,...]

For a change that moves code and may change no answer: OLD is a folder with the commit before
(`git worktree add OLD COMMIT`). Both run in this environment, each in a process of its own.

`ask --json` and `retrieve --json` of the demo's questions by each method, against one local Neo4j
with the demo's documents, must be equal, ids of questions and times aside. With --data, so must the
run files of `evaluate`, three methods with the extractive reader on the first N questions of each
data set in that folder, with their own paragraphs as the corpus, times aside.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from command import COMMAND
from record import print_table, write_result

NEW = Path(__file__).parents[1]
DEMO = NEW / "ingest" / "demo"
METHODS = "graph,kgp,holmes,trace,passages"
EVALUATED = "passages,graph,holmes"
DATA_SETS = ("hotpotqa", "2wikimultihopqa", "musique")
QUESTIONS = 50
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
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    printed.append([done.exit_code, done.stdout])
print(json.dumps(printed))
"""

Row = dict[str, Any]


def run_all(root: Path, lines: list[list[str]], home: Path) -> list[Any]:
    """Return exit code and output of each command line, run by the code in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL, str(root)],
        input=json.dumps(lines),
        # the path is for processes that the code starts itself
        env={**os.environ, "KGPLATFORM_HOME": str(home), "PYTHONPATH": str(root)},
        cwd=home,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return list(json.loads(done.stdout.splitlines()[-1]))


def _without(value: Any) -> Any:
    """Return a JSON value without what differs from run to run."""
    if isinstance(value, dict):
        return {name: _without(part) for name, part in value.items() if name not in LEFT_OUT}
    return [_without(part) for part in value] if isinstance(value, list) else value


def ask_both(old: Path, methods: list[str]) -> Iterator[tuple[str, str, str, Any, Any]]:
    """Yield command, method, question, and what either checkout prints."""
    rows = (DEMO / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(row)["question"] for row in rows]
    asked = [
        (command, method, question)
        for command, method in [("ask", "auto"), *(("retrieve", method) for method in methods)]
        for question in questions
    ]
    lines = [
        [command, question, "--method", method, "--json"] for command, method, question in asked
    ]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        environment = {**os.environ, "KGPLATFORM_HOME": folder}
        for words in (["db", "start"], ["ingest", str(DEMO / "documents")]):
            subprocess.run([COMMAND, *words], env=environment, check=True, capture_output=True)
        try:
            printed = [run_all(root, lines, home) for root in (old, NEW)]
        finally:
            subprocess.run([COMMAND, "db", "stop"], env=environment, check=True)
    for what, (code_a, a), (code_b, b) in zip(asked, *printed, strict=True):
        yield (*what, [code_a, _without(json.loads(a or "null"))],
               [code_b, _without(json.loads(b or "null"))])  # fmt: skip


def evaluate_both(old: Path, data: Path, count: int) -> Iterator[tuple[str, str, str, Any, Any]]:
    """Yield data set, method, the question's id, and its lines in the run files of either."""
    for name in DATA_SETS:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            file = home / f"{name}.jsonl"
            with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as rows:
                file.write_text("".join(row for row, _ in zip(rows, range(count), strict=False)))
            runs = [_evaluate(root, file, home / side) for root, side in ((old, "a"), (NEW, "b"))]
        for method, lines in runs[0].items():
            for identifier, line in lines.items():
                yield name, method, identifier, line, runs[1][method].get(identifier)


def _evaluate(root: Path, file: Path, home: Path) -> dict[str, dict[str, Any]]:
    """Return the lines of the run file of each method by the ids of their questions."""
    home.mkdir()
    words = ["evaluate", str(file), "--method", EVALUATED, "--reader", "extractive"]
    [[code, output]] = run_all(root, [[*words, "--out", str(home / "runs")]], home)
    if code:
        raise SystemExit(f"evaluate ends with {code}: {output}")
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((home / "runs").glob("*.jsonl")):
        header, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        found[header["method"]] = {line["id"]: _without(line) for line in lines}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="folder with the commit before")
    parser.add_argument("--methods", default=METHODS)
    parser.add_argument("--data", type=Path, help="folder with data sets of questions")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="of each data set")
    arguments = parser.parse_args()
    old = arguments.old.resolve()
    compared = list(ask_both(old, arguments.methods.split(",")))
    if arguments.data:
        compared += evaluate_both(old, arguments.data.resolve(), arguments.questions)
    table: dict[tuple[str, str], Row] = {}
    different = []
    for command, method, question, before, after in compared:
        row = {"command or data set": command, "method": method, "questions": 0, "equal": 0}
        row = table.setdefault((command, method), row)
        row["questions"] += 1
        row["equal"] += before == after
        if before != after:
            row = {"command": command, "method": method, "question": question}
            different.append({**row, "old": before, "new": after})
    print_table(list(table.values()))
    for row in different:
        print(json.dumps(row, ensure_ascii=False)[:4_000])
    write_result("equality", {"rows": list(table.values()), "different": len(different)})
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
