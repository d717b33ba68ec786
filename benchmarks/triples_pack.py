"""MuSiQue's questions whose paragraphs all have GPT-3.5's triples, as a data set of their own.

The triples were published with HippoRAG. They go into the scratch graph as given facts: a corpus
file with triples is written where `serve_corpus` would write the plain one.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from kgplatform.evaluate.datasets import Dataset, load_dataset
from kgplatform.evaluate.scratch import ScratchGraph
from kgplatform.settings import Settings

__all__ = ["NAME", "load_pack", "write_corpus_with_triples"]

NAME = "musique-triples"
PACK = "musique.jsonl.gz"
REPLIES = "llm/hipporag_openie_musique_train_gpt-3.5-turbo-1106_1890.json"


def load_pack(data: Path) -> Dataset:
    """Return the covered questions with their paragraphs; `data` is the folder of data sets."""
    dataset = load_dataset(data / PACK)
    triples = _read_triples(data)
    covered = {d.id for d in dataset.corpus if (d.title, d.text) in triples}
    questions = tuple(q for q in dataset.questions if q.allowed <= covered)
    wanted = set().union(*(question.allowed for question in questions))
    corpus = tuple(document for document in dataset.corpus if document.id in wanted)
    return replace(dataset, name=NAME, corpus=corpus, questions=questions)


def write_corpus_with_triples(dataset: Dataset, data: Path, settings: Settings) -> None:
    """Write the corpus of `load_pack` with its triples for the scratch graph, once."""
    path = ScratchGraph.plan(dataset, settings=settings).corpus_path
    if path.is_file():
        return
    triples = _read_triples(data)
    lines = [
        json.dumps(
            {"_id": d.id, "title": d.title, "text": d.text, **triples[d.title, d.text]},
            ensure_ascii=False,
        )
        for d in dataset.corpus
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _read_triples(data: Path) -> dict[tuple[str, str], dict[str, object]]:
    docs = json.loads((data / REPLIES).read_text(encoding="utf-8"))["docs"]
    return {
        (doc["title"], doc["text"]): {
            key: doc[key] for key in ("extracted_entities", "extracted_triples")
        }
        for doc in docs
    }
