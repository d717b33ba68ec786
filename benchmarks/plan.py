"""Answers by plan against the other ways to ask a model (LPKG, tables 2 and 6): EM and F1.

    python benchmarks/plan.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz DATA/bamboogle.jsonl.gz --limit 60   # the 1.5B model, hours
    python benchmarks/plan.py DATA/... --limit 60 --table   # only tell what the runs hold
    KGPLATFORM_PLANNER_BASE_URL=http://127.0.0.1:18474/v1 KGPLATFORM_PLANNER_MODEL=NAME \\
        python benchmarks/plan.py DATA/... --ways lpkg --limit 60

Rows, all read by the same model: direct (closed book), cot, rag (five passages of `graph`), react,
self-ask, syntactic (plans by syntax), iclpkg (the model plans, shown demonstrations), lpkg (the
model of `plan train` plans without any; `local_llm.py --adapter` serves it and tells its NAME).
A plan that comes to nothing leaves the question to be asked itself, as rag does; told apart.
The paragraphs of all questions are one corpus, in a scratch graph a pack below KGPLATFORM_HOME. Of
MuSiQue the questions of two hops. A pack without a corpus is asked directly and by cot alone. Runs
are kept in results/plan/, question by question, so the script goes on where it was stopped; all
ways advance together, STEP questions at a time.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluated import advance, evaluate, list_newest_runs, load_figures, print_figures
from local_llm import MODELS, chat_served
from record import RESULTS, print_table, write_result
from recorded import remembered

from kgplatform.evaluate.datasets import Dataset, load_dataset
from kgplatform.evaluate.figures import score_text
from kgplatform.evaluate.runs import Run
from kgplatform.pipelines.plan import WHOLE
from kgplatform.pipelines.plan.variants import find_plan

WAYS = {
    "direct": "none",
    "cot": "cot",
    "rag": "graph",
    "react": "react",
    "self-ask": "self-ask",
    "syntactic": "plan-syntactic-graph",
    "iclpkg": "plan-chat-graph",
    "lpkg": "plan-tuned-graph",
}
TUNED = "lpkg"
BARE = ("direct", "cot")
STEP = 20
TWO_HOPS = "2hop"
RUNS = RESULTS / "plan"


@dataclass(frozen=True, slots=True)
class Pack:
    """What is asked: the words of the command that name it, and the ways that it can be asked."""

    name: str
    words: tuple[str | Path, ...]
    ways: tuple[str, ...]

    @property
    def runs(self) -> Path:
        return RUNS / self.name


def open_pack(path: Path, ways: Sequence[str]) -> Pack:
    """Return a pack as the paper asks it: of MuSiQue the questions of two hops."""
    dataset = load_dataset(path)
    if not dataset.corpus:
        return Pack(dataset.name, (path,), tuple(way for way in ways if way in BARE))
    if not dataset.name.startswith("musique"):
        return Pack(dataset.name, (path,), tuple(ways))
    chosen = RUNS / f"{dataset.name}-{TWO_HOPS}.jsonl"
    chosen.parent.mkdir(parents=True, exist_ok=True)
    chosen.write_text("".join(_list_two_hops(path)), encoding="utf-8")
    return Pack(chosen.stem, (chosen, "--corpus", path), tuple(ways))


def _list_two_hops(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from (line for line in lines if json.loads(line)["id"].startswith(TWO_HOPS))


def answer(packs: Sequence[Pack], limit: int | None) -> None:
    """Let every way answer the questions of each pack that its run lacks."""
    for enough in advance(limit, STEP):
        for pack in packs:
            methods = ",".join(WAYS[way] for way in pack.ways)
            words = [*pack.words, "--method", methods, "--reader", "llm"]
            evaluate(words, limit=enough, out=pack.runs)


def tell(packs: Sequence[Pack]) -> list[dict[str, Any]]:
    """Return the figures of the newest runs, the methods by the names of the ways."""
    ways = {method: way for way, method in WAYS.items()}
    figures = []
    for pack in packs:
        source, *corpus = pack.words
        newest = list_newest_runs(pack.runs)
        found = load_figures(*newest, "--data", source, *corpus)
        dataset, runs = load_dataset(Path(source)), map(Run.load, newest)
        planned = (run for run in runs if find_plan(run.header.method))
        alone = {run.header.method: describe_alone(run, dataset) for run in planned}
        for row in found:
            method = row["method"]
            figures.append(row | alone.get(method, {}) | {"method": ways[method]})
    return figures


def describe_alone(run: Run, dataset: Dataset) -> dict[str, float]:
    """Return the share of questions whose plan came to nothing, so that they were asked themselves,
    and what EM is without their answers."""
    asked = {question.id: question for question in dataset.questions}
    whole = [WHOLE in result.steps for result in run.questions]
    right = [
        score_text(asked[result.id], "" if is_whole else result.answer or "", form=dataset.form).em
        for result, is_whole in zip(run.questions, whole, strict=True)
    ]
    return {"whole": sum(whole) / len(whole), "em_of_plans_alone": sum(right) / len(right)}


@contextmanager
def planner_remembered() -> Iterator[None]:
    """Remember the replies of the tuned planner, where the environment names one."""
    if planner := os.environ.get("KGPLATFORM_PLANNER_MODEL"):
        with remembered(planner):
            yield
    else:
        yield


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    default = ",".join(way for way in WAYS if way != TUNED)
    parser.add_argument("--ways", default=default, help="with commas between them")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    packs = [open_pack(path, arguments.ways.split(",")) for path in arguments.packs]
    packs = [pack for pack in packs if pack.ways]
    if not arguments.table:
        with planner_remembered(), chat_served(arguments.model):
            answer(packs, arguments.limit)
    figures = tell(packs)
    print_figures(figures)
    print_table(
        [
            {
                "data set": row["dataset"],
                "method": row["method"],
                "asked whole": f"{100 * row['whole']:.1f}",
                "EM of plans alone": f"{100 * row['em_of_plans_alone']:.1f}",
            }
            for row in figures
            if "whole" in row
        ]
    )
    write_result("plan", figures)


if __name__ == "__main__":
    main()
