"""Reads the sources of an export again, each file once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import hashed_text
from kgplatform.records.ids import content_sha256, file_sha256
from kgplatform.sources.files import find_source, read_sources
from kgplatform.sources.isolated.pool import ReadingProcesses

__all__ = ["Again", "SourceFiles", "read_all_again"]


@dataclass(frozen=True, slots=True)
class Again:
    """A document of a manifest as it is read now.

    `text` is None where there is no source; `is_same` says that text, title and structure are those
    that were read, `is_same_file` that the file is, byte by byte (None: not known).
    """

    known: Mapping[str, Any]
    text: str | None
    is_same: bool = False
    is_same_file: bool | None = None
    problem: str = ""


class SourceFiles:
    """Finds the files of addresses.

    Args:
        folder: in which files are looked for by their names, at any depth; None: where their
            addresses say, or in the folder of the export.
        beside: the folder of the export.
    """

    def __init__(self, folder: Path | None, beside: Path) -> None:
        self._named: defaultdict[str, list[Path]] = defaultdict(list)
        self._looks_at_addresses = folder is None
        files = beside.iterdir() if folder is None else folder.absolute().rglob("*")
        for file in sorted(files):
            if file.is_file():
                self._named[file.name].append(file)

    def find(self, document: Mapping[str, Any]) -> Path | None:
        """Return the file of a document, of several that with its hash; None where there is none.

        A file of a further address (`copies`) is as good.
        """
        parts = urlsplit(str(document["uri"]))
        if parts.scheme != "file":
            return None
        path = Path(unquote(parts.path))
        if self._looks_at_addresses and path.is_absolute() and path.is_file():
            return path
        candidates = self._named[path.name]
        same = [file for file in candidates if file_sha256(file) == document.get("fileSha256")]
        return next(iter((*same, *candidates)), None)


def read_all_again(
    documents: Iterable[Mapping[str, Any]],
    files: SourceFiles,
    *,
    processes: ReadingProcesses,
) -> Iterator[Again]:
    """Yield each document as its source is now; those of one file together.

    Args:
        documents: {uri, title, sha256, fileSha256} each, as manifests have them.
        files: where sources are.
        processes: those that read.
    """
    wanted: defaultdict[Path, list[Mapping[str, Any]]] = defaultdict(list)
    for document in documents:
        file = files.find(document)
        if file is None:
            yield Again(document, None, problem="there is no such file")
        elif find_source(file) is None:
            yield Again(document, None, problem="no file of this kind can be read")
        else:
            wanted[file].append(document)
    for file, known in wanted.items():
        yield from _read_file(file, known, processes)


def _read_file(
    file: Path, documents: list[Mapping[str, Any]], processes: ReadingProcesses
) -> Iterator[Again]:
    waiting: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for document in documents:
        waiting[urlsplit(str(document["uri"])).fragment].append(document)
    sha256, problem = file_sha256(file), "the file has no such part any more"
    for item in read_sources([file], max_file_mb=None, processes=processes):
        if isinstance(item, SourceError):
            problem = str(item)
            continue
        for document in waiting.pop(urlsplit(item.uri).fragment, ()):
            yield _compare(item, document, sha256)
    for left in waiting.values():
        for document in left:
            yield Again(document, None, problem=problem)


def _compare(item: Document, known: Mapping[str, Any], sha256: str) -> Again:
    again = replace(item, id=str(known["id"]), title=str(known["title"] or ""))
    is_same = content_sha256(hashed_text(again)) == known["sha256"]
    of_file = known.get("fileSha256")
    return Again(known, item.text, is_same, None if of_file is None else of_file == sha256)
