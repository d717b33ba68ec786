"""Reads question data sets into one form: a corpus, and questions with gold documents.

The paragraphs of all questions are merged into one corpus in which equal title and text count
once, so that every question is asked of everything; `EvaluationQuestion.allowed` still names each
question's own paragraphs. How published records look inside is the business of `formats`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kgplatform.errors import EvaluationError
from kgplatform.evaluate import DATASET_FORMATS
from kgplatform.evaluate.beir import load_beir, load_beir_corpus
from kgplatform.evaluate.formats import (
    PACK_FORMATS,
    PackQuestion,
    guess_dataset_format,
    read_question,
)
from kgplatform.evaluate.json_files import TABLE_SUFFIX, read_json_records, read_table
from kgplatform.evaluate.published import WikiAliases, validate
from kgplatform.evaluate.questions import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.records.ids import content_id

__all__ = ["DATASET_FORMATS", "CorpusDocument", "Dataset", "EvaluationQuestion", "load_dataset"]

logger = logging.getLogger(__name__)

ALIASED_FORMAT = "2wiki"

Aliases = Mapping[str, tuple[str, ...]]
"""Other names of Wikidata items, by identifier."""


def load_dataset(
    path: Path | str,
    *,
    format: str | None = None,
    corpus: Path | str | None = None,
    aliases: Path | str | None = None,
) -> Dataset:
    """Read a BEIR folder or a published question file (.json, .jsonl, .tsv, each also .gz).

    Args:
        path: the folder or file.
        format: one of DATASET_FORMATS; None takes it from the content.
        corpus: a BEIR folder (its corpus.jsonl alone is read) or a question file, whose documents
            are searched instead. A document with the title and text of a gold one is gold; gold
            documents that it lacks count as not found, and where it has none of them nothing is
            gold.
        aliases: 2WikiMultihopQA's id_aliases.json, from which its official script (v1.1) takes
            what other names of an answer are right.

    Raises:
        EvaluationError: a path is missing, its format is not known, a record is malformed, or the
            data set names no Wikidata item that aliases could be of.
    """
    dataset = _load(Path(path), format, {} if aliases is None else _read_aliases(Path(aliases)))
    if aliases is not None and dataset.form != ALIASED_FORMAT:
        raise EvaluationError(
            f"{path} is no file of 2WikiMultihopQA, whose answers alone {aliases} has aliases of."
        )
    _refuse_repeated(dataset.name, "document", [document.id for document in dataset.corpus])
    _refuse_repeated(dataset.name, "question", [question.id for question in dataset.questions])
    if corpus is None:
        return dataset
    return _move(dataset, _load_corpus(Path(corpus)))


def _load(path: Path, form: str | None, aliases: Aliases) -> Dataset:
    if form is not None and form not in DATASET_FORMATS:
        known = ", ".join(DATASET_FORMATS)
        raise EvaluationError(f"The data set format '{form}' is not known; choose one of {known}.")
    _check_exists(path)
    if path.is_dir():
        if form not in {None, "beir"}:
            raise EvaluationError(f"{path} is a folder, but the format '{form}' is a single file.")
        return load_beir(path)
    if form == "beir":
        raise EvaluationError(f"{path} is a file, but a BEIR data set is a folder.")
    return _load_dataset(path, form, aliases)


def _read_aliases(path: Path) -> Aliases:
    """Return the other names of each Wikidata item; demonyms are some, as in the script."""
    _check_exists(path)
    lines = [
        validate(record, WikiAliases, place=f"Record {number} of {path}")
        for number, record in enumerate(read_json_records(path), start=1)
    ]
    return {
        line.id: tuple(name for name in (*line.aliases, *line.demonyms) if name.strip())
        for line in lines
    }


def _load_corpus(path: Path) -> tuple[CorpusDocument, ...]:
    _check_exists(path)
    documents = load_beir_corpus(path) if path.is_dir() else _load_dataset(path, None, {}).corpus
    _refuse_repeated(path.name, "document", [document.id for document in documents])
    if not documents:
        raise EvaluationError(f"The corpus {path} holds no documents; give one that does.")
    return documents


def _check_exists(path: Path) -> None:
    if not path.exists():
        raise EvaluationError(f"The data set {path} does not exist; check the path.")


def _load_dataset(path: Path, pack_format: str | None, aliases: Aliases) -> Dataset:
    is_table = TABLE_SUFFIX in path.suffixes
    records = list(read_table(path) if is_table else read_json_records(path))
    if not records:
        raise EvaluationError(f"The data set {path} holds no questions.")
    form = pack_format or guess_dataset_format(records[0])
    if form is None:
        raise EvaluationError(
            f"The format of {path} cannot be recognised by its content; "
            f"give --format, one of {', '.join(PACK_FORMATS)}."
        )
    questions = [
        read_question(record, format=form, place=f"Record {number} of {path}")
        for number, record in enumerate(records, start=1)
    ]
    corpus: dict[str, CorpusDocument] = {}
    merged = tuple(
        replace(_merge(question, corpus), aliases=aliases.get(question.answer_id or "", ()))
        for question in questions
    )
    return Dataset(_dataset_name(path), tuple(corpus.values()), merged, form)


def _merge(question: PackQuestion, corpus: dict[str, CorpusDocument]) -> EvaluationQuestion:
    """Put the question's paragraphs into the corpus, where they are new, and name them by id."""
    documents = [
        CorpusDocument(content_id("corpus", p.title, p.text), p.title, p.text)
        for p in question.paragraphs
    ]
    for document in documents:
        corpus.setdefault(document.id, document)
    flags = list(zip(documents, question.paragraphs, strict=True))
    return EvaluationQuestion(
        question.id,
        question.text,
        question.answers,
        question.type,
        gold=frozenset(document.id for document, paragraph in flags if paragraph.gold),
        allowed=frozenset(document.id for document in documents),
        hops=tuple(frozenset(documents[n].id for n in hop) for hop in question.hops),
        wants_all=question.wants_all,
        facts=tuple((d.id, p.fact or p.text) for d, p in flags if p.gold),
        steps=question.steps,
    )


