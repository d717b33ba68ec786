"""Planning quality on CLQA-Wiki (LPKG, table 6): patterns recognised, and plans executed on facts.

    python benchmarks/plan_clqa.py DATA/clqa_wiki.jsonl.gz DATA/wikidata_slice.nt.gz --store FOLDER

The syntactic planner, no model. A question's pattern is recognised where its plan has the shape of
the pattern. Plans are then executed over the Wikidata slice by lookup: a sub-question's thing is
found by its label, its relation by the embedder. Precision and recall are of answer lists, a
question without an answer counting 0 in both, for all questions and for those whose gold answers
and names are all labels of the slice ("covered").
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.extract.names import normalize_name
from kgplatform.models.embedding import load_embedder
from kgplatform.models.linguistics import load_linguistics
from kgplatform.plan.data.sparql import load_sparql
from kgplatform.plan.executor import execute
from kgplatform.plan.lookup import look_up
from kgplatform.plan.shapes import pattern_of
from kgplatform.plan.syntax.masks import mask_names
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.plan.values import Item, intersect
from kgplatform.settings import Settings
from kgplatform.sources.facts.rdf_store import RdfStore

QUOTES = "\"'“”‘’"
Figures = dict[str, list[float]]


def is_covered(row: dict[str, Any], known: set[str]) -> bool:
    """Tell whether all names of a question and all its answers are labels of the slice."""
    _, masks = mask_names(row["question"])
    names = [str(meaning).strip(QUOTES) for meaning in masks.meanings.values()]
    return all(normalize_name(name) in known for name in (*names, *row["label"]))


def score(found: tuple[Item, ...], gold: list[str]) -> tuple[float, float]:
    """Return precision and recall of a list of answers."""
    shared = len(intersect([found, [Item(label) for label in gold]]))
    return (shared / len(found) if found else 0.0), shared / len(gold)


def add(figures: Figures, name: str, value: float) -> None:
    figures.setdefault(name, []).append(value)


def measure(rows: list[dict[str, Any]], store: RdfStore) -> list[dict[str, Any]]:
    settings = Settings.load()
    linguistics = load_linguistics(settings.spacy_pipeline)
    answer = look_up(store.select, load_embedder(settings.embedder, cache=settings.cache))
    labels = store.select(load_sparql("list_english_labels"))
    known = {normalize_name(row["label"]) for row in labels}
    by_type: dict[str, Figures] = defaultdict(dict)
    for number, row in enumerate(rows, start=1):
        started = time.perf_counter()
        plan = plan_by_syntax(row["question"], linguistics)
        planned = time.perf_counter()
        execution = execute(plan, answer, workers=1)
        done = time.perf_counter()
        precision, recall = score(execution.items, row["label"])
        for name in (row["type"], "all"):
            figures = by_type[name]
            add(figures, "pattern", pattern_of(plan) == row["type"])
            add(figures, "answered", bool(execution.items))
            add(figures, "precision", precision)
            add(figures, "recall", recall)
            add(figures, "ms to plan", 1000 * (planned - started))
            add(figures, "ms to run", 1000 * (done - planned))
            if is_covered(row, known):
                add(figures, "precision covered", precision)
                add(figures, "recall covered", recall)
        if number % 50 == 0:
            print(number, {k: round(mean(v), 3) for k, v in by_type["all"].items()}, flush=True)
    return [tell(name, by_type[name]) for name in sorted(by_type)]


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def tell(name: str, figures: Figures) -> dict[str, Any]:
    covered = figures.get("precision covered", [])
    told: dict[str, Any] = {"type": name, "n": len(figures["pattern"])}
    for key in ("pattern", "answered", "precision", "recall"):
        told[key] = round(mean(figures[key]), 3)
    told |= {
        "covered": len(covered),
        "P covered": round(mean(covered), 3),
        "R covered": round(mean(figures.get("recall covered", [])), 3),
        "ms to plan": round(mean(figures["ms to plan"])),
        "ms to run": round(mean(figures["ms to run"])),
    }
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("facts", type=Path)
    parser.add_argument("--store", type=Path, help="folder to keep the loaded facts in")
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    with gzip.open(arguments.questions, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][: arguments.limit]
    rows = measure(rows, RdfStore(arguments.facts, folder=arguments.store))
    print_table(rows)
    write_result("plan_clqa", rows)


if __name__ == "__main__":
    main()
