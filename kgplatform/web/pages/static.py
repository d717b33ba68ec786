"""The files that pages are made of: style sheets, scripts and the libraries that are vendored."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header
from starlette.exceptions import HTTPException
from starlette.responses import Response

__all__ = ["STATIC", "asset", "router"]

STATIC = "/static/"
"""Where their addresses begin; they need no token, since the page that asks for one uses them."""
FOLDER = Path(__file__).parents[1] / "static"
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
A_YEAR_S = 365 * 24 * 3600
DIGEST_CHARS = 12

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class _File:
    media_type: str
    digest: str
    plain: bytes
    packed: bytes


def asset(name: str) -> str:
    """Return the address of a file, which changes with what it holds."""
    return f"{STATIC}{name}?v={_files()[name].digest}"


@router.get(f"{STATIC}{{name}}")
def show(name: str, v: str = "", accept_encoding: Annotated[str, Header()] = "") -> Response:
    """Send a file; browsers keep it as long as its address is the same."""
    found = _files().get(name)
    if found is None:
        raise HTTPException(404)
    is_packed = "gzip" in accept_encoding
    headers = {"Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
    if v == found.digest:
        headers["Cache-Control"] = f"public, max-age={A_YEAR_S}, immutable"
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    body = found.packed if is_packed else found.plain
    return Response(body, headers=headers, media_type=found.media_type)


@cache
def _files() -> dict[str, _File]:
    return {path.name: _read(path) for path in FOLDER.rglob("*") if path.suffix in MEDIA_TYPES}


def _read(path: Path) -> _File:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()[:DIGEST_CHARS]
    return _File(MEDIA_TYPES[path.suffix], digest, data, gzip.compress(data, mtime=0))
