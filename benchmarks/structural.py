"""Structural questions (KGP, section 4) on the EU half of ICDAR 2013: is the right part found?

    python benchmarks/structural.py DATA            # DATA holds icdar2013/ and hotpotqa.jsonl.gz
    python benchmarks/structural.py DATA --half seen --home FOLDER

The 27 PDFs are ingested into a scratch Neo4j by the product's own code. 100 questions with gold
pages, tables and sections (structural_set.py) are asked of all of them at once; half of the forms
of the questions were looked at while the rules were made ("seen"), the others were written
before the rules and first run when they were done ("held out"). That first run is kept in
results/structural_first_run.json; the faults it showed in the rules were mended afterwards.

- `struct_em`: the pages, tables or sections matched are exactly the gold ones. A table is right
  if the middle of each box lies in the other. KGP reports 67 on 100 questions of its own.
- `evidence`: passages came, and every one lies in a gold part (sections are not judged).
- `cells`: the cell found is the gold one, of the questions that ask for a figure.
- `content`: questions about content that were rightly left to the walk: 56 made to mislead (25 of
  them held out) and 200 of the HotpotQA pack. `by form` counts those that no part was read in at
  all; the rest name a part that no document has.

With --chat URL MODEL the same questions are classified by that chat model.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record import print_table, write_result
from structural_gold import GoldFile, read_files
from structural_set import StructuralQuestion, make_questions, read_content_questions

from kgplatform.evaluate.datasets import load_dataset
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import migrate
from kgplatform.graph.server import LocalServer
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.chat import ChatModel, load_chat_model
from kgplatform.models.embedding import Embedder, load_embedder
from kgplatform.models.linguistics import load_linguistics
from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.records import Evidence
from kgplatform.retrieve.kgp.structural.labels import read_heading_label
from kgplatform.retrieve.kgp.structure import retrieve_structure
from kgplatform.settings import Settings

TOP_K = 5  # as `ask` has it; parts are kept whole beyond
CONTENT_QUESTIONS = 200
SEED = 7
HALVES = ("seen", "held out")

PARTS = """
MATCH (d:Document)-[:HAS_PAGE|HAS_SECTION|HAS_TABLE]->(x)
RETURN x.id AS id, labels(x)[0] AS kind, d.uri AS uri, x.number AS number, x.page AS page,
       x.box AS box, x.heading AS heading
