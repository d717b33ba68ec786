"""Reads the sheets of OpenDocument (.ods) and of Excel before 2007 (.xls), as those of .xlsx.

An OpenDocument sheet has the text that each cell shows, so that is read; an Excel file has values
and the codes of their formats.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgplatform.errors import EmptySource, SourceError
from kgplatform.records import Document
from kgplatform.sources.archive import OLE_HEADER
from kgplatform.sources.grid import MAX_CELLS, SourceGrid, make_grid
from kgplatform.sources.limits import PassedLimit
from kgplatform.sources.number_formats import write_date, write_number
from kgplatform.sources.opendocument import TABLE, TEXT, OpenDocument, open_document, read_line
from kgplatform.sources.sheets import write_workbook
from kgplatform.sources.text import count_parts
from kgplatform.sources.workbooks import Workbook

if TYPE_CHECKING:
    from lxml.etree import _Element as Element
    from xlrd.book import Book
    from xlrd.sheet import Sheet

__all__ = ["read_ods", "read_xls"]

ODS = "application/vnd.oasis.opendocument.spreadsheet"
XLS = "application/vnd.ms-excel"
MAX_COLUMNS = 16_384
MAX_ROWS = 1 << 20
GENERAL = "General"


def read_ods(file: Path) -> Iterator[Document | SourceError]:
    """Yield an OpenDocument spreadsheet: a page, a section and its tables a sheet.

    Raises:
        PassedLimit: a sheet has too many cells.
    """
    opened = open_document(file)
    if isinstance(opened, SourceError):
        yield opened
        return
    book = Workbook()
    hidden = 0
    for sheet in opened.body.iter(f"{TABLE}table"):
        if opened.is_hidden_table(sheet):
            hidden += 1
            continue
        book.sheets.append((sheet.get(f"{TABLE}name") or "", _Cells(opened).read(sheet)))
    book.unread += [count_parts(hidden, "hidden sheet")] if hidden else []
    book.unread += opened.unread()
    yield write_workbook(file, book, ODS)


def read_xls(file: Path) -> Iterator[Document | SourceError]:
    """Yield an Excel file of the format before 2007: a page, a section and its tables a sheet.

    Formulas are read as the values they had when the file was saved.

    Raises:
        PassedLimit: a sheet has too many cells.
    """
    import xlrd

    with file.open("rb") as stream:
        header = stream.read(len(OLE_HEADER))
    if not header:
        yield EmptySource(str(file))
        return
    try:
        opened = xlrd.open_workbook(str(file), formatting_info=True, logfile=io.StringIO())
    except xlrd.XLRDError as exc:
        yield SourceError(
            f"'{file}' cannot be opened ({exc}): save it without a password, as .xlsx."
        )
        return
    book = Workbook()
    hidden = 0
    for sheet in opened.sheets():
        if sheet.visibility:
            hidden += 1
        else:
            book.sheets.append((sheet.name, _xls_grid(opened, sheet)))
    book.unread += [count_parts(hidden, "hidden sheet")] if hidden else []
    yield write_workbook(file, book, XLS)


class _Cells:
    """The cells of a sheet of an OpenDocument file, those that repeat written out."""

    def __init__(self, document: OpenDocument) -> None:
        self._document = document
        self._spans: dict[tuple[int, int], tuple[int, int]] = {}

    def read(self, sheet: Element) -> SourceGrid:
        """Return a sheet as a grid."""
        grid = make_grid(self._rows(sheet))
        grid.spans = self._spans
        return grid

    def _rows(self, sheet: Element) -> Iterator[tuple[int, list[str]]]:
        number = cells = 0
        for row in sheet.iter(f"{TABLE}table-row"):
            times = _count(row, "number-rows-repeated", MAX_ROWS)
            texts = self._row(row, number)
            if any(texts):
                cells += times * len(texts)
                if cells > MAX_CELLS:
                    raise PassedLimit(f"has a sheet of more than {MAX_CELLS:,} cells")
                for place in range(number, number + times):
                    yield place, list(texts)
            number += times

    def _row(self, row: Element, number: int) -> list[str]:
        """Return the texts of a row up to its last filled cell."""
        texts: list[str] = []
        empty = 0  # cells that only count where a filled one follows
        for cell in row.iterchildren(f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
            times = _count(cell, "number-columns-repeated", MAX_COLUMNS)
            is_covered = str(cell.tag).endswith("covered-table-cell")
            text = "" if is_covered else self._text(cell)
            if not text:
                empty += times
                continue
            texts += [""] * min(empty, MAX_COLUMNS)
            empty = 0
            rows = _count(cell, "number-rows-spanned", MAX_ROWS)
            columns = _count(cell, "number-columns-spanned", MAX_COLUMNS)
            if rows > 1 or columns > 1:
                self._spans[number, len(texts)] = (rows, columns)
            texts += [text] * times
            if len(texts) > MAX_COLUMNS:
                raise PassedLimit(f"has a sheet of more than {MAX_COLUMNS:,} columns")
        return texts

    def _text(self, cell: Element) -> str:
        shown = [one for one in cell.iterchildren("*") if not self._document.leaves_out(one)]
        return " ".join(read_line(one, self._document) for one in shown if one.tag == f"{TEXT}p")


def _count(element: Element, name: str, most: int) -> int:
    text = element.get(f"{TABLE}{name}") or "1"
    return min(int(text), most) if text.isdecimal() and len(text) < 10 and int(text) else 1


def _xls_grid(book: Book, sheet: Sheet) -> SourceGrid:
    if sheet.nrows * sheet.ncols > MAX_CELLS:
        raise PassedLimit(f"has a sheet of more than {MAX_CELLS:,} cells")
    grid = make_grid(
        (number, [_xls_text(book, cell) for cell in sheet.row(number)])
        for number in range(sheet.nrows)
    )
    grid.spans = {
        (top, left): (bottom - top, right - left) for top, bottom, left, right in sheet.merged_cells
    }
    return grid


def _xls_text(book: Book, cell: Any) -> str:
    """Return a cell's value as the sheet shows it."""
    import xlrd

    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if cell.value else "FALSE"
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(cell.value, "#ERROR"))
    if cell.ctype in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        code = _format(book, cell)
        if cell.ctype == xlrd.XL_CELL_DATE:
            try:
                return write_date(xlrd.xldate_as_datetime(cell.value, book.datemode), code)
            except (xlrd.XLDateError, OverflowError, ValueError):
                return write_number(cell.value, GENERAL)  # no day of a calendar
        return write_number(cell.value, code)
    return str(cell.value)


def _format(book: Book, cell: Any) -> str:
    if cell.xf_index is None or not 0 <= cell.xf_index < len(book.xf_list):
        return GENERAL
    found = book.format_map.get(book.xf_list[cell.xf_index].format_key)
    return str(found.format_str) if found else GENERAL
