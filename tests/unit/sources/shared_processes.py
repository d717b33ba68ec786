"""Reads files as ingests do, in processes that the tests of a worker share."""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from kgplatform.sources.files import MAX_FILE_MB, SourceItem
from kgplatform.sources.files import read_sources as read_with
from kgplatform.sources.isolated.pool import ReadingProcesses

__all__ = ["read_sources"]


@cache
def _processes() -> ReadingProcesses:
    """Return processes that end with this one: to start some takes longer than most files."""
    processes = ReadingProcesses()
    atexit.register(processes.close)
    return processes


def read_sources(
    files: Iterable[Path], *, max_file_mb: float | None = MAX_FILE_MB
) -> Iterator[SourceItem]:
    """Yield what `kgplatform.sources.files.read_sources` does."""
    return read_with(files, max_file_mb=max_file_mb, processes=_processes())
