"""KGP's comparison by retrieval (tables 1 and 2 of the paper): baselines, graphs and agents.

    python benchmarks/kgp.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz [--limit 200]

Recall of gold paragraphs at 2, 5 and 10, and at 30, the context that the paper gives its reader:
all that a walk visits. Open setting: the paragraphs of all questions are one corpus. No chat
model. Rows:

- knn, tfidf, bm25, dense, mdr, kgp-random: baselines of `kgplatform evaluate`; `graph`: the
  default method. As kgp-random also ranks what it visited, only its recall at 30 is of the walk;
- kgp GRAPH AGENT: the method. Seeds are always found by words.

The encoder is trained on the first half of HotpotQA's questions, so that every row of that pack is
of the second half. --limit takes the first N of the questions that would be asked.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.evaluate.baselines import BASELINES, SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion, load_dataset
from kgplatform.evaluate.scratch import ScratchGraph, corpus_id, serve_corpus
from kgplatform.ingest.links.passage_links import DEFAULT_LINKS, link_passages
from kgplatform.platform import Platform
from kgplatform.records import Evidence
from kgplatform.retrieve.kgp.traverse import BUDGET
from kgplatform.retrieve.kgp.variants import GRAPH_NAMES
from kgplatform.settings import Settings

KS = (2, 5, 10, BUDGET)
BASELINE_ROWS = ("knn", "tfidf", "bm25", "dense", "mdr", "kgp-random")
AGENTS = ("encoder", "embedding")
TAUGHT = "hotpotqa"

Find = Callable[[EvaluationQuestion], Sequence[str]]
"""From a question to ids of corpus documents, best first."""


def list_finders(corpus: SearchedCorpus, platform: Platform) -> Iterator[tuple[str, Find]]:
    for name in BASELINE_ROWS:
        yield name, find_by_baseline(name, corpus)
    yield "graph", find_by_method("graph", platform)
    for graph in GRAPH_NAMES:
        for agent in AGENTS:
            yield f"kgp {graph} {agent}", find_by_method(f"kgp-{graph}-{agent}", platform)


def find_by_baseline(name: str, corpus: SearchedCorpus) -> Find:
    baseline = BASELINES[name](corpus)
    return lambda question: list_documents(baseline.retrieve(question, BUDGET))


def find_by_method(name: str, platform: Platform) -> Find:
    return lambda question: list_documents(
        platform.retrieve(question.text, method=name, top_k=BUDGET)
    )


def list_documents(evidence: Evidence) -> list[str]:
    return list(dict.fromkeys(corpus_id(passage.uri) for passage in evidence.passages))


def measure(find: Find, questions: Sequence[EvaluationQuestion]) -> dict[str, float]:
    started, sums = time.perf_counter(), dict.fromkeys(KS, 0.0)
    for question in questions:
        found = find(question)
        for k in KS:
            sums[k] += len(question.gold & set(found[:k])) / len(question.gold)
    seconds = time.perf_counter() - started
    figures = {f"recall@{k}": round(100 * total / len(questions), 1) for k, total in sums.items()}
    return {**figures, "ms": round(1000 * seconds / len(questions))}


def compare(path: Path, settings: Settings, limit: int | None) -> Iterator[dict[str, Any]]:
    dataset = load_dataset(path)
    scratch = ScratchGraph.plan(dataset, settings=settings)
    half = len(dataset.questions) // 2 if dataset.name == TAUGHT else 0
    questions = dataset.questions[half:][:limit]
    with Platform(scratch.settings) as platform, serve_corpus(
        scratch, dataset.corpus, platform=platform
    ):  # fmt: skip
        limits = DEFAULT_LINKS["keyword"]
        link_passages(
            platform.graph(),
            method="keyword",
            max_degree=limits.max_degree,
            min_score=limits.min_score,
        )
        corpus = SearchedCorpus(dataset, "open", platform)
        for name, find in list_finders(corpus, platform):
            row = {"data set": dataset.name, "method": name, "n": len(questions)}
            row |= measure(find, questions)
            print(row, flush=True)
            yield row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--limit", type=int, help="questions of each pack")
    arguments = parser.parse_args()
    settings = Settings.load()
    rows = [row for path in arguments.packs for row in compare(path, settings, arguments.limit)]
    print_table(rows)
    write_result("kgp", rows)


if __name__ == "__main__":
    main()
