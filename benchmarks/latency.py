"""Latency of `graph` by the size of the corpus, and where its time goes.

    python benchmarks/latency.py DATA/hotpotqa.jsonl.gz
    python benchmarks/latency.py DATA/hotpotqa.jsonl.gz --sizes 10000 100000 --home FOLDER

Real text, grown: the pack is ingested by the product, and each size is a graph of its own with as
many copies of its passages and their statements as are needed. A copy's names are its own ("Ada
Lovelace K7"), in text, title and entities, except those named in HUB or more passages, which all
copies share: a country's degree grows with the corpus. A copy's vectors are the passages' own,
turned a little. Questions are the pack's, about the first copy, and each is asked of all sizes in
turn, twice: Neo4j then has what is around it in memory, as a server has that was asked for long.
--home keeps the grown graphs, and goes on with one that was stopped. Search indexes are built
when all is written, which takes a fraction of the time. Sizes that are not measured stay as they
were kept, each with the date of its run.

`expand and rank` is what the level-order expansion costs with everything after it but the look-up
of the evidence: the part that the size of the walk decides.
"""

from __future__ import annotations

import argparse
import functools
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from grown import Base, grow, read_base, write_relations
from looking import load_settings
from record import RESULTS, join_rows, print_table, write_result

from kgplatform.evaluate.datasets import Dataset, load_dataset
from kgplatform.evaluate.scratch import ScratchGraph, serve_corpus
from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.writer import BatchWriter
from kgplatform.models.embedding import Embedder
from kgplatform.platform import Platform
from kgplatform.retrieve import graph as method
from kgplatform.settings import Settings

SIZES = (10_000, 100_000, 1_000_000)
QUESTIONS = 100
WARM_UP = 30
EXPAND, AGAIN = "expand and rank", " again"
STAGES = ("search_text", "find_question_names", "fetch_local_graph", "fetch_evidence")

SEARCH_INDEXES = """
SHOW INDEXES YIELD name, type, createStatement
WHERE type IN ['VECTOR', 'FULLTEXT'] RETURN name, createStatement AS create
"""


def measure(
    graphs: Mapping[int, Graph], embedder: Embedder, dataset: Dataset
) -> list[dict[str, float]]:
    """Return p50 and p95 of a question and p50 of its parts, in milliseconds, a row a size.

    Each question is asked of all sizes before the next one is, in another order each time, so that
    what else the machine does meets all of them. All are asked twice: what the second time takes
    is named "… again".
    """
    clock: dict[str, float] = {}
    with_timers(clock)
    parts = {size: defaultdict[str, list[float]](list) for size in graphs}
    turns = list(graphs)
    asked = dataset.questions[: QUESTIONS + WARM_UP]
    for question in (*asked, *asked[WARM_UP:]):
        for size in turns:
            started = time.perf_counter()
            method.retrieve_graph(question.text, graph=graphs[size], embedder=embedder, top_k=10)
            clock["question"] = time.perf_counter() - started
            for name, seconds in clock.items():
                parts[size][name].append(seconds)
        turns = [*turns[1:], turns[0]]
    return [summarise(size, parts[size]) for size in sorted(graphs)]


def summarise(size: int, parts: Mapping[str, list[float]]) -> dict[str, float]:
    times = {name: 1000 * np.array(values[WARM_UP:]) for name, values in parts.items()}
    apart = times["search_text"] + times["find_question_names"] + times["fetch_evidence"]
    times[EXPAND] = times["question"] - apart
    first = {name: values[:QUESTIONS] for name, values in times.items()}
    again = {name: values[QUESTIONS:] for name, values in times.items()}
    return {
        "passages": size,
        "p50": _median(first["question"]),
        "p95": round(float(np.percentile(first["question"], 95)), 1),
        **{name: _median(first[name]) for name in (*STAGES, EXPAND)},
        f"p50{AGAIN}": _median(again["question"]),
        f"{EXPAND}{AGAIN}": _median(again[EXPAND]),
    }


