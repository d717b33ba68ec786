"""TRACE by what it puts in front of the reader, no chat model (Fang et al. 2024, section 4).

    python benchmarks/trace_chains.py DATA
    python benchmarks/trace_chains.py DATA --sizes  # and other b, L, K, R (figures 4, 9, 10)

With a reader it is measured by reading_facts.py.
Distractor setting: each question's own paragraphs. The packs are HotpotQA and 2WikiMultihopQA with
the statements of the `spacy` extractor, and musique-triples, the questions of MuSiQue whose
paragraphs all have GPT-3.5's triples. A row tells, as means over the questions:

- gold: share of the gold documents among those of the chains; documents: how many those are;
- length: triples of a chain; tokens: of all that the reader is given, by the embedder's tokenizer;
- at 250, 500, 1000: share of the questions (yes and no left out) whose answer stands in the first
  so many tokens of it;
- ms: of the whole retrieval, of the first TIMED questions; what follows is computed from
  remembered queries and embeddings.

What was measured is kept in results/trace, a file a pack and way, so a run goes on where it was
stopped; --table only tells what there is.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from in_reach import BUDGETS, PACKS, has_words, open_pack
from in_reach import judge as judge_text
from record import RESULTS, load_rows, print_table, save_rows, write_result

from kgplatform.answer.numbered import number_evidence, write_items
from kgplatform.evaluate.baselines import BASELINES, SearchedCorpus
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.scratch import ScratchGraph, corpus_id, serve_corpus
from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.platform import Platform
from kgplatform.records import Evidence
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.hydrate import narrow_evidence
from kgplatform.retrieve.trace.chains import ChainLimits
from kgplatform.retrieve.trace.method import retrieve_trace
from kgplatform.retrieve.trace.options import TraceOptions
from kgplatform.settings import Settings
from kgplatform.text.sentences import split_by_punctuation

TOP_K = 5  # of graph; documents of chains are seldom more
WHOLE = ("documents", "gold")
OTHERS = (*WHOLE, "graph")
CONTEXTS = {"sentence": "lines", "triple": "statements", "doc": "passages"}  # the same chains
TIMED = 20  # questions; those of graph and trace that are asked first
COLD = 2
SIZES = {
    "chains": (1, 3, 10, 20),
    "length": (1, 2, 3, 5, 6),
    "beams": (1, 3, 10),
    "candidates": (5, 10, 15, 25, 30, 40),
}
FOLDER = RESULTS / "trace"


class RememberedGraph:
    """A graph whose reads are remembered until something is written."""

    def __init__(self, graph: Graph) -> None:
        self._graph, self._rows = graph, dict[str, Any]()
        self.vector = graph.vector

    def read(self, query: str, /, **parameters: Any) -> Any:
        key = query + repr(parameters)
        if key not in self._rows:
            self._rows[key] = self._graph.read(query, **parameters)
        return self._rows[key]

    def write(self, query: str, /, **parameters: Any) -> Any:
        # all that TRACE writes without a model is vectors of the triples that it fetched
        self._rows = {key: rows for key, rows in self._rows.items() if "fetch_triples" not in key}
        return self._graph.write(query, **parameters)


class RememberedEmbedder:
    """An embedder that computes the vector of a query once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self._vectors = embedder, dict[str, Any]()
        self.name, self.dimension = embedder.name, embedder.dimension
        self.embed_passages = embedder.embed_passages

    def embed_queries(self, texts: Sequence[str]) -> Any:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors |= dict(zip(new, self._embedder.embed_queries(new), strict=True))
        return np.stack([self._vectors[text] for text in texts])


def judge(evidence: Evidence, question: EvaluationQuestion) -> dict[str, Any]:
    """Return what one question adds to the means."""
    text = write_items(number_evidence(evidence, split_sentences=split_by_punctuation))
    reached = judge_text(text, question.answers)
    found = {corpus_id(passage.uri) for passage in evidence.passages}
    last = [step.detail["kept"] for step in evidence.steps if step.name == "lengthen_chains"][-1:]
    lengths = [len(chain["statements"]) for kept in last for chain in kept]
    row: dict[str, Any] = {
        "gold": len(question.gold & found) / len(question.gold),
        "documents": len(found),
        "length": sum(lengths) / len(lengths) if lengths else 0,
        "tokens": reached["tokens"],
    }
    if has_words(question):
        row |= {f"at {budget}": held for budget, held in reached["held"].items()}
    return row


