"""DivKnowQA's tables 2, 3 and 4: closed book, baselines, DetLLM, and each of its ablations.

    kgplatform wikidata load DATA/wikidata_slice.nt.gz     # once, into KGPLATFORM_HOME
    python benchmarks/divknow.py QUESTIONS --reader extractive          # no model, all questions
    python benchmarks/divknow.py QUESTIONS --limit 100                  # the 1.5B model, hours
    python benchmarks/divknow.py QUESTIONS --limit 100 --reader llm     # it reads all, computes all

QUESTIONS is any question file that `kgplatform evaluate` reads, --corpus another one whose
documents are searched. The Wikidata items that the texts name, and those that the questions' hops
rest on, stand in the graph beside the texts, so that all rows search both, as the paper's do
(section 4.1); `divknow-text-nosparql` keeps to the texts. EM, F1 and Recall (the answer is a part
of what was said) are the paper's, and so are H1-R and H2-R, of questions of two hops
(`divknow_hops.py`). Rows: closed book; single-step retrieval; ReAct; text alone; DetLLM and table
3; DetLLM and DSP's row with every question decomposed by the model. The paper's claim over DSP
(table 2: 4.2 EM, 12.5 H1-R) is that of `divknow` over `divknow-unified-nosparql`: DSP's row is
table 3's "w/o SPARQL, Text-KB(Sparse)". A line a question and method is kept in
results/divknow-READER/, so the script goes on where it was stopped; --table only tells what there
is. KGPLATFORM_CHAT_CONCURRENCY questions are under way at a time, and their seconds include what
they wait for each other. A scratch graph is made below KGPLATFORM_HOME, once.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from divknow_hops import GoldHop, is_found, list_hops, list_items, list_pieces
from evaluated import count_at_once, without_chat
from local_llm import MODELS, chat_served
from record import RESULTS, print_table, write_result

from kgplatform.evaluate.baselines import CLOSED_BOOK, READING_MODEL, SearchedCorpus
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion, load_dataset
from kgplatform.evaluate.figures import score_text
from kgplatform.evaluate.measured import measure
from kgplatform.evaluate.metrics import compute_contains
from kgplatform.evaluate.runner import ask_several
from kgplatform.evaluate.runs import RunHeader
from kgplatform.evaluate.scratch import ScratchGraph, corpus_id, serve_corpus
from kgplatform.ingest.job.spec import Wikidata
from kgplatform.pipelines.ingest_job import WITHOUT_EXTRACTOR
from kgplatform.platform import DEFAULT_TOP_K, Platform
from kgplatform.records.json import to_json
from kgplatform.retrieve.hydrate import narrow_evidence
from kgplatform.runtime.ingest_models import ingest_models
from kgplatform.settings import Settings
from kgplatform.wikidata.ingest_items import bring_missing

ABLATIONS = tuple(
    f"divknow-{sources}{sparql}"
    for sparql in ("-nosparql", "")
    for sources in ("unified", "unified_dense", "sparse", "separate")
)
"""Table 3; the last is DetLLM."""
DECOMPOSED_BY_MODEL = ("divknow-unified-nosparql-chat", "divknow-chat")
TEXT_ALONE = "divknow-text-nosparql"
WITH_MODEL = (CLOSED_BOOK, "passages", "react", TEXT_ALONE, *ABLATIONS, *DECOMPOSED_BY_MODEL)
METHODS = {
    "extractive": ("passages", "graph", TEXT_ALONE, *ABLATIONS),
    "llm-computed": WITH_MODEL,
    "llm": WITH_MODEL,
}
NAME = "questions"
"""Of divknow/questions.jsonl.gz, whose results have no name of their own."""
DEPTH = 10
MOST_ITEMS = 100_000
BROUGHT = "wikidata.brought"  # an empty file in the scratch graph's folder


class Asking:
    """Asks the questions of one data set by one method, as evaluations do."""

    def __init__(self, method: str, reader: str, corpus: SearchedCorpus, platform: Platform):
        self._method = method
        self._reader = reader
        dataset = corpus.dataset
        header = RunHeader(
            dataset.name, dataset.sha256, "open", method, reader, DEPTH, DEFAULT_TOP_K, {}, ""
        )
        self._asked = measure(header, corpus, platform)
        answers_as_it_goes = method in READING_MODEL - {CLOSED_BOOK}
        self._read_at_most = None if answers_as_it_goes else DEFAULT_TOP_K

    def ask(
        self, question: EvaluationQuestion, hops: Sequence[GoldHop], form: str
    ) -> dict[str, Any]:
        """Return one line: what was said and how right it is, 0..1."""
        started = time.perf_counter()
        answered = self._asked.answer(question)
        evidence, answer = answered.measured.retrieved, answered.answer
        stated = narrow_evidence(evidence, self._read_at_most)
        pieces = list_pieces(stated, self._reader)
        score = score_text(question, answer, form=form)
        found = {corpus_id(p.uri) for p in stated.passages if p.document_id}
        return {
            "id": question.id,
            "type": question.type,
            "answer": answer,
            "EM": score.em,
            "F1": score.f1,
            "Recall": compute_contains(answer, question.answers),
            **{
                f"H{number}-R": float(is_found(hop, pieces))
                for number, hop in enumerate(hops, start=1)
                if self._method != CLOSED_BOOK
            },
            "documents": len(question.gold & found) / max(len(question.gold), 1),
            "usage": to_json(answered.usage),
            "seconds": time.perf_counter() - started,
            "problem": answered.measured.error,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """What to measure: methods over the first `limit` questions, lines kept in `folder`."""

    dataset: Dataset
    hops: Mapping[str, Sequence[GoldHop]]
    items: Sequence[str]
    methods: Sequence[str]
    reader: str
    limit: int | None
    folder: Path

    @property
    def questions(self) -> Sequence[EvaluationQuestion]:
        return self.dataset.questions[: self.limit]

    def path_of(self, method: str) -> Path:
        return self.folder / re.sub(r"[^\w.-]+", "-", f"{self.dataset.name}-{method}.jsonl")

    def lines_of(self, method: str) -> list[dict[str, Any]]:
        asked = {question.id for question in self.questions}
        return [line for line in read_lines(self.path_of(method)) if line["id"] in asked]


def run(table: Table) -> None:
    """Ask what is not asked yet, method after method, and keep a line each."""
    settings = Settings.load()
    if table.reader == "extractive":
        settings = without_chat(settings)
    scratch = ScratchGraph.plan(table.dataset, settings=settings).apart("wikidata", *table.items)
    with closing(Platform(scratch.settings)) as platform:
        searching = any(method != CLOSED_BOOK for method in table.methods)
        serving_it = serve_corpus(scratch, table.dataset.corpus, platform=platform)
        with serving_it if searching else nullcontext():
            if searching:
                bring_items(table.items, platform, scratch.home / BROUGHT)
            corpus = SearchedCorpus(table.dataset, "open", platform)
            for method in table.methods:
                _run_method(table, method, Asking(method, table.reader, corpus, platform))


def bring_items(items: Sequence[str], platform: Platform, brought: Path) -> None:
    """Write the items of the questions, and those that the texts name, into the graph, once."""
    if brought.exists():
        return
    wanted = Wikidata(items=tuple(items), link=True, exact=True, linked=True, max_items=MOST_ITEMS)
    report = bring_missing(
        platform.resources,
        wanted,
        platform.resources.progress,
        models=ingest_models(platform.resources, WITHOUT_EXTRACTOR),
    )
    if report.failures:
        raise SystemExit("\n".join(report.failures))
    print(report.derived, flush=True)
    brought.touch()


def _run_method(table: Table, method: str, asking: Asking) -> None:
    kept = table.path_of(method)
    done = {line["id"] for line in read_lines(kept)}
    kept.parent.mkdir(parents=True, exist_ok=True)
    missing = [question for question in table.questions if question.id not in done]

    def ask(question: EvaluationQuestion) -> dict[str, Any]:
        return asking.ask(question, table.hops.get(question.id, ()), table.dataset.form)

    at_once = 1 if table.reader == "extractive" else count_at_once()
    with kept.open("a", encoding="utf-8") as stream:
        for line in ask_several(missing, ask, at_once):
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")
            stream.flush()
    print(f"{method}: done", flush=True)


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines that are there whole; one that was cut off is asked again."""
    if not path.exists():
        return []
    *whole, rest = path.read_text(encoding="utf-8").split("\n")
    if rest:
        path.write_text("".join(f"{line}\n" for line in whole), encoding="utf-8")
    return [json.loads(line) for line in whole]


