"""What reading passages before they are ranked gives: `graph` beside it without, and `passages`.

    python benchmarks/rescoring.py [--names SET,SET] [--data DATA]

Over the documents of organisations (organisations/): for how many of the questions that a span
answers the first K passages hold an accepted form. `bakery` and `utility` are held out; how odds
are added was chosen on `clinic`, `contractor` and `logistics`. With DATA, also recall of the gold
passages for the first QUESTIONS questions of HotpotQA and MuSiQue each that one passage seems to
answer (`may_rescore`; the others are ranked as without), over these questions' paragraphs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from asked_sets import UNTOLD, load_questions, opened_set
from command import run
from record import print_table, write_result

from kgplatform.evaluate.metrics import normalize_answer
from kgplatform.records import ScoredPassage
from kgplatform.retrieve.rescoring import may_rescore

METHODS = ("passages", "graph-no-rerank", "graph")
DEPTHS = (1, 3, 5, 10)
PACKS, QUESTIONS = ("hotpotqa", "musique"), 70
SETS = Path(__file__).parent / "organisations"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    every = sorted(path.name for path in SETS.iterdir() if path.is_dir())
    parser.add_argument("--names", default=",".join(every))
    parser.add_argument("--data", type=Path)
    arguments = parser.parse_args()
    rows = [row for name in arguments.names.split(",") for row in _measure_set(name)]
    rows += [row for name in PACKS if arguments.data for row in _measure_pack(name, arguments.data)]
    columns = dict.fromkeys(column for row in rows for column in row)
    print_table([{column: row.get(column, "") for column in columns} for row in rows])
    write_result("rescoring", rows)


def _measure_set(name: str) -> Iterator[dict[str, Any]]:
    asked = [
        row
        for row in load_questions(SETS / name)
        if row["expected"] != UNTOLD and not row["expected"].startswith(("yes", "no"))
    ]
    held: dict[str, dict[int, list[bool]]] = {}
    with opened_set(SETS / name) as platform:
        for method in METHODS:
            found: dict[int, list[bool]] = {depth: [] for depth in DEPTHS}
            times = []
            for row in asked:
                started = time.perf_counter()
                evidence = platform.retrieve(row["question"], method=method, top_k=DEPTHS[-1])
                times.append(time.perf_counter() - started)
                for depth in DEPTHS:
                    found[depth].append(_hold(evidence.passages[:depth], row["expected"]))
            held[method] = found
            counts = {f"@{depth}": sum(hits) for depth, hits in found.items()}
            p50 = round(1000 * statistics.median(times))
            figures = {"set": name, "method": method, "n": len(asked), **counts, "p50 ms": p50}
            yield {**figures, **_compare(found, held.get("graph-no-rerank", found))}


def _compare(found: dict[int, list[bool]], before: dict[int, list[bool]]) -> dict[str, int]:
    """Return at each depth for how many more, and fewer, questions than before it is found."""
    return {
        f"{sign}@{depth}": sum(a > b if sign == "+" else a < b for a, b in zip(*pair, strict=True))
        for depth in DEPTHS
        for pair in [(found[depth], before[depth])]
        for sign in "+-"
    }


def _hold(passages: tuple[ScoredPassage, ...], expected: str) -> bool:
    text = f" {normalize_answer(' '.join(f'{p.title} {p.text}' for p in passages))} "
    return any(f" {normalize_answer(form)} " in text for form in expected.split(" || "))


def _measure_pack(name: str, data: Path) -> Iterator[dict[str, Any]]:
    """Yield recall in percent of the methods on the questions of a pack that are rescored."""
    with gzip.open(data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if may_rescore(row["question"])][:QUESTIONS]
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(folder) / f"{name}.jsonl.gz"
        with gzip.open(pack, "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        printed = run(
            "evaluate", pack, "--method", ",".join(METHODS), "--k", "1,3,5,10", "--json",
            home=Path(folder),
        )  # fmt: skip
    for found in json.loads(printed):
        recall = {f"@{depth}": round(100 * found["recall"][str(depth)], 1) for depth in DEPTHS}
        p50 = round(found["timings_ms"]["p50"])
        yield {"set": name, "method": found["method"], "n": found["n"], **recall, "p50 ms": p50}


if __name__ == "__main__":
    main()
