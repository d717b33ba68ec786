"""Looks at XML and HTML from strangers before a parser does: encoding, entities, depth, attributes.

What is refused here costs a parser minutes or gigabytes, or multiplies in its memory.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, BinaryIO
from xml.parsers import expat

from kgplatform.sources.limits import PassedLimit

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["check_tags", "check_xml", "declares_entities", "encoding_of", "parse_xml"]

MAX_NESTING = 256  # elements in one another; what libxml2 allows by itself
MAX_ATTRIBUTES = 1_000  # of one element
BLOCK = 1 << 16
HEAD_BYTES = 256
ENTITY = re.compile(r"<!ENTITY", re.I)
DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
MARKS = (  # the longer mark first
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
    (b"\x4c\x6f\xa7\x94", "cp037"),
)
TAG = re.compile(r"""<[A-Za-z](?:[^>"']++|"[^"]*+"|'[^']*+')*+""")
QUOTED = re.compile(r""""[^"]*+"|'[^']*+'|/""")


def encoding_of(head: bytes) -> str:
    """Return the encoding of XML or XHTML by its first bytes; UTF-8 where they name none."""
    marked = next((encoding for mark, encoding in MARKS if head.startswith(mark)), None)
    if marked is not None:
        return marked
    declared = DECLARED.search(head)
    try:
        return codecs.lookup(declared[1].decode("ascii")).name if declared else "utf-8"
    except LookupError:
        return "latin-1"


def declares_entities(stream: BinaryIO) -> bool:
    """Return whether XML declares entities anywhere, in whatever encoding it is."""
    block = stream.read(BLOCK)
    try:
        decoder = codecs.getincrementaldecoder(encoding_of(block[:HEAD_BYTES]))(errors="replace")
    except LookupError:  # a codec that is none of text
        decoder = codecs.getincrementaldecoder("latin-1")()
    before = ""
    while block:
        text = before + decoder.decode(block)
        if ENTITY.search(text):
            return True
        before = text[-len("<!ENTITY") :]
        block = stream.read(BLOCK)
    return False


def check_xml(stream: BinaryIO) -> None:
    """See that XML is neither nested too deeply nor has elements of too many attributes.

    What is no XML is left to its reader.

    Raises:
        PassedLimit: it is, or has.
    """
    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    depth = 0

    def begin(_: str, attributes: list[str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_NESTING:
            raise PassedLimit(f"nests elements more than {MAX_NESTING:,} deep")
        _check_attributes(len(attributes) // 2)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    try:
        parser.ParseFile(stream)
    except (expat.ExpatError, LookupError, ValueError):
        return


def parse_xml(data: bytes, *, encoding: str | None = None) -> Element:
    """Return the tree of XML, without comments; entities are not resolved and nothing is fetched.

    Args:
        data: the XML.
        encoding: of the bytes; None: what they say.

    Raises:
        lxml.etree.XMLSyntaxError: it is not well-formed.
        MemoryError: the memory of this process does not suffice.
    """
    from lxml import etree

    parser = etree.XMLParser(
        encoding=encoding,
        resolve_entities=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(data, parser=parser)
    except etree.XMLSyntaxError as exc:
        if not exc.lineno:  # then it is the parser that is at its end
            raise MemoryError from exc
        raise


def check_tags(source: str) -> None:
    """See that no tag of an HTML page has too many attributes.

    Raises:
        PassedLimit: one has.
    """
    for match in TAG.finditer(source):
        if match.end() - match.start() > 2 * MAX_ATTRIBUTES:
            _check_attributes(len(QUOTED.sub(" ", match[0]).split()) - 1)


def _check_attributes(count: int) -> None:
    if count > MAX_ATTRIBUTES:
        raise PassedLimit(f"has an element of {count:,} attributes, more than {MAX_ATTRIBUTES:,}")
