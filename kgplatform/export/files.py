"""Writes a result whole or not at all, so that no reader ever sees half a file.

The new content goes to a temporary file in the same folder, reaches the disk, and then takes the
name in one step. Only a regular file is ever replaced.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from kgplatform.errors import UsageError

__all__ = ["write_file"]

NEW_FILE_MODE = 0o644


def write_file(path: Path, content: str) -> None:
    """Write `content` (UTF-8, as it is) to `path`, making missing parent folders.

    Raises:
        UsageError: the path is something other than a regular file, or cannot be written.
    """
    try:
        mode = _existing_mode(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, content.encode(), mode=mode)
    except OSError as exc:
        raise UsageError(f"{path} cannot be written: {exc.strerror or exc}.") from exc


def _existing_mode(path: Path) -> int:
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return NEW_FILE_MODE
    if not stat.S_ISREG(found):
        raise UsageError(f"{path} exists and is not a regular file; give another path.")
    return stat.S_IMODE(found)


def _replace(path: Path, content: bytes, *, mode: int) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
