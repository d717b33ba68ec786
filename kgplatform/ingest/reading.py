"""Reads the sources of a run twice, and costly files once.

A run first looks at all sources (what is new? which titles are there?), then reads the pending
documents. Streams of small documents are simply read again; files that take long to convert are
known again by a hash of their bytes, and what was converted in the first pass waits on disk for
the second, so that texts are never held in memory.
"""

from __future__ import annotations

import hashlib
import pickle
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from kgplatform.errors import SourceError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.file_states import FileStates
from kgplatform.ingest.limits import Limits
from kgplatform.ingest.paging import in_parts
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Document
from kgplatform.records.ids import content_id, file_sha256
from kgplatform.sources.files import SourceItem, list_sources
from kgplatform.sources.images import IMAGES, NO_TEXT_THERE, can_recognise
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.listing import STDIN, Listing
from kgplatform.sources.origin import file_of
from kgplatform.text.languages import detect_language

__all__ = ["KnownFile", "ParseFiles", "SourceReader", "hash_file", "is_costly", "opened_sources"]

URIS_PER_QUERY = 5_000
READER_VERSION = "3"  # raised where a reader's output changes, so that its files are read again
HASH_BLOCK = 1 << 20
CONVERTED = frozenset(
    ".docx .epub .htm .html .ods .odt .pdf .pptx .rst .rtf .xls .xlsm .xlsx".split()
) | {f".{name}" for name in IMAGES}
"""Kinds that take long to convert; each file of them is one document."""

MESSAGES = frozenset({".eml", ".msg"})
"""Kinds with attachments, which may be of those that take long; together they are small."""

ParseFiles = Callable[
    [Sequence[Path], ReadingProcesses, float | None], Iterator[Iterable[SourceItem]]
]
"""Reads files, in order: (files, processes of this machine, max_file_mb) to the items of each."""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file whose bytes the graph's document was made from, by the same extractor."""

    uri: str
    document_id: str
    title: str
    unread: tuple[str, ...] = ()


@contextmanager
def opened_sources(
    paths: Iterable[Path],
    *,
    graph: Graph,
    parse: ParseFiles,
    extractors: Mapping[str, str],
    limits: Limits,
    pruned: Collection[Path] = (),
    progress: Progress = NO_PROGRESS,
) -> Iterator[SourceReader]:
    """Find the files of a run, and give what reads them; its processes end with it.

    Args:
        parse, extractors: as SourceReader takes them.
        pruned: folders that are no mistake without any readable file.
        progress: told how far each file is.

    Raises:
        UsageError: a path does not exist or holds nothing readable.
    """
    with ReadingProcesses(limits.reading) as processes:
        listing = list_sources(paths, may_be_empty=pruned, processes=processes)
        states = FileStates(progress)
        with SourceReader(
            listing, graph, parse, processes, extractors, states, limits.max_file_mb
        ) as reader:
            yield reader


