"""Planning quality on CLQA-Wiki (LPKG, table 6): patterns recognised, and plans executed on facts.

    python benchmarks/plan_clqa.py DATA/clqa_wiki.jsonl.gz DATA/wikidata_slice.nt.gz --store FOLDER
    python benchmarks/plan_clqa.py DATA/clqa_wiki.jsonl.gz --texts DATA/musique.jsonl.gz

The syntactic planner, no model. A question's pattern is recognised where its plan has the shape of
the pattern. Plans are then executed over the Wikidata slice by lookup: a sub-question's thing is
found by its label, its relation by the embedder. With --texts they are executed over the
paragraphs of a question file instead, by `graph` and the extractive reader, in a scratch graph
below KGPLATFORM_HOME. Precision and recall are of answer lists, a question without an answer
counting 0 in both, for all questions and for those that can be answered ("covered"): gold answers
and names are all labels of the slice; names are all titles, and a gold answer stands in the texts.
Rules were made on the questions in even places alone; the other half ("unseen") is told apart.

What was asked is kept question by question in results/plan/, one file for each state of the code,
so the script goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from evaluated import without_chat
from record import RESULTS, print_table, write_result

from kgplatform.evaluate.code_hash import hash_code
from kgplatform.evaluate.datasets import load_dataset
from kgplatform.evaluate.scratch import ScratchGraph, serve_corpus
from kgplatform.models.embedding import load_embedder
from kgplatform.models.linguistics import load_linguistics
from kgplatform.packaged import PACKAGE_DIR
from kgplatform.pipelines.plan.answerers import TEXT, make_answerer
from kgplatform.pipelines.plan.answering import Answerer
from kgplatform.pipelines.plan.executor import execute
from kgplatform.pipelines.plan.lookup import look_up
from kgplatform.pipelines.plan.values import Item, intersect
from kgplatform.plan.printer import print_plan
from kgplatform.plan.shapes import pattern_of
from kgplatform.plan.syntax.masks import mask_names
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.platform import DEFAULT_TOP_K, Platform
from kgplatform.settings import Settings
from kgplatform.sources.facts.rdf_store import RdfStore
from kgplatform.text.names import normalize_name
from kgplatform.wikidata.sparql_texts import load_sparql

QUOTES = "\"'“”‘’"
MEANS = ("pattern", "answered", "precision", "recall", "ms to plan", "ms to run")


Covers = Callable[[dict[str, Any]], bool]


def list_names(question: str) -> list[str]:
    """Return the names in a question."""
    _, masks = mask_names(question)
    return [str(meaning).strip(QUOTES) for meaning in masks.meanings.values()]


@contextmanager
def over_facts(facts: Path, store: Path | None) -> Iterator[tuple[Answerer, Covers]]:
    """Answer sub-questions by lookup; covered is what has labels for all names and answers."""
    settings = Settings.load()
    loaded = RdfStore(facts, folder=store)
    rows = loaded.select(load_sparql("list_english_labels"))
    known = {normalize_name(row["label"]) for row in rows}

    def covers(row: dict[str, Any]) -> bool:
        named = (*list_names(row["question"]), *row["label"])
        return all(normalize_name(name.strip(QUOTES)) in known for name in named)

    yield look_up(loaded.select, load_embedder(settings.embedder, cache=settings.cache)), covers


@contextmanager
def over_texts(pack: Path) -> Iterator[tuple[Answerer, Covers]]:
    """Answer sub-questions from a pack's paragraphs; covered is what they name, and tell."""
    dataset = load_dataset(pack)
    titles = {normalize_name(document.title) for document in dataset.corpus}
    texts = "\n".join(document.text for document in dataset.corpus).lower()

    def covers(row: dict[str, Any]) -> bool:
        names = list_names(row["question"])
        stated = any(label.strip(QUOTES).lower() in texts for label in row["label"])
        return bool(names) and stated and all(normalize_name(name) in titles for name in names)

    scratch = ScratchGraph.plan(dataset, settings=without_chat(Settings.load()))
    with (
        closing(Platform(scratch.settings)) as platform,
        serve_corpus(scratch, dataset.corpus, platform=platform),
    ):
        answer = make_answerer(
            platform.resources,
            over=TEXT,
            method="graph",
            top_k=DEFAULT_TOP_K,
            reader="extractive",
            documents=None,
            fall_back=False,
        )
        yield answer, covers


