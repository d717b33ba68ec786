"""Walks paths and reads each file with the reader for its suffix.

A file, or a line of a file, that cannot be read becomes a SourceError that is handed on like a
document, so that the rest goes on and the report can count it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from kgplatform.errors import SourceError, UsageError
from kgplatform.records import Document
from kgplatform.sources.jsonl import read_jsonl
from kgplatform.sources.text import read_markdown, read_text

__all__ = ["READERS", "SourceItem", "list_files", "read_sources"]

SourceItem = Document | SourceError

READERS: dict[str, Callable[[Path], Iterator[SourceItem]]] = {
    ".jsonl": read_jsonl,
    ".jsonl.gz": read_jsonl,
    ".markdown": read_markdown,
    ".md": read_markdown,
    ".txt": read_text,
}


def list_files(paths: Iterable[Path]) -> list[Path]:
    """Return the readable files among `paths`, folders searched whole, sorted, each once.

    Raises:
        UsageError: a path does not exist, is a file of an unknown kind, or a folder without
            any readable file.
    """
    files: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise UsageError(f"There is no file or folder '{path}': check the path.")
        found = _files_below(path) if path.is_dir() else [path]
        known = [file for file in found if _suffix(file) in READERS]
        if not known:
            kinds = ", ".join(READERS)
            raise UsageError(f"'{path}' holds nothing that can be read: give {kinds} files.")
        files.update(dict.fromkeys(file.resolve() for file in known))
    return list(files)


def read_sources(files: Iterable[Path]) -> Iterator[SourceItem]:
    """Yield every document of `files` in order, and a SourceError for each that is unreadable."""
    for file in files:
        try:
            yield from READERS[_suffix(file)](file)
        except OSError as exc:
            yield SourceError(f"'{file}' cannot be read: {exc.strerror or exc}.")


def _files_below(folder: Path) -> list[Path]:
    """Return the files under a folder, sorted, hidden ones left out."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def _suffix(file: Path) -> str:
    """Return the suffix that names the reader; .gz counts with the one before it."""
    suffixes = [suffix.lower() for suffix in file.suffixes]
    return "".join(suffixes[-2:]) if suffixes[-1:] == [".gz"] else "".join(suffixes[-1:])