def _median(times: npt.NDArray[np.float64]) -> float:
    return round(float(np.median(times)), 1)


def with_timers(clock: dict[str, float]) -> None:
    """Let the stages of the method note how many seconds they took."""
    for name in STAGES:
        setattr(method, name, _timed(getattr(method, name), clock))


def _timed(function: Callable[..., Any], clock: dict[str, float]) -> Callable[..., Any]:
    @functools.wraps(function)
    def timed(*arguments: Any, **options: Any) -> Any:
        started = time.perf_counter()
        try:
            return function(*arguments, **options)
        finally:
            clock[function.__name__] = time.perf_counter() - started

    return timed


def write_grown(graph: Graph, base: Base, size: int, indexes: Path) -> None:
    """Write what is missing of a grown graph, and build the indexes for searches when it is there.

    Args:
        indexes: keeps their definitions meanwhile, so that a run that was stopped is gone on with.
    """
    written = graph.run_text("MATCH (p:Passage) RETURN count(p) AS n")[0]["n"]
    if not indexes.is_file():
        if written >= size:
            return
        found = graph.run_text(SEARCH_INDEXES)
        indexes.write_text(json.dumps({row["name"]: row["create"] for row in found}), "utf-8")
    definitions = json.loads(indexes.read_text("utf-8"))
    for name in definitions:
        graph.run_text(f"DROP INDEX `{name}` IF EXISTS")
    writer = BatchWriter(graph)
    for batch in grow(base, size, written):
        writer.write(batch)
    write_relations(graph, base)
    for create in definitions.values():
        graph.run_text(create)
    indexes.unlink()


@contextmanager
def served(
    base: Base, size: int, home: Path, settings: Settings, embedder: Embedder
) -> Iterator[Graph]:
    """Serve a graph of `size` passages, grown first where it is not yet."""
    folder = home / f"latency-{size}"
    server = Platform(settings.model_copy(update={"home": folder})).server
    server.start()
    try:
        with Graph.connect(server.address()) as graph:
            migrate(graph, embedder=embedder.name, dimension=embedder.dimension)
            started = time.perf_counter()
            write_grown(graph, base, size, folder / "indexes.json")
            graph.read("await_indexes", timeout_s=24 * 3600)
            print(f"{size:,} passages after {time.perf_counter() - started:.0f} s", flush=True)
            yield graph
    finally:
        server.stop()


def plot(rows: list[dict[str, float]]) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4))
    sizes = [row["passages"] for row in rows]
    lines = ("p50", f"p50{AGAIN}", EXPAND, f"{EXPAND}{AGAIN}", *STAGES)
    for name in lines:
        style = "--" if name.endswith(AGAIN) else "-"
        axes.plot(sizes, [row[name] for row in rows], style, marker="o", label=name)
    axes.set(xscale="log", xlabel="passages", ylabel="ms a question, p50", ylim=(0, None))
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    figure.tight_layout()
    figure.savefig(RESULTS / "latency.png", dpi=150)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--home", type=Path, help="folder that keeps the grown graphs")
    arguments = parser.parse_args()
    settings, dataset = load_settings(), load_dataset(arguments.pack)
    scratch = ScratchGraph.plan(dataset, settings=settings)
    with Platform(scratch.settings) as platform:
        with serve_corpus(scratch, dataset.corpus, platform=platform):
            base = read_base(platform.graph())
        home = arguments.home or settings.home
        with ExitStack() as stack:
            graphs = {
                size: stack.enter_context(served(base, size, home, settings, platform.embedder))
                for size in arguments.sizes
            }
            rows = measure(graphs, platform.embedder, dataset)
    print_table(rows)
    rows = join_rows("latency", rows, key=("passages",), under="sizes")
    rows.sort(key=lambda row: row["passages"])
    write_result("latency", {"sizes": rows})
    plot(rows)


if __name__ == "__main__":
    main()
