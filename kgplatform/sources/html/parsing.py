"""Parses HTML and XHTML from strangers into a tree of elements, and reads its parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgplatform.sources.html.walk import Page
from kgplatform.sources.inline import plain_html
from kgplatform.sources.marked import Paragraph, Part
from kgplatform.sources.markup import check_tags, parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["ReadPage", "read_page"]

PUBLISHED = frozenset(
    "article:published_time og:published_time datepublished dc.date dc.date.issued dcterms.date "
    "dcterms.issued dcterms.created pubdate publishdate publish-date date sailthru.date "
    "citation_publication_date parsely-pub-date".split()
)
"""What metadata of pages call the day of publication."""
LINKED_DATA = re.compile(r'"datePublished"\s*:\s*"([^"]{8,40})"')
TOO_DEEP = "Excessive depth"


@dataclass(frozen=True, slots=True)
class ReadPage:
    """What a page says, its title, and how many parts of it were hidden or struck out.

    `is_flat` says that it is nested too deeply to be parsed, so that it is its bare words.
    """

    parts: tuple[Part, ...] = ()
    title: str = ""
    published: str = ""
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
    published = _read_published(root)
    page = Page(root)
    parts = tuple(page.read_parts())
    title = next(root.iter("title"), None)
    stated = " ".join((title.text or "").split()) if title is not None else ""
    return ReadPage(parts, stated, published, *page.counts)


def _read_published(root: Element) -> str:
    """Return when a page was published, as its metadata say, or the first time of its article."""
    for element in root.iter("meta"):
        names = (element.get(name, "").lower() for name in ("property", "name", "itemprop"))
        if not PUBLISHED.isdisjoint(names) and element.get("content"):
            return str(element.get("content", ""))
    for element in root.iter("script"):
        found = LINKED_DATA.search(element.text or "")
        if found and "ld+json" in element.get("type", ""):
            return found[1]
    times = [time for time in root.iter("time") if time.get("datetime")]
    marked = (t for t in times if "pubdate" in t.attrib or t.get("itemprop") == "datePublished")
    in_article = (time for article in root.iter("article") for time in article.iter("time"))
    chosen = next(marked, None) or next(in_article, None)
    return str(chosen.get("datetime", "")) if chosen is not None else ""


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
