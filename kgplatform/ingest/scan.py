"""Looks through the sources before anything is written: what is new, changed, gone, unreadable.

Titles of all documents are collected here, because the first passage may mention the last
document's title. Only ids, hashes and titles are held, never texts: about 400 bytes a document.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgplatform.errors import EmptySource, SourceError
from kgplatform.extract.given import is_given
from kgplatform.extract.reading import GIVEN
from kgplatform.extract.topic import make_topic
from kgplatform.graph.connection import Graph
from kgplatform.ingest.paging import in_parts
from kgplatform.ingest.places import Places, Seen, StoredDocument, is_current, place, unseen_paths
from kgplatform.ingest.reading import KnownFile, SourceReader
from kgplatform.records import Document
from kgplatform.records.ids import content_id
from kgplatform.sources.files import SourceItem
from kgplatform.sources.origin import readable_uri

__all__ = ["Scan", "folder_prefixes", "scan_sources"]

IDS_PER_QUERY = 5_000
HASH_BYTES = 16  # of SHA-256; compared with the stored hash only, so half is plenty


@dataclass(frozen=True, slots=True)
class Scan:
    """What the sources hold, seen from the graph.

    Attributes:
        new, changed, vanished: document ids; vanished ones were in the graph, and their file or
            folder was read without them, or their file is empty now.
        copies: files whose content another document has.
        places: where documents are found, of those for which it changed.
        titles: names of what the documents are about; of a known file its title.
        failures: one sentence a file or line that cannot be read.
        partly_read: one sentence a file that was read but for some of it.
    """

    new: frozenset[str]
    changed: frozenset[str]
    vanished: frozenset[str]
    unchanged: int
    copies: int
    places: tuple[Places, ...]
    titles: tuple[str, ...]
    failures: tuple[str, ...]
    partly_read: tuple[str, ...]

    @property
    def pending(self) -> frozenset[str]:
        """The ids of the documents that have to be written."""
        return self.new | self.changed


@dataclass(slots=True)
class _Sources:
    """What was seen of the sources so far."""

    extractors: Mapping[str, str]
    found: dict[str, Seen] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)
    """Files that the graph knows by their bytes: URI to document id."""
    titles: dict[str, None] = field(default_factory=dict)
    streams: dict[str, None] = field(default_factory=dict)
    """How the URIs of documents from files of many begin."""
    failures: list[str] = field(default_factory=list)
    partly_read: list[str] = field(default_factory=list)
    empty: dict[str, str] = field(default_factory=dict)

    def take(self, items: Iterable[SourceItem | KnownFile]) -> None:
        for item in items:
            if isinstance(item, KnownFile):
                self.known[item.uri] = item.document_id
                self.titles[item.title] = None
                self._note_unread(item.uri, item.unread)
            elif isinstance(item, EmptySource):
                self.empty[_uri_of(item)] = item.file
            elif isinstance(item, SourceError):
                self.failures.append(str(item))
            else:
                self._take_document(item)

    def _take_document(self, item: Document) -> None:
        digest = bytes.fromhex(item.sha256)[:HASH_BYTES]
        extractor = GIVEN if is_given(item) else self.extractors[item.language]
        self._note_unread(item.uri, item.unread)
        if "#" in item.uri:
            self.streams[item.uri.partition("#")[0] + "#"] = None
            self.found[item.id] = Seen(digest, extractor)
        else:
            self.found[item.id] = Seen(digest, extractor, item.uri, item.content_hash)
            self.known.pop(item.uri, None)
        if topic := make_topic(item):
            self.titles[topic.name] = None

    def _note_unread(self, uri: str, unread: Sequence[str]) -> None:
        if unread:
            self.partly_read.append(f"{readable_uri(uri)} was read without {', '.join(unread)}.")

    @property
    def whole(self) -> dict[str, Seen]:
        """The documents that are a file each."""
        return {key: seen for key, seen in self.found.items() if seen.uri}

    @property
    def uris(self) -> set[str]:
        """The paths at which something was read; those of many documents are left out."""
        return {seen.uri for seen in self.found.values() if seen.uri} | set(self.known)


def folder_prefixes(paths: Iterable[Path]) -> list[str]:
    """Return how the URIs of documents from some folders begin; what is no folder is left out."""
    return [path.resolve().as_uri() + "/" for path in paths if path.is_dir()]


def scan_sources(
    reader: SourceReader,
    *,
    graph: Graph,
    extractors: Mapping[str, str],
    folders: Sequence[str] = (),
) -> Scan:
    """Read the sources once and compare them with the graph.

    Args:
        reader: of the sources; it also reads, after the rest, the other paths of a document whose
            own file has changed.
        extractors: names of what reads each language, by its code; a document that another
            extractor read counts as changed.
        folders: URIs of folders whose documents are gone if no file gives them any more. The
            documents that a file held several of are always looked for.
    """
    sources = _Sources(extractors)
    sources.take(reader.look())
    stored = _fetch_stored(graph, sources)
    unseen = list(unseen_paths(sources.whole, stored))
    if unseen:
        sources.take(reader.look_at(unseen))
        stored = _fetch_stored(graph, sources)
    streams = _compare_streams(graph, sources)
    # A broken line must not delete a document.
    prefixes = () if sources.failures else (*sources.streams, *folders)
    gone, vanished = _find_gone(graph, sources, stored, prefixes)
    placed = place(sources.whole, stored, gone=gone)
    known_copies = sum(content_id("document", uri) != key for uri, key in sources.known.items())
    return Scan(
        new=placed.new | streams.new,
        changed=placed.changed | streams.changed,
        vanished=placed.vanished | vanished,
        unchanged=placed.unchanged + streams.unchanged + len(sources.known) - known_copies,
        copies=placed.copies + known_copies,
        places=placed.places,
        titles=tuple(title for title in sources.titles if title),
        failures=(*sources.failures, *_report_empty(sources.empty, placed.vanished)),
        partly_read=tuple(sources.partly_read),
    )


def _report_empty(empty: Mapping[str, str], vanished: Collection[str]) -> Iterator[str]:
    for uri, file in empty.items():
        if content_id("document", uri) in vanished:
            yield f"'{file}' is empty now: the document that it held goes."
        else:
            yield str(EmptySource(file))


def _uri_of(item: EmptySource) -> str:
    """Return the URI of the document that an empty file held, if it held a single one."""
    file = Path(item.file)
    return file.as_uri() if file.is_absolute() else item.file


@dataclass(frozen=True, slots=True)
class _Streams:
    """How documents of files that hold several compare with the graph."""

    new: frozenset[str]
    changed: frozenset[str]
    unchanged: int


def _compare_streams(graph: Graph, sources: _Sources) -> _Streams:
    ids = [key for key, seen in sources.found.items() if not seen.uri]
    known, changed = set(), set()
    for row in _fetch(graph, "list_document_hashes", "ids", ids):
        known.add(row.id)
        if not is_current(sources.found[row.id], row):
            changed.add(row.id)
    new = frozenset(ids) - known
    return _Streams(new, frozenset(changed), len(known) - len(changed))


def _fetch_stored(graph: Graph, sources: _Sources) -> dict[str, StoredDocument]:
    """Return the documents of the graph that have a seen file's id, content or path."""
    whole = sources.whole
    empty = [content_id("document", uri) for uri in sources.empty]
    rows = [
        *_fetch(graph, "list_document_hashes", "ids", [*whole, *empty]),
        *_fetch(
            graph, "list_documents_of_contents", "contents", {s.content for s in whole.values()}
        ),
        *_fetch(graph, "list_documents_at", "paths", [*sources.uris, *sources.empty]),
    ]
    return {row.id: row for row in rows}


