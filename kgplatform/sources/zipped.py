"""Reads zip archives: each file in them as its own kind, as if the archive were a folder.

What an archive says about itself comes from a stranger: a member's name is no place on the disk,
and its size is bounded before anything is unpacked. Hidden files are left out, and files of
unknown kinds counted, as in a folder.
"""

from __future__ import annotations

import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from kgplatform.errors import EmptySource, SourceError
from kgplatform.sources.archive import ENCRYPTED
from kgplatform.sources.files import SourceItem, has_reader
from kgplatform.sources.json_files import is_settings
from kgplatform.sources.limits import MB
from kgplatform.sources.lines import FREE_MB, MAX_GROWTH
from kgplatform.sources.listing import OF_SETTINGS, suffix_of
from kgplatform.sources.parts import Container, bounded_parts, take_part

__all__ = ["read_zip"]

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError)
NO_CONTENT = "__MACOSX"  # what macOS adds next to each file


def read_zip(file: Path) -> Iterator[SourceItem]:
    """Yield what the files of an archive hold, and a SourceError for each that is not read.

    Raises:
        PassedLimit: it has too many files, or unpacks to too much.
    """
    try:
        with zipfile.ZipFile(file) as archive, bounded_parts():
            yield from _members(file, archive)
    except DAMAGED as exc:
        if not file.stat().st_size:
            yield EmptySource(str(file))
            return
        yield SourceError(
            f"'{file}' is damaged ({exc}): open it in its own program and save it again."
        )


def _members(file: Path, archive: zipfile.ZipFile) -> Iterator[SourceItem]:
    container = Container(file.as_uri(), shown=str(file))
    skipped: Counter[str] = Counter()
    members = [entry for entry in archive.infolist() if not _is_left_out(entry)]
    for entry in members:
        name = PurePosixPath(entry.filename).name
        if not has_reader(Path(name)) or is_settings(name):
            skipped[suffix_of(Path(name)) + (f" {OF_SETTINGS}" if is_settings(name) else "")] += 1
            continue
        take_part(entry.file_size)
        yield from _member(container, archive, entry)
    if not members:
        yield SourceError(f"'{file}' holds no file: there is nothing to read.")
    if skipped:
        counted = (f"{count:,} {kind or 'without suffix'}" for kind, count in skipped.items())
        yield SourceError(f"'{file}' holds files that are not read: {', '.join(counted)}.")


def _member(
    container: Container, archive: zipfile.ZipFile, entry: zipfile.ZipInfo
) -> Iterator[SourceItem]:
    name = container.name_part(entry.filename)
    if entry.flag_bits & ENCRYPTED:
        yield container.failure(name, "is encrypted: save it without a password")
    elif _is_outside(entry.filename):
        yield container.failure(name, "is named as a place outside of the archive, and is not read")
    elif entry.file_size > max(FREE_MB * MB, entry.compress_size * MAX_GROWTH):
        grown = f"{entry.file_size // MB:,} MB from {entry.compress_size / MB:.1f} MB"
        yield container.failure(name, f"unpacks to {grown}, which no document does")
    else:
        try:
            with archive.open(entry) as content:
                yield from container.read(
                    name, cast("BinaryIO", content), suffix=suffix_of(Path(entry.filename))
                )
        except DAMAGED as exc:
            yield container.failure(name, f"is damaged ({exc})")


def _is_left_out(entry: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(entry.filename).parts
    is_hidden = any(part.startswith(".") and part != ".." for part in parts)
    return entry.is_dir() or is_hidden or NO_CONTENT in parts


def _is_outside(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in path.parts[0]
