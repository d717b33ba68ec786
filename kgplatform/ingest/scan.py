"""Looks through the sources before anything is written: what is new, changed, gone, unreadable.

Titles of all documents are collected here, because the first passage may mention the last
document's title. Only ids, hashes and titles are held, never texts: about 400 bytes a document.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgplatform.errors import EmptySource, SourceError
from kgplatform.extract.reading import GIVEN
from kgplatform.extract.topic import make_topic
from kgplatform.graph.connection import Graph
from kgplatform.ingest.paging import in_parts
from kgplatform.ingest.reading import KnownFile
from kgplatform.records.ids import content_id
from kgplatform.sources.files import SourceItem

__all__ = ["Scan", "folder_prefixes", "scan_sources"]

IDS_PER_QUERY = 5_000
HASH_BYTES = 16  # of SHA-256; told apart from the stored hash only, so half is plenty


@dataclass(frozen=True, slots=True)
class Scan:
    """What the sources hold, seen from the graph.

    Attributes:
        new, changed, vanished: document ids; vanished ones were in the graph, and their file or
            folder was read without them, or their file is empty now.
        titles: names of what the documents are about; of a known file its title.
        failures: one sentence a file or line that cannot be read.
    """

    new: frozenset[str]
    changed: frozenset[str]
    vanished: frozenset[str]
    unchanged: int
    titles: tuple[str, ...]
    failures: tuple[str, ...]

    @property
    def pending(self) -> frozenset[str]:
        """The ids of the documents that have to be written."""
        return self.new | self.changed


@dataclass(frozen=True, slots=True)
class _Seen:
    """A document as the scan keeps it."""

    digest: bytes
    is_given: bool


def folder_prefixes(paths: Iterable[Path]) -> list[str]:
    """Return how the URIs of documents from some folders begin; what is no folder is left out."""
    return [path.resolve().as_uri() + "/" for path in paths if path.is_dir()]


def scan_sources(
    items: Iterable[SourceItem | KnownFile],
    *,
    graph: Graph,
    extractor: str,
    folders: Sequence[str] = (),
) -> Scan:
    """Read the sources once and compare them with the graph.

    Args:
        extractor: a document that another extractor read counts as changed.
        folders: URIs of folders whose documents are gone if no file gives them any more. The
            documents that a file held several of are always looked for.
    """
    found: dict[str, _Seen] = {}
    titles: dict[str, None] = {}
    files: dict[str, None] = {}
    failures: list[str] = []
    empty: dict[str, str] = {}
    known_files: set[str] = set()
    for item in items:
        if isinstance(item, KnownFile):
            known_files.add(item.document_id)
            titles[item.title] = None
            continue
        if isinstance(item, EmptySource):
            empty[_document_id(item)] = item.file
            continue
        if isinstance(item, SourceError):
            failures.append(str(item))
            continue
        found[item.id] = _Seen(
            bytes.fromhex(item.sha256)[:HASH_BYTES], bool(item.facts or item.claims)
        )
        if topic := make_topic(item):
            titles[topic.name] = None
        if "#" in item.uri:
            files[item.uri.partition("#")[0] + "#"] = None
    known, changed = _compare(graph, found, extractor)
    new = frozenset(found) - known
    prefixes = [] if failures else [*files, *folders]  # a broken line must not delete a document
    emptied = frozenset(row["id"] for row in _fetch_known(graph, empty))
    return Scan(
        new=new,
        changed=changed,
        vanished=emptied | frozenset(_fetch_below(graph, prefixes)) - set(found) - known_files,
        unchanged=len(found) - len(new) - len(changed) + len(known_files),
        titles=tuple(title for title in titles if title),
        failures=(*failures, *_tell_empty(empty, emptied)),
    )


def _document_id(item: EmptySource) -> str:
    """Return the id of the document that an empty file held, if it held a single one."""
    file = Path(item.file)
    return content_id("document", file.as_uri() if file.is_absolute() else item.file)


def _tell_empty(empty: Mapping[str, str], emptied: Collection[str]) -> Iterator[str]:
    for document_id, file in empty.items():
        if document_id in emptied:
            yield f"'{file}' is empty now: the document that it held goes."
        else:
            yield str(EmptySource(file))


def _compare(
    graph: Graph, found: dict[str, _Seen], extractor: str
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the ids of the documents that are in the graph, and of those that changed."""
    known, changed = set(), set()
    for row in _fetch_known(graph, found):
        known.add(row["id"])
        seen = found[row["id"]]
        digest = bytes.fromhex(row["sha256"] or "")[:HASH_BYTES]
        if (digest, row["extractor"]) != (seen.digest, GIVEN if seen.is_given else extractor):
            changed.add(row["id"])
    return frozenset(known), frozenset(changed)


def _fetch_known(graph: Graph, ids: Iterable[str]) -> Iterator[dict[str, Any]]:
    for part in in_parts(ids, IDS_PER_QUERY):
        yield from graph.read("list_document_hashes", ids=part)


def _fetch_below(graph: Graph, prefixes: list[str]) -> Iterator[str]:
    for part in in_parts(prefixes, IDS_PER_QUERY):
        yield from (row["id"] for row in graph.read("list_documents_below", prefixes=part))
