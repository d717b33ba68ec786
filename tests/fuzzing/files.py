"""Tries broken files on the readers, and holds what they made against what documents promise."""

from __future__ import annotations

import json
import re
from pathlib import Path

from kgplatform.errors import EvaluationError, SettingsError, UsageError
from kgplatform.evaluate.datasets import load_dataset
from kgplatform.ingest.job.spec import load_job
from kgplatform.records import Document
from kgplatform.records.json import to_json
from kgplatform.settings import Settings
from kgplatform.sources.files import read_file
from kgplatform.sources.passages import split_passages

__all__ = ["try_file", "try_job", "try_questions", "try_settings"]

BY_LIBRARY = re.compile(r"cannot be read \((\w+): ")
"""The error of a reader's library, which no reader names by itself: still typed, but no advice."""


def try_file(suffix: str, data: bytes) -> str:
    """Read a file as a reading process does, and cut its documents into passages."""
    file = Path(f"input{suffix}").resolve()
    file.write_bytes(data)
    items = list(read_file(file))
    documents = [item for item in items if isinstance(item, Document)]
    for document in documents:
        _check_document(document)
    for error in items[:0] if documents else items:
        found = BY_LIBRARY.search(str(error))
        return f"SourceError ({found[1]})" if found else "SourceError"
    return "accepted"


def _check_document(document: Document) -> None:
    """See that all that a document tells lies in its text, and that Neo4j could take it."""
    text = document.text
    json.dumps(to_json(document), ensure_ascii=False).encode()
    for part in (*document.pages, *document.sections, *document.tables, *document.facts):
        if not 0 <= part.start <= part.end <= len(text):
            raise ValueError(f"{part!r} is not within {len(text)} characters")
    for passage in split_passages(document, split_sentences=_split_sentences):
        if passage.text != text[passage.start : passage.end] or not passage.text.strip():
            raise ValueError(f"{passage!r} is no piece of its document")


def _split_sentences(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S[^.]*\.?", text)]


def try_questions(data: bytes) -> str:
    """Read a data set of questions."""
    file = Path("questions.json")
    file.write_bytes(data)
    try:
        load_dataset(file)
    except EvaluationError:
        return "EvaluationError"
    return "accepted"


def try_job(data: bytes) -> str:
    """Read a job's file."""
    file = Path("job.toml")
    file.write_bytes(data)
    try:
        load_job(file)
    except UsageError as exc:
        return type(exc).__name__
    return "accepted"


def try_settings(data: bytes) -> str:
    """Read the settings file of the current folder."""
    Path("kgplatform.toml").write_bytes(data)
    try:
        Settings.load()
    except SettingsError:
        return "SettingsError"
    finally:
        Path("kgplatform.toml").unlink()
    return "accepted"