@dataclass(slots=True)
class SourceReader:
    """The files of one run; a context manager that removes its files on disk at the end.

    Attributes:
        parse: reads files, costly ones perhaps on other machines.
        processes: those of this machine that read.
        extractors: names of what reads each language, by its code; a document that another one read
            is read again.
        states: of the files; told of each that is looked at.
        file_hashes: hashes of the bytes of costly files that were read, by document id.
        unread: what of these was left out.
        source_hashes: SHA-256 of each file that a document was read of, by its URI.
    """

    listing: Listing
    graph: Graph
    parse: ParseFiles
    processes: ReadingProcesses
    extractors: Mapping[str, str]
    states: FileStates
    max_file_mb: float | None = None
    file_hashes: dict[str, str] = field(default_factory=dict)
    unread: dict[str, tuple[str, ...]] = field(default_factory=dict)
    source_hashes: dict[str, str] = field(default_factory=dict)
    _looked_at: set[Path] = field(default_factory=set)
    _folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> SourceReader:
        self._folder = tempfile.TemporaryDirectory(prefix="kgplatform-")
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def look(self) -> Iterator[SourceItem | KnownFile]:
        """Yield everything the sources hold, in order; converted documents are kept on disk."""
        known = self._known_files()
        yield from self.listing.failures
        for file in known:
            self.states.know(file)
        yield from known.values()
        yield from self._look_at([file for file in self.listing.files if file not in known])

    def _look_at(self, files: Sequence[Path]) -> Iterator[SourceItem]:
        self._looked_at.update(files)
        for file, read in zip(files, self._parse(files), strict=True):
            looked_at = self.states.look(file, read)
            if _is_kept(file):
                items = list(looked_at)
                self._keep(file, items)
                yield from items
            else:
                yield from looked_at

    def look_at(self, uris: Iterable[str]) -> Iterator[SourceItem]:
        """Yield what more files hold, those that are there; `read` reads them after the rest."""
        files = [file for uri in uris if (file := file_of(uri)) is not None and file.is_file()]
        unread = [file for file in dict.fromkeys(files) if file not in self._looked_at]
        listed = [file for file in unread if file not in self.listing.files]
        self.listing = replace(self.listing, files=(*self.listing.files, *listed))
        yield from self._look_at(unread)

    def read(self, pending: Collection[str]) -> Iterator[Document]:
        """Yield the pending documents in the same order."""
        read = self._parse([file for file in self.listing.files if not _is_kept(file)])
        for file in self.listing.files:
            for item in self._kept(file) if _is_kept(file) else next(read):
                if isinstance(item, Document) and item.id in pending:
                    self._hash_source(file)
                    yield item

    def _hash_source(self, file: Path) -> None:
        """Note the SHA-256 of a file's own bytes."""
        if file == STDIN or (uri := file.as_uri()) in self.source_hashes:
            return
        with suppress(OSError):
            self.source_hashes[uri] = file_sha256(file)

    def _parse(self, files: Sequence[Path]) -> Iterator[Iterable[SourceItem]]:
        for items in self.parse(files, self.processes, self.max_file_mb):
            yield map(_with_language, items)

    def _known_files(self) -> dict[Path, KnownFile]:
        """Return the costly files that the graph knows, byte for byte."""
        costly = [file for file in self.listing.files if is_costly(file)]
        known = {}
        for part in in_parts(costly, URIS_PER_QUERY):
            files = {file.as_uri(): file for file in part}
            rows = [[uri, hash_file(file)] for uri, file in files.items()]
            for row in self.graph.read("list_document_files", files=rows):
                is_read = row["extractor"] == self.extractors[row["language"]]
                if is_read and not _is_to_be_recognised(row["unread"]):
                    uri, unread = row["uri"], tuple(row["unread"])
                    known[files[uri]] = KnownFile(uri, row["id"], row["title"] or "", unread)
        return known

    def _keep(self, file: Path, items: list[SourceItem]) -> None:
        is_whole = not any(isinstance(item, SourceError) for item in items)
        documents = [item for item in items if isinstance(item, Document)]
        if is_whole and is_costly(file) and (digest := hash_file(file)):
            self.file_hashes[_document_id(file)] = digest
            self.unread.update({item.id: item.unread for item in documents})
        if documents:
            self._place(file).write_bytes(pickle.dumps(documents))

    def _kept(self, file: Path) -> list[SourceItem]:
        place = self._place(file)
        if not place.exists():
            return []
        items: list[SourceItem] = pickle.loads(place.read_bytes())  # noqa: S301  # our own file
        return items

    def _place(self, file: Path) -> Path:
        if self._folder is None:
            raise RuntimeError("a SourceReader is used as a context manager")
        return Path(self._folder.name) / ("stdin" if file == STDIN else _document_id(file))


def _is_to_be_recognised(unread: Iterable[str]) -> bool:
    """Return whether pages of a file had no text, and could have some now."""
    return can_recognise() and any(NO_TEXT_THERE in phrase for phrase in unread)


def _with_language(item: SourceItem) -> SourceItem:
    if isinstance(item, SourceError):
        return item
    return replace(item, language=detect_language(item.text))


def hash_file(file: Path) -> str | None:
    """Return the hash of a file's bytes, as a document has it; None where it cannot be read."""
    digest = hashlib.blake2b(READER_VERSION.encode(), digest_size=16)
    try:
        with file.open("rb") as content:
            while block := content.read(HASH_BLOCK):
                digest.update(block)
    except OSError:
        return None
    return digest.hexdigest()


def is_costly(file: Path) -> bool:
    """Return whether a file takes long to convert; such a file is one document."""
    return file.suffix.lower() in CONVERTED


def _is_kept(file: Path) -> bool:
    """Return whether a file is read once a run: standard input cannot be read again."""
    return is_costly(file) or file.suffix.lower() in MESSAGES or file == STDIN


def _document_id(file: Path) -> str:
    return content_id("document", file.as_uri())
