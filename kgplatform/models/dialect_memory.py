"""Remembers on disk what endpoints were found to refuse, beside the replies that they gave.

A note a row, so that threads and processes that learn at the same time add to each other. Notes are
of one VERSION of their form: others are not read, and are overwritten.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgplatform.errors import ModelError
from kgplatform.models.dialect import Dialect
from kgplatform.models.sqlite import open_cache

__all__ = ["DialectMemory"]

VERSION = 1
_CREATE = """
CREATE TABLE IF NOT EXISTS dialect (
    endpoint TEXT NOT NULL,
    model TEXT NOT NULL,
    version INTEGER NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (endpoint, model, version, note)
) WITHOUT ROWID
"""


class DialectMemory:
    """The dialect of one model at one endpoint; without a file it is forgotten with the process.

    Args:
        path: the SQLite file, or None.
        endpoint: the address, without user and query.
        model: its name there.
    """

    def __init__(self, path: Path | None, endpoint: str, model: str) -> None:
        self._path = path
        self._key = (endpoint, model, VERSION)

    def load(self) -> Dialect:
        """Return what is known; nothing where there is no file."""
        if self._path is None:
            return Dialect()
        with _open(self._path) as connection:
            rows = connection.execute(
                "SELECT note FROM dialect WHERE endpoint = ? AND model = ? AND version = ?",
                self._key,
            ).fetchall()
        return Dialect.of_notes(frozenset(str(note) for (note,) in rows))

    def store(self, dialect: Dialect, *, before: Dialect) -> None:
        """Remember a dialect in the place of the one that was known before."""
        if self._path is None:
            return
        new, gone = dialect.notes - before.notes, before.notes - dialect.notes
        with _open(self._path) as connection:
            connection.executemany(
                "DELETE FROM dialect WHERE endpoint = ? AND model = ? AND version = ? AND note = ?",
                [(*self._key, note) for note in gone],
            )
            connection.executemany(
                "INSERT OR IGNORE INTO dialect VALUES (?, ?, ?, ?)",
                [(*self._key, note) for note in new],
            )


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with open_cache(path, holds="chat replies", error=ModelError) as connection:
        connection.execute(_CREATE)
        yield connection
