"""Parses HTML and XHTML from strangers into a tree of elements, and reads its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgplatform.sources.html.walk import Page
from kgplatform.sources.inline import plain_html
from kgplatform.sources.marked import Paragraph, Part
from kgplatform.sources.markup import check_tags, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["ReadPage", "read_page"]

TOO_DEEP = "Excessive depth"


@dataclass(frozen=True, slots=True)
class ReadPage:
    """What a page says, its title, and how many parts of it were hidden or struck out.

    `is_flat` says that it is nested too deeply to be parsed, so that it is its bare words.
    """

    parts: tuple[Part, ...] = ()
    title: str = ""
    hidden: int = 0
    struck_out: int = 0
    is_flat: bool = False


def read_page(source: str, *, is_xhtml: bool = False) -> ReadPage:
    """Return what a page says.

    Args:
        source: the page.
        is_xhtml: whether it may be XHTML, where any element can end in its own tag.

    Raises:
        PassedLimit: a tag has too many attributes, or a table too many cells.
    """
    check_tags(source)
    root = _parse_xhtml(source) if is_xhtml else None
    is_flat = False
    if root is None:
        root, is_flat = _parse_html(source)
    if is_flat:
        lines = plain_html(source).split("\n")
        return ReadPage(tuple(map(Paragraph, lines)), is_flat=True)
    if root is None:
        return ReadPage()
    page = Page(root)
    parts = tuple(page.read_parts())
    title = next(root.iter("title"), None)
    told = " ".join((title.text or "").split()) if title is not None else ""
    return ReadPage(parts, told, *page.counts)


def _parse_html(source: str) -> tuple[Element | None, bool]:
    """Return the tree of a page, if it holds anything, and whether it is nested too deeply."""
    from lxml import etree, html

    parser = html.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        root = html.document_fromstring(source.encode("utf-8"), parser=parser)
    except etree.ParserError:  # nothing but comments, or nothing at all
        return None, False
    return root, any(TOO_DEEP in entry.message for entry in parser.error_log)


def _parse_xhtml(source: str) -> Element | None:
    """Return the tree of XHTML with plain names; None where it is not well-formed."""
    from lxml import etree

    try:
        root = parse_xml(source.encode("utf-8"), encoding="utf-8")
    except etree.XMLSyntaxError:
        return None
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname
    return root
