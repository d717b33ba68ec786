"""What of an Excel file is seen, and what is told of the rest."""

from __future__ import annotations

import zipfile
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from kgplatform.records import Document
from kgplatform.sources.number_formats import write_date, write_number
from kgplatform.sources.sheets import read_xlsx
from tests.unit.sources.made_files import make_zip

pytestmark = pytest.mark.unit

HEADER = ["Vessel", "Length", "Crew", "Quay"]
ROWS = [HEADER, ["Skua", 31, 4, "East"], ["Petrel", 44, 6, None], ["Fulmar", 29, 3, "West"]]


@pytest.fixture
def book() -> Workbook:
    book = Workbook()
    book.active.title = "Vessels"
    for row in ROWS:
        book.active.append(row)
    return book


def _read(book: Workbook, folder: Path) -> Document:
    book.save(folder / "a.xlsx")
    (document,) = read_xlsx(folder / "a.xlsx")
    assert isinstance(document, Document), document
    return document


def test_merged_cells_are_filled(book: Workbook, tmp_path: Path) -> None:
    book.active.merge_cells("D2:D3")
    (table,) = _read(book, tmp_path).tables
    assert [row[3] for row in table.cells] == ["Quay", "East", "East", "West"]


def test_hidden_parts_are_counted_and_not_read(book: Workbook, tmp_path: Path) -> None:
    book.active.row_dimensions[4].hidden = True
    book.active.column_dimensions["B"].hidden = True
    book.active.merge_cells("B5:D5")
    book.active["B5"] = "merged over a column that is hidden"
    other = book.create_sheet("Secret")
    other.append(["Vessel", "Price"])
    other.sheet_state = "hidden"
    book.active["A2"].comment = Comment("measured twice", "Kim")
    document = _read(book, tmp_path)
    assert document.tables[0].cells[:2] == (("Vessel", "Crew", "Quay"), ("Skua", "4", "East"))
    assert "Fulmar" not in document.text
    assert "Price" not in document.text
    assert document.unread == ("1 hidden sheet", "1 hidden row", "1 hidden column", "1 comment")


def test_merged_cells_behind_a_hidden_column_are_where_they_are(
    book: Workbook, tmp_path: Path
) -> None:
    book.active.column_dimensions["B"].hidden = True
    book.active.merge_cells("D2:D3")
    (table,) = _read(book, tmp_path).tables
    assert [row[2] for row in table.cells] == ["Quay", "East", "East", "West"]


def test_formulas_without_values_are_named(book: Workbook, tmp_path: Path) -> None:
    for row in range(2, 9):
        book.active.cell(row, 5, f"=B{row}*C{row}")
    book.active["E1"] = "Area"
    document = _read(book, tmp_path)
    assert {row[4] for row in document.tables[0].cells[1:]} == {""}
    (told,) = document.unread
    assert told.startswith("7 formulas without a saved value (Vessels!E2, Vessels!E3, ")
    assert told.endswith(" and 2 more)")


def test_a_formula_without_a_value_among_figures_is_marked_and_a_sum_is_not(
    book: Workbook, tmp_path: Path
) -> None:
    book.active["B3"] = "=40+4"
    book.active.append(["Total", "=SUM(B2:B4)", 13, ""])
    (table,) = _read(book, tmp_path).tables
    assert [row[1] for row in table.cells] == ["Length", "31", "#N/A", "29", ""]


