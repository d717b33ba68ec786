"""Tables and JSON Lines hold facts or anything else, as their beginning shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.facts.reader import is_fact_file, read_facts
from kgplatform.sources.json_files import holds_records, read_json
from kgplatform.sources.jsonl import read_jsonl
from kgplatform.sources.sheets import read_csv

__all__ = ["holds_content", "holds_facts", "read_json_file", "read_lines", "read_table"]


def holds_facts(file: Path) -> bool:
    """Return whether a file has the form of facts; what cannot be opened fails when it is read."""
    try:
        return is_fact_file(file)
    except (OSError, ValueError, EOFError, RecursionError):
        return False


def holds_content(file: Path) -> bool:
    """Return whether a JSON file holds facts, records or texts, and not a program's settings."""
    return holds_facts(file) or holds_records(file)


def read_table(file: Path) -> Iterator[Document | SourceError]:
    """Yield what a CSV file holds: facts, or a table."""
    return read_facts(file) if holds_facts(file) else read_csv(file)


def read_lines(file: Path) -> Iterator[Document | SourceError]:
    """Yield what a file of JSON Lines holds: facts, or a document a line."""
    return read_facts(file) if holds_facts(file) else read_jsonl(file)


def read_json_file(file: Path) -> Iterator[Document | SourceError]:
    """Yield what a JSON file holds: facts, or data of any form."""
    return read_facts(file) if holds_facts(file) else read_json(file)