def _find_gone(
    graph: Graph, sources: _Sources, stored: dict[str, StoredDocument], prefixes: Sequence[str]
) -> tuple[set[str], frozenset[str]]:
    """Return the paths whose file is gone, and the documents of files with several that are.

    The documents that had such a path are added to `stored`.
    """
    seen, vanished = sources.uris, set()
    gone = set(sources.empty)
    for row in _fetch(graph, "list_documents_below", "prefixes", prefixes):
        if "#" in row.paths[0]:
            if row.id not in sources.found:
                vanished.add(row.id)
            continue
        stored[row.id] = row
        gone.update(path for path in row.paths if path.startswith(tuple(prefixes)))
    return gone - seen, frozenset(vanished)


def _fetch(
    graph: Graph, query_name: str, parameter: str, values: Iterable[str]
) -> Iterator[StoredDocument]:
    for part in in_parts(values, IDS_PER_QUERY):
        for row in graph.read(query_name, **{parameter: part}):
            yield _read_stored(row)


def _read_stored(row: dict[str, Any]) -> StoredDocument:
    return StoredDocument(
        id=row["id"],
        digest=bytes.fromhex(row["sha256"] or "")[:HASH_BYTES],
        extractor=row["extractor"],
        paths=(row["uri"], *row["copies"]),
        content=row["content_hash"],
    )
