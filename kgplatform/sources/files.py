"""Reads each file with the source that its suffix names, in a process of its own.

A file, or a line of a file, that cannot be read becomes a SourceError that is handed on like a
document, so that the rest goes on and the report can count it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Protocol

from kgplatform.errors import KgPlatformError, SourceError
from kgplatform.plugins import SOURCES
from kgplatform.records import Document
from kgplatform.sources.images import IMAGES, can_recognise
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import MAX_ERRORS, MB, PassedLimit
from kgplatform.sources.listing import DATA_OR_SETTINGS, Listing, find_files, suffix_of
from kgplatform.sources.text import read_stdin

__all__ = [
    "MAX_FILE_MB",
    "Source",
    "SourceItem",
    "find_source",
    "has_reader",
    "list_files",
    "list_sources",
    "read_file",
    "read_sources",
]

SourceItem = Document | SourceError

MAX_FILE_MB = 50
"""A text, Markdown, CSV, HTML, JSON or XML file is one document and stands in memory whole, several
times; JSON Lines are streamed, and archives are checked for what they unpack to."""

READ_WHOLE = frozenset("csv htm html json markdown md rst rtf srt tsv txt vtt xml".split())
FACTS_OR_ANYTHING = frozenset({"csv", "json", "tsv"})  # facts are streamed
OUT_OF_MEMORY = re.compile(r"out of memory|memory alloc|allocate memory|bad_alloc", re.I)


class Source(Protocol):
    """Reads one kind of file: a function, in a process of its own and under limits.

    It is an entry of the group kgplatform.sources; the entry's name is the suffix without its
    first dot, in small letters: md, or jsonl.gz.
    """

    def __call__(self, file: Path, /) -> Iterator[SourceItem]:
        """Yield the documents of a file, and a SourceError for each part that is unreadable.

        Whatever else it raises is reported as a mistake of the file.
        """


def find_source(file: Path) -> str | None:
    """Return the name of the source that reads a file; None where there is none."""
    name = suffix_of(file).removeprefix(".")
    return name if name in SOURCES else None


def has_reader(file: Path) -> bool:
    """Return whether a file can be read here; images need the extra that recognises text."""
    name = find_source(file)
    return name is not None and (name not in IMAGES or can_recognise())


def list_sources(
    paths: Iterable[Path],
    *,
    may_be_empty: Collection[Path] = (),
    processes: ReadingProcesses | None = None,
) -> Listing:
    """Return the readable files among `paths` (files, folders, globs, "-") and what is left out.

    Args:
        may_be_empty: folders that are no mistake without any readable file.
        processes: look into files that may be data or settings; None starts some if needed.

    Raises:
        UsageError: a path does not exist, is a file of an unknown kind, or a folder or glob
            without any readable file that may not be one.
    """
    paths = list(paths)
    with _given(processes) as looking:
        return find_files(
            paths,
            kinds=[f".{name}" for name in SOURCES],
            holds_content=partial(_holds_content, looking),
            may_be_empty=may_be_empty,
        )


def list_files(paths: Iterable[Path]) -> list[Path]:
    """Return the readable files among `paths`; list_sources also reports what is left out.

    Raises:
        UsageError: as list_sources.
    """
    return list(list_sources(paths).files)


def read_sources(
    files: Iterable[Path],
    *,
    max_file_mb: float | None = MAX_FILE_MB,
    processes: ReadingProcesses | None = None,
) -> Iterator[SourceItem]:
    """Yield every document of `files` in order, and a SourceError for each that is unreadable.

    Files are read in processes of their own, under limits: one that ends its process or passes a
    limit is unreadable as well.

    Args:
        files: as list_sources gives them; STDIN is read as text.
        max_file_mb: a text, Markdown, CSV or HTML file above it is not read (million bytes);
            None reads any.
        processes: those that read; None starts some and ends them.

    Raises:
        KgPlatformError: something is missing for all files.
    """
    with _given(processes) as reading:
        for items in reading.read(files, max_file_mb=max_file_mb):
            yield from items


def read_file(
    file: Path, *, max_file_mb: float | None = MAX_FILE_MB, content: Path | None = None
) -> Iterator[SourceItem]:
    """Yield what one file holds, read in this very process and under none of its limits.

    At most MAX_ERRORS errors are given, then the count of all that follow.

    Args:
        max_file_mb: as read_sources takes it.
        content: where the bytes from standard input stand, for STDIN.

    Raises:
        KgPlatformError: something is missing for all files.
        MemoryError: the memory of this process does not suffice.
    """
    yield from _bounded(_read_file(file, max_file_mb, content), file)


def _given(processes: ReadingProcesses | None) -> AbstractContextManager[ReadingProcesses]:
    return ReadingProcesses() if processes is None else nullcontext(processes)


def _read_file(file: Path, max_file_mb: float | None, content: Path | None) -> Iterator[SourceItem]:
    try:
        failure = _check_length(file, max_file_mb)
        if failure is not None:
            yield failure
        elif content is not None:
            max_bytes = None if max_file_mb is None else int(max_file_mb * MB)
            yield from read_stdin(content.read_bytes(), max_bytes=max_bytes)
        else:
            source: Source = SOURCES.load(suffix_of(file).removeprefix("."))
            yield from source(file)
    except SourceError as exc:
        yield exc
    except KgPlatformError:
        raise  # something that is missing for all files: to be reported once
    except PassedLimit as exc:
        yield SourceError(f"'{file}' {exc}, the limit: split it into smaller files.")
    except RecursionError:
        yield SourceError(f"'{file}' nests its parts too deeply to be read: make it flatter.")
    except OSError as exc:
        yield SourceError(f"'{file}' cannot be read: {exc.strerror or exc}.")
    except Exception as exc:  # a dozen libraries, which raise what they like
        if isinstance(exc, MemoryError) or OUT_OF_MEMORY.search(str(exc)):
            raise MemoryError from exc
        yield SourceError(
            f"'{file}' cannot be read ({type(exc).__name__}: {_one_line(exc)}): it may be "
            "damaged; open it in its own program and save it again."
        )


def _bounded(items: Iterable[SourceItem], file: Path) -> Iterator[SourceItem]:
    """Keep the first errors of a file and count the rest: a million wrong lines are one mistake."""
    errors = 0
    for item in items:
        errors += isinstance(item, SourceError)
        if not isinstance(item, SourceError) or errors <= MAX_ERRORS:
            yield item
    if errors > MAX_ERRORS:
        yield SourceError(f"'{file}' has {errors - MAX_ERRORS:,} more mistakes.")


def _check_length(file: Path, max_file_mb: float | None) -> SourceError | None:
    name = find_source(file)
    if max_file_mb is None or name not in READ_WHOLE:
        return None
    size = file.stat().st_size / MB
    if size <= max_file_mb or (name in FACTS_OR_ANYTHING and _holds_facts(file)):
        return None
    return SourceError(
        f"'{file}' has {size:.0f} MB, the limit is {max_file_mb:g} MB: split it, give it as JSON "
        "Lines, or raise the limit."
    )


def _holds_content(processes: ReadingProcesses, file: Path) -> bool:
    if not has_reader(file):
        return False
    return suffix_of(file) not in DATA_OR_SETTINGS or processes.holds_content(file)


def _holds_facts(file: Path) -> bool:
    from kgplatform.sources.facts.detection import holds_facts

    return holds_facts(file)


def _one_line(exc: Exception) -> str:
    return " ".join(str(exc).split())[:200]
