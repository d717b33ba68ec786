"""Pictures of the pages that evidence stands on, drawn from the very file that was read."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from urllib.request import url2pathname

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.responses import Response

from kgplatform.errors import NotFound
from kgplatform.ingest.reading import hash_file
from kgplatform.platform import Platform
from kgplatform.sources.isolated.drawing import can_draw, draw_page
from kgplatform.sources.limits import ReadLimits
from kgplatform.web.pages.rendering import PAGE_HEADERS
from kgplatform.web.replies import Text
from kgplatform.web.service import Served

__all__ = ["find_file", "router"]

router = APIRouter(include_in_schema=False)
MOST_KEPT = 32  # pictures of about 200 kB
MOST_PAGES = 100_000


@router.get("/documents/{document_id}/pages/{number}")
def picture(
    document_id: Text, number: Annotated[int, InPath(ge=1, le=MOST_PAGES)], service: Served
) -> Response:
    """Send a page of a document as a picture, as long as the file is the one that was read."""
    platform = service.platform
    file = find_file(platform, document_id)
    if file is None:
        raise NotFound("The file is not there any more, or is another than the one that was read.")
    data = _draw(file, _version(file), number, platform.settings.read_limits)
    headers = {**PAGE_HEADERS, "Cache-Control": "private, max-age=3600"}
    return Response(data, media_type="image/png", headers=headers)


def find_file(platform: Platform, document_id: str) -> Path | None:
    """Return the file that a document was read from; None where it cannot be drawn or has changed.

    An address in the graph alone opens no file: its bytes must be those that were read.
    """
    rows = platform.query("fetch_document_source", id=document_id)
    if not rows or not can_draw(rows[0]["media_type"]):
        return None
    for uri in rows[0]["uris"]:
        file = _local_file(uri)
        digest = None if file is None else _hash(file, _version(file))
        known = platform.query("list_document_files", files=[[uri, digest]]) if digest else []
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
def _draw(file: Path, _as_of: tuple[int, int], number: int, limits: ReadLimits) -> bytes:
    return draw_page(file, number, limits=limits)
