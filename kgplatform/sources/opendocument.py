"""Reads OpenDocument texts (.odt), and opens OpenDocument files for the reader of sheets.

The marks of a text become those of a web page, which has a reader; so tables, lists and merged
cells are read in one way. Footnotes stand at the end; comments, deletions that are tracked, and
page headers and footers are not read, and counted.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.archive import open_archive
from kgplatform.sources.html.parsing import read_page
from kgplatform.sources.marked import make_marked, write_parts
from kgplatform.sources.text import count_parts

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["TABLE", "TEXT", "OpenDocument", "open_document", "read_line", "read_odt"]

ODT = "application/vnd.oasis.opendocument.text"
NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE, TEXT, TABLE = f"{{{NAMES}office:1.0}}", f"{{{NAMES}text:1.0}}", f"{{{NAMES}table:1.0}}"
STYLE, DRAW = f"{{{NAMES}style:1.0}}", f"{{{NAMES}drawing:1.0}}"
TITLE = "{http://purl.org/dc/elements/1.1/}title"
CREATED = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}creation-date"
ENCRYPTED = b"encryption-data"
MAX_SPAN = 1_000
HEADINGS = 6

LEFT_OUT = {
    f"{OFFICE}annotation": "comment",
    f"{TEXT}deletion": "deleted part",
    f"{TEXT}hidden-text": "hidden part",
    f"{TEXT}hidden-paragraph": "hidden part",
}
SILENT = frozenset(  # repeat what the text says, or say nothing of it
    {
        f"{TEXT}table-of-content", f"{TEXT}alphabetical-index", f"{TEXT}note-citation",
        f"{TEXT}sequence-decls", f"{OFFICE}forms", f"{TEXT}bookmark", f"{OFFICE}annotation-end",
    }
)  # fmt: skip
PARAGRAPHS = frozenset({f"{TEXT}p", f"{TEXT}h"})
BLANKS = {f"{TEXT}s": " ", f"{TEXT}tab": " ", f"{TEXT}line-break": "<br>"}
BLOCKS = {f"{TEXT}list": "ul", f"{TEXT}list-item": "li", f"{TEXT}list-header": "li"}


@dataclass(slots=True)
class OpenDocument:
    """An OpenDocument file's body, and what was met on the way that is not read."""

    body: Element
    title: str = ""
    created: str = ""
    parents: dict[str, str] = field(default_factory=dict)
    hidden_styles: frozenset[str] = frozenset()
    margins: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    notes: list[Element] = field(default_factory=list)

    def unread(self) -> list[str]:
        """Return what is not read, each in a few words."""
        counted = (*self.left_out.items(), ("page header or footer", self.margins))
        return [count_parts(count, what) for what, count in counted if count]

    def leaves_out(self, element: Element) -> bool:
        """Return whether an element is not read; it is counted if it says something."""
        tag = str(element.tag)
        if tag in SILENT:
            return True
        what = LEFT_OUT.get(tag)
        if what is not None and "".join(element.itertext()).strip():
            self.left_out[what] = self.left_out.get(what, 0) + 1
        return what is not None

    def is_title(self, paragraph: Element) -> bool:
        """Return whether a paragraph is in the style that is called Title."""
        style = paragraph.get(f"{TEXT}style-name") or ""
        return "Title" in (style, self.parents.get(style))

    def is_hidden_table(self, table: Element) -> bool:
        """Return whether a sheet is one that is not shown."""
        return table.get(f"{TABLE}style-name") in self.hidden_styles


def read_odt(file: Path) -> Iterator[Document | SourceError]:
    """Yield an OpenDocument text: sections from its headings, and tables.

    Its title is the text in the style "Title", or the first heading, or the file's title or name.
    """
    opened = open_document(file)
    if isinstance(opened, SourceError):
        yield opened
        return
    marked = write_parts(read_page(_page(opened)).parts)
    title, unread = marked.title or opened.title, tuple(opened.unread())
    yield make_marked(
        file, marked, media_type=ODT, title=title, unread=unread, created=opened.created
    )


def open_document(file: Path) -> OpenDocument | SourceError:
    """Return an OpenDocument file, or why it cannot be opened.

    Raises:
        SourceError: what check_archive returns.
    """
    from lxml import etree

    with open_archive(file) as stream, zipfile.ZipFile(stream) as archive:
        names = set(archive.namelist())
        if "META-INF/manifest.xml" in names and ENCRYPTED in archive.read("META-INF/manifest.xml"):
            return SourceError(f"'{file}' is encrypted: save it without a password.")
        parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
        try:
            roots = {
                name: etree.fromstring(archive.read(name), parser)
                for name in ("content.xml", "styles.xml", "meta.xml")
                if name in names
            }
        except etree.XMLSyntaxError as exc:
            return SourceError(
                f"'{file}' is damaged ({exc.msg}): open it in its own program and save it again."
            )
    content = roots["content.xml"]
    body = content.find(f"{OFFICE}body")
    styles = [style for root in roots.values() for style in root.iter(f"{STYLE}style")]
    return OpenDocument(
        body=content if body is None else body,
        title=_meta(roots.get("meta.xml"), TITLE),
        created=_meta(roots.get("meta.xml"), CREATED),
        parents={
            style.get(f"{STYLE}name") or "": style.get(f"{STYLE}parent-style-name") or ""
            for style in styles
        },
        hidden_styles=frozenset(filter(None, map(_hidden_name, styles))),
        margins=_count_margins(roots.get("styles.xml")),
    )


