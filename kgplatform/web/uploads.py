"""Keeps uploaded files in the data folder, each under its own name, to be ingested from there.

A name that was uploaded before is replaced, as a file that changed. What a file holds is looked at
by the ingest alone, in a process of its own and under its limits.
"""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from kgplatform.errors import UsageError
from kgplatform.sources.files import list_files
from kgplatform.storage.disk import disk_full, is_disk_full
from kgplatform.storage.permissions import private_file, private_part

__all__ = ["FOLDER", "forget_upload", "keep_uploads"]

FOLDER = "uploads"
LONGEST_NAME = 200
PARTIAL = ".part"
Upload = tuple[str, BinaryIO]
"""The name that a file has where it comes from, and its bytes."""


def keep_uploads(home: Path, uploads: Sequence[Upload]) -> list[Path]:
    """Write uploaded files, and return where they are.

    Args:
        home: the data folder.
        uploads: their names and bytes.

    Raises:
        UsageError: a name is no plain file name, comes twice, or is of a kind that is not read;
            then none is written.
        DiskFull: there is no room.
    """
    folder = home / FOLDER
    names = [_check_name(name) for name, _ in uploads]
    if len(set(names)) < len(names):
        raise UsageError("Two files have the same name: rename one, or send them one by one.")
    private_part(folder)
    written = []
    try:
        for name, (_, source) in zip(names, uploads, strict=True):
            written.append(private_file(folder / f"{PARTIAL}-{name}"))
            with written[-1].open("wb") as target:
                shutil.copyfileobj(source, target)
        for path, name in zip(written, names, strict=True):
            _check_kind(path, name)
        return [path.replace(folder / path.name.removeprefix(f"{PARTIAL}-")) for path in written]
    except OSError as exc:
        if is_disk_full(exc):
            raise disk_full(folder) from exc
        raise
    finally:
        for path in written:
            path.unlink(missing_ok=True)


def forget_upload(home: Path, uri: str) -> None:
    """Delete the file of a document that was uploaded; any other is left alone."""
    for path in (home / FOLDER).resolve().glob("*"):
        if path.as_uri() == uri.partition("#")[0]:
            path.unlink(missing_ok=True)


def _check_kind(path: Path, name: str) -> None:
    """Refuse what is not read: kinds are told by names, JSON from settings by what it holds."""
    try:
        list_files([path])
    except UsageError as exc:
        raise UsageError(str(exc).replace(str(path), name)) from exc


def _check_name(name: str) -> str:
    """Return a file's name in one form, and refuse what is more than that."""
    name = unicodedata.normalize("NFC", name)
    if any(char in name for char in "/\\:") or name.startswith(".") or not name.isprintable():
        raise UsageError(
            f"{name!r} is no plain file name: send it without folders, and not with a dot first."
        )
    if not name or len(name.encode()) > LONGEST_NAME:
        raise UsageError(f"A file's name has 1 to {LONGEST_NAME} bytes: rename it.")
    return name
