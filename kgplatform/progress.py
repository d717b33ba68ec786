"""How long work reports what it has done; the command line draws it, the library does not care.

NOTICES is for what people must know though they asked for something else, such as a server that
was started for them: the command line prints its lines on stderr.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal, Protocol

__all__ = ["NOTICES", "NO_PROGRESS", "FileState", "Progress"]

FileState = Literal["waiting", "reading", "read", "done", "unchanged", "failed"]
"""How far a file is: not looked at; being read; read, and its facts and vectors are to come; all of
it in the graph; in the graph as it is; not one document of it could be read."""

NOTICES = logging.getLogger("kgplatform.notices")


class Progress(Protocol):
    """Receives a stage's name and size, then how much of it is done."""

    def begin(self, stage: str, *, total: int | None, unit: str) -> None:
        """Start a stage of `total` units (None where it is not known yet)."""

    def advance(self, amount: int = 1) -> None:
        """Say that `amount` more units of the present stage are done."""

    def note(self, text: str) -> None:
        """Say something short about the present stage, in place of what was said before."""

    def file(self, path: str, state: FileState, *, problems: Sequence[str] = ()) -> None:
        """Say how far one file is, and in a sentence each what of it could not be read."""


class _NoProgress:
    """Says nothing."""

    def begin(self, stage: str, *, total: int | None, unit: str) -> None:
        """Do nothing."""

    def advance(self, amount: int = 1) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""

    def file(self, path: str, state: FileState, *, problems: Sequence[str] = ()) -> None:
        """Do nothing."""


NO_PROGRESS: Progress = _NoProgress()