def read_line(element: Element, document: OpenDocument) -> str:
    """Return the words of a paragraph on one line."""
    return " ".join("".join(_words(element, document)).split())


def _page(document: OpenDocument) -> str:
    """Return a text as the source of a web page."""
    out = ["<html><body>", *_blocks(document.body, document)]
    for note in document.notes:  # which may grow: notes have notes
        out += _blocks(note, document)
    return "".join([*out, "</body></html>"])


def _blocks(element: Element, document: OpenDocument) -> Iterator[str]:
    for child in element.iterchildren("*"):
        if document.leaves_out(child):
            continue
        tag = str(child.tag)
        if tag in PARAGRAPHS:
            yield from _paragraph(child, document)
        elif tag == f"{TABLE}table":
            yield from _table(child, document)
        elif tag in BLOCKS:
            yield f"<{BLOCKS[tag]}>"
            yield from _blocks(child, document)
            yield f"</{BLOCKS[tag]}>"
        else:
            yield from _blocks(child, document)


def _paragraph(element: Element, document: OpenDocument) -> Iterator[str]:
    level = 0
    if str(element.tag) == f"{TEXT}h":
        given = element.get(f"{TEXT}outline-level") or "1"
        level = min(int(given), HEADINGS) if given.isdecimal() and len(given) < 4 else 1
    elif document.is_title(element):
        level = 1
    tag = f"h{max(level, 1)}" if level else "p"
    yield f"<{tag}>{_inline(element, document)}</{tag}>"
    for frame in element.iter(f"{DRAW}text-box"):  # is next to the paragraph it is anchored to
        yield from _blocks(frame, document)


def _inline(element: Element, document: OpenDocument) -> str:
    out = [escape(element.text or "")]
    for child in element.iterchildren("*"):
        out += (_inline_child(child, document), escape(child.tail or ""))
    return "".join(out)


def _inline_child(child: Element, document: OpenDocument) -> str:
    tag = str(child.tag)
    if tag == f"{TEXT}note":
        document.notes += child.iterchildren(f"{TEXT}note-body")
        return ""
    if document.leaves_out(child) or tag == f"{DRAW}text-box":
        return ""
    if tag in BLANKS:
        return BLANKS[tag]
    return _inline(child, document)


def _words(element: Element, document: OpenDocument) -> Iterator[str]:
    yield element.text or ""
    for child in element.iterchildren("*"):
        if child.tag in BLANKS:
            yield " "
        elif not document.leaves_out(child):
            yield from _words(child, document)
        yield child.tail or ""


def _table(table: Element, document: OpenDocument) -> Iterator[str]:
    yield "<table>"
    for row in table.iter(f"{TABLE}table-row"):
        if next(row.iterancestors(f"{TABLE}table"), None) is not table:
            continue
        parent = row.getparent()
        is_header = parent is not None and str(parent.tag).endswith("table-header-rows")
        cell_tag = "th" if is_header else "td"
        yield "<tr>"
        for cell in row.iterchildren(f"{TABLE}table-cell"):
            spans = f' rowspan="{_span(cell, "rows")}" colspan="{_span(cell, "columns")}"'
            yield f"<{cell_tag}{spans}>"
            yield from _blocks(cell, document)
            yield f"</{cell_tag}>"
        yield "</tr>"
    yield "</table>"


def _span(cell: Element, what: str) -> int:
    text = cell.get(f"{TABLE}number-{what}-spanned") or "1"
    return min(int(text), MAX_SPAN) if text.isdecimal() and len(text) < 6 else 1


def _meta(meta: Element | None, name: str) -> str:
    found = None if meta is None else next(meta.iter(name), None)
    return "" if found is None else " ".join("".join(found.itertext()).split())


def _hidden_name(style: Element) -> str | None:
    shown = (one.get(f"{TABLE}display") for one in style.iter(f"{STYLE}table-properties"))
    return style.get(f"{STYLE}name") if "false" in shown else None


def _count_margins(styles: Element | None) -> int:
    """Return how many headers and footers of pages say something."""
    if styles is None:
        return 0
    parts = styles.iter(f"{STYLE}header", f"{STYLE}footer")
    return sum(bool("".join(part.itertext()).strip()) for part in parts)