def tell(table: Table) -> Iterator[dict[str, Any]]:
    """Yield a row a method: figures in percent, of the questions asked so far."""
    for method in table.methods:
        lines = table.lines_of(method)
        if lines:
            yield {"method": method, "n": len(lines), **_figures(lines)}


def _figures(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for name in ("EM", "F1", "Recall", "H1-R", "H2-R", "documents"):
        values = [line[name] for line in lines if name in line]
        figures[name] = round(100 * fmean(values), 1) if values else None
    usage = [line["usage"] for line in lines]
    counted = ("llm_calls", "cached_calls"), ("prompt_tokens", "cached_prompt_tokens")
    calls, tokens = (fmean(u[a] + u[b] for u in usage) for a, b in counted)
    figures |= {"calls": round(calls, 2), "tokens": round(tokens)}
    return figures | {"p50 s": round(median(line["seconds"] for line in lines), 2)}


def describe_types(table: Table) -> dict[str, dict[str, float]]:
    """Return EM by method and type of question, in percent."""
    stated: dict[str, dict[str, float]] = {}
    for method in table.methods:
        by_type: dict[str, list[float]] = defaultdict(list)
        for line in table.lines_of(method):
            by_type[str(line["type"])].append(line["EM"])
        stated[method] = {name: round(100 * fmean(ems), 1) for name, ems in sorted(by_type.items())}
    return stated


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--corpus", type=Path, help="search the documents of this file")
    parser.add_argument("--reader", choices=sorted(METHODS), default="llm-computed")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--limit", type=int, help="the first N questions")
    parser.add_argument("--methods", help="only these, with commas between them")
    parser.add_argument("--table", action="store_true", help="only tell what there is")
    arguments = parser.parse_args()
    reader, path, chosen = arguments.reader, arguments.questions, arguments.methods
    table = Table(
        load_dataset(path, corpus=arguments.corpus),
        list_hops(path),
        list_items(path),
        tuple(chosen.split(",")) if chosen else METHODS[reader],
        reader,
        arguments.limit,
        RESULTS / f"divknow-{reader}",
    )
    if not arguments.table:
        with nullcontext() if reader == "extractive" else chat_served(arguments.model):
            run(table)
    rows = list(tell(table))
    if not rows:
        print("Nothing is asked yet.")
        return
    print_table(rows)
    name = "divknow" if table.dataset.name == NAME else f"divknow_{table.dataset.name}"
    write_result(
        f"{name}_{reader.replace('-', '_')}", {"rows": rows, "EM by type": describe_types(table)}
    )


if __name__ == "__main__":
    main()
