"""KGP's comparison (tables 1 and 2 of the paper): baselines, graphs and agents, and mean ranks.

    python benchmarks/kgp.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz [--limit 100]             # by retrieval, no chat model
    python benchmarks/kgp.py DATA/... --reader llm --limit 60           # by answers, hours
    python benchmarks/kgp.py DATA/... --reader llm --limit 60 --methods none,bm25,kgp-entity-chat

Open setting: the paragraphs of all questions are one corpus. Methods are those of `kgplatform
evaluate`:

- none (llm alone): the model without evidence;
- kgp-knn: KNN of the paper, half by embedding and half by Levenshtein distance. `dense` is the
  embedding alone; it is not trained on the task, as the paper's DPR is;
- tfidf, bm25, mdr, kgp-random; ircot (llm alone, since it asks a chat model). As kgp-random also
  ranks what it visited, only its recall at 30 is of the walk;
- graph: the platform's default method; kgp-GRAPH-AGENT: KGP. Seeds are always found by words, the
  agent `chat` (llm alone) asks the model that reads.

By retrieval: recall of gold paragraphs at 2, 5 and 10, and at 30, the context that the paper gives
its reader: all that a walk visits. By answers, EM and F1 as well. A reader gets the first 5
passages, as `ask` gives them; the paper's gets 30: --top-k 30.

The paper's claim is the best mean rank. Here a method's rank is its mean place among the methods
of the table, over the packs and recall@2, 5, 10 and 30, or over the packs, EM and F1 where answers
are read. Methods that are equal share the mean of their places.

All rows are of the second half of a pack's questions, answers too: the encoder is trained on the
first half of HotpotQA's, and the agents' one number was chosen on first questions of the others.
--limit takes the first N of the questions that would be asked. With --methods the rows of others
stay as they were kept; each row has the date of its run.
Run files are kept in results/kgp-READER, question by question, so the script goes on where it was
stopped; with a model all methods advance together, STEP questions at a time.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

from evaluated import compare, write_median
from local_llm import MODELS, chat_served
from record import RESULTS, join_rows, print_table, write_result

from kgplatform.answer.reader import DEFAULT_TOP_K
from kgplatform.evaluate.datasets import Dataset, load_dataset
from kgplatform.evaluate.plan import ComparisonPlan
from kgplatform.evaluate.runs import NO_READER
from kgplatform.retrieve.kgp.options import GRAPH_NAMES
from kgplatform.retrieve.kgp.traverse import BUDGET

KS = (2, 5, 10, BUDGET)
BASELINES = ("kgp-knn", "tfidf", "bm25", "dense", "mdr", "kgp-random")
WALKS = tuple(f"kgp-{graph}-{agent}" for graph in GRAPH_NAMES for agent in ("encoder", "embedding"))
ASKING = tuple(f"kgp-{graph}-chat" for graph in GRAPH_NAMES)
WITHOUT_MODEL = (*BASELINES, "graph", *WALKS)
METHODS = {
    NO_READER: WITHOUT_MODEL,
    "extractive": WITHOUT_MODEL,
    "llm": ("none", *WITHOUT_MODEL, "ircot", *ASKING),
}
STEP = 10

Figures = Sequence[Mapping[str, Any]]


def open_pack(path: Path) -> Dataset:
    """Return the half of a pack on which nothing was trained or chosen."""
    dataset = load_dataset(path)
    return replace(dataset, questions=dataset.questions[len(dataset.questions) // 2 :])


def list_metrics(row: Mapping[str, Any], reader: str) -> dict[str, float | None]:
    """Return what methods are ranked by; None where a method chooses no passages."""
    if reader == NO_READER:
        return {f"recall@{k}": row["recall"][str(k)] for k in KS}
    return {"EM": row["em"], "F1": row["f1"]}


def rank_methods(figures: Figures, reader: str) -> dict[str, float]:
    """Return each method's mean place over packs and metrics, best first."""
    columns: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for row in figures:
        for metric, value in list_metrics(row, reader).items():
            if value is not None:
                columns[row["dataset"], metric][row["method"]] = value
    places: dict[str, list[float]] = defaultdict(list)
    for column in columns.values():
        for method, value in column.items():
            better = sum(other > value for other in column.values())
            equal = sum(other == value for other in column.values())
            places[method].append(better + (equal + 1) / 2)
    ranks = {method: fmean(found) for method, found in places.items()}
    return dict(sorted(ranks.items(), key=lambda item: item[1]))


def list_rows(figures: Figures, reader: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table, in percent."""
    for row in figures:
        recalls = {f"recall@{k}": row["recall"][str(k)] for k in KS}
        shares = {**recalls, **list_metrics(row, reader)}
        yield {
            "data set": row["dataset"],
            "method": row["method"],
            "n": row["n"],
            **{name: "–" if v is None else f"{100 * v:.1f}" for name, v in shares.items()},
            "p50 ms": write_median(row["timings_ms"]),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--limit", type=int, help="questions of each pack")
    parser.add_argument("--reader", choices=METHODS, default=NO_READER)
    parser.add_argument("--methods", help="only these, with commas between them")
    parser.add_argument("--top-k", type=int, default=DEFAULT_TOP_K, help="passages for the reader")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    arguments = parser.parse_args()
    reader, chosen = arguments.reader, arguments.methods
    plan = ComparisonPlan(
        methods=tuple(chosen.split(",")) if chosen else METHODS[reader],
        reader=reader,
        ks=KS,
        top_k=arguments.top_k,
        limit=arguments.limit,
        out=RESULTS / f"kgp-{reader}",
    )
    packs = [open_pack(path) for path in arguments.packs]
    with chat_served(arguments.model) if reader == "llm" else nullcontext():
        figures = compare(packs, plan, step=None if reader == NO_READER else STEP)
    name = "kgp" if reader == NO_READER else f"kgp_{reader}"
    if chosen:
        figures = join_rows(name, figures, under="rows")
    ranks = rank_methods(figures, reader)
    print_table(list(list_rows(figures, reader)))
    print_table([{"method": m, "mean rank": f"{rank:.2f}"} for m, rank in ranks.items()])
    write_result(name, {"rows": figures, "mean rank": ranks})


if __name__ == "__main__":
    main()