def score(found: tuple[Item, ...], gold: list[str]) -> tuple[float, float]:
    """Return precision and recall of a list of answers."""
    wanted = [Item(label.strip(QUOTES)) for label in gold]
    shared = len(intersect([found, wanted]))
    return (shared / len(found) if found else 0.0), shared / len(gold)


def ask(row: dict[str, Any], linguistics: Any, answer: Answerer) -> dict[str, Any]:
    started = time.perf_counter()
    plan = plan_by_syntax(row["question"], linguistics)
    planned = time.perf_counter()
    execution = execute(plan, answer, workers=1)
    done = time.perf_counter()
    precision, recall = score(execution.items, row["label"])
    return row | {
        "pattern": pattern_of(plan) == row["type"],
        "answered": bool(execution.items),
        "precision": precision,
        "recall": recall,
        "ms to plan": 1000 * (planned - started),
        "ms to run": 1000 * (done - planned),
        "plan": print_plan(plan),
        "answers": [item.text for item in execution.items],
        "sources": [
            [question.text, answered.source or answered.problem]
            for step in execution.steps
            for question, answered in step.asked
        ],
        "problems": list(execution.problems),
    }


def measure(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Ask what this state of the code has not been asked; return all that is asked."""
    source = arguments.texts.name.split(".")[0] if arguments.texts else "slice"
    path = RESULTS / "plan" / f"clqa_wiki-{source}-{code_of_plans()}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    asked = {row["place"]: row for row in read_rows(path)}
    missing = [row for row in rows if row["place"] not in asked]
    if missing:
        for stated in ask_all(missing, arguments, path):
            asked[stated["place"]] = stated
            if len(asked) % 50 == 0:
                print(len(asked), tell("all", asked.values()), flush=True)
    return [asked[row["place"]] for row in rows]


def ask_all(
    rows: list[dict[str, Any]], arguments: argparse.Namespace, path: Path
) -> Iterator[dict[str, Any]]:
    linguistics = load_linguistics(Settings.load().spacy_pipeline)
    texts, facts = arguments.texts, arguments.facts
    over = over_texts(texts) if texts else over_facts(facts, arguments.store)
    with over as (answer, covers), path.open("a", encoding="utf-8") as file:
        for row in rows:
            stated = ask(row, linguistics, answer) | {"covered": covers(row)}
            file.write(json.dumps(stated, ensure_ascii=False) + "\n")
            file.flush()
            yield stated


def code_of_plans() -> str:
    return hash_code(sorted((PACKAGE_DIR / "plan").rglob("*.py")))


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def tell(name: str, rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    rows = list(rows)
    covered = [row for row in rows if row["covered"]]
    stated: dict[str, Any] = {"type": name, "n": len(rows)}
    stated |= {key: mean(rows, key) for key in MEANS}
    stated |= {
        "covered": len(covered),
        "P covered": mean(covered, "precision"),
        "R covered": mean(covered, "recall"),
    }
    return stated


def mean(rows: list[dict[str, Any]], key: str) -> float:
    digits = 0 if key.startswith("ms") else 3
    return round(sum(row[key] for row in rows) / (len(rows) or 1), digits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("facts", type=Path, nargs="?", help="N-Triples, gzipped")
    parser.add_argument("--texts", type=Path, help="run over this file's documents instead")
    parser.add_argument("--store", type=Path, help="folder to keep the loaded facts in")
    parser.add_argument("--every", type=int, default=1, help="only every so many questions")
    arguments = parser.parse_args()
    if (arguments.facts is None) == (arguments.texts is None):
        parser.error("name a file of facts or --texts, one of them")
    with gzip.open(arguments.questions, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) | {"place": place} for place, line in enumerate(lines)]
    asked = measure(rows[:: arguments.every], arguments)
    unseen = [row for row in asked if row["place"] % 2]
    types = sorted({row["type"] for row in asked})
    table = [tell(name, [row for row in asked if row["type"] == name]) for name in types]
    table += [tell("all", asked), tell("unseen half", unseen)]
    print_table(table)
    write_result("plan_clqa_texts" if arguments.texts else "plan_clqa", table)


if __name__ == "__main__":
    main()
