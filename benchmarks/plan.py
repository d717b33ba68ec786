"""Answers by plan against the other ways to ask a model (LPKG, tables 2 and 6): EM and F1.

    python benchmarks/plan.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz --limit 60                    # the 1.5B model, hours on two cores
    python benchmarks/plan.py DATA/... --limit 60 --table   # only tell what the runs hold
    python benchmarks/plan.py DATA/... --ways lpkg --planner http://127.0.0.1:PORT/v1 --limit 60

Rows: direct (closed book), cot, rag (five passages of `graph`), react, self-ask, syntactic (plans
by syntax), iclpkg (the model plans, shown demonstrations), lpkg (a tuned model, at --planner,
plans without any). All are read by the same model. Open setting: the paragraphs of all questions
are one corpus, in a scratch graph a pack below KGPLATFORM_HOME. Of MuSiQue the questions of two
hops. Answers are kept question by question in results/plan/, so the script goes on where it was
stopped, all ways together, a question at a time.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from local_llm import MODELS, chat_environment, serving
from record import RESULTS, print_table, write_result

from kgplatform.answer import read
from kgplatform.answer.closed_book import read_closed_book
from kgplatform.answer.reading import Reading
from kgplatform.errors import BadReply
from kgplatform.evaluate.baselines.cot import think
from kgplatform.evaluate.baselines.react import react
from kgplatform.evaluate.baselines.self_ask import self_ask
from kgplatform.evaluate.datasets import EvaluationQuestion, load_dataset
from kgplatform.evaluate.metrics import compute_exact_match, compute_f1
from kgplatform.evaluate.scratch import ScratchGraph, serve_corpus
from kgplatform.models.chat import load_chat_model
from kgplatform.models.conversation import ChatModel, UnusableReply
from kgplatform.plan.in_context import plan_in_context
from kgplatform.planning import Planned, make_plan, run_plan
from kgplatform.platform import Platform
from kgplatform.records import Evidence, Usage
from kgplatform.settings import Settings

WAYS = ("direct", "cot", "rag", "react", "self-ask", "syntactic", "iclpkg")
TUNED = "lpkg"
TOP_K = 5
TWO_HOPS = 2
Way = Callable[[str], tuple[str, Usage]]


def make_ways(platform: Platform, chat: ChatModel, planner: ChatModel | None) -> dict[str, Way]:
    """Return each way to answer a question, by its name."""
    search = partial(platform.retrieve, top_k=TOP_K)

    def read_evidence(question: str, evidence: Evidence) -> Reading:
        return read(question, evidence, chat=chat, linguistics=platform.linguistics)

    def tell(found: tuple[Evidence, Reading]) -> tuple[str, Usage]:
        evidence, reading = found
        return reading.answer, evidence.usage + reading.usage

    def rag(question: str) -> tuple[Evidence, Reading]:
        evidence = search(question)
        return evidence, read_evidence(question, evidence)

    def by_plan(model: ChatModel | None, shown: dict[str, int], question: str) -> tuple[str, Usage]:
        if model is None:
            planned = make_plan(platform, question, planner="syntactic")
        else:
            found, usage = plan_in_context(question, model, platform.embedder, **shown)
            planned = Planned(found.plan, "chat", found.repairs, usage)
        execution = run_plan(platform, planned.plan, top_k=TOP_K)
        return execution.answer, planned.usage + execution.usage

    ways: dict[str, Way] = {
        "direct": lambda question: tell((Evidence(), read_closed_book(question, chat))),
        "cot": lambda question: tell(think(question, chat)),
        "rag": lambda question: tell(rag(question)),
        "react": lambda question: tell(react(question, chat, search)),
        "self-ask": lambda question: tell(self_ask(question, chat, search, read_evidence)),
        "syntactic": partial(by_plan, None, {}),
        "iclpkg": partial(by_plan, chat, {}),
    }
    return ways | ({TUNED: partial(by_plan, planner, {"shown": 0})} if planner else {})


def answer(pack: Path, names: Sequence[str], limit: int | None, planner: str | None) -> None:
    """Let every way answer the questions of a pack that its run lacks."""
    dataset = load_dataset(pack)
    scratch = ScratchGraph.plan(dataset, settings=Settings.load())
    with Platform(scratch.settings) as platform, serve_corpus(
        scratch, dataset.corpus, platform=platform
    ):  # fmt: skip
        if platform.chat is None:
            raise SystemExit("A chat model is needed: see --help.")
        tuned = load_chat_model(planner, None, TUNED) if planner else None
        ways = make_ways(platform, platform.chat, tuned)
        for question in choose(dataset.name, dataset.questions)[:limit]:
            for name in names:
                path = run_of(dataset.name, name)
                if question.id not in load_run(path):
                    append(path, ask(question, ways[name]))


def ask(question: EvaluationQuestion, way: Way) -> dict[str, Any]:
    started, error = time.perf_counter(), ""
    try:
        said, usage = way(question.text)
    except BadReply as exc:
        said, error = "", str(exc)
        usage = exc.usage if isinstance(exc, UnusableReply) else Usage()
    return {
        "id": question.id,
        "answer": said,
        "em": compute_exact_match(said, question.answers),
        "f1": compute_f1(said, question.answers),
        "tokens": usage.prompt_tokens + usage.cached_prompt_tokens,
        "calls": usage.llm_calls + usage.cached_calls,
        "seconds": time.perf_counter() - started,
        "error": error,
    }


def choose(name: str, questions: Sequence[EvaluationQuestion]) -> list[EvaluationQuestion]:
    """Return the questions that the paper asks: of MuSiQue those of two hops."""
    if not name.startswith("musique"):
        return list(questions)
    return [question for question in questions if len(question.gold) == TWO_HOPS]


def run_of(dataset: str, way: str) -> Path:
    return RESULTS / "plan" / f"{dataset}-{way}.jsonl"


def load_run(path: Path) -> dict[str, dict[str, Any]]:
    if not path.exists():
        return {}
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {row["id"]: row for row in rows}


def append(path: Path, row: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def tell(packs: Sequence[Path], names: Sequence[str]) -> list[dict[str, Any]]:
    table = []
    for dataset in (load_dataset(pack).name for pack in packs):
        for name in names:
            rows = list(load_run(run_of(dataset, name)).values())
            if rows:
                means = {k: sum(row[k] for row in rows) / len(rows)
                         for k in ("em", "f1", "tokens", "calls", "seconds")}  # fmt: skip
                table.append({"data set": dataset, "way": name, "n": len(rows)}
                             | {k: round(v, 3) for k, v in means.items()})  # fmt: skip
    return table


@contextmanager
def model_environment(model: str) -> Iterator[None]:
    """Serve the model, unless the environment names an endpoint."""
    if "KGPLATFORM_CHAT_BASE_URL" in os.environ:
        yield
        return
    with serving(model) as base_url:
        os.environ |= chat_environment(model, base_url)
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--ways", default=",".join(WAYS), help="with commas between them")
    parser.add_argument("--planner", help="endpoint of the tuned model, for the way lpkg")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    names = arguments.ways.split(",")
    if not arguments.table:
        with model_environment(arguments.model):
            for pack in arguments.packs:
                answer(pack, names, arguments.limit, arguments.planner)
    table = tell(arguments.packs, names)
    print_table(table)
    write_result("plan", table)


if __name__ == "__main__":
    main()
