"""Content ids: the same content has the same id on every machine, in every run.

Ids are made here and never by Neo4j, so that a second ingest finds what the first one wrote.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["SEPARATOR", "content_id", "content_sha256", "file_sha256"]

ID_BYTES = 12  # 96 bits: at a billion ids the chance of one collision is about 6e-12
SEPARATOR = "\x1f"  # keeps ("ab", "c") and ("a", "bc") apart


def content_id(*parts: str) -> str:
    """Return 24 hexadecimal digits that depend on every part and on their order."""
    joined = SEPARATOR.join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=ID_BYTES).hexdigest()


def content_sha256(*parts: str) -> str:
    """Return the SHA-256 of the parts, to see whether a document changed."""
    return hashlib.sha256(SEPARATOR.join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's own bytes, by which anybody can tell it from others."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
