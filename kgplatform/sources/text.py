"""Reads plain text, and makes Documents for all readers.

The text of a plain text document is the file's own, with line ends made line feeds, so that
offsets can be checked against the file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import Fact, Page, Section, Table, hashed_text
from kgplatform.records.ids import content_id, content_sha256
from kgplatform.sources.encoding import decode_bytes, decode_file
from kgplatform.sources.json_values import mend_halves
from kgplatform.text.bylines import day_of, find_date_of_text

__all__ = [
    "count_parts",
    "drain_stdin",
    "make_document",
    "read_stdin",
    "read_text",
    "title_from_name",
    "title_line",
]

MAX_TITLE_CHARS = 120
SENTENCE_ENDS = (".", "!", "?", ":", ";", ",")  # a title is not a sentence


def make_document(
    *,
    uri: str,
    title: str,
    text: str,
    media_type: str,
    pages: tuple[Page, ...] = (),
    sections: tuple[Section, ...] = (),
    tables: tuple[Table, ...] = (),
    facts: tuple[Fact, ...] = (),
    unread: tuple[str, ...] = (),
    published: str = "",
    created: str = "",
) -> Document:
    """Return a Document whose id comes from its URI and whose hash from its content.

    Its date is what the source gives for the text, else what the text says at its head, else the
    day that its program notes for the file. The time of the file itself says nothing of the text.

    Half characters (lone surrogates, which no database takes) become U+FFFD, which keeps every
    offset.

    Args:
        published: the source's own date of the text, as it is written there.
        created: when the file was begun, as its program notes inside it.
    """
    title, text = mend_halves(title), mend_halves(text)
    document = Document(
        id=content_id("document", uri),
        uri=uri,
        title=title,
        text=text,
        media_type=media_type,
        sha256="",
        pages=pages,
        sections=sections,
        tables=tables,
        facts=facts,
        unread=unread,
        date=day_of(published) or ("" if facts else find_date_of_text(text)) or day_of(created),
    )
    return replace(document, sha256=content_sha256(hashed_text(document)))


def count_parts(count: int, what: str) -> str:
    """Return a number of items in words, as Document.unread has them: "2 hidden parts"."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def read_text(file: Path) -> Iterator[Document | SourceError]:
    """Yield a text file; its title is its title line, or its name."""
    text = decode_file(file)
    if isinstance(text, SourceError):
        yield text
        return
    title = title_line(text) or title_from_name(file)
    yield make_document(uri=file.as_uri(), title=title, text=text, media_type="text/plain")


def drain_stdin(max_bytes: int | None = None) -> bytes:
    """Return what stands on standard input, at most one byte more than `max_bytes`.

    What was read is kept, because it cannot be read again.
    """
    return _drain(sys.stdin.buffer, max_bytes)


def read_stdin(data: bytes, *, max_bytes: int | None = None) -> Iterator[Document | SourceError]:
    """Yield what stood on standard input as one plain text; its title is its first line.

    The URI is "stdin:" and a hash of the text, so that the same text is the same document.

    Args:
        max_bytes: longer input is refused.
    """
    if max_bytes is not None and len(data) > max_bytes:
        yield SourceError(
            f"Standard input is longer than {max_bytes / 1e6:g} MB: raise the limit or split it."
        )
        return
    text = decode_bytes(data, name="standard input")
    if isinstance(text, SourceError):
        yield text
        return
    uri = f"stdin:{content_id('stdin', text)}"
    title = title_line(text) or _shortened(text.strip().partition("\n")[0].strip())
    yield make_document(uri=uri, title=title, text=text, media_type="text/plain")


def title_line(text: str) -> str:
    """Return the title that a plain text begins with, or nothing.

    It is a first line that is short, stands alone before an empty line, does not end as a
    sentence does, and is not the whole text.
    """
    first, _, rest = text.lstrip("\n").partition("\n")
    line = first.strip()
    is_title = (
        0 < len(line) <= MAX_TITLE_CHARS
        and not line.endswith(SENTENCE_ENDS)
        and rest.startswith("\n")
        and bool(rest.strip())
    )
    return line if is_title else ""


def title_from_name(file: Path) -> str:
    """Return the file's name as words."""
    return re.sub(r"[-_]+", " ", file.stem).strip()


@lru_cache(maxsize=1)
def _drain(stream: BinaryIO, max_bytes: int | None) -> bytes:
    return stream.read() if max_bytes is None else stream.read(max_bytes + 1)


def _shortened(line: str) -> str:
    """Return a line as a title: whole if short, else its first words."""
    if len(line) <= MAX_TITLE_CHARS:
        return line
    return line[: MAX_TITLE_CHARS - 1].rsplit(maxsplit=1)[0] + "…"
