"""Planning data: 1,000 items a pattern, every plan executed on its own graph with gold retrieval.

    python benchmarks/plan_dataset.py DATA/wikidata_slice.nt.gz --out FOLDER [--store FOLDER]

Tells items a pattern and split, how many plans return exactly their gold answers (100 % is the
claim), lengths, answers an item, what was dropped and why, things named on both sides of the split
(0 is the claim), and milliseconds a plan. The files are those of `kgplatform plan dataset --rdf`:
one a pattern, so that the script goes on where it was stopped, and plans.jsonl with all.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.pipelines.plan.direct_claims import fetch_from_endpoint
from kgplatform.plan.items import PlanItem, read_items, write_items
from kgplatform.plan.patterns import ALL_PATTERNS, FURTHER, PATTERNS, Pattern
from kgplatform.sources.facts.rdf_store import RdfStore
from kgplatform.training.plan_data.dataset import DatasetWriter, check_item
from kgplatform.training.plan_data.facts import read_endpoint_facts

SHOWN_FAULTS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--store", type=Path, help="folder to keep the loaded facts in")
    parser.add_argument("--per-pattern", type=int, default=1000)
    parser.add_argument("--further", choices=FURTHER, nargs="*", default=(), help="more patterns")
    arguments = parser.parse_args()
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    chosen = {name: ALL_PATTERNS[name] for name in (*PATTERNS, *arguments.further)}
    missing = [p for p in chosen.values() if not figures_of(out, p.name).exists()]
    if missing:
        store = RdfStore(arguments.facts, folder=arguments.store)
        writer = DatasetWriter(read_endpoint_facts(store.select))
        for pattern in missing:
            make(writer, pattern, arguments.per_pattern, store, out)
    stated = [json.loads(figures_of(out, name).read_text(encoding="utf-8")) for name in chosen]
    items = [item for name in chosen for item in read_items(out / f"{name}.jsonl")]
    write_items(items, out / "plans.jsonl")
    rows = [row["figures"] for row in stated]
    print_table(rows)
    shared = count_shared(items)
    print(f"things named on both sides of the split: {shared}")
    dropped = sum((Counter(row["dropped"]) for row in stated), Counter())
    faults = [fault for row in stated for fault in row["faults"]]
    figures = {"patterns": rows, "shared": shared, "dropped": dict(dropped.most_common())}
    write_result("plan_dataset", figures | {"not executed": faults})


def make(writer: DatasetWriter, pattern: Pattern, count: int, store: RdfStore, out: Path) -> None:
    """Write the items of a pattern, and their figures last: what has them is whole."""
    fetch = fetch_from_endpoint(store.select)
    started, before = time.process_time(), Counter(writer.dropped)
    items = list(writer.make(pattern, count))
    drawn = time.process_time()
    faults = [f"{item.question}: {fault}" for item in items if (fault := check_item(item, fetch))]
    seconds = (drawn - started, time.process_time() - drawn)
    figures = tell(pattern.name, items, len(faults), *seconds)
    print(figures, faults[:SHOWN_FAULTS], flush=True)
    write_items(items, out / f"{pattern.name}.jsonl")
    stated = {"figures": figures, "dropped": writer.dropped - before, "faults": faults}
    figures_of(out, pattern.name).write_text(json.dumps(stated), encoding="utf-8")


def figures_of(out: Path, pattern: str) -> Path:
    return out / f"{pattern}.figures.json"


def tell(
    name: str, items: list[PlanItem], faults: int, drawing: float, checking: float
) -> dict[str, Any]:
    splits = Counter(item.split for item in items)
    count = len(items) or 1
    return {
        "pattern": name,
        "items": len(items),
        "train": splits["train"],
        "test": splits["test"],
        "execute": f"{100 * (len(items) - faults) / count:.1f} %",
        "words": round(sum(len(item.question.split()) for item in items) / count, 1),
        "answers": round(sum(len(item.answers) for item in items) / count, 2),
        "things": len({thing for item in items for thing in item.entities}),
        "relations": len({relation for item in items for _, _, relation in item.hops}),
        "ms to draw": round(1000 * drawing / count, 1),
        "ms to run": round(1000 * checking / count, 1),
    }


def count_shared(items: list[PlanItem]) -> int:
    sides = [
        {thing for item in items if item.split == split for thing in item.entities}
        for split in ("train", "test")
    ]
    return len(sides[0] & sides[1])


if __name__ == "__main__":
    main()
