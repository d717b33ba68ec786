"""Reads JSON Lines in the BEIR corpus form: {"_id", "title", "text"}, one document a line.

The file is streamed, however long it is; only one line at a time is held.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.json_values import load_json
from kgplatform.sources.limits import MB
from kgplatform.sources.lines import MAX_LINE, open_plain
from kgplatform.sources.text import make_document

__all__ = ["read_jsonl"]

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_jsonl(file: Path) -> Iterator[Document | SourceError]:
    """Yield the document of each line, and a SourceError for each line that is not one.

    A document's URI is the file's with its `_id` as the fragment. A second line with the same
    `_id` is refused: it would take the first one's place.
    """
    seen: set[str] = set()
    number = 0
    with open_plain(file) as stream:
        try:
            for number, line in enumerate(_lines(stream), start=1):
                if line is None:
                    limit = f"{MAX_LINE // MB} MB"
                    yield SourceError(f"'{file}' line {number} is longer than {limit}: split it.")
                elif line.strip():
                    yield _read_line(file, number, line, seen)
        except (EOFError, gzip.BadGzipFile, zlib.error) as exc:
            yield SourceError(f"'{file}' cannot be read to its end: {exc}.")
    if not number:
        yield SourceError(f"'{file}' is empty: there is nothing to read.")


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines, and None in place of one that is too long to hold."""
    while line := stream.readline(MAX_LINE):
        if len(line) < MAX_LINE or line.endswith(b"\n"):
            yield line
            continue
        yield None
        while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
            pass


def _read_line(file: Path, number: int, line: bytes, seen: set[str]) -> Document | SourceError:
    where = f"'{file}' line {number}"
    row = _parse(where, line)
    if isinstance(row, SourceError):
        return row
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


def _parse(where: str, line: bytes) -> Any:
    """Return what a line of JSON holds, or a SourceError."""
    try:
        return load_json(line.removeprefix(BYTE_ORDER_MARK).decode("utf-8"))
    except UnicodeDecodeError as exc:
        return SourceError(f"{where} is not UTF-8 (byte {exc.start}): save the file as UTF-8.")
    except (ValueError, RecursionError) as exc:
        return SourceError(f"{where} is not JSON: {exc}.")
