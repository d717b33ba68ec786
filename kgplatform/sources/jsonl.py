"""Reads JSON Lines in the BEIR corpus form: {"_id", "title", "text"}, one document a line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.text import make_document

__all__ = ["read_jsonl"]


def read_jsonl(file: Path) -> Iterator[Document | SourceError]:
    """Yield the document of each line, and a SourceError for each line that is not one.

    A document's URI is the file's with its `_id` as the fragment. A second line with the same
    `_id` is refused: it would take the first one's place.
    """
    seen: set[str] = set()
    with _open(file) as lines:
        try:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _read_line(file, number, line, seen)
        except (UnicodeDecodeError, EOFError, gzip.BadGzipFile) as exc:
            yield SourceError(f"'{file}' cannot be read to its end: {exc}.")


def _open(file: Path) -> TextIO:
    if file.suffix == ".gz":
        return gzip.open(file, "rt", encoding="utf-8")
    return file.open(encoding="utf-8-sig")


def _read_line(file: Path, number: int, line: str, seen: set[str]) -> Document | SourceError:
    where = f"'{file}' line {number}"
    try:
        row = json.loads(line)
    except ValueError as exc:
        return SourceError(f"{where} is not JSON: {exc}.")
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        return SourceError(f"{where} has no text: each line needs _id, title and text.")
    key = row.get("_id")
    if not isinstance(key, str | int) or isinstance(key, bool):
        return SourceError(f"{where} has no _id: each line needs _id, title and text.")
    if str(key) in seen:
        return SourceError(f"{where} repeats the _id '{key}': ids must be unique in a file.")
    if not row["text"].strip():
        return SourceError(f"{where} is empty: there is nothing to read.")
    seen.add(str(key))
    title = row.get("title")
    return make_document(
        uri=f"{file.as_uri()}#{key}",
        title=title.strip() if isinstance(title, str) else "",
        text=row["text"],
        media_type="application/jsonl",
    )
