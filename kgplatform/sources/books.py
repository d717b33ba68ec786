"""Reads the chapters of an EPUB book in the order of its spine."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from kgplatform.errors import EmptySource, SourceError
from kgplatform.sources.archive import MAX_UNPACKED_TEXT_MB
from kgplatform.sources.html.decoding import decode_page
from kgplatform.sources.html.parsing import ReadPage, read_page
from kgplatform.sources.limits import MB, PassedLimit
from kgplatform.sources.marked import Heading, Paragraph, Part
from kgplatform.sources.markup import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["Book", "read_book"]

CONTAINER = "META-INF/container.xml"
MAX_CHAPTERS = 5_000  # entries of a book's spine
ABOUT = {
    "title": "Title",
    "creator": "Authors",
    "language": "Language",
    "publisher": "Publisher",
    "date": "Date",
    "description": "Description",
    "identifier": "Identifier",
}
"""What a book says of itself, and the words for it in the text."""


@dataclass(frozen=True, slots=True)
class Book:
    """A book's title, its parts in order, and its chapters as they were read.

    `broken` is how many characters of them are broken, `unreadable` how many chapters are no text.
    """

    title: str
    parts: tuple[Part, ...]
    pages: tuple[ReadPage, ...]
    broken: int
    unreadable: int


def read_book(stream: BinaryIO) -> Book:
    """Return a book's text.

    Raises:
        PassedLimit: it has too many chapters, or chapters too long.
        KeyError: a part that its container names is missing.
    """
    with zipfile.ZipFile(stream) as archive:
        path = _attribute(parse_xml(archive.read(CONTAINER)), "rootfile", "full-path")
        package = parse_xml(archive.read(path))
        about = dict(_about(package))
        chapters = list(_chapters(archive, package, posixpath.dirname(path)))
    pages = tuple(page for page, _ in chapters if page is not None)
    lines = [Paragraph(f"{ABOUT[name]}: {stated}", is_line=True) for name, stated in about.items()]
    parts = [part for page in pages for part in _with_title(page)]
    broken = sum(count for _, count in chapters)
    unreadable = sum(page is None for page, _ in chapters)
    return Book(about.get("title", ""), (*lines, *parts), pages, broken, unreadable)


def _attribute(root: Element, name: str, attribute: str) -> str:
    return next((one.get(attribute) or "" for one in root.iter(f"{{*}}{name}")), "")


def _about(package: Element) -> Iterator[tuple[str, str]]:
    for name in ABOUT:
        found = (" ".join("".join(one.itertext()).split()) for one in package.iter(f"{{*}}{name}"))
        stated = list(filter(None, found))
        if stated:
            yield name, ", ".join(stated) if name == "creator" else stated[0]


def _chapters(
    archive: zipfile.ZipFile, package: Element, folder: str
) -> Iterator[tuple[ReadPage | None, int]]:
    """Yield each chapter, None for one that is no text, and how many broken characters it has.

    Lists of contents that the book marks as such are left out.
    """
    items = {one.get("id"): one for one in package.iter("{*}item")}
    guide = [one for one in package.iter("{*}reference") if one.get("type") == "toc"]
    contents = {(one.get("href") or "").partition("#")[0] for one in guide}
    names = set(archive.namelist())
    chapters = read_bytes = 0
    for reference in package.iter("{*}itemref"):
        item = items.get(reference.get("idref"))
        href = "" if item is None else item.get("href") or ""
        name = _find(href, folder, names)
        if item is None or name is None or href in contents or "nav" in _words(item):
            continue
        data = archive.read(name)
        chapters, read_bytes = chapters + 1, read_bytes + len(data)
        _check(chapters, read_bytes)
        text, broken = decode_page(data, name=name)
        if not isinstance(text, SourceError):
            yield read_page(text, is_xhtml=True), broken
        elif not isinstance(text, EmptySource):
            yield None, broken


def _words(item: Element) -> list[str]:
    return (item.get("properties") or "").split()


def _find(href: str, folder: str, names: set[str]) -> str | None:
    """Return the part that a reference means, whether its name is escaped or not."""
    paths = (posixpath.normpath(posixpath.join(folder, one)) for one in (unquote(href), href))
    return next((path for path in paths if path in names), None)


def _with_title(page: ReadPage) -> Iterator[Part]:
    """Yield a chapter's parts below its title, where it does not begin with a heading."""
    if page.title and page.parts and not isinstance(page.parts[0], Heading):
        yield Heading(1, page.title)
    yield from page.parts


def _check(chapters: int, read_bytes: int) -> None:
    if chapters > MAX_CHAPTERS:
        raise PassedLimit(f"names more than {MAX_CHAPTERS:,} chapters in its spine")
    if read_bytes > MAX_UNPACKED_TEXT_MB * MB:
        raise PassedLimit(
            f"has chapters of more than {MAX_UNPACKED_TEXT_MB} MB, some of them twice"
        )
