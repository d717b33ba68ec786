"""Reads CSV and Excel files: tables with their cells, and their Markdown as text.

Excel files are read with openpyxl, on which markitdown's converter stands, and not through that
converter: it goes through pandas, which writes "NaN" for an empty cell, "Unnamed: 2" for an empty
header and 3.0 for 3 as soon as a column has a gap, all of which would become facts.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from kgplatform.errors import EmptySource, SourceError
from kgplatform.records import Document
from kgplatform.records.document import Page, Section, Table
from kgplatform.sources.archive import check_archive
from kgplatform.sources.encoding import decode_file
from kgplatform.sources.grid import drop_empty, table_markdown
from kgplatform.sources.markdown import MarkedText, join_marked
from kgplatform.sources.text import make_document, title_from_name

__all__ = ["read_csv", "read_xlsx"]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DELIMITERS = ",;\t|"
SNIFFED_CHARS = 16_000


def read_csv(file: Path) -> Iterator[Document | SourceError]:
    """Yield a CSV file as one table, the first row being its header, titled by the file's name.

    Comma, semicolon, tab and bar are told apart by looking. `document.text` is the table as
    Markdown.
    """
    text = decode_file(file)
    if isinstance(text, SourceError):
        yield text
        return
    try:
        cells = drop_empty(csv.reader(io.StringIO(text), delimiter=_delimiter(text)))
    except csv.Error as exc:
        yield SourceError(f"'{file}' is not a CSV file: {exc}: check its quotation marks.")
        return
    if not cells:
        yield EmptySource(str(file))
        return
    title, markdown = title_from_name(file), table_markdown(cells)
    yield make_document(
        uri=file.as_uri(),
        title=title,
        text=markdown,
        media_type="text/csv",
        tables=(Table(title, 0, len(markdown), cells),),
    )


def read_xlsx(file: Path) -> Iterator[Document | SourceError]:
    """Yield an Excel file: a page, a section and a table a sheet, each with the sheet's name.

    Formulas are read as the values they had when the file was saved. Lines of a single cell above
    a table are text, and the last of them its caption. `document.text` is Markdown.
    """
    failure = check_archive(file)
    if failure is not None:
        yield failure
        return
    sheets = [(name, _mark_sheet(name, rows)) for name, rows in _read_sheets(file) if rows]
    if not sheets:
        yield SourceError(f"'{file}' holds no filled cells: there is nothing to read.")
        return
    marked, starts = join_marked([sheet for _, sheet in sheets])
    ends = [*starts[1:], len(marked.text)]
    pages = tuple(
        Page(number, start, end, label=name)
        for number, ((name, _), start, end) in enumerate(zip(sheets, starts, ends, strict=True), 1)
    )
    yield make_document(
        uri=file.as_uri(),
        title=title_from_name(file),
        text=marked.text,
        media_type=XLSX,
        pages=pages,
        sections=marked.sections,
        tables=marked.tables,
    )


def _delimiter(text: str) -> str:
    """Return the character between the cells; a comma where there is no telling."""
    sample = text[:SNIFFED_CHARS]
    if len(text) > SNIFFED_CHARS:
        sample = sample.rpartition("\n")[0] or sample
    header = sample.partition("\n")[0]
    try:
        found = csv.Sniffer().sniff(sample, DELIMITERS).delimiter
    except csv.Error:
        found = ","
    return found if found in header else max(DELIMITERS, key=header.count)


def _read_sheets(file: Path) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Yield the name and the filled rows of each sheet; charts have none."""
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and extensions that are of no concern here
        workbook = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        try:
            for sheet in workbook.worksheets:
                sheet.reset_dimensions()  # what a file says about its size is often wrong
                rows = sheet.iter_rows(values_only=True)
                yield sheet.title, drop_empty([_cell_text(cell) for cell in row] for row in rows)
        finally:
            workbook.close()


def _cell_text(value: Any) -> str:
    """Return a cell's value as people write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.15g}"  # the digits that Excel keeps
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return str(value)


def _mark_sheet(name: str, rows: Sequence[Sequence[str]]) -> MarkedText:
    """Return a sheet as Markdown: its name as the heading, lines above the table, the table."""
    above = _lines_above(rows)
    lines = [next(cell for cell in row if cell) for row in rows[:above]]
    text = "\n\n".join([f"## {' '.join(name.split())}", *lines]) + "\n\n"
    tables: tuple[Table, ...] = ()
    cells = drop_empty(rows[above:])
    if cells:
        markdown = table_markdown(cells)
        caption = lines[-1] if lines else name
        tables = (Table(caption, len(text), len(text) + len(markdown), cells),)
        text += markdown + "\n"
    return MarkedText(text, (Section(2, " ".join(name.split()), 0, len(text)),), tables)


def _lines_above(rows: Sequence[Sequence[str]]) -> int:
    """Return how many rows of a single cell stand above the first row with more of them."""
    filled = [sum(1 for cell in row if cell) for row in rows]
    wide = next((index for index, count in enumerate(filled) if count > 1), None)
    return wide if wide is not None else 0
