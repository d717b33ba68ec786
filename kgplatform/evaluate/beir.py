"""Reads a BEIR folder (Thakur et al., 2021): corpus.jsonl, queries.jsonl and qrels/test.tsv."""

from __future__ import annotations

import csv
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.json_files import open_text, read_json_records
from kgplatform.evaluate.questions import CorpusDocument, Dataset, EvaluationQuestion

__all__ = ["load_beir", "load_beir_corpus"]

logger = logging.getLogger(__name__)


def load_beir(folder: Path) -> Dataset:
    """Take the judged questions of a folder; a relevance above 0 is gold, as in BEIR.

    Raises:
        EvaluationError: a file is missing or malformed, or a judged query is not there.
    """
    corpus = load_beir_corpus(folder)
    gold = _read_qrels(_existing(folder / "qrels" / "test.tsv"))
    queries = list(_checked(folder / "queries.jsonl", ("_id", "text")))
    questions = tuple(_read_query(r, gold[str(r["_id"])]) for r in queries if str(r["_id"]) in gold)
    unknown = gold.keys() - {question.id for question in questions}
    if unknown:
        raise EvaluationError(
            f"The qrels of {folder} judge the query '{min(unknown)}', "
            "which queries.jsonl does not hold."
        )
    absent = frozenset().union(*gold.values()) - {document.id for document in corpus}
    if absent:  # published sets have some; as in trec_eval, they count as not found
        logger.warning("judged documents are not in the corpus: %d of %s", len(absent), folder)
    return Dataset(folder.name, corpus, questions)


def load_beir_corpus(folder: Path) -> tuple[CorpusDocument, ...]:
    """Return the documents of a folder, which needs nothing but corpus.jsonl.

    Raises:
        EvaluationError: the file is missing or malformed.
    """
    return tuple(
        CorpusDocument(str(r["_id"]), str(r.get("title") or ""), str(r["text"]))
        for r in _checked(folder / "corpus.jsonl", ("_id", "text"))
    )


def _read_query(record: dict[str, Any], gold: frozenset[str]) -> EvaluationQuestion:
    metadata = record.get("metadata") or {}
    answers = tuple(str(answer) for answer in metadata.get("answers") or ())
    return EvaluationQuestion(
        str(record["_id"]), str(record["text"]), answers, metadata.get("type"), gold
    )


def _read_qrels(path: Path) -> dict[str, frozenset[str]]:
    gold: dict[str, set[str]] = {}
    with open_text(path) as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        for number, row in enumerate(rows, start=1):
            if not row or (number == 1 and row[0] == "query-id"):
                continue
            try:
                query_id, document_id, score = row
                relevant = float(score) > 0
            except ValueError as exc:
                raise EvaluationError(
                    f"Line {number} of {path} is not query-id, corpus-id and score."
                ) from exc
            if relevant:
                gold.setdefault(query_id, set()).add(document_id)
    if not gold:
        raise EvaluationError(f"{path} judges no document relevant.")
    return {query_id: frozenset(documents) for query_id, documents in gold.items()}


def _checked(path: Path, required: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    path = _existing(path)
    for number, record in enumerate(read_json_records(path), start=1):
        for key in required:
            if key not in record:
                raise EvaluationError(f"Record {number} of {path} has no '{key}'.")
        yield record


def _existing(path: Path) -> Path:
    """Return `path` or its .gz twin, whichever is there."""
    for candidate in (path, path.with_name(path.name + ".gz")):
        if candidate.is_file():
            return candidate
    raise EvaluationError(f"The BEIR folder lacks {path} (or the same with .gz).")
