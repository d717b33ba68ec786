"""Looks through the sources before anything is written: what is new, changed, known, unreadable.

Titles of all documents are collected here, because the first passage may mention the last
document's title. Only ids, hashes and titles are held, never texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.graph.connection import Graph
from kgplatform.records import Document
from kgplatform.sources.files import SourceItem, read_sources

__all__ = ["Scan", "scan_sources"]

IDS_PER_QUERY = 5_000


@dataclass(frozen=True, slots=True)
class Scan:
    """What the sources hold, seen from the graph: document ids by state, titles, failures."""

    new: frozenset[str]
    changed: frozenset[str]
    unchanged: int
    titles: tuple[str, ...]
    failures: tuple[str, ...]

    @property
    def pending(self) -> frozenset[str]:
        """The ids of the documents that have to be written."""
        return self.new | self.changed


def scan_sources(files: Sequence[Path], *, graph: Graph, extractor: str) -> Scan:
    """Read the sources once and compare them with the graph.

    Args:
        extractor: a document that another extractor read counts as changed.
    """
    found, failures = _read_hashes(read_sources(files))
    known = _fetch_hashes(graph, list(found))
    new = frozenset(found) - frozenset(known)
    changed = frozenset(
        key for key, stored in known.items() if stored != (found[key][0], extractor)
    )
    return Scan(
        new=new,
        changed=changed,
        unchanged=len(found) - len(new) - len(changed),
        titles=tuple({title: None for _, title in found.values() if title}),
        failures=tuple(failures),
    )


def _read_hashes(items: Iterable[SourceItem]) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """Return document id -> (sha256, title), and what could not be read."""
    found: dict[str, tuple[str, str]] = {}
    failures = []
    for item in items:
        if isinstance(item, Document):
            found[item.id] = (item.sha256, item.title)
        elif isinstance(item, SourceError):
            failures.append(str(item))
    return found, failures


def _fetch_hashes(graph: Graph, ids: list[str]) -> dict[str, tuple[str | None, str | None]]:
    """Return id -> (sha256, extractor) of the documents that are in the graph."""
    known: dict[str, tuple[str | None, str | None]] = {}
    remaining = iter(ids)
    while part := list(islice(remaining, IDS_PER_QUERY)):
        for row in graph.read("list_document_hashes", ids=part):
            known[row["id"]] = (row["sha256"], row["extractor"])
    return known
