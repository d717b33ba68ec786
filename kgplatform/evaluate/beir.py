"""Reads a BEIR folder (Thakur et al., 2021): corpus.jsonl, queries.jsonl and qrels/test.tsv."""

from __future__ import annotations

import csv
import logging
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import TypeVar

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.json_files import read_json_records, read_text
from kgplatform.evaluate.published import BeirDocument, BeirMetadata, BeirQuery, validate
from kgplatform.evaluate.questions import CorpusDocument, Dataset, EvaluationQuestion

__all__ = ["load_beir", "load_beir_corpus"]

logger = logging.getLogger(__name__)

Grades = Mapping[str, int]
"""How relevant documents are, by id; whole numbers from 1."""

Line = TypeVar("Line", BeirDocument, BeirQuery)


def load_beir(folder: Path) -> Dataset:
    """Take the judged questions of a folder; a relevance above 0 is gold, as in BEIR.

    Raises:
        EvaluationError: a file is missing or malformed, or a judged query is not there.
    """
    corpus = load_beir_corpus(folder)
    gold = _read_qrels(_existing(folder / "qrels" / "test.tsv"))
    queries = list(_read_lines(folder / "queries.jsonl", BeirQuery))
    questions = tuple(_make_question(q, gold[q.id]) for q in queries if q.id in gold)
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
        CorpusDocument(line.id, line.title or "", line.text)
        for line in _read_lines(folder / "corpus.jsonl", BeirDocument)
    )


def _make_question(query: BeirQuery, grades: Grades) -> EvaluationQuestion:
    metadata = query.metadata or BeirMetadata()
    return EvaluationQuestion(
        query.id,
        query.text,
        tuple(metadata.answers or ()),
        metadata.type,
        frozenset(grades),
        grades=tuple(grades.items()) if max(grades.values()) > 1 else (),
    )


def _read_qrels(path: Path) -> dict[str, Grades]:
    """Return the relevant documents of each query that has one; of two judgements the later."""
    judged: dict[str, dict[str, int]] = {}
    rows = csv.reader(StringIO(read_text(path), newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    try:
        for number, row in enumerate(rows, start=1):
            if not row or (number == 1 and row[0] == "query-id"):
                continue
            query_id, document_id, score = row
            judged.setdefault(query_id, {})[document_id] = _read_grade(score)
    except (csv.Error, ValueError) as exc:
        raise EvaluationError(
            f"Line {rows.line_num} of {path} is not query-id, corpus-id and a whole score."
        ) from exc
    relevant = {
        query_id: {key: grade for key, grade in grades.items() if grade > 0}
        for query_id, grades in judged.items()
    }
    if not any(relevant.values()):
        raise EvaluationError(f"{path} judges no document relevant.")
    return {query_id: grades for query_id, grades in relevant.items() if grades}


def _read_grade(score: str) -> int:
    grade = float(score)
    if not grade.is_integer():
        raise ValueError(f"{score} is no whole number")
    return int(grade)


def _read_lines(path: Path, form: type[Line]) -> Iterator[Line]:
    path = _existing(path)
    for number, record in enumerate(read_json_records(path), start=1):
        yield validate(record, form, place=f"Record {number} of {path}")


def _existing(path: Path) -> Path:
    """Return `path` or its .gz twin, whichever is there."""
    for candidate in (path, path.with_name(path.name + ".gz")):
        if candidate.is_file():
            return candidate
    raise EvaluationError(f"The BEIR folder lacks {path} (or the same with .gz).")
