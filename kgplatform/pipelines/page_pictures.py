"""Draws pages that evidence stands on, from the very file that was read."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from kgplatform.ingest.reading import hash_file
from kgplatform.records.picture import Picture
from kgplatform.runtime.resources import Resources
from kgplatform.sources.isolated.drawing import can_draw
from kgplatform.sources.isolated.drawing import draw_page as draw
from kgplatform.sources.limits import ReadLimits

__all__ = ["draw_page", "find_file"]

MOST_KEPT = 32  # pictures of about 200 kB


def draw_page(resources: Resources, document_id: str, number: int) -> Picture | None:
    """Return a page of a document as a picture; None where `find_file` finds none.

    Raises:
        SourceError: it cannot be drawn.
    """
    file = find_file(resources, document_id)
    if file is None:
        return None
    return _draw(file, _version(file), number, resources.settings.read_limits)


def find_file(resources: Resources, document_id: str) -> Path | None:
    """Return the file that a document was read from; None where it cannot be drawn or has changed.

    An address in the graph alone opens no file: its bytes must be those that were read.
    """
    rows = resources.query("fetch_document_source", id=document_id)
    if not rows or not can_draw(rows[0]["media_type"]):
        return None
    for uri in rows[0]["uris"]:
        file = _local_file(uri)
        digest = None if file is None else _hash(file, _version(file))
        known = resources.query("list_document_files", files=[[uri, digest]]) if digest else []
        if any(row["id"] == document_id for row in known):
            return file
    return None


def _local_file(uri: str) -> Path | None:
    parts = urlsplit(uri)
    if parts.scheme != "file" or parts.netloc or parts.fragment:
        return None
    file = Path(url2pathname(parts.path))
    return file if file.is_file() else None


def _version(file: Path) -> tuple[int, int]:
    """Return what changes when a file is written."""
    state = file.stat()
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=1024)
def _hash(file: Path, _as_of: tuple[int, int]) -> str | None:
    return hash_file(file)


@lru_cache(maxsize=MOST_KEPT)
def _draw(file: Path, _as_of: tuple[int, int], number: int, limits: ReadLimits) -> Picture:
    return draw(file, number, limits=limits)