"""
PLACES = """
MATCH (x)-[:HAS_PASSAGE]->(p:Passage) WHERE x:Page OR x:Table
RETURN p.id AS passage, collect(x.id) AS parts
"""
TITLES = "MATCH (d:Document) RETURN d.uri AS uri, d.title AS title"


@dataclass(frozen=True)
class Outcome:
    """What became of a question: the parts that were matched, as gold keys, and the evidence."""

    question: StructuralQuestion
    found: frozenset[tuple[Any, ...]]
    evidence: Evidence | None
    milliseconds: float
    is_pure: bool
    in_graph: bool

    @property
    def is_right(self) -> bool:
        return self.found == self.question.gold

    @property
    def cell(self) -> str:
        steps = self.evidence.steps if self.evidence else ()
        return next((step.detail["value"] for step in steps if step.name == "cell"), "")

    @property
    def cause(self) -> str:
        """Why it is wrong."""
        if not self.in_graph:
            return "the graph does not have the part (not found at ingest)"
        if self.evidence is None:
            return "taken for content"
        if not self.found:
            problems = [s.detail["problem"] for s in self.evidence.steps if "problem" in s.detail]
            return f"no part matched: {problems[0] if problems else ''}"
        if {key[1] for key in self.found} != {key[1] for key in self.question.gold}:
            return "parts of another document"
        return "other parts of the document"


class Asker:
    """Asks the product, and tells its parts in the terms of the gold."""

    def __init__(self, graph: Graph, embedder: Embedder, chat: ChatModel | None) -> None:
        self.graph, self.embedder, self.chat = graph, embedder, chat
        self._parts = {row["id"]: row for row in graph.run_text(PARTS)}
        self._places = {row["passage"]: set(row["parts"]) for row in graph.run_text(PLACES)}

    def ask(self, question: StructuralQuestion, files: dict[str, GoldFile]) -> Outcome:
        started = time.perf_counter()
        evidence = self.retrieve(question.text)
        seconds = time.perf_counter() - started
        steps = evidence.steps if evidence else ()
        ids = [step.detail["id"] for step in steps if "id" in step.detail]
        known = {key: self._key(row, files) for key, row in self._parts.items()}
        wanted = {key for key, gold in known.items() if gold in question.gold}
        passages = evidence.passages if evidence else ()
        is_pure = bool(passages) and all(
            self._places.get(passage.passage_id, set()) & wanted for passage in passages
        )
        return Outcome(
            question,
            frozenset(known[key] for key in ids),
            evidence,
            1000 * seconds,
            is_pure or (bool(passages) and question.kind == "section"),
            question.gold <= set(known.values()),
        )

    def retrieve(self, question: str) -> Evidence | None:
        found = retrieve_structure(
            question, graph=self.graph, embedder=self.embedder, top_k=TOP_K, chat=self.chat
        )
        return found.evidence

    def _key(self, row: dict[str, Any], files: dict[str, GoldFile]) -> tuple[Any, ...]:
        """Return the gold key of a part of the graph, or one that no gold part has."""
        stem = Path(row["uri"]).stem
        if row["kind"] == "Page":
            return ("page", stem, row["number"])
        if row["kind"] == "Section":
            return ("section", stem, read_heading_label(row["heading"]) or row["heading"])
        for table in files[stem].tables:
            if table.page == row["page"] and _share_middles(table.box, row["box"]):
                return table.key
        return ("table", stem, row["page"], row["id"])


def _share_middles(one: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether the middle of each box (left, top, right, bottom) lies in the other."""
    for inner, outer in ((one, other), (other, one)):
        x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
        if not (outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]):
            return False
    return True


# --- figures ----------------------------------------------------------------------------------


