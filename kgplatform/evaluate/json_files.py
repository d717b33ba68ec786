"""Reads the JSON objects of a file, in an array or one a line, plain or gzipped.

All data sets are published in one of these forms.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from kgplatform.errors import EvaluationError

__all__ = ["open_text", "read_json_records"]


def read_json_records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON array or of JSON Lines, whichever the first character tells.

    Raises:
        EvaluationError: the file is damaged, is not JSON, or holds something else than objects.
    """
    with open_text(path) as lines:
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
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            raise EvaluationError(f"Record {number} of {path} is not a JSON object.")
        yield record


def open_text(path: Path) -> IO[str]:
    """Open a UTF-8 file, gzipped if its name ends in .gz."""
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")
