"""Opens the SQLite files that remember what was asked, so that they can be shared."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kgplatform.errors import KgPlatformError
from kgplatform.storage.disk import disk_full, is_disk_full
from kgplatform.storage.permissions import private_file

__all__ = ["open_cache"]

BUSY_TIMEOUT_S = 30.0
"""How long to wait for another process that is writing."""


@contextmanager
def open_cache(
    path: Path, *, holds: str, error: type[KgPlatformError]
) -> Iterator[sqlite3.Connection]:
    """Give a connection for one act, which is committed at the end; the file is made if needed.

    Each act opens its own: a fraction of a millisecond next to a model's or an endpoint's second,
    and nothing that a thread, a fork or an abandoned object could hold on to.

    Args:
        path: the file.
        holds: what it holds, as a message names it: "chat replies".
        error: what is raised.

    Raises:
        DiskFull: there is no room for it.
        KgPlatformError: of the class `error`: the file cannot be made or is not such a cache.
    """
    try:
        # a transaction that first reads and then writes is refused at once where two collide
        opened = sqlite3.connect(
            private_file(path), timeout=BUSY_TIMEOUT_S, isolation_level="IMMEDIATE"
        )
        with closing(opened) as connection, connection:
            yield connection
    except (sqlite3.Error, OSError) as exc:
        if is_disk_full(exc):
            raise disk_full(path.parent) from exc
        raise error(
            f"The cache of {holds} {path} cannot be used ({exc}): make room or delete the file."
        ) from exc
