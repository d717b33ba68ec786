"""Reads the records of a file: JSON objects, in an array or one a line, or a table with tabs.

All data sets are published in one of these forms, plain or gzipped.
"""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from kgplatform.errors import EvaluationError

__all__ = ["TABLE_SUFFIX", "read_json_records", "read_table", "read_text"]

TABLE_SUFFIX = ".tsv"


def read_json_records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON array or of JSON Lines, as the first character decides.

    Raises:
        EvaluationError: the file is damaged, is not JSON, or holds something else than objects.
    """
    content = read_text(path)
    try:
        if content.lstrip().startswith("["):
            records: Iterable[Any] = json.loads(content)
        else:
            # split at line feeds alone: other separators may stand inside a JSON string
            records = [json.loads(line) for line in content.split("\n") if line.strip()]
    except (RecursionError, ValueError) as exc:
        raise EvaluationError(f"{path} is neither JSON nor JSON Lines: {exc}.") from exc
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            raise EvaluationError(f"Record {number} of {path} is not a JSON object.")
        yield record


def read_table(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a table with tabs, by the names in its first line (PopQA).

    Raises:
        EvaluationError: the file is damaged, or a row has not as many fields as the first line.
    """
    rows = csv.reader(StringIO(read_text(path), newline=""), delimiter="\t", strict=True)
    try:
        names = next(rows, [])
        for row in rows:
            yield dict(zip(names, row, strict=True))
    except (csv.Error, ValueError) as exc:
        raise EvaluationError(f"Line {rows.line_num} of {path} is no table row: {exc}.") from exc


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, gzipped if its name ends in .gz; line ends are kept.

    Raises:
        EvaluationError: it cannot be read, is damaged, or is in another encoding.
    """
    try:
        content = path.read_bytes()
        return (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as exc:
        raise EvaluationError(f"{path} cannot be read as text: {exc}.") from exc
