"""Writes a result whole or not at all, so that no reader ever sees half a file.

The new content goes to a temporary place in the same folder, reaches the disk, and then takes the
name in one step. Only a regular file is ever replaced, and a folder never.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TextIO

from kgplatform.errors import UsageError
from kgplatform.records.ids import file_sha256

__all__ = ["hash_files", "opened_text", "replaced", "write_file"]

NEW_FILE_MODE = 0o644
NEW_FOLDER_MODE = 0o755


def write_file(path: Path, content: str) -> None:
    """Write `content` (UTF-8, as it is) to `path`, making missing parent folders.

    Raises:
        UsageError: the path is something other than a regular file, or cannot be written.
    """
    with replaced(path) as temporary, opened_text(temporary) as file:
        file.write(content)


@contextmanager
def opened_text(path: Path) -> Iterator[TextIO]:
    """Open a file to be written as UTF-8, characters and line ends as they are."""
    with path.open("w", encoding="utf-8", newline="") as file:
        yield file


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Give a place in which nothing is yet; what is written there takes the name `path`.

    Raises:
        UsageError: the path is something other than a regular file, or cannot be written; a folder
            was written, and the path is there already.
    """
    try:
        mode = _existing_mode(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
        try:
            temporary = folder / path.name
            yield temporary
            _put(temporary, path, mode)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as exc:
        raise UsageError(f"{path} cannot be written: {exc.strerror or exc}.") from exc


def hash_files(path: Path) -> dict[str, str]:
    """Return the SHA-256 of a file, or of each file of a folder, by its name."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return {file.name: file_sha256(file) for file in files}


def _existing_mode(path: Path) -> int | None:
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found):
        raise UsageError(f"{path} exists and is not a regular file; give another path.")
    return stat.S_IMODE(found)


def _put(temporary: Path, path: Path, mode: int | None) -> None:
    is_folder = temporary.is_dir()
    if is_folder and mode is not None:
        raise UsageError(f"{path} exists, and this format makes a folder; give another path.")
    for file in temporary.iterdir() if is_folder else (temporary,):
        with file.open("rb") as content:
            _sync(content)
    temporary.chmod(NEW_FOLDER_MODE if is_folder else mode or NEW_FILE_MODE)
    temporary.replace(path)


def _sync(content: IO[bytes]) -> None:
    os.fsync(content.fileno())
