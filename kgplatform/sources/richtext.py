"""Reads Rich Text Format (.rtf): paragraphs, headings by their outline levels, and tables.

striprtf gives the words and loses where rows, cells and headings are, so that marks for these are
put in before it, as characters that no text has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgplatform.errors import EmptySource, SourceError
from kgplatform.records import Document
from kgplatform.sources.marked import Heading, Paragraph, Part, TablePart, write_parts
from kgplatform.sources.tables import SourceCell, SourceTable
from kgplatform.sources.text import count_parts, make_document, title_from_name

__all__ = ["read_rtf"]

MEDIA_TYPE = "application/rtf"
START = b"{\\rtf"
CODE_PAGE = re.compile(rb"\\ansicpg(\d{3,5})")
TITLE = re.compile(r"\{\\title ([^{}]*)\}")
PICTURE_DATA = re.compile(r"[0-9A-Fa-f\r\n]{512,}")  # hexadecimal digits, which say nothing

# Characters for private use stand for what striprtf leaves out.
ROW_BEGIN, CELL_END, ROW_END, LEVEL = "\ue000", "\ue001", "\ue002", 0xE010
MARKS = ((r"\\trowd\b", ROW_BEGIN), (r"\\(?:nest)?cell\b", CELL_END), (r"\\row\b", ROW_END))
OUTLINE_LEVEL = re.compile(r"\\outlinelevel([0-8])\b")
FIELD = re.compile(r"\\fldinst\{", re.IGNORECASE)
FONT_TABLE = re.compile(r"\{\\fonttbl\b")
FONT = re.compile(r"\\f(\d{1,9})(?!\d)")
CHARSET = re.compile(r"\\fcharset(\d{1,9})(?!\d)")
BRACE = re.compile(r"[{}]")
HEADING = re.compile(f"[{chr(LEVEL)}-{chr(LEVEL + 8)}]")
PRIVATE = re.compile("[\ue000-\ue01f]")
MAX_LEVEL = 6

LEFT_OUT = (
    (re.compile(r"\\footnote\b"), "footnote"),
    (re.compile(r"\{\\\*?\\?annotation\b|\\\*\\annotation\b"), "comment"),
    (re.compile(r"\\(?:header|footer)[lrf]?\b"), "page header or footer"),
    (re.compile(r"\\(?:pict|shppict)\b(?=[^{}]*\\(?:png|jpeg|wmetafile|emf)blip)"), "picture"),
)


def read_rtf(file: Path) -> Iterator[Document | SourceError]:
    """Yield an RTF file; its title is the one it names, its first heading, or its name."""
    data = file.read_bytes()
    if not data.strip():
        yield EmptySource(str(file))
        return
    if not data.lstrip().startswith(START):
        yield SourceError(f"'{file}' is not an RTF file: give it the suffix of its format.")
        return
    source = PRIVATE.sub("\ufffd", _decode(data))
    text = _strip(_marked(source))
    marked = write_parts(_parts(text))
    if not marked.text.strip():
        yield SourceError(f"'{file}' holds no text: there is nothing to read.")
        return
    title, page = TITLE.search(source), CODE_PAGE.search(data)
    in_page = page[0].decode("ascii") if page else ""
    named = _strip(f"{{\\rtf1{in_page} {title[1]}}}") if title else ""
    yield make_document(
        uri=file.as_uri(),
        title=" ".join(named.split()) or marked.title or title_from_name(file),
        text=marked.text,
        media_type=MEDIA_TYPE,
        sections=marked.sections,
        tables=marked.tables,
        unread=_unread(source),
    )


def _strip(source: str) -> str:
    from striprtf import striprtf

    module: Any = striprtf  # it has no types
    return str(module.rtf_to_text(source, errors="replace"))


def _decode(data: bytes) -> str:
    """Return RTF as text: it is ASCII, or bytes of the code page that it names."""
    named = CODE_PAGE.search(data)
    try:
        return data.decode(f"cp{named[1].decode('ascii')}" if named else "cp1252", "replace")
    except LookupError:
        return data.decode("latin-1")


def _marked(source: str) -> str:
    """Return RTF in which marks stand for what striprtf leaves out."""
    source = _short_fonts(PICTURE_DATA.sub("", source))
    # With a space striprtf writes no address behind the words of a link, for which it would read
    # the rest of the line at each field.
    source = FIELD.sub(r"\\fldinst {", source)
    for pattern, mark in MARKS:
        source = re.sub(pattern, lambda match, mark=mark: _control(mark) + match[0], source)  # type: ignore[misc]
    return OUTLINE_LEVEL.sub(lambda found: _control(chr(LEVEL + int(found[1]))), source)


def _short_fonts(source: str) -> str:
    """Return RTF whose font table has the character sets alone: all that is taken from it.

    striprtf looks for each font's set in the rest of the table.
    """
    start = FONT_TABLE.search(source)
    if start is None:
        return source
    depth, end = 1, len(source)
    for brace in BRACE.finditer(source, start.end()):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            end = brace.start()
            break
    fonts = []
    for entry in source[start.end() : end].split(";"):
        font, charset = FONT.search(entry), CHARSET.search(entry)
        if font and charset:
            fonts.append(f"{{{font[0]}{charset[0]} font;}}")
    return source[: start.end()] + "".join(fonts) + source[end:]


def _control(mark: str) -> str:
    return f"{{\\uc1\\u{ord(mark)} ?}}"


def _parts(text: str) -> Iterator[Part]:
    """Yield the paragraphs, headings and tables of the words and marks."""
    rows: list[list[str]] = []
    *ended, rest = text.split(ROW_END)
    for piece in ended:
        between, begun, row = piece.partition(ROW_BEGIN)
        if between.strip() and rows:
            yield _table(rows)
            rows = []
        yield from _paragraphs(between)
        if begun:
            cells = row.replace(ROW_BEGIN, "").split(CELL_END)
            rows.append([_cell(cell) for cell in cells[:-1] or cells])
    if rows:
        yield _table(rows)
    yield from _paragraphs(rest)


def _paragraphs(text: str) -> Iterator[Part]:
    for line in text.split("\n"):
        found = HEADING.search(line)
        words = PRIVATE.sub("", line).strip()
        if found and words:
            yield Heading(min(ord(found[0]) - LEVEL + 1, MAX_LEVEL), words)
        elif words:
            yield Paragraph(words)


def _cell(text: str) -> str:
    return PRIVATE.sub("", text).removeprefix("|").strip()


def _table(rows: list[list[str]]) -> TablePart:
    cells = (
        SourceCell(number, column, text)
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    )
    return TablePart(SourceTable(tuple(cells)))


def _unread(source: str) -> tuple[str, ...]:
    counted = ((len(pattern.findall(source)), what) for pattern, what in LEFT_OUT)
    return tuple(count_parts(count, what) for count, what in counted if count)
