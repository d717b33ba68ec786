"""Reads data that is nested (JSON, XML): lists of records as tables, other values as fields.

A list of objects with like keys is a table, with the path to it as its caption; so are objects of
one form under different keys, the keys being the first column. Records that stand in records are
a table of their own, whose first column is what names the outer record. All else stands as lines
"path: value". Records with long texts are no rows of a table: each is a section of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kgplatform.sources.marked import Heading, Paragraph, Part, TablePart
from kgplatform.sources.tables import SourceCell, SourceTable

__all__ = ["holds_content", "write_value"]

LIKE = 0.5  # share of its columns that a row of a table fills, on the average
MAX_CELL_CHARS = 300  # a text is longer
MAX_LEVEL = 6  # of headings
MAX_COLUMNS = 200
SENTENCE_WORDS = 12  # strings of settings are shorter
STEP = "."
NAMES = ("name", "title", "label", "id", "key", "code")  # what names a record, best first

Record = Mapping[str, Any]


def write_value(value: Any) -> Iterator[Part]:
    """Yield the parts of a nested value: strings, lists and mappings, None for nothing."""
    yield from _write("", value, 1)


def holds_content(value: Any) -> bool:
    """Return whether a nested value holds records or a text, as settings do not."""
    if isinstance(value, str):
        return len(value.split()) >= SENTENCE_WORDS
    if isinstance(value, Mapping):
        return any(map(holds_content, value.values()))
    if isinstance(value, list):
        return (len(value) > 1 and _are_records(value)) or any(map(holds_content, value))
    return False


def _write(path: str, value: Any, level: int) -> Iterator[Part]:
    if isinstance(value, Mapping):
        yield from _write_object(path, value, level)
    elif isinstance(value, list) and _are_records(value):
        yield from _write_records(path, value, level)
    elif isinstance(value, list):
        yield from _write_list(path, value, level)
    elif (text := _text(value)) != "":
        yield Paragraph(f"{path}: {text}" if path else text, is_line=len(text) <= MAX_CELL_CHARS)


def _write_object(path: str, value: Record, level: int) -> Iterator[Part]:
    rows = list(value.values())
    if len(rows) > 1 and _are_records(rows):
        key = path.rpartition(STEP)[2] or "name"
        yield from _write_records(path, [{key: name, **row} for name, row in value.items()], level)
        return
    sections: list[Part] = []  # stand last, as nothing ends the last of them
    for name, inside in value.items():
        parts = list(_write(f"{path}{STEP}{name}" if path else str(name), inside, level))
        if any(isinstance(part, Heading) for part in parts):
            sections += parts
        else:
            yield from parts
    yield from sections


def _write_list(path: str, value: Sequence[Any], level: int) -> Iterator[Part]:
    if not any(isinstance(item, Mapping | list) for item in value):
        texts = [text for item in value if (text := _text(item))]
        joined = ", ".join(texts)
        if len(joined) <= MAX_CELL_CHARS:
            yield from _write(path, joined, level)
            return
    elif _is_grid(value):
        yield TablePart(_table([[_text(cell) for cell in row] for row in value]), path)
        return
    for item in value:
        yield from _write(path, item, level)


def _write_records(path: str, records: Sequence[Record], level: int) -> Iterator[Part]:
    """Yield records as a table, then those that stand in them, each list of them as a table."""
    flat = [_flattened(record) for record in records]
    columns = list(dict.fromkeys(name for row, _ in flat for name in row))
    filled = sum(len(row) for row, _ in flat)
    is_long = any(
        len(text) > MAX_CELL_CHARS or "\n" in text for row, _ in flat for text in row.values()
    )
    if is_long or len(columns) > MAX_COLUMNS or filled < LIKE * len(columns) * len(flat):
        yield from _write_sections(path, records, level)
        return
    if columns:
        rows = [[row.get(column, "") for column in columns] for row, _ in flat]
        yield TablePart(_table([columns, *rows]), path)
    inner: dict[str, list[Record]] = {}
    for row, lists in flat:
        named = _naming(row, path)
        for name, inside in lists.items():
            inner.setdefault(name, []).extend({**named, **item} for item in inside)
    for name, inside in inner.items():
        yield from _write_records(f"{path}{STEP}{name}" if path else name, inside, level)


def _write_sections(path: str, records: Sequence[Record], level: int) -> Iterator[Part]:
    for number, record in enumerate(records, start=1):
        name = next((str(record[key]) for key in NAMES if _is_name(record.get(key))), "")
        yield Heading(min(level + 1, MAX_LEVEL), name or f"{path or 'record'} {number}")
        for key, inside in record.items():
            yield from _write(str(key), inside, level + 1)


def _flattened(record: Record) -> tuple[dict[str, str], dict[str, list[Record]]]:
    """Return a record's values by their paths in it, and the lists of records that it holds."""
    row: dict[str, str] = {}
    lists: dict[str, list[Record]] = {}
    waiting: list[tuple[str, Any]] = [(str(name), value) for name, value in record.items()]
    for name, value in waiting:
        if isinstance(value, Mapping):
            waiting += [(f"{name}{STEP}{key}", inside) for key, inside in value.items()]
        elif isinstance(value, list) and value and _are_records(value):
            lists[name] = value
        elif (text := _text(value)) != "":
            row[name] = text
    return row, lists


def _naming(row: Mapping[str, str], path: str) -> dict[str, str]:
    """Return the column that names a record, to stand first in the tables of what it holds."""
    name = next((key for key in NAMES if key in row), next(iter(row), None))
    if name is None:
        return {}
    return {f"{path.rpartition(STEP)[2] or 'record'}{STEP}{name}": row[name]}


def _are_records(values: Sequence[Any]) -> bool:
    """Return whether values are objects of one form: most have most of the keys."""
    if not values or not all(isinstance(value, Mapping) and value for value in values):
        return False
    keys = {key for value in values for key in value}
    return sum(len(value) for value in values) >= LIKE * len(keys) * len(values)


def _is_grid(value: Sequence[Any]) -> bool:
    rows = [row for row in value if isinstance(row, list)]
    is_flat = all(not isinstance(cell, Mapping | list) for row in rows for cell in row)
    return len(rows) == len(value) > 1 and is_flat and len({len(row) for row in rows}) == 1


def _table(rows: Sequence[Sequence[str]]) -> SourceTable:
    cells = (
        SourceCell(number, column, text)
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    )
    return SourceTable(tuple(cells), header_rows=1)


def _text(value: Any) -> str:
    """Return a value as it is written; a list as its values."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(text for item in value if (text := _text(item)))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {text}" for key, item in value.items() if (text := _text(item)))
    return str(value).strip()


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_CELL_CHARS and "\n" not in value