def _move(dataset: Dataset, corpus: tuple[CorpusDocument, ...]) -> Dataset:
    """Return the questions asked of another corpus, with the ids that it knows documents by."""
    names = _name_in(corpus, dataset)
    there = {document.id for document in corpus}
    gold = frozenset().union(*(question.gold for question in dataset.questions))
    absent = sum(names[key] not in there for key in gold)
    if absent:
        logger.warning(
            "gold documents are not in the corpus: %d of %d of %s", absent, len(gold), dataset.name
        )
    has_gold = absent < len(gold)

    def rename(keys: Iterable[str]) -> frozenset[str]:
        return frozenset(names[key] for key in keys)

    questions = tuple(
        replace(
            question,
            gold=rename(question.gold) if has_gold else frozenset(),
            hops=tuple(rename(hop) for hop in question.hops) if has_gold else (),
            allowed=rename(question.allowed) & there,
            facts=tuple((names[key], fact) for key, fact in question.facts) if has_gold else (),
            grades=tuple((names[key], g) for key, g in question.grades) if has_gold else (),
        )
        for question in dataset.questions
    )
    return replace(dataset, corpus=corpus, questions=questions)


def _name_in(corpus: tuple[CorpusDocument, ...], dataset: Dataset) -> dict[str, str]:
    """Map the data set's document ids to those of the corpus, by title and text.

    What the corpus lacks gets an id made by content: its own could be another document's there.
    """
    theirs = {(document.title, document.text): document.id for document in corpus}
    names = {
        document.id: theirs.get(
            (document.title, document.text), content_id("corpus", document.title, document.text)
        )
        for document in dataset.corpus
    }
    judged = frozenset().union(*(question.gold for question in dataset.questions))
    return {**{key: content_id("absent", key) for key in judged - names.keys()}, **names}


def _refuse_repeated(name: str, kind: str, ids: Sequence[str]) -> None:
    seen: set[str] = set()
    for identifier in ids:
        if identifier in seen:
            raise EvaluationError(f"The data set {name} holds the {kind} '{identifier}' twice.")
        seen.add(identifier)


def _dataset_name(path: Path) -> str:
    name = path.name
    for suffix in (".gz", ".jsonl", ".json", TABLE_SUFFIX):
        name = name.removesuffix(suffix)
    return name
