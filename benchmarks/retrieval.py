"""Recall and latency of the methods and the baselines on public packs (open setting).

    python benchmarks/retrieval.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from record import print_table, write_result

COMMAND = Path(sys.executable).parent / "kgplatform"
METHODS = "knn,fulltext,tfidf,bm25,dense,hybrid,passages,graph"


def main(packs: list[str]) -> None:
    done = subprocess.run(
        [COMMAND, "evaluate", *packs, "--method", METHODS, "--json"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    figures = json.loads(done.stdout)
    rows = [
        {
            "data set": row["dataset"],
            "method": row["method"],
            "n": row["n"],
            **{f"recall@{k}": f"{100 * share:.1f}" for k, share in row["recall"].items()},
            **{f"{name} ms": f"{value:.0f}" for name, value in row["timings_ms"].items()},
        }
        for row in figures
    ]
    print_table(rows)
    write_result("retrieval", figures)


if __name__ == "__main__":
    main(sys.argv[1:])