def list_ways(with_sizes: bool) -> Iterator[tuple[str, TraceOptions, ChainLimits]]:
    """Yield the searches to measure: by name, options of the reader's triples, and sizes."""
    yield "embedding", TraceOptions(selector="embedding"), ChainLimits()
    yield "embedding-fixed", TraceOptions(selector="embedding", length="fixed"), ChainLimits()
    for name, values in SIZES.items() if with_sizes else ():
        for value in values:
            limits = ChainLimits(**{name: value})
            yield f"embedding {name}={value}", TraceOptions(selector="embedding"), limits


def measure(dataset: Dataset, settings: Settings, *, limit: int, with_sizes: bool) -> None:
    """Add to the files of a pack what they lack of its first questions."""
    asked = dataset.questions[:limit]
    ways = list(list_ways(with_sizes))
    names = [*OTHERS, *(f"{context} {name}" for name, _, _ in ways for context in CONTEXTS)]
    files = {name: load_rows(path_of(dataset.name, name)) for name in names}
    if all(question.id in rows for question in asked for rows in files.values()):
        return
    scratch = ScratchGraph.plan(dataset, settings=settings)
    with Platform(scratch.settings) as platform, serve_corpus(
        scratch, dataset.corpus, platform=platform
    ):  # fmt: skip
        corpus = SearchedCorpus(dataset, "distractor", platform)
        for number, question in enumerate(asked):
            if all(question.id in rows for rows in files.values()):
                continue
            for name, row in ask(question, corpus, ways, is_timed=number < TIMED):
                files[name][question.id] = row
            for name, rows in files.items():
                save_rows(path_of(dataset.name, name), rows)


def ask(
    question: EvaluationQuestion,
    corpus: SearchedCorpus,
    ways: Sequence[tuple[str, TraceOptions, ChainLimits]],
    *,
    is_timed: bool,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the row of each way; its time only where nothing was remembered for it."""
    graph, embedder = RememberedGraph(corpus.graph), RememberedEmbedder(corpus.platform.embedder)
    for name in WHOLE:
        yield name, judge(BASELINES[name](corpus).retrieve(question, TOP_K), question)
    find_chains = partial(retrieve_trace, linguistics=corpus.platform.linguistics)
    finders = [("graph", retrieve_graph)]
    finders += [(name, partial(find_chains, options=v, limits=size)) for name, v, size in ways]
    for place, (name, find) in enumerate(finders):
        is_cold = is_timed and place < COLD
        started = time.perf_counter()
        evidence = find(
            question.text,
            graph=corpus.graph if is_cold else graph,
            embedder=corpus.platform.embedder if is_cold else embedder,
            top_k=TOP_K,
            within=corpus.list_allowed(question),
        )
        cost = {"ms": 1000 * (time.perf_counter() - started)} if is_cold else {}
        if name == "graph":
            yield name, {**judge(evidence, question), **cost}
            continue
        chains = narrow_evidence(evidence, evidence.likely or None)  # of documents, theirs alone
        for context, reads in CONTEXTS.items():
            yield f"{context} {name}", {**judge(replace(chains, reads=reads), question), **cost}


def path_of(pack: str, name: str) -> Path:
    return FOLDER / f"{pack} {name}.json".replace(" ", "_")


def tabulate(pack: str, name: str) -> dict[str, Any] | None:
    rows = list(load_rows(path_of(pack, name)).values())
    if not rows:
        return None

    def mean(key: str) -> float:
        values = [float(row[key]) for row in rows if key in row]
        return sum(values) / len(values) if values else 0.0

    shares = {key: round(100 * mean(key), 1) for key in ("gold", *(f"at {b}" for b in BUDGETS))}
    sums = {key: round(mean(key), 1) for key in ("documents", "length", "tokens", "ms")}
    return {"pack": pack, "way": name, "n": len(rows), **shares, **sums}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder of the public data sets")
    parser.add_argument("--packs", default=",".join(PACKS))
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--sizes", action="store_true", help="also measure other b, L, K, R")
    parser.add_argument("--table", action="store_true", help="only tell what was measured")
    arguments = parser.parse_args()
    settings, names = Settings.load(), arguments.packs.split(",")
    for name in [] if arguments.table else names:
        dataset = open_pack(name, arguments.data, settings)
        measure(dataset, settings, limit=arguments.limit, with_sizes=arguments.sizes)
    ways = [f"{context} {name}" for name, _, _ in list_ways(True) for context in CONTEXTS]
    every = [*OTHERS, *ways]
    rows = [row for pack in names for name in every if (row := tabulate(pack, name))]
    print_table(rows)
    write_result("trace", rows)


if __name__ == "__main__":
    main()
