"""How much reading one file may take, and what is reported of a file that takes more."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from kgplatform.errors import SourceError

__all__ = [
    "DEFAULT_CPU_S",
    "DEFAULT_MEMORY_MB",
    "DEFAULT_READ_LIMITS",
    "DEFAULT_WALL_S",
    "MAX_ERRORS",
    "MB",
    "MIN_MEMORY_MB",
    "MORE",
    "PassedLimit",
    "ReadLimits",
]

DEFAULT_MEMORY_MB = 768  # with the rest of an ingest, models aside, it stays below 1 GB
DEFAULT_CPU_S = 30.0
DEFAULT_WALL_S = 120.0
MIN_MEMORY_MB = 256  # the libraries alone take half of it
GROWTH_PER_MB = 1 / 3  # a dense PDF takes 9 s of processor time for each MB, 10 are given
HANDED_OVER = 1 / 8  # of the memory: what one document may be when it is handed over
MAX_ERRORS = 1_000
"""Errors that are kept of one file; those that follow are counted."""

MB = 1_000_000
DISK_BLOCK = 512  # what st_blocks counts in


def _no_limits(cpu_s: float, wall_s: float, memory_mb: int) -> None:
    del cpu_s, wall_s, memory_mb


MORE: ContextVar[Callable[[float, float, int], None]] = ContextVar("more", default=_no_limits)
"""Called where a part of a file may take more than others: seconds of the processor, seconds of the
clock, and the million bytes of memory that the process may have beyond its limit from then on."""


class PassedLimit(Exception):
    """A file holds more than is read of its kind; the message goes on after the file's name."""


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What a process that reads a file may take for it.

    Attributes:
        memory_mb: memory of the process (million bytes), the libraries' own included.
        cpu_s: processor time of a file, and a third more for each MB that it has on disk.
        wall_s: time that is waited for a file, growing in the same way.
    """

    memory_mb: int = DEFAULT_MEMORY_MB
    cpu_s: float = DEFAULT_CPU_S
    wall_s: float = DEFAULT_WALL_S

    @property
    def handed_over_bytes(self) -> int:
        """How large one document may be when it is handed over."""
        return int(self.memory_mb * MB * HANDED_OVER)

    def cpu_of(self, file: Path) -> float:
        """Return the processor time of a file."""
        return self.cpu_s * _growth(file)

    def wall_of(self, file: Path) -> float:
        """Return how long a file is waited for."""
        return self.wall_s * _growth(file)

    def too_much_memory(self, file: Path) -> SourceError:
        """Return what is reported of a file that needs more memory."""
        return self._passed(file, f"needs more than {self.memory_mb:,} MB of memory", "MEMORY_MB")

    def too_much_cpu(self, file: Path) -> SourceError:
        """Return what is reported of a file that needs more processor time."""
        stated = f"takes more than {self.cpu_of(file):,.0f} seconds of processor time"
        return self._passed(file, stated, "CPU_S")

    def too_long(self, file: Path) -> SourceError:
        """Return what is reported of a file that was waited for too long."""
        return self._passed(file, f"takes more than {self.wall_of(file):,.0f} seconds", "WALL_S")

    def too_large(self, file: Path) -> SourceError:
        """Return what is reported of a file with a document too large to be handed over."""
        size = self.handed_over_bytes / MB
        return self._passed(file, f"holds a document of more than {size:,.0f} MB", "MEMORY_MB")

    def ended(self, file: Path, code: int) -> SourceError:
        """Return what is reported of a file whose process ended with this code by itself."""
        try:
            how = signal.Signals(-code).name
        except ValueError:
            how = f"exit code {code}"
        return SourceError(
            f"'{file}' ended the process that was reading it ({how}): it may be damaged; open it "
            "in its own program and save it again."
        )

    def _passed(self, file: Path, what: str, setting: str) -> SourceError:
        return SourceError(
            f"'{file}' {what} to be read, the limit: split it, or raise KGPLATFORM_READ_{setting}."
        )


DEFAULT_READ_LIMITS = ReadLimits()


def _growth(file: Path) -> float:
    """Return by how much the limits of time grow for a file; holes in it count nothing."""
    try:
        state = file.stat()
    except OSError:
        return 1.0
    on_disk = getattr(state, "st_blocks", state.st_size) * DISK_BLOCK
    return 1 + min(state.st_size, on_disk) / MB * GROWTH_PER_MB
