"""EM and F1 of a reader over what each method gives it, on the first questions of some packs.

    python benchmarks/reading.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz --limit 100                      # the 1.5B model, hours on two cores
    python benchmarks/reading.py DATA/... --reader extractive  # all questions, no model

    python benchmarks/reading.py DATA/... --methods none,gold --limit 100   # only these

Closed book (llm alone), all documents of the question, its gold documents, and the five best of
`passages` and `graph` among the paragraphs of all questions. The run files are kept in
results/reading-READER, question by question, so the script goes on where it was stopped, and the
table can be made of what there is (--table). With `llm` all ways to read advance together, STEP
questions at a time. A scratch graph a pack is made below KGPLATFORM_HOME, once.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from local_llm import MODELS, chat_environment, serving
from record import RESULTS, print_table, write_result

COMMAND = Path(sys.executable).parent / "kgplatform"
STEP = 25
OWN = "documents"  # read in the distractor setting; all others in the open one
METHODS = {
    "extractive": (OWN, "gold", "passages", "graph"),
    "llm": ("none", OWN, "gold", "passages", "graph"),
}


@contextmanager
def reading_environment(reader: str, model: str) -> Iterator[dict[str, str]]:
    """Give the environment of the command, with the model served where one reads."""
    if reader != "llm":
        yield dict(os.environ)
        return
    with serving(model) as base_url:
        yield os.environ | chat_environment(model, base_url)


def read(
    packs: list[str],
    methods: tuple[str, ...],
    reader: str,
    limit: int | None,
    env: dict[str, str],
) -> None:
    """Let the reader answer the first `limit` questions of each pack after each method."""
    steps = range(STEP, limit + STEP, STEP) if limit else [None]
    for step in steps:
        enough = [] if step is None else ["--limit", str(min(step, limit or step))]
        for setting in _settings(methods):
            for pack in packs:
                subprocess.run(
                    [COMMAND, "evaluate", pack, *setting, "--reader", reader, *enough,
                     "--out", runs_of(reader), "--json"],
                    env=env, stdout=subprocess.DEVNULL, check=True,
                )  # fmt: skip


def _settings(methods: tuple[str, ...]) -> list[list[str]]:
    """Return the options of the commands that measure these methods."""
    others = [method for method in methods if method != OWN]
    settings = [["--method", ",".join(others)]] if others else []
    return settings + [["--method", OWN, "--setting", "distractor"]] * (OWN in methods)


def runs_of(reader: str) -> Path:
    return RESULTS / f"reading-{reader}"


def tell(packs: list[str], runs: Path) -> list[dict[str, Any]]:
    """Return the figures of all runs, as `evaluate score` computes them."""
    data = [word for pack in packs for word in ("--data", pack)]
    done = subprocess.run(
        [COMMAND, "evaluate", "score", runs, *data, "--json"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    figures: list[dict[str, Any]] = json.loads(done.stdout)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", nargs="+")
    parser.add_argument("--reader", choices=("llm", "extractive"), default="llm")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--table", action="store_true", help="only tell what the runs hold")
    parser.add_argument("--methods", help="only these, with commas between them")
    arguments = parser.parse_args()
    reader, chosen = arguments.reader, arguments.methods
    methods = tuple(chosen.split(",")) if chosen else METHODS[reader]
    if not arguments.table:
        with reading_environment(reader, arguments.model) as env:
            read(arguments.packs, methods, reader, arguments.limit, env)
    figures = tell(arguments.packs, runs_of(reader))
    print_table(
        [
            {
                "data set": row["dataset"],
                "method": row["method"],
                "n": row["n"],
                "EM": f"{100 * row['em']:.1f}",
                "F1": f"{100 * row['f1']:.1f}",
                "tokens": f"{row['tokens_per_question']['prompt']:.0f}",
                "p50 s": f"{row['timings_ms']['p50'] / 1000:.2f}",
            }
            for row in figures
        ]
    )
    write_result(f"reading_{reader}", figures)


if __name__ == "__main__":
    main()
