"""Tables and JSON Lines hold facts or anything else, which their beginning tells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.facts.reader import is_fact_file, read_facts
from kgplatform.sources.jsonl import read_jsonl
from kgplatform.sources.sheets import read_csv

__all__ = ["holds_facts", "read_lines", "read_table"]


def holds_facts(file: Path) -> bool:
    """Return whether a file has the form of facts; what cannot be opened fails when it is read."""
    try:
        return is_fact_file(file)
    except (OSError, ValueError, EOFError, RecursionError):
        return False


def read_table(file: Path) -> Iterator[Document | SourceError]:
    """Yield what a CSV file holds: facts, or a table."""
    return read_facts(file) if holds_facts(file) else read_csv(file)


def read_lines(file: Path) -> Iterator[Document | SourceError]:
    """Yield what a file of JSON Lines holds: facts, or a document a line."""
    return read_facts(file) if holds_facts(file) else read_jsonl(file)
