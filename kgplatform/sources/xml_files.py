"""Reads XML of any vocabulary: documents as text with headings, data as tables and fields.

A document has its words between its marks (DocBook, JATS, TEI and the like): elements that hold
words are paragraphs, titles are headings. Data has values in its elements and attributes. Which
of the two it is, is decided by where most of the words are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgplatform.errors import EmptySource, SourceError
from kgplatform.records import Document
from kgplatform.sources.html.parsing import read_page
from kgplatform.sources.marked import Heading, Paragraph, Part, TablePart, make_marked, write_parts
from kgplatform.sources.markup import check_xml, declares_entities
from kgplatform.sources.nested import write_value
from kgplatform.sources.tables import SourceCell, SourceTable

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["read_xml"]

MEDIA_TYPE = "application/xml"
TITLES = frozenset({"title", "head", "heading"})
TABLES = frozenset({"table", "informaltable", "simpletable"})
ROWS = frozenset({"tr", "row", "sthead", "strow"})
CELLS = frozenset({"td", "th", "entry", "cell", "stentry"})
HEADER = frozenset({"thead", "sthead"})
PROSE = 0.5  # share of the words that stand between marks
MAX_LEVEL = 6
MAX_TITLE_CHARS = 300


def read_xml(file: Path) -> Iterator[Document | SourceError]:
    """Yield an XML file as one document; its title is its first title, or its name.

    Raises:
        PassedLimit: it is nested too deeply, or has elements of too many attributes.
    """
    from lxml import etree

    if not file.stat().st_size:
        yield EmptySource(str(file))
        return
    with file.open("rb") as stream:
        has_entities = declares_entities(stream)
    if has_entities:
        yield SourceError(
            f"'{file}' declares XML entities, which few programs do: use a copy from a source "
            "that you trust."
        )
        return
    with file.open("rb") as stream:
        check_xml(stream)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.parse(str(file), parser).getroot()
    except etree.XMLSyntaxError as exc:
        yield SourceError(f"'{file}' is not XML: {exc.msg}.")
        return
    marked = write_parts(_parts(root))
    title = next((_words(found) for found in root.iter("{*}title")), "")[:MAX_TITLE_CHARS]
    yield make_marked(file, marked, media_type=MEDIA_TYPE, title=title)


def _parts(root: Element) -> Iterator[Part]:
    from lxml import etree

    if _name(root) == "html":
        yield from read_page(str(etree.tostring(root, encoding="unicode")), is_xhtml=True).parts
    elif _is_prose(root):
        yield from _Prose().parts(root, 1)
    else:
        yield from write_value(_value(root))


def _is_prose(root: Element) -> bool:
    """Return whether most words stand in elements that hold words and elements."""
    words = between = 0
    waiting = [(root, False)]
    while waiting:
        element, is_inside = waiting.pop()
        is_inside = is_inside or _is_mixed(element)
        texts = [element.text, *(child.tail for child in element)]
        count = sum(len((text or "").split()) for text in texts)
        words += count
        between += count if is_inside else 0
        waiting += [(child, is_inside) for child in element]
    return between > PROSE * words


class _Prose:
    """The parts of a document whose words stand between marks."""

    def parts(self, element: Element, level: int) -> Iterator[Part]:
        """Yield the parts of an element; `level` is that of a heading in it."""
        name = _name(element)
        if name in TITLES:
            yield Heading(min(level, MAX_LEVEL), _words(element))
        elif name in TABLES and (table := _table(element)).cells:
            yield TablePart(table, _caption(element))
        elif len(element) == 0 or _is_mixed(element):
            yield from self._paragraphs(element, level)
        else:
            has_title = any(_name(child) in TITLES for child in element)
            for child in element:
                is_title = _name(child) in TITLES
                yield from self.parts(child, level + (has_title and not is_title))

    def _paragraphs(self, element: Element, level: int) -> Iterator[Part]:
        """Yield an element that holds words, cut where elements of elements stand in it."""
        words = [element.text or ""]
        for child in element:
            if len(child) and not _is_mixed(child):
                yield Paragraph(_line(words))
                yield from self.parts(child, level)
                words = []
            else:
                words += child.itertext(with_tail=False)
            words.append(child.tail or "")
        yield Paragraph(_line(words))


def _table(element: Element) -> SourceTable:
    cells: list[SourceCell] = []
    header_rows = 0
    rows = [row for row in element.iter("{*}*") if _name(row) in ROWS]
    for number, row in enumerate(rows):
        of_row = [cell for cell in row if _name(cell) in CELLS]
        around = {_name(above) for above in (row, *row.iterancestors())}
        is_header = bool(around & HEADER) or {_name(cell) for cell in of_row} == {"th"}
        header_rows += is_header and header_rows == number
        column = 0
        for cell in of_row:
            columns = _number(cell.get("colspan"))
            rows_covered = _number(cell.get("rowspan") or "") or 1
            cells.append(SourceCell(number, column, _words(cell), rows_covered, columns))
            column += columns
    return SourceTable(tuple(cells), header_rows=header_rows or None)


def _caption(element: Element) -> str:
    named = ("{*}title", "{*}caption")
    return next((_words(found) for name in named for found in element.iter(name)), "")


def _value(element: Element) -> Any:
    """Return an element of data: its text, or its attributes and elements by their names."""
    value: dict[str, Any] = {_local(key): text for key, text in element.attrib.items()}
    if len(element) == 0 or _is_mixed(element):
        text = _words(element)
        if not value:
            return text
        return {**value, _name(element): text} if text else value
    counts: dict[str, int] = {}
    for child in element:
        name = _name(child)
        counts[name] = counts.get(name, 0) + 1
        if counts[name] == 1:
            value[name] = _value(child)
        elif counts[name] == 2:
            value[name] = [value[name], _value(child)]
        else:
            value[name].append(_value(child))
    return value


def _is_mixed(element: Element) -> bool:
    """Return whether an element holds words and elements."""
    if len(element) == 0:
        return False
    return any(text and text.strip() for text in (element.text, *(one.tail for one in element)))


def _words(element: Element) -> str:
    return _line(element.itertext())


def _line(texts: Any) -> str:
    return " ".join("".join(texts).split())


def _name(element: Element) -> str:
    return _local(str(element.tag))


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _number(text: str | None) -> int:
    return min(int(text), 1_000) if text and text.isdecimal() and len(text) < 5 and int(text) else 1
