"""Reads fact files: CSV, JSON Lines, JSON and RDF of facts, and texts with their triples.

A fact file makes documents like any other file. Lines that cannot be used are reported each on
its own.
"""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.facts.documents import FACTS_MEDIA_TYPE, FactSpool, GivenFact
from kgplatform.sources.facts.json_items import iterate_json, iterate_json_lines
from kgplatform.sources.facts.rdf import RDF_SUFFIXES, read_rdf
from kgplatform.sources.facts.rows import is_fact_header, is_known_type, parse_row, row_names
from kgplatform.sources.facts.triples import (
    has_triples,
    list_triples,
    read_text_with_triples,
    text_of,
)
from kgplatform.sources.limits import PassedLimit
from kgplatform.sources.lines import bounded_lines, open_plain

__all__ = ["FACT_SUFFIXES", "is_fact_file", "read_facts"]

DELIMITERS = {".csv": ",;|", ".tsv": "\t"}
JSON_SUFFIXES = (".json", ".jsonl", ".ndjson")
FACT_SUFFIXES = (*DELIMITERS, *JSON_SUFFIXES, *RDF_SUFFIXES)
TYPE_COLUMNS = ("subject_type", "object_type")
TYPES_NAMED = 5

Item = GivenFact | Document | SourceError


def is_fact_file(file: Path) -> bool:
    """Return whether a file gives facts: an RDF suffix, or a header or first item with facts.

    A file that cannot be read is none: the reader for its suffix says what is wrong with it.
    """
    suffix = _suffix(file)
    if suffix in RDF_SUFFIXES:
        return True
    try:
        if suffix in DELIMITERS:
            return is_fact_header(_header(file, suffix))
        if suffix in JSON_SUFFIXES:
            return _is_fact_item(next(_items(file, suffix), (0, None))[1])
    except (OSError, EOFError, ValueError, zlib.error, csv.Error, PassedLimit):
        return False
    return False


def read_facts(file: Path) -> Iterator[Document | SourceError]:
    """Yield the documents of a fact file, and a SourceError for each item it cannot use.

    Facts come as documents with `facts`, one for each subject; texts with triples as documents
    with `claims`.
    """
    suffix = _suffix(file)
    if suffix in RDF_SUFFIXES:
        yield from read_rdf(file)
        return
    found = 0
    unknown_types: dict[str, None] = {}
    with FactSpool() as spool:
        for item in _rows(file, suffix, unknown_types):
            if isinstance(item, GivenFact):
                spool.add(item)
            else:
                yield item
            found += 1
        media_type = f"{FACTS_MEDIA_TYPE}+{suffix.removeprefix('.')}"
        yield from spool.documents(file, media_type=media_type)
    if unknown_types:
        names = ", ".join(list(unknown_types)[:TYPES_NAMED])
        yield SourceError(
            f"'{file}' names types that are not known ({len(unknown_types):,}: {names}): their "
            "entities are read as Thing; use Person, Organization, Place, Work, Event, Group or "
            "Product."
        )
    if not found:
        yield SourceError(f"'{file}' is empty: it holds no fact.")


def _rows(file: Path, suffix: str, unknown_types: dict[str, None]) -> Iterator[Item]:
    """Yield what each line or item of a file gives."""
    try:
        if suffix in DELIMITERS:
            yield from _csv_rows(file, suffix, unknown_types)
        else:
            yield from _json_rows(file, suffix, unknown_types)
    except (EOFError, ValueError, zlib.error, gzip.BadGzipFile) as exc:
        yield SourceError(f"'{file}' cannot be read to its end: {exc}.")


def _csv_rows(file: Path, suffix: str, unknown_types: dict[str, None]) -> Iterator[Item]:
    with _open(file) as lines:
        reader = csv.reader(bounded_lines(lines), delimiter=_delimiter(file, suffix))
        header = next(reader, [])
        named = row_names(header)
        names = [named.get(column, "") for column in header]
        while True:
            first = reader.line_num + 1
            where = f"'{file}' line {first}"
            try:
                values = next(reader)
            except StopIteration:
                return
            except csv.Error as exc:
                yield SourceError(f"{where} is not a row of a table: {exc}.")
                continue
            if len(values) > len(names):
                yield SourceError(
                    f"{where} has {len(values)} values for {len(names)} columns: put values "
                    "that hold the separator in quotation marks."
                )
            elif any(value.strip() for value in values):
                yield _fact(dict(zip(names, values, strict=False)), where, unknown_types)


def _json_rows(file: Path, suffix: str, unknown_types: dict[str, None]) -> Iterator[Item]:
    uris: dict[str, int] = {}
    for number, item in _items(file, suffix):
        where = f"'{file}' {'item' if suffix == '.json' else 'line'} {number}"
        if isinstance(item, SourceError):
            yield item
        elif has_triples(item) and text_of(item):
            yield read_text_with_triples(item, file=file, uris=uris)
        elif has_triples(item):
            for row in list_triples(item):
                yield _fact(row or {}, where, unknown_types)
        elif isinstance(item, dict) and is_fact_header(item):
            row = {name: item[key] for key, name in row_names(item).items()}
            yield _fact(row, where, unknown_types)
        elif isinstance(item, list) and len(item) == 3:
            row = dict(zip(("subject", "relation", "object"), item, strict=True))
            yield _fact(row, where, unknown_types)
        else:
            yield SourceError(f"{where} is no fact: it needs subject, relation and object.")


def _fact(row: dict[str, Any], where: str, unknown_types: dict[str, None]) -> Item:
    try:
        fact = parse_row(row)
    except SourceError as exc:
        return SourceError(f"{where} {exc}.")
    for column in TYPE_COLUMNS:
        name = str(row.get(column) or "")
        if not is_known_type(name):
            unknown_types[name] = None
    return fact


def _is_fact_item(item: Any) -> bool:
    if isinstance(item, dict):
        return has_triples(item) or is_fact_header(item)
    return isinstance(item, list) and len(item) == 3 and all(isinstance(x, str) for x in item)


def _items(file: Path, suffix: str) -> Iterator[tuple[int, Any]]:
    with _open(file) as stream:
        yield from (iterate_json if suffix == ".json" else iterate_json_lines)(stream, file)


def _header(file: Path, suffix: str) -> list[str]:
    with _open(file) as lines:
        return next(csv.reader(bounded_lines(lines), delimiter=_delimiter(file, suffix)), [])


def _delimiter(file: Path, suffix: str) -> str:
    """Return the separator that the header has most of; the suffix says which there are."""
    with _open(file) as lines:
        header = next(bounded_lines(lines), "")
    return max(DELIMITERS[suffix], key=header.count)


def _open(file: Path) -> TextIO:
    return io.TextIOWrapper(open_plain(file), encoding="utf-8-sig", newline="")


def _suffix(file: Path) -> str:
    """Return the suffix that says what a file holds; .gz is looked through."""
    name = file.name.lower().removesuffix(".gz")
    return Path(name).suffix
