"""Reads a document of the graph from its source again, so that anyone can check it.

The graph holds a document's passages and not its whole text, which stands in its file.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import hashed_text
from kgplatform.records.ids import content_sha256
from kgplatform.sources.files import find_source, read_sources
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import DEFAULT_READ_LIMITS, ReadLimits

__all__ = ["file_of", "read_again", "readable_uri"]


def file_of(uri: str) -> Path | None:
    """Return the file of a URI; None where it is none of a file."""
    parts = urlsplit(uri)
    return Path(unquote(parts.path)) if parts.scheme == "file" else None


def readable_uri(uri: str) -> str:
    """Return how messages name a source: a file by its path in quotes, with the part in it."""
    file, fragment = file_of(uri), unquote(urlsplit(uri).fragment)
    if file is None:
        return f"'{uri}'"
    return f"'{file}' ({fragment})" if fragment else f"'{file}'"


def read_again(
    uri: str,
    *,
    document_id: str,
    title: str,
    sha256: str | None,
    limits: ReadLimits = DEFAULT_READ_LIMITS,
) -> Document:
    """Return the document as it was read into the graph.

    Args:
        uri: where it came from.
        document_id: its id; a file may hold several documents.
        title: which it has; that of a file may be its name, and it may have had another one.
        sha256: of what was read.
        limits: what reading it may take.

    Raises:
        SourceError: its source is no file of this machine, cannot be read, or has changed since.
    """
    file, fragment = file_of(uri), urlsplit(uri).fragment
    if file is None or find_source(file) is None:
        raise SourceError(f"The text of '{uri}' cannot be read again: it did not come from a file.")
    with ReadingProcesses(limits) as processes:
        for item in read_sources([file], max_file_mb=None, processes=processes):
            if isinstance(item, Document):
                again = replace(item, id=document_id, title=title)
                if item.uri == uri and content_sha256(hashed_text(again)) == sha256:
                    return replace(again, sha256=sha256)
            elif not fragment or not file.exists():  # a broken line elsewhere does not matter
                raise item
    raise SourceError(
        f"'{file}' has changed since it was read into the graph: kgplatform ingest reads it again."
    )
