"""What is said about a full disk, wherever it shows: in a file, SQLite, a tool of Neo4j's, Neo4j.

The first is an error of the operating system, the others say it in words.
"""

from __future__ import annotations

import errno
import re
import shutil
from pathlib import Path

from kgplatform.errors import DiskFull

__all__ = ["FULL_DISK", "disk_full", "is_disk_full"]

FULL = {errno.ENOSPC, errno.EDQUOT}
FULL_DISK = re.compile(
    r"No space left on device|Disk quota exceeded|out of disk space|disk is full"
    r"|not enough space on the disk",
    re.IGNORECASE,
)
"""How programs word it."""


def disk_full(folder: Path, *, needed_bytes: int | None = None) -> DiskFull:
    """Return the error for a full disk: the one that holds `folder`, which need not exist.

    `needed_bytes` is how much must be free, where that is known.
    """
    folder = folder.resolve()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    return DiskFull(folder, shutil.disk_usage(existing).free, needed_bytes)


def is_disk_full(exc: BaseException) -> bool:
    """Return whether an error, or one that led to it, is that of a full disk."""
    seen: BaseException | None = exc
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno in FULL:
            return True
        if type(seen).__module__ == "sqlite3" and FULL_DISK.search(str(seen)):
            return True
        seen = seen.__cause__ or seen.__context__
    return False
