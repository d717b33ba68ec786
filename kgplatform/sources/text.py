"""Reads plain text and Markdown: one file is one document.

The document's text is the file's own, with line ends made line feeds, so that offsets can be
checked against the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.ids import content_id, content_sha256
from kgplatform.records import Document
from kgplatform.structure import Fact, Page, Section, Table

__all__ = ["make_document", "read_markdown", "read_text"]

MAX_TITLE_CHARS = 120
SENTENCE_ENDS = (".", "!", "?", ":", ";", ",")  # a title is not a sentence
FIRST_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<title>.+?)[ \t]*#*[ \t]*$", re.MULTILINE)


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
) -> Document:
    """Return a Document whose id comes from its URI and whose hash from all the rest."""
    structure = [repr(part) for part in (pages, sections, tables, facts) if part]
    return Document(
        id=content_id("document", uri),
        uri=uri,
        title=title,
        text=text,
        media_type=media_type,
        sha256=content_sha256(title, text, *structure),
        pages=pages,
        sections=sections,
        tables=tables,
        facts=facts,
    )


def read_text(file: Path) -> Iterator[Document | SourceError]:
    """Yield a text file; its title is its first line, or its name.

    The first line is a title if it is short, stands alone before an empty line, does not end as
    a sentence does, and is not the whole text.
    """
    text = _decode(file)
    if isinstance(text, SourceError):
        yield text
        return
    first, _, rest = text.lstrip("\n").partition("\n")
    line = first.strip()
    is_title = (
        0 < len(line) <= MAX_TITLE_CHARS
        and not line.endswith(SENTENCE_ENDS)
        and rest.startswith("\n")
        and bool(rest.strip())
    )
    title = line if is_title else _title_from_name(file)
    yield make_document(uri=file.as_uri(), title=title, text=text, media_type="text/plain")


def read_markdown(file: Path) -> Iterator[Document | SourceError]:
    """Yield a Markdown file; its title is the first heading, or its name."""
    text = _decode(file)
    if isinstance(text, SourceError):
        yield text
        return
    heading = FIRST_HEADING.search(text)
    title = heading["title"] if heading else _title_from_name(file)
    yield make_document(uri=file.as_uri(), title=title, text=text, media_type="text/markdown")


def _decode(file: Path) -> str | SourceError:
    """Return the file's text as UTF-8 with or without a mark, or why it is not text."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as exc:
        return SourceError(f"'{file}' is not UTF-8 text (byte {exc.start}): save it as UTF-8.")
    if not text.strip():
        return SourceError(f"'{file}' is empty: there is nothing to read.")
    return text


def _title_from_name(file: Path) -> str:
    return re.sub(r"[-_]+", " ", file.stem).strip()
