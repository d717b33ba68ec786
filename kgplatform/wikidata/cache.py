"""Remembers results of queries on disk for a while: other people's endpoints are asked once.

A result is found by the hash of the endpoint and the exact query. Wikidata changes, so a result
has an age, and one that is too old is asked for anew.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgplatform.errors import WikidataError
from kgplatform.models.sqlite import open_cache

__all__ = ["ResultCache"]

KEPT_AGE_S = 30 * 86_400.0
"""What is older is deleted with the next result that is stored, so the file does not only grow."""

CREATE = """
CREATE TABLE IF NOT EXISTS result (
    key TEXT PRIMARY KEY,
    body BLOB NOT NULL,
    stored_at REAL NOT NULL
)
"""


class ResultCache:
    """Bodies of results in one SQLite file, safe to share among threads and processes."""

    def __init__(self, path: Path) -> None:
        """Name the file; it is made when it is first used."""
        self.path = path

    def get(self, endpoint: str, query: str, *, newer_than: float) -> bytes | None:
        """Return the body stored after that time (seconds since 1970), if there is one."""
        with self._connection() as connection:
            row = connection.execute(
                "SELECT body FROM result WHERE key = ? AND stored_at > ?",
                (_key(endpoint, query), newer_than),
            ).fetchone()
        return row[0] if row else None

    def put(self, endpoint: str, query: str, body: bytes, *, now: float) -> None:
        """Store a body, in place of what was stored for the same query."""
        with self._connection() as connection:
            connection.execute("DELETE FROM result WHERE stored_at < ?", (now - KEPT_AGE_S,))
            connection.execute(
                "INSERT OR REPLACE INTO result VALUES (?, ?, ?)",
                (_key(endpoint, query), body, now),
            )

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        opening = open_cache(self.path, holds="SPARQL results", error=WikidataError)
        with opening as connection:
            connection.execute(CREATE)
            yield connection


def _key(endpoint: str, query: str) -> str:
    return hashlib.sha256(f"{endpoint}\n{query}".encode("utf-8", "surrogatepass")).hexdigest()
