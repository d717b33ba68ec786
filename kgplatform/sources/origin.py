"""Reads a document of the graph from its source again, so that anyone can check it.

The graph holds a document's passages and not its whole text, which stands in its file.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import find_source, read_sources
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import DEFAULT_READ_LIMITS, ReadLimits

__all__ = ["read_again"]


def read_again(
    uri: str,
    *,
    document_id: str,
    sha256: str | None,
    limits: ReadLimits = DEFAULT_READ_LIMITS,
) -> Document:
    """Return the document as it was read into the graph.

    Args:
        uri: where it came from.
        document_id: its id; a file may hold several documents.
        sha256: of what was read.
        limits: what reading it may take.

    Raises:
        SourceError: its source is no file of this machine, cannot be read, or has changed since.
    """
    parts = urlsplit(uri)
    file = Path(unquote(parts.path))
    if parts.scheme != "file" or find_source(file) is None:
        raise SourceError(f"The text of '{uri}' cannot be read again: it did not come from a file.")
    with ReadingProcesses(limits) as processes:
        for item in read_sources([file], max_file_mb=None, processes=processes):
            if isinstance(item, Document):
                if item.id == document_id and item.sha256 == sha256:
                    return item
            elif not parts.fragment or not file.exists():  # a broken line beside it is no matter
                raise item
    raise SourceError(
        f"'{file}' has changed since it was read into the graph: kgplatform ingest reads it again."
    )
