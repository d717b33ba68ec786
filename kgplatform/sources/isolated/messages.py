"""What the platform and the processes that read its files say to one another, over pipes.

A message is its length in eight bytes and a pickle. Both sides are our own code; what a file
holds is data in it, never an instruction.
"""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from kgplatform.errors import KgPlatformError, SourceError
from kgplatform.records import Document

__all__ = [
    "HEADER",
    "Begun",
    "Done",
    "Extended",
    "Held",
    "Message",
    "Raised",
    "Request",
    "pack",
    "receive",
]

HEADER = struct.Struct("!Q")


@dataclass(frozen=True, slots=True)
class Request:
    """A file to be read, or with `is_look` only to be checked for content.

    `content` is where the bytes stand that came from standard input.
    """

    file: Path
    max_file_mb: float | None = None
    is_look: bool = False
    content: Path | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """The process has turned to its next request."""


@dataclass(frozen=True, slots=True)
class Extended:
    """The file may take so many seconds more, for a part of it that takes long."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Held:
    """Documents and errors of the file, in order; more may follow."""

    items: tuple[Document | SourceError, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more of this request. `is_worn`: the process ends, having grown too large."""

    is_content: bool = False
    is_worn: bool = False


@dataclass(frozen=True, slots=True)
class Raised:
    """An error that concerns all files; in parts, because not every error is made of its text."""

    kind: type[KgPlatformError]
    args: tuple[Any, ...]
    state: dict[str, Any]

    @classmethod
    def of(cls, error: KgPlatformError) -> Raised:
        """Return an error in parts."""
        return cls(type(error), error.args, dict(error.__dict__))

    def error(self) -> KgPlatformError:
        """Return the error again."""
        error = self.kind.__new__(self.kind, *self.args)
        error.__dict__.update(self.state)
        return error


Message = Begun | Extended | Held | Done | Raised


def pack(message: Message | Request) -> bytes:
    """Return a message as it goes over a pipe."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def receive(stream: BinaryIO) -> Request | None:
    """Return the next request, or None where there is none any more."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    request: Request = pickle.loads(stream.read(*HEADER.unpack(header)))  # noqa: S301  # our own
    return request
