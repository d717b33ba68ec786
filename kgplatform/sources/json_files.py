"""Reads JSON files of anything: records as tables, other values as fields.

Numbers stand as the file writes them. Facts have a form of their own and are read as facts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.encoding import decode_file
from kgplatform.sources.json_values import mend_halves
from kgplatform.sources.marked import write_parts
from kgplatform.sources.nested import holds_content, write_value
from kgplatform.sources.text import make_document, title_from_name

__all__ = ["holds_records", "is_settings", "read_json"]

MEDIA_TYPE = "application/json"
TITLES = ("title", "name")
SETTINGS = re.compile(
    r"(?:package|composer|bower|npm-shrinkwrap|[jt]sconfig[\w.-]*|[\w.-]*lock"
    r"|[\w.-]*\.(?:schema|config|settings))\.json",
    re.I,
)
"""Files that belong to programs, by the names that these prescribe."""


def read_json(file: Path) -> Iterator[Document | SourceError]:
    """Yield a JSON file as one document; its title is its own, or its name.

    One value a line is read as a list of them.
    """
    text = decode_file(file)
    if isinstance(text, SourceError):
        yield text
        return
    try:
        value = _load(text)
    except ValueError as exc:
        yield SourceError(f"'{file}' is not JSON: {exc}.")
        return
    marked = write_parts(write_value(value))
    if not marked.text.strip():
        yield SourceError(f"'{file}' holds no value: there is nothing to read.")
        return
    yield make_document(
        uri=file.as_uri(),
        title=_title(value) or title_from_name(file),
        text=marked.text,
        media_type=MEDIA_TYPE,
        sections=marked.sections,
        tables=marked.tables,
    )


def holds_records(file: Path) -> bool:
    """Return whether a JSON file holds records or texts, and is no file of a program's settings.

    What cannot be read fails when it is read.
    """
    if is_settings(file.name):
        return False
    text = decode_file(file)
    if isinstance(text, SourceError):
        return True
    try:
        return holds_content(_load(text))
    except ValueError:
        return True


def is_settings(name: str) -> bool:
    """Return whether a file has a name that programs give to files of their own."""
    return SETTINGS.fullmatch(name) is not None


def _load(text: str) -> Any:
    """Return the value that a text writes, or the list of the values of its lines.

    Raises:
        ValueError: it is no JSON.
    """
    try:
        return _parse(text)
    except ValueError as exc:
        lines = [line for line in text.split("\n") if line.strip()]
        try:
            values = [_parse(line) for line in lines]
        except ValueError:
            raise exc from None
        return values


def _parse(text: str) -> Any:
    return mend_halves(json.loads(text, parse_float=str, parse_int=str, parse_constant=str))


def _title(value: Any) -> str:
    given = (value.get(key) for key in TITLES) if isinstance(value, Mapping) else ()
    return next((" ".join(title.split()) for title in given if isinstance(title, str)), "")[:300]
