"""Reads files within a file, such as attachments and members of archives, each as its own kind.

A part is laid into a file of its own for its reader, which finds neither the name that it has in
the archive nor anything next to it. All parts of one file together are bounded, however deep they
stand in one another.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

from kgplatform.errors import SourceError
from kgplatform.records.ids import content_id
from kgplatform.sources.archive import MAX_PARTS, MAX_UNPACKED_MB
from kgplatform.sources.files import SourceItem, read_file
from kgplatform.sources.limits import MB, PassedLimit

__all__ = ["Container", "bounded_parts", "part_uri", "take_part"]

MAX_DEPTH = 3  # an archive attached to a message that stands in an archive
MAX_NAME_CHARS = 80  # of a part's own file: systems allow 255 bytes
FRAGMENT, INNER = "#", "!/"
UNSAFE = re.compile(r"[^\w .()+,=@-]")


@dataclass(slots=True)
class _Room:
    """What the parts of one file may still take."""

    parts: int
    size: int
    depth: int = 0

    @classmethod
    def whole(cls) -> _Room:
        """Return the room of a file that has no part yet."""
        return cls(MAX_PARTS, MAX_UNPACKED_MB * MB)


_room: ContextVar[_Room | None] = ContextVar("_room", default=None)


@contextmanager
def bounded_parts() -> Iterator[None]:
    """Bound the parts that are taken while this is open; parts of parts share the bounds."""
    if _room.get() is not None:
        yield
        return
    token = _room.set(_Room.whole())
    try:
        yield
    finally:
        _room.reset(token)


def take_part(size: int) -> None:
    """Count a part of so many bytes, within `bounded_parts`.

    Raises:
        PassedLimit: there are too many, or they are too large together.
    """
    room = _room.get() or _Room.whole()
    room.parts -= 1
    room.size -= size
    if room.parts < 0:
        raise PassedLimit(f"has more than {MAX_PARTS:,} parts")
    if room.size < 0:
        raise PassedLimit(f"unpacks to more than {MAX_UNPACKED_MB:,} MB")


def part_uri(container: str, name: str) -> str:
    """Return the URI of a part: that of what holds it, and the part's name."""
    return f"{container}{INNER if FRAGMENT in container else FRAGMENT}{quote(name, safe='/@')}"


class Container:
    """A file, or a message in it, that holds parts.

    Args:
        uri: of the container; those of its parts begin with it.
        shown: what it is called in messages.
        parent: whether its parts are documents that belong to its own document.
    """

    def __init__(self, uri: str, *, shown: str, parent: bool = False) -> None:
        self.uri = uri
        self._shown = shown
        self._parent = uri if parent else ""
        self._names: Counter[str] = Counter()

    def name_part(self, name: str) -> str:
        """Return a part's name, with a number where another part had it before."""
        self._names[name] += 1
        return name if self._names[name] == 1 else f"{name} ({self._names[name]})"

    def part(self, name: str) -> Container:
        """Return a part that is a message, whose attachments are its own."""
        return Container(part_uri(self.uri, name), shown=f"{self._shown}: {name}", parent=True)

    def failure(self, name: str, what: str) -> SourceError:
        """Return the error for a part that is not read."""
        return SourceError(f"'{self._shown}': the part '{name}' {what}.")

    def read(self, name: str, content: BinaryIO, *, suffix: str) -> Iterator[SourceItem]:
        """Yield what a part holds, within `bounded_parts`.

        Args:
            name: unique in the container.
            suffix: says what kind of file it is.
        """
        room = _room.get() or _Room.whole()
        if room.depth >= MAX_DEPTH:
            yield self.failure(name, f"stands more than {MAX_DEPTH} files deep: unpack it first")
            return
        room.depth += 1
        try:
            with tempfile.TemporaryDirectory(prefix="kgplatform-") as folder:
                file = Path(folder).resolve() / _file_name(name, suffix)
                with file.open("wb") as copy:
                    shutil.copyfileobj(content, copy)
                for item in read_file(file):
                    yield self._renamed(item, file, name)
        finally:
            room.depth -= 1

    def _renamed(self, item: SourceItem, file: Path, name: str) -> SourceItem:
        """Return what the part's own file gave as what stands in the container."""
        if isinstance(item, SourceError):
            what = str(item).removeprefix(f"'{file}'").removesuffix(".").lstrip(": ")
            return self.failure(name, what.replace(str(file), name))
        uri = self._moved(item.uri, file, name)
        parent = self._moved(item.parent, file, name) if item.parent else self._parent
        return replace(item, id=content_id("document", uri), uri=uri, parent=parent)

    def _moved(self, uri: str, file: Path, name: str) -> str:
        inside = uri.removeprefix(file.as_uri())
        return part_uri(self.uri, name) + inside.replace(FRAGMENT, INNER, 1)


def _file_name(name: str, suffix: str) -> str:
    """Return a name for a part's own file: its last words, which may become its title."""
    last = UNSAFE.sub("_", re.split(r"[/\\]", name)[-1])
    stem = last[: -len(suffix)] if last.lower().endswith(suffix) else last
    return (stem[:MAX_NAME_CHARS].strip(". ") or "part") + suffix
