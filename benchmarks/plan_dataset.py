"""Planning data: 1,000 items a pattern, every plan executed on its own graph with gold retrieval.

    python benchmarks/plan_dataset.py DATA/wikidata_slice.nt.gz --out plans.jsonl [--store FOLDER]

Tells items a pattern and split, how many plans return exactly their gold answers (100 % is the
claim), lengths, answers an item, what was dropped and why, things named on both sides of the split
(0 is the claim), and seconds a plan. The files are those of `kgplatform plan dataset --rdf`.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.plan.data.dataset import DatasetWriter, PlanItem, check_item
from kgplatform.plan.data.facts import fetch_from_endpoint, read_endpoint_facts
from kgplatform.plan.data.files import write_items
from kgplatform.plan.data.patterns import PATTERNS
from kgplatform.sources.facts.rdf_store import RdfStore


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--store", type=Path, help="folder to keep the loaded facts in")
    parser.add_argument("--per-pattern", type=int, default=1000)
    arguments = parser.parse_args()
    store = RdfStore(arguments.facts, folder=arguments.store)
    writer, fetch = (
        DatasetWriter(read_endpoint_facts(store.select)),
        fetch_from_endpoint(store.select),
    )
    rows: list[dict[str, Any]] = []
    items: list[PlanItem] = []
    for pattern in PATTERNS.values():
        started = time.perf_counter()
        made = list(writer.make(pattern, arguments.per_pattern))
        drawn = time.perf_counter()
        faults = [fault for item in made if (fault := check_item(item, fetch))]
        rows.append(
            tell(pattern.name, made, len(faults), drawn - started, time.perf_counter() - drawn)
        )
        print(rows[-1], faults[:3], flush=True)
        items += made
    write_items(items, arguments.out)
    print_table(rows)
    shared = count_shared(items)
    print(f"things named on both sides of the split: {shared}")
    dropped = dict(writer.dropped.most_common())
    write_result("plan_dataset", {"patterns": rows, "shared": shared, "dropped": dropped})


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