def summarise(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Return a row for each class and half, and one for each half."""
    rows = []
    for half in HALVES:
        own = [outcome for outcome in outcomes if outcome.question.half == half]
        for kind in (*dict.fromkeys(outcome.question.kind for outcome in own), "all"):
            members = [o for o in own if kind in {o.question.kind, "all"}]
            cells = [o for o in members if o.question.cell]
            rows.append(
                {
                    "half": half,
                    "class": kind,
                    "n": len(members),
                    "struct_em": _percent(o.is_right for o in members),
                    "evidence": _percent(o.is_pure for o in members),
                    "cells": _percent(_same(o.cell, o.question.cell) for o in cells),
                }
            )
    return rows


def _percent(right: Iterator[bool] | Any) -> float | None:
    values = list(right)
    return round(100 * statistics.mean(values), 1) if values else None


def _same(one: str, other: str) -> bool:
    return "".join(one.split()) == "".join(other.split())


def list_failures(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Return every question that went wrong, with what was found and why."""
    return [
        {
            "half": o.question.half,
            "class": o.question.kind,
            "question": o.question.text,
            "gold": [_show(key) for key in sorted(o.question.gold, key=str)],
            "found": [_show(key) for key in sorted(o.found, key=str)],
            "cause": o.cause,
        }
        for o in outcomes
        if not o.is_right
    ]


def _show(key: tuple[Any, ...]) -> str:
    return " ".join(map(str, key))


def judge_content(asker: Asker, questions: dict[str, list[str]]) -> dict[str, Any]:
    """Return how many content questions of each group were left alone, and those that were not."""
    figures: dict[str, Any] = {}
    for group, texts in questions.items():
        taken = [text for text in texts if asker.retrieve(text) is not None]
        by_form = sum(parse_structure(text) is None for text in texts)
        figures[group] = {
            "n": len(texts),
            "content": len(texts) - len(taken),
            "by form": by_form,
            "taken for structural": taken,
        }
    return figures


# --- run --------------------------------------------------------------------------------------


def main() -> None:
    options = _options()
    with _graph(options.data / "icdar2013", options.home) as (graph, embedder):
        titles = {Path(row["uri"]).stem: row["title"] for row in graph.run_text(TITLES)}
        files = read_files(options.data / "icdar2013", titles)
        questions = [q for q in make_questions(files) if options.half in {q.half, "both"}]
        chat = load_chat_model(options.chat[0], None, options.chat[1]) if options.chat else None
        asker = Asker(graph, embedder, chat)
        if options.sample:
            questions = random.Random(SEED).sample(questions, options.sample)
        by_stem = {file.stem: file for file in files}
        outcomes = [asker.ask(question, by_stem) for question in questions]
        content = {} if options.sample else judge_content(asker, _content(options))
    figures = {
        "classifier": chat.name if chat else "rules",
        "struct_em": _percent(o.is_right for o in outcomes),
        "rows": summarise(outcomes) if options.half == "both" else [],
        "content": content,
        "read by": dict(Counter(_reader(o) for o in outcomes)),
        "median_ms": round(statistics.median(o.milliseconds for o in outcomes), 1),
        "failures": list_failures(outcomes),
        "wrong cells": [
            {"question": o.question.text, "gold": o.question.cell, "found": o.cell}
            for o in outcomes
            if o.question.cell and not _same(o.cell, o.question.cell)
        ],
    }
    _print(figures, outcomes)
    if options.half == "both" and not options.sample:
        write_result("structural_chat" if chat else "structural", figures)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder of public data sets")
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--home", type=Path, help="keep the graph here for the next run")
    parser.add_argument("--chat", nargs=2, metavar=("URL", "MODEL"))
    parser.add_argument("--sample", type=int, help="so many questions only; writes nothing")
    return parser.parse_args()


def _content(options: argparse.Namespace) -> dict[str, list[str]]:
    groups = {f"misleading, {half}": texts for half, texts in read_content_questions().items()}
    if options.half != "both":
        groups = {name: texts for name, texts in groups.items() if name.endswith(options.half)}
    asked = [q.text for q in load_dataset(options.data / "hotpotqa.jsonl.gz").questions]
    return {**groups, "HotpotQA": random.Random(SEED).sample(asked, CONTENT_QUESTIONS)}


@contextmanager
def _graph(folder: Path, home: Path | None) -> Iterator[tuple[Graph, Embedder]]:
    """Yield a graph with the PDFs; what is there already is left alone."""
    settings = Settings.load()
    embedder = load_embedder(settings.embedder, cache=settings.cache)
    linguistics = load_linguistics(settings.spacy_pipeline)
    reader = make_extractor("none", linguistics=linguistics)
    with tempfile.TemporaryDirectory() as scratch:
        version, cache = settings.neo4j_version, settings.cache
        server = LocalServer(home or Path(scratch), version=version, cache=cache)
        was_running = server.status() is not None
        server.start()
        try:
            with Graph.connect(server.address()) as graph:
                migrate(graph, embedder=embedder.name, dimension=embedder.dimension)
                models = IngestModels(embedder, linguistics, reader)
                ingest(sorted(folder.glob("*.pdf")), graph=graph, models=models)
                yield graph, embedder
        finally:
            if not was_running:
                server.stop()


def _reader(outcome: Outcome) -> str:
    if outcome.evidence is None:
        return "no evidence"
    stated = outcome.evidence.steps[0].detail
    return f"{stated['by']} after a bad reply" if "bad_replies" in stated else str(stated["by"])


def _print(figures: dict[str, Any], outcomes: Sequence[Outcome]) -> None:
    print_table(figures["rows"] or [{"n": len(outcomes), "struct_em": figures["struct_em"]}])
    for group, stated in figures["content"].items():
        print(group, stated)
    for failure in figures["failures"]:
        print(*(f"{key}: {value}" for key, value in failure.items()), sep="\n  ")
    for wrong in figures["wrong cells"]:
        print("cell", wrong)
    print({key: figures[key] for key in ("struct_em", "read by", "median_ms")})


if __name__ == "__main__":
    main()