def test_formulas_with_values_are_read_and_failed_ones_named(tmp_path: Path) -> None:
    cells = (
        '<c r="A1" t="inlineStr"><is><t>Part</t></is></c>'
        '<c r="B1" t="inlineStr"><is><t>Price</t></is></c>'
    )
    rows = (
        '<c r="A2" t="inlineStr"><is><t>Buoy</t></is></c><c r="B2"><f>4+5</f><v>9</v></c>',
        '<c r="A3" t="str"><f>IF(1,"","")</f><v></v></c>'
        '<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    )
    book = Workbook()
    book.save(tmp_path / "plain.xlsx")
    with zipfile.ZipFile(tmp_path / "plain.xlsx") as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    body = f"<row>{cells}</row>" + "".join(f"<row>{row}</row>" for row in rows)
    parts["xl/worksheets/sheet1.xml"] = (
        f'<worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>'
    )
    parts["xl/drawings/drawing1.xml"] = "<d><a:t>Sums are of May.</a:t><a:t></a:t></d>"
    (document,) = read_xlsx(make_zip(tmp_path / "a.xlsx", parts))
    assert isinstance(document, Document)
    assert document.tables[0].cells == (("Part", "Price"), ("Buoy", "9"), ("", "#DIV/0!"))
    assert document.unread == ("1 text in drawn shapes", "1 formula that failed (Sheet!B3)")


def test_several_tables_are_sections_by_their_titles(tmp_path: Path) -> None:
    book = Workbook()
    for row in (["East quay"], *ROWS, [], ["West quay"], ["Port", "Calls"], ["Hale", 310]):
        book.active.append(row)
    document = _read(book, tmp_path)
    assert [table.caption for table in document.tables] == ["East quay", "West quay"]
    sections = {section.heading: section for section in document.sections}
    for table in document.tables:
        section = sections[table.caption]
        assert section.level == 3
        assert section.start < table.start < table.end <= section.end


def test_a_sheet_without_a_header_is_told(tmp_path: Path) -> None:
    book = Workbook()
    for row in ROWS[1:]:
        book.active.append(row)
    document = _read(book, tmp_path)
    assert document.unread == ("no header line, so columns have no names",)
    assert not any(document.tables[0].cells[0])


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.125, "0.0%", "12.5%"),
        (0.256, "0%", "26%"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
        (1234.5, '#,##0.00\\ "kr"', "1,234.50 kr"),
        (-1234.5, '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-', "-1,234.50 €"),
        (0, '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-', "0 €"),
        (-3, "$#,##0.00_);[Red]($#,##0.00)", "-$3.00"),
        (1234567, "#,##0", "1,234,567"),
        (1234567, '#,##0,"k"', "1,235k"),
        (2.5, "0", "3"),
        (0.5, "#.##", "0.5"),
        (12.5, '0.0" kg"', "12.5 kg"),
        (42, "00000", "00042"),
        (1234.5, "0.00E+00", "1.23E+03"),
        (0.1 + 0.2, "General", "0.3"),
        (3.0, "General", "3"),
        (0.5, "# ?/?", "0.5"),
        (5551234, "000-0000", "5551234"),
        (7, "[>5]0.0;0", "7"),
        (7, "@", "7"),
        (float("inf"), "0.0", "inf"),
    ],
)
def test_numbers_are_written_as_shown(value: float, code: str, shown: str) -> None:
    assert write_number(value, code) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (datetime(2024, 3, 1), "d mmmm yyyy", "2024-03-01"),
        (datetime(2024, 3, 1, 5, 30), "d mmmm yyyy", "2024-03-01"),
        (datetime(2024, 3, 1, 5, 30), "dd/mm/yyyy hh:mm", "2024-03-01 05:30"),
        (datetime(2024, 3, 1, 5, 30, 9), "yyyy-mm-dd h:mm:ss", "2024-03-01 05:30:09"),
        (date(2024, 3, 1), "mmm-yy", "March 2024"),
        (datetime(2024, 3, 1), '"FY" yyyy', "2024"),
        (datetime(2024, 3, 1), "dddd", "Friday"),
        (time(5, 30), "h:mm AM/PM", "05:30"),
        (timedelta(hours=30, minutes=15), "[h]:mm", "30:15"),
        (timedelta(minutes=3, seconds=9), "mm:ss", "0:03:09"),
    ],
)
def test_dates_and_times_are_written_with_the_parts_shown(
    value: datetime | date | time | timedelta, code: str, shown: str
) -> None:
    assert write_date(value, code) == shown
