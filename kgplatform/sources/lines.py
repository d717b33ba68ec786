"""Opens files that are read line by line, plain or gzipped, and bounds what a line may be."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from kgplatform.sources.limits import MB, PassedLimit

__all__ = ["FREE_MB", "MAX_GROWTH", "MAX_LINE", "bounded_lines", "open_plain"]

MAX_LINE = 20_000_000  # bytes, or characters of text; a line stands in memory several times
MAX_GROWTH = 100  # ordinary text and triples grow by 3 to 30 when they are unpacked
FREE_MB = 100  # what a packed file may always hold


def open_plain(file: Path) -> BinaryIO:
    """Open a file for reading; one that ends in .gz is unpacked, as far as that is plausible."""
    if file.suffix.lower() == ".gz":
        return cast(BinaryIO, _Unpacked(file))
    return file.open("rb")


def bounded_lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines of a text.

    Raises:
        PassedLimit: a line is too long.
    """
    while line := stream.readline(MAX_LINE):
        if len(line) == MAX_LINE:
            raise PassedLimit(f"has a line of more than {MAX_LINE // MB} MB")
        yield line


class _Unpacked(gzip.GzipFile):
    """A gzipped file that may grow only so far."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, "rb")
        self._most = max(FREE_MB * MB, file.stat().st_size * MAX_GROWTH)

    def read(self, *args: Any) -> bytes:
        return self._checked(super().read(*args))

    def read1(self, *args: Any) -> bytes:
        return self._checked(super().read1(*args))

    def readline(self, *args: Any) -> bytes:
        return self._checked(super().readline(*args))

    def _checked(self, data: bytes) -> bytes:
        if self.tell() > self._most:
            raise PassedLimit(f"unpacks to more than {self._most // MB:,} MB")
        return data
