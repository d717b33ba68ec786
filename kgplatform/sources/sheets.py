"""Reads CSV and Excel files: tables with their cells, and their Markdown as text.

Excel files are read with openpyxl, on which markitdown's converter stands, and not through that
converter: it goes through pandas, which writes "NaN" for an empty cell, "Unnamed: 2" for an empty
header and 3.0 for 3 as soon as a column has a gap, all of which would become facts.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kgplatform.errors import EmptySource, SourceError
from kgplatform.records import Document
from kgplatform.records.document import Page, Section, Table
from kgplatform.sources.archive import check_archive
from kgplatform.sources.encoding import decode_file
from kgplatform.sources.grid import clean_cell, make_grid, table_markdown
from kgplatform.sources.marked import MarkedText, join_marked
from kgplatform.sources.pieces import find_tables
from kgplatform.sources.separated import read_records
from kgplatform.sources.tables import UNNAMED, TidyTable, reads_as_note
from kgplatform.sources.text import make_document, title_from_name

if TYPE_CHECKING:
    from kgplatform.sources.workbooks import Workbook

__all__ = ["read_csv", "read_xlsx", "write_workbook"]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BETWEEN = "\n\n"


def read_csv(file: Path) -> Iterator[Document | SourceError]:
    """Yield a CSV file as its table, titled by the file's name.

    The delimiter (comma, semicolon, tab or bar) is detected. Lines above the header and below the
    last row are text. `document.text` is Markdown.
    """
    text = decode_file(file)
    if isinstance(text, SourceError):
        yield text
        return
    try:
        records = read_records(text)
    except csv.Error as exc:
        yield SourceError(f"'{file}' is not a CSV file: {exc}: check its quotation marks.")
        return
    tables = find_tables(make_grid(enumerate(records.cells)))
    if not tables:
        yield EmptySource(str(file))
        return
    title = title_from_name(file)
    marked = _mark_tables(tables, caption=title, above=records.above)
    yield make_document(
        uri=file.as_uri(),
        title=title,
        text=marked.text,
        media_type="text/csv",
        sections=marked.sections,
        tables=marked.tables,
        unread=(*records.unread, *_report_unnamed(tables)),
    )


def read_xlsx(file: Path) -> Iterator[Document | SourceError]:
    """Yield an Excel file: a page, a section and its tables a sheet, each with the sheet's name.

    Formulas are read as the values they had when the file was saved; hidden sheets, rows and
    columns are not read. Lines of a single cell around a table are text. `document.text` is
    Markdown.
    """
    from kgplatform.sources.workbooks import read_workbook

    failure = check_archive(file)
    if failure is not None:
        yield failure
        return
    book = read_workbook(file)
    yield write_workbook(file, book, XLSX)


def write_workbook(file: Path, book: Workbook, media_type: str) -> Document | SourceError:
    """Return the document of a workbook: a page, a section and its tables a sheet.

    Raises:
        PassedLimit: filling merged cells would take too long.
    """
    found = [(clean_cell(name), find_tables(grid)) for name, grid in book.sheets]
    sheets = [(name, tables) for name, tables in found if tables]
    if not sheets:
        return SourceError(f"'{file}' holds no filled cells: there is nothing to read.")
    marked, starts = join_marked([_mark_sheet(name, tables) for name, tables in sheets])
    ends = [*starts[1:], len(marked.text)]
    pages = tuple(
        Page(number, start, end, label=name)
        for number, ((name, _), start, end) in enumerate(zip(sheets, starts, ends, strict=True), 1)
    )
    unnamed = _report_unnamed([table for _, tables in sheets for table in tables])
    return make_document(
        uri=file.as_uri(),
        title=title_from_name(file),
        text=marked.text,
        media_type=media_type,
        pages=pages,
        sections=marked.sections,
        tables=marked.tables,
        unread=(*book.unread, *unnamed),
    )


def _report_unnamed(tables: Sequence[TidyTable]) -> list[str]:
    return [UNNAMED] if any(table.is_unnamed for table in tables) else []


def _mark_sheet(name: str, tables: Sequence[TidyTable]) -> MarkedText:
    """Return a sheet as Markdown, its name being the heading."""
    marked = _mark_tables(tables, caption=name, above=[f"## {name}"])
    section = Section(2, name, 0, len(marked.text))
    return MarkedText(f"{marked.text}\n", (section, *marked.sections), marked.tables)


def _mark_tables(tables: Sequence[TidyTable], *, caption: str, above: Sequence[str]) -> MarkedText:
    """Return tables as Markdown with the lines around them.

    The last line above a table is its caption. Where there are several tables, it is a heading, so
    that a question can name the table that it means.

    Args:
        tables: those of a sheet.
        caption: of a table without such a line.
        above: lines above them all.
    """
    blocks = list(above)
    length = sum(len(block) + len(BETWEEN) for block in blocks)
    sections: list[Section] = []
    marked: list[Table] = []
    for table in tables:
        title = next((line for line in reversed(table.above) if not reads_as_note(line)), "")
        is_headed = bool(title and table.cells) and len(tables) > 1
        parts = [line for line in table.above if not (is_headed and line == title)]
        if is_headed:
            sections = [*(_ended(one, length) for one in sections)]
            sections.append(Section(3, title, length, length))
            parts.insert(0, f"### {title}")
        start = length + sum(len(part) + len(BETWEEN) for part in parts)
        if table.cells:
            markdown = table_markdown(table.cells)
            named = title or next(iter(table.above[::-1]), caption)
            marked.append(Table(named, start, start + len(markdown), table.cells))
            parts.append(markdown)
        parts += table.below
        length += sum(len(part) + len(BETWEEN) for part in parts)
        blocks += parts
    text = BETWEEN.join(blocks)
    return MarkedText(text, tuple(_ended(one, len(text)) for one in sections), tuple(marked))


def _ended(section: Section, end: int) -> Section:
    """Return a section that begins somewhere, with the end that it has if it has none."""
    return replace(section, end=end) if section.end == section.start else section
