"""Reads web pages, Word files, books and slides: text with sections and tables.

HTML is read from its tree of elements; Word files and the chapters of books become such trees and
go the same way. `document.text` is what the file says in Markdown's form (headings, tables), and
every offset is in it, not in the file. Pictures are left out but for their descriptions. What of a
file was not read is reported with the document.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import Page
from kgplatform.sources.archive import open_archive
from kgplatform.sources.html.decoding import decode_page
from kgplatform.sources.html.parsing import ReadPage, read_page
from kgplatform.sources.marked import MarkedText, join_marked, make_marked, write_parts
from kgplatform.sources.markup import parse_xml
from kgplatform.sources.tables import UNNAMED
from kgplatform.sources.text import count_parts, title_from_name

__all__ = ["MEDIA_TYPES", "read_docx", "read_epub", "read_html", "read_pptx"]

PROPERTIES = "docProps/core.xml"
CREATED = "{http://purl.org/dc/terms/}created"
TEMPLATES = ("2013-12-23T23:15:00Z", "2013-01-27T09:14:16Z")
"""When the templates of python-docx and python-pptx were begun."""
OPEN_XML = "application/vnd.openxmlformats-officedocument"
MEDIA_TYPES = {
    ".docx": f"{OPEN_XML}.wordprocessingml.document",
    ".pptx": f"{OPEN_XML}.presentationml.presentation",
    ".epub": "application/epub+zip",
    ".html": "text/html",
}


def read_html(file: Path) -> Iterator[Document | SourceError]:
    """Yield a web page without scripts, styles, drawings, navigation and what it hides.

    Its title is <title>, or the first heading.
    """
    data = file.read_bytes()
    source, broken = decode_page(data, name=str(file))
    if isinstance(source, SourceError):
        yield source
        return
    page = read_page(source)
    unread = _unread([page], broken=broken)
    marked = write_parts(page.parts)
    yield _make_document(file, ".html", marked, page.title, unread, published=page.published)


def read_docx(file: Path) -> Iterator[Document | SourceError]:
    """Yield a Word file: sections from its heading styles, tables, text boxes and form fields.

    Its title is the text in the style "Title", which is a heading too, or else the first heading,
    or the file's name. Footnotes stand at the end, where their marks lead to; then follow comments,
    headers and footers, each under its own heading. Deleted and hidden text is not read.
    """
    from kgplatform.sources.word import convert_docx

    with open_archive(file) as stream:
        word, created = convert_docx(stream), read_created(stream)
    page = read_page(word.html)
    unread = _unread([page], hidden=word.hidden, others=word.unread)
    yield _make_document(file, ".docx", write_parts(page.parts), "", unread, created=created)


def read_epub(file: Path) -> Iterator[Document | SourceError]:
    """Yield an EPUB book with its chapters as sections; its title and authors are its first lines.

    A chapter without a heading gets the title that its file names.
    """
    from kgplatform.sources.books import read_book

    with open_archive(file) as stream:
        book = read_book(stream)
    marked = write_parts(book.parts)
    others = [count_parts(book.unreadable, "unreadable chapter")] if book.unreadable else []
    unread = _unread(book.pages, broken=book.broken, others=others)
    yield _make_document(file, ".epub", marked, book.title, unread)


def read_pptx(file: Path) -> Iterator[Document | SourceError]:
    """Yield a PowerPoint file: a page a slide, labelled with the slide's title, and tables.

    Speaker notes stand below their slide, in a section "Notes". The document's title is the first
    slide's, or the file's name. Slides that are not shown are not read.
    """
    from kgplatform.sources.slides import read_slides

    with open_archive(file) as stream:
        deck, created = read_slides(stream), read_created(stream)
    marked, starts = join_marked([write_parts(slide.parts) for slide in deck.slides])
    ends = [*starts[1:], len(marked.text)][: len(starts)]
    pages = tuple(
        Page(slide.number, start, end, label=slide.title)
        for slide, start, end in zip(deck.slides, starts, ends, strict=True)
    )
    title = next((page.label for page in pages if page.label), title_from_name(file))
    yield _make_document(file, ".pptx", marked, title, deck.unread, pages=pages, created=created)


def read_created(stream: BinaryIO) -> str:
    """Return when an Office Open XML file was begun, as its properties say, or "".

    A file that a library made from its own template has the template's time, which says nothing.
    """
    stream.seek(0)
    with zipfile.ZipFile(stream) as archive:
        if PROPERTIES not in archive.namelist():
            return ""
        try:
            root = parse_xml(archive.read(PROPERTIES))
        except (SyntaxError, ValueError):
            return ""
    created = next(root.iter(CREATED), None)
    written = (created.text or "").strip() if created is not None else ""
    return "" if written in TEMPLATES else written


def _unread(
    pages: Sequence[ReadPage], *, hidden: int = 0, broken: int = 0, others: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return what was left out of pages, in a few words each."""
    counted = (
        ("hidden part", hidden + sum(page.hidden for page in pages)),
        ("struck-out part", sum(page.struck_out for page in pages)),
        ("broken character", broken),
        ("too deeply nested page", sum(page.is_flat for page in pages)),
    )
    return (*(count_parts(count, what) for what, count in counted if count), *others)


def _make_document(
    file: Path,
    suffix: str,
    marked: MarkedText,
    title: str,
    unread: tuple[str, ...],
    *,
    pages: tuple[Page, ...] = (),
    published: str = "",
    created: str = "",
) -> Document | SourceError:
    if any(table.cells and not any(table.cells[0]) for table in marked.tables):
        unread = (*unread, UNNAMED)
    return make_marked(
        file,
        marked,
        media_type=MEDIA_TYPES[suffix],
        title=title,
        pages=pages,
        unread=unread,
        published=published,
        created=created,
    )
