"""How fast `kgplatform ingest` is on a public pack, where time goes, and what a second run does.

    python benchmarks/ingest_pack.py DATA/hotpotqa.jsonl.gz

Runs the command itself in a home of its own. Embedding runs beside spaCy, so stages add up to more
than the whole; `models` is the time in which any model was at work.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from command import ingest, run
from record import print_table, write_result

from kgplatform.evaluate.datasets import load_dataset

STAGES = (
    "scan",
    "split",
    "parse",
    "embed",
    "write",
    "link",
    "resolve",
    "schema",
    "models",
    "total",
)


def main(pack: Path) -> None:
    dataset = load_dataset(pack, format=None)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        corpus = home / "corpus.jsonl"
        lines = [
            json.dumps({"_id": item.id, "title": item.title, "text": item.text})
            for item in dataset.corpus
        ]
        corpus.write_text("\n".join(lines) + "\n", encoding="utf-8")
        run("db", "start", home=home)
        try:
            runs = [ingest(corpus, home=home) for _ in range(2)]
        finally:
            run("db", "stop", home=home)
    rows = [{"run": name, **_row(run)} for name, run in zip(("first", "second"), runs, strict=True)]
    print_table(rows)
    write_result("ingest_pack", {"pack": dataset.name, "rows": rows, "reports": runs})


def _row(run: dict[str, Any]) -> dict[str, Any]:
    seconds = run["seconds"]
    return {
        "documents": sum(run["documents"].values()),
        "passages": run["passages"],
        "passages/s": round(run["passages"] / seconds["total"], 1),
        "rows written": run["rows_written"],
        "rows/s written": round(run["rows_written"] / (seconds.get("write") or 1)),
        "not model time %": round(100 * (1 - seconds.get("models", 0.0) / seconds["total"]), 1),
        **{f"{stage} s": round(seconds.get(stage, 0.0), 1) for stage in STAGES},
        "command s": run["command_seconds"],
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
