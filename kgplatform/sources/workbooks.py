"""The sheets of an Excel file as grids of text, and what of it is not read.

openpyxl's reader of a sheet's XML is used by itself, row by row: its worksheets in memory take
fifty times as much, and those that are read as they are needed have no merged cells, no hidden
rows, and nothing about formulas whose values were not saved.
"""

from __future__ import annotations

import re
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.styles.numbers import BUILTIN_FORMATS, BUILTIN_FORMATS_MAX_SIZE
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser

from kgplatform.sources.grid import SourceGrid, make_grid
from kgplatform.sources.number_formats import write_date, write_number
from kgplatform.text.cells import sums_up

__all__ = ["Workbook", "read_workbook"]

GENERAL = "General"
MISSING = "#N/A"  # as sheets write it
MAX_NAMED = 5
COMMENTS = re.compile(r"xl/comments[^/]*\.xml|xl/comments/[^/]+\.xml")
COMMENT = re.compile(rb"<(?:\w+:)?comment[\s>]")
DRAWINGS = re.compile(r"xl/drawings/drawing[^/]*\.xml")
TEXT_RUN = re.compile(rb"<(?:\w+:)?t>[^<]")


@dataclass(slots=True)
class Workbook:
    """The sheets that can be seen, by name, and what was not read, each in a few words."""

    sheets: list[tuple[str, SourceGrid]] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Unread:
    """What of a workbook is not read: how many hidden parts, and which cells."""

    sheets: int = 0
    rows: int = 0
    columns: int = 0
    uncalculated: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    comments: int = 0
    boxes: int = 0

    def explain(self) -> Iterator[str]:
        """Yield each kind in a few words."""
        for count, what in (
            (self.sheets, "hidden sheet{}"),
            (self.rows, "hidden row{}"),
            (self.columns, "hidden column{}"),
            (self.comments, "comment{}"),
            (self.boxes, "text{} in drawn shapes"),
        ):
            if count:
                yield _count(count, what)
        for cells, what in (
            (self.uncalculated, "formula{} without a saved value"),
            (self.failed, "formula{} that failed"),
        ):
            if cells:
                yield f"{_count(len(cells), what)} ({_name(cells)})"


def read_workbook(file: Path) -> Workbook:
    """Return the sheets of an Excel file; charts have none.

    Raises:
        PassedLimit: a sheet has too many cells.
    """
    book, unread = Workbook(), _Unread()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and extensions that are of no concern here
        workbook = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        try:
            formats = _formats(workbook)
            for sheet in workbook.worksheets:
                if sheet.sheet_state != "visible":
                    unread.sheets += 1
                    continue
                book.sheets.append((sheet.title, _Reader(sheet, formats, unread).read()))
        finally:
            workbook.close()
    with zipfile.ZipFile(file) as archive:
        unread.comments = _count_in(archive, COMMENTS, COMMENT)
        unread.boxes = _count_in(archive, DRAWINGS, TEXT_RUN)
    book.unread += unread.explain()
    return book


