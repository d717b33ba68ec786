"""Recall and latency of the methods and the baselines on public packs (open setting).

    python benchmarks/retrieval.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz
    python benchmarks/retrieval.py DATA/... --untitled     # the same with all titles blanked

Many users' documents have no telling titles. --untitled writes each pack in BEIR form without
titles into a temporary folder and measures on that: results/retrieval_untitled.json.
Rows of methods that were not asked for stay as they were; each row has the date of its run.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from command import run
from record import join_rows, print_table, write_result

from kgplatform.evaluate.datasets import Dataset, load_dataset

METHODS = "knn,fulltext,tfidf,bm25,dense,hybrid,passages,graph"


@contextmanager
def untitled(packs: Sequence[Path]) -> Iterator[list[Path]]:
    """Yield the packs as BEIR folders whose documents have no titles."""
    with tempfile.TemporaryDirectory() as folder:
        yield [_write_untitled(load_dataset(pack), Path(folder)) for pack in packs]


def _write_untitled(dataset: Dataset, parent: Path) -> Path:
    folder = parent / f"{dataset.name}-untitled"
    (folder / "qrels").mkdir(parents=True)
    corpus = [{"_id": d.id, "title": "", "text": d.text} for d in dataset.corpus]
    queries = [{"_id": q.id, "text": q.text} for q in dataset.questions]
    judged = [f"{q.id}\t{gold}\t1" for q in dataset.questions for gold in sorted(q.gold)]
    for name, records in (("corpus", corpus), ("queries", queries)):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    table = "\n".join(["query-id\tcorpus-id\tscore", *judged]) + "\n"
    (folder / "qrels" / "test.tsv").write_text(table, encoding="utf-8")
    return folder


def measure(packs: Sequence[Path], methods: str) -> list[dict[str, Any]]:
    printed = run("evaluate", *packs, "--method", methods, "--json")
    figures: list[dict[str, Any]] = json.loads(printed)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--methods", default=METHODS)
    parser.add_argument("--untitled", action="store_true")
    arguments = parser.parse_args()
    if arguments.untitled:
        with untitled(arguments.packs) as folders:
            figures = measure(folders, arguments.methods)
    else:
        figures = measure(arguments.packs, arguments.methods)
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
    name = "retrieval_untitled" if arguments.untitled else "retrieval"
    write_result(name, join_rows(name, figures))


if __name__ == "__main__":
    main()
