"""Planning quality apart from reading: plans executed with gold sub-answers (LPKG, section 5).

    python benchmarks/plan_gold.py DATA/2wikimultihopqa.jsonl.gz DATA/musique.jsonl.gz
    python benchmarks/plan_gold.py DATA/... --planner chat --limit 60   # the 1.5B model

2Wiki tells each question's facts, MuSiQue its sub-questions with their answers. A sub-question of a
plan gets the answer of the hop that asks most alike: it holds half the words of the hop's subject,
and the hop is the nearest of these by the embedder, and not below LIKENESS. So a wrong final answer
is the plan's fault, not a retriever's or reader's. EM and F1 are of the final answer; "unknown" is
the share of sub-questions that no hop answers. Rules of the syntactic planner are made on the first
half of a pack; the second is told apart. No graph is needed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from local_llm import MODELS, chat_served
from record import print_table, write_result

from kgplatform.evaluate.datasets import EvaluationQuestion, load_dataset
from kgplatform.evaluate.metrics import compute_exact_match, compute_f1
from kgplatform.models.conversation import UnusableReply
from kgplatform.models.embedding import Embedder
from kgplatform.pipelines.plan.answering import Answered, Answerer, SubQuestion
from kgplatform.pipelines.plan.executor import execute
from kgplatform.pipelines.plan.values import Item
from kgplatform.pipelines.plan.variants import PLANNERS
from kgplatform.plan.language import GET_ANSWER
from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.text.names import normalize_name

LIKENESS = 0.6  # cosine; a paraphrase has more, a question of another relation mostly less
REFERENCE = re.compile(r"#(\d+)")
RELATION = " >> "  # MuSiQue writes hops of its triples as SUBJECT >> relation


@dataclass(frozen=True, slots=True)
class Hop:
    """What is asked of which subject ("": the text says), and its gold answer."""

    text: str
    subject: str
    answer: str


def list_hops(row: dict[str, Any]) -> list[Hop]:
    """Return a question's hops in order, references to earlier answers filled."""
    if "evidences" in row:
        return [Hop(f"{s} {relation}", s, o) for s, relation, o in row["evidences"]]
    steps = row["question_decomposition"]
    answers = [step["answer"] for step in steps]
    filled = [
        (REFERENCE.sub(lambda found: answers[int(found[1]) - 1], step["question"]), step["answer"])
        for step in steps
    ]
    return [
        Hop(asked.replace(RELATION, " "), asked.partition(RELATION)[0] * (RELATION in asked), said)
        for asked, said in filled
    ]


def answer_by_hops(hops: Sequence[Hop], embedder: Embedder) -> Answerer:
    """Return what answers a sub-question with the gold answer of the hop that asks most alike."""
    vectors = embedder.embed_queries([hop.text for hop in hops])

    def answer(question: SubQuestion) -> Answered:
        words = set(normalize_name(question.text).split())
        likeness = vectors @ embedder.embed_queries([question.text])[0]
        fits = np.array([_names(hop.subject, words) for hop in hops])
        likeness = np.where(fits & (likeness >= LIKENESS), likeness, -1.0)
        best = int(likeness.argmax())
        if likeness[best] < 0:
            return Answered(problem="no hop of the question asks this")
        stated = [hop.answer for hop in hops if hop.text == hops[best].text]
        return Answered(tuple(map(Item, stated)), source="gold")

    return answer


def _names(subject: str, words: set[str]) -> bool:
    """Tell whether words name a subject: sources write both "Joe" and "Joseph De Grasse"."""
    own = set(normalize_name(subject).split())
    return not own or 2 * len(own & words) >= len(own)


def load_rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def measure(
    question: EvaluationQuestion, hops: Sequence[Hop], platform: Platform, planner: str
) -> dict[str, float]:
    """Return the figures of one question."""
    started = time.perf_counter()
    try:
        planned = platform.plan(question.text, planner=planner, fall_back=False)
    except UnusableReply as exc:  # no plan, no answer: another planner's would not be the model's
        return {
            **dict.fromkeys(("EM", "F1", "answered", "steps", "unknown"), 0.0),
            "calls": exc.usage.llm_calls + exc.usage.cached_calls,
            "seconds": time.perf_counter() - started,
            "no plan": 1.0,
        }
    seconds = time.perf_counter() - started
    execution = execute(planned.plan, answer_by_hops(hops, platform.embedder))
    asked = [step for step in execution.steps if step.function == GET_ANSWER]
    return {
        "EM": compute_exact_match(execution.answer, question.answers),
        "F1": compute_f1(execution.answer, question.answers),
        "answered": float(bool(execution.items)),
        "steps": len(asked),
        "unknown": fmean(bool(step.problem) for step in asked) if asked else 0.0,
        "calls": planned.usage.llm_calls + planned.usage.cached_calls,
        "seconds": seconds,
        "no plan": 0.0,
    }


def measure_pack(
    path: Path, platform: Platform, planner: str, limit: int | None
) -> Iterator[dict[str, Any]]:
    """Yield a row of the table for each half, `limit` questions in all."""
    hops = {row["id"]: list_hops(row) for row in load_rows(path)}
    dataset = load_dataset(path)
    middle = len(dataset.questions) // 2
    halves = {"first": dataset.questions[:middle], "second": dataset.questions[middle:]}
    for half, questions in halves.items():
        rows = [
            measure(question, hops[question.id], platform, planner)
            for question in questions[: limit and limit // 2]
        ]
        stated = {"data set": dataset.name, "half": half, "planner": planner, "n": len(rows)}
        means = {name: round(fmean(row[name] for row in rows), 3) for name in rows[0]}
        yield stated | means | {"p50 s": round(median(row["seconds"] for row in rows), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--planner", choices=PLANNERS, default="syntactic")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    serving = chat_served(arguments.model) if arguments.planner == "chat" else nullcontext()
    with serving, closing(Platform(Settings.load())) as platform:
        table = [
            row
            for path in arguments.packs
            for row in measure_pack(path, platform, arguments.planner, arguments.limit)
        ]
    print_table(table)
    write_result(f"plan_gold_{arguments.planner}", table)


if __name__ == "__main__":
    main()