class _Parser(WorkSheetParser):  # type: ignore[misc]  # openpyxl has no types
    """Reads a sheet's rows, and keeps which formulas have no value."""

    def __init__(self, source: Any, sheet: ReadOnlyWorksheet) -> None:
        book = sheet.parent
        super().__init__(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        self.uncalculated: list[tuple[int, int]] = []  # column and row
        self.is_hidden = False

    def parse_cell(self, element: Any) -> dict[str, Any]:
        """Return a cell; a formula's result that is an empty text is a value."""
        cell: dict[str, Any] = super().parse_cell(element)
        is_open = cell["value"] is None and element.get("t") != "str" and not self.is_hidden
        if is_open and element.find(FORMULA_TAG) is not None:
            self.uncalculated.append((cell["column"], cell["row"]))
        return cell

    def parse_row(self, row: Any) -> tuple[int, list[dict[str, Any]]]:
        """Return a row's number and cells; whether it is hidden is kept until the next one."""
        self.is_hidden = row.get("hidden") in ("1", "true")
        number, cells = super().parse_row(row)
        self.row_dimensions.clear()
        return number, cells

    def hidden_columns(self) -> list[tuple[int, int]]:
        """Return the first and last of the columns that are hidden side by side."""
        columns = self.column_dimensions.values()
        hidden = [one for one in columns if one.get("hidden") in ("1", "true")]
        return [(int(one["min"]), int(one.get("max", one["min"]))) for one in hidden]


class _Reader:
    """Reads what can be seen of one sheet, and counts what cannot."""

    def __init__(self, sheet: ReadOnlyWorksheet, formats: list[str], unread: _Unread) -> None:
        self._sheet, self._formats, self._unread = sheet, formats, unread
        self._hidden: set[int] = set()
        self._with_figures: set[int] = set()

    def read(self) -> SourceGrid:
        """Return the sheet as a grid.

        Raises:
            PassedLimit: it has too many cells.
        """
        with self._sheet._get_source() as source:
            parser = _Parser(source, self._sheet)
            grid = make_grid(self._read_rows(parser))
        self._unread.columns += len(self._hidden)
        grid.spans = self._spans(parser)
        self._mark_missing(parser, grid)
        return grid

    def _read_rows(self, parser: _Parser) -> Iterator[tuple[int, list[str]]]:
        """Yield the numbers and texts of the rows that can be seen, without hidden columns."""
        for number, cells in parser.parse():
            if parser.is_hidden:
                self._unread.rows += any(cell["value"] is not None for cell in cells)
                continue
            ranges = parser.hidden_columns()
            row: list[str] = []
            for cell in cells:
                value, column = cell["value"], cell["column"]
                if value is None:
                    continue
                if any(first <= column <= last for first, last in ranges):
                    self._hidden.add(column)
                    continue
                place = column - 1 - _count_hidden(ranges, column)
                row += [""] * (place + 1 - len(row))
                row[place] = _cell_text(value, self._formats[cell["style_id"]])
                if isinstance(value, int | float):
                    self._with_figures.add(place)
                if cell["data_type"] == "e":
                    self._unread.failed.append(self._name(column, number))
            yield number, row

    def _spans(self, parser: _Parser) -> dict[tuple[int, int], tuple[int, int]]:
        """Return the merged cells, without hidden columns in them."""
        ranges = parser.hidden_columns()
        spans = {}
        for merged in parser.merged_cells.mergeCell if parser.merged_cells else ():
            left, top, right, bottom = merged.bounds
            before = _count_hidden(ranges, left)
            width = right - left + 1 - (_count_hidden(ranges, right + 1) - before)
            if width > 0:
                spans[top, left - 1 - before] = (bottom - top + 1, width)
        return spans

    def _mark_missing(self, parser: _Parser, grid: SourceGrid) -> None:
        """Put a mark where a formula has no value among figures, so that they are not added up.

        A column without any value stays empty, and so does the last line's sum.
        """
        ranges = parser.hidden_columns()
        rows = dict(zip(grid.numbers, grid.rows, strict=True))
        for column, number in parser.uncalculated:
            self._unread.uncalculated.append(self._name(column, number))
            place, row = column - 1 - _count_hidden(ranges, column), rows.get(number)
            if row and place in self._with_figures and place < len(row) and not sums_up(row):
                row[place] = MISSING

    def _name(self, column: int, row: int) -> str:
        return f"{self._sheet.title}!{get_column_letter(column)}{row}"


def _count_hidden(ranges: list[tuple[int, int]], column: int) -> int:
    """Return how many of the columns before one are hidden."""
    return sum(min(last, column - 1) - first + 1 for first, last in ranges if first < column)


def _formats(workbook: Any) -> list[str]:
    """Return the code of the number format of each style of cells."""
    own = workbook._number_formats
    codes = []
    for style in workbook._cell_styles:
        number = style.numFmtId
        if number < BUILTIN_FORMATS_MAX_SIZE:
            codes.append(BUILTIN_FORMATS.get(number, GENERAL))
        else:
            codes.append(own[number - BUILTIN_FORMATS_MAX_SIZE])
    return codes


def _cell_text(value: Any, code: str) -> str:
    """Return a cell's value as the sheet shows it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return write_number(value, code)
    if isinstance(value, datetime | date | time | timedelta):
        return write_date(value, code)
    return str(value)


def _count_in(archive: zipfile.ZipFile, parts: re.Pattern[str], mark: re.Pattern[bytes]) -> int:
    """Return how often a mark stands in the parts of some names."""
    names = [name for name in archive.namelist() if parts.fullmatch(name)]
    return sum(len(mark.findall(archive.read(name))) for name in names)


def _count(count: int, what: str) -> str:
    return f"{count} {what.format('s' if count > 1 else '')}"


def _name(cells: list[str]) -> str:
    more = f" and {len(cells) - MAX_NAMED} more" if len(cells) > MAX_NAMED else ""
    return ", ".join(cells[:MAX_NAMED]) + more
