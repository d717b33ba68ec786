"""Reads question data sets into one form: a corpus, and questions with gold documents.

The paragraphs of all questions are merged into one corpus in which equal title and text count
once, so that every question is asked of everything; `Question.allowed` still tells each
question's own paragraphs. How published records look inside is the business of `packs`.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.packs import (
    PACK_FORMATS,
    PackQuestion,
    guess_pack_format,
    read_question,
)
from kgplatform.ids import content_id

__all__ = ["DATASET_FORMATS", "CorpusDocument", "Dataset", "EvaluationQuestion", "load_dataset"]

logger = logging.getLogger(__name__)

DATASET_FORMATS = ("beir", *PACK_FORMATS)


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """One document of a corpus; `id` is unique in it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """A question with what a right answer is and rests on; ids are of corpus documents.

    `allowed` holds the question's own paragraphs where the data set gives any, else nothing.
    """

    id: str
    text: str
    answers: tuple[str, ...]
    type: str | None
    gold: frozenset[str]
    allowed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Dataset:
    """A corpus and the questions asked of it, in the order of their file."""

    name: str
    corpus: tuple[CorpusDocument, ...]
    questions: tuple[EvaluationQuestion, ...]

    @cached_property
    def corpus_sha256(self) -> str:
        """Hash of the corpus alone: what an ingest depends on."""
        return _hash_lines(astuple(document) for document in self.corpus)

    @cached_property
    def sha256(self) -> str:
        """Hash of corpus and questions: what a run depends on. Independent of the file's form."""
        questions = (
            (q.id, q.text, q.answers, q.type, sorted(q.gold), sorted(q.allowed))
            for q in self.questions
        )
        return _hash_lines([self.corpus_sha256, *questions])


def load_dataset(path: Path | str, *, format: str | None = None) -> Dataset:
    """Read a BEIR folder or a published question file (.json, .jsonl, each also .gz).

    Args:
        path: the folder or file.
        format: one of DATASET_FORMATS; None takes it from the content.

    Raises:
        EvaluationError: the path is missing, its format is not known, or a record is malformed.
    """
    path = Path(path)
    if format is not None and format not in DATASET_FORMATS:
        known = ", ".join(DATASET_FORMATS)
        raise EvaluationError(
            f"The data set format '{format}' is not known; choose one of {known}."
        )
    if not path.exists():
        raise EvaluationError(f"The data set {path} does not exist; check the path.")
    if path.is_dir():
        if format not in {None, "beir"}:
            raise EvaluationError(
                f"{path} is a folder, but the format '{format}' is a single file."
            )
        return _load_beir(path)
    if format == "beir":
        raise EvaluationError(f"{path} is a file, but a BEIR data set is a folder.")
    return _load_pack(path, format)


def _load_pack(path: Path, pack_format: str | None) -> Dataset:
    records = list(_read_json_records(path))
    if not records:
        raise EvaluationError(f"The data set {path} holds no questions.")
    chosen = pack_format or guess_pack_format(records[0])
    if chosen is None:
        raise EvaluationError(
            f"The format of {path} cannot be told from its content; "
            f"give --format, one of {', '.join(PACK_FORMATS)}."
        )
    return _merge(_dataset_name(path), [read_question(r, format=chosen) for r in records])


def _merge(name: str, questions: Sequence[PackQuestion]) -> Dataset:
    """Pool the paragraphs of all questions, equal title and text once, in order of appearance."""
    corpus: dict[str, CorpusDocument] = {}
    merged = []
    for question in questions:
        documents = [
            CorpusDocument(content_id("corpus", p.title, p.text), p.title, p.text)
            for p in question.paragraphs
        ]
        corpus.update((d.id, d) for d in documents if d.id not in corpus)
        flags = zip(documents, question.paragraphs, strict=True)
        gold = frozenset(document.id for document, paragraph in flags if paragraph.gold)
        allowed = frozenset(document.id for document in documents)
        merged.append(
            EvaluationQuestion(
                question.id, question.text, question.answers, question.type, gold, allowed
            )
        )
    _refuse_repeated(name, "question", [question.id for question in merged])
    return Dataset(name, tuple(corpus.values()), tuple(merged))


def _load_beir(folder: Path) -> Dataset:
    """Take the judged questions of a BEIR folder; a relevance above 0 is gold, as in BEIR."""
    corpus = tuple(
        CorpusDocument(str(r["_id"]), str(r.get("title") or ""), str(r["text"]))
        for r in _checked(folder / "corpus.jsonl", ("_id", "text"))
    )
    _refuse_repeated(folder.name, "document", [document.id for document in corpus])
    gold = _read_qrels(_existing(folder / "qrels" / "test.tsv"))
    queries = list(_checked(folder / "queries.jsonl", ("_id", "text")))
    questions = tuple(
        _beir_question(r, gold[str(r["_id"])]) for r in queries if str(r["_id"]) in gold
    )
    _refuse_repeated(folder.name, "question", [question.id for question in questions])
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


def _beir_question(record: dict[str, Any], gold: frozenset[str]) -> EvaluationQuestion:
    metadata = record.get("metadata") or {}
    answers = tuple(str(answer) for answer in metadata.get("answers") or ())
    return EvaluationQuestion(
        str(record["_id"]), str(record["text"]), answers, metadata.get("type"), gold
    )


def _read_qrels(path: Path) -> dict[str, frozenset[str]]:
    gold: dict[str, set[str]] = {}
    with _open_text(path) as lines:
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
    for number, record in enumerate(_read_json_records(path), start=1):
        for key in required:
            if key not in record:
                raise EvaluationError(f"Record {number} of {path} has no '{key}'.")
        yield record


def _read_json_records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON array or of JSON Lines, whichever the first character tells."""
    with _open_text(path) as lines:
        try:
            content = lines.read()
        except (OSError, EOFError, UnicodeDecodeError) as exc:
            raise EvaluationError(f"{path} cannot be read as text: {exc}.") from exc
    try:
        if content.lstrip().startswith("["):
            records: Iterable[Any] = json.loads(content)
        else:
            # split at line feeds alone: other separators may stand inside a JSON string
            records = [json.loads(line) for line in content.split("\n") if line.strip()]
    except json.JSONDecodeError as exc:
        raise EvaluationError(f"{path} is neither JSON nor JSON Lines: {exc}.") from exc
    for record in records:
        if not isinstance(record, dict):
            raise EvaluationError(f"{path} holds something that is not a JSON object.")
        yield record


def _open_text(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")


def _existing(path: Path) -> Path:
    """Return `path` or its .gz twin, whichever is there."""
    for candidate in (path, path.with_name(path.name + ".gz")):
        if candidate.is_file():
            return candidate
    raise EvaluationError(f"The BEIR folder lacks {path} (or the same with .gz).")


def _refuse_repeated(name: str, kind: str, ids: Sequence[str]) -> None:
    seen: set[str] = set()
    for identifier in ids:
        if identifier in seen:
            raise EvaluationError(f"The data set {name} holds the {kind} '{identifier}' twice.")
        seen.add(identifier)


def _dataset_name(path: Path) -> str:
    name = path.name
    for suffix in (".gz", ".jsonl", ".json"):
        name = name.removesuffix(suffix)
    return name


def _hash_lines(items: Iterable[Any]) -> str:
    digest = hashlib.sha256()
    for item in items:
        digest.update(json.dumps(item, ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()
