from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.grid import drop_empty, table_markdown
from kgplatform.sources.sheets import read_csv, read_xlsx
from tests.unit.sources.made_files import make_xlsx

pytestmark = pytest.mark.unit


def _csv(tmp_path: Path, text: str) -> Document:
    file = tmp_path / "polar_ships.csv"
    file.write_text(text)
    (document,) = read_csv(file)
    assert isinstance(document, Document), document
    return document


def _xlsx(tmp_path: Path, sheets: dict[str, list[list[object]]]) -> Document:
    (document,) = read_xlsx(make_xlsx(tmp_path / "a.xlsx", sheets))
    assert isinstance(document, Document), document
    return document


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_is_one_table_whatever_parts_its_cells(tmp_path: Path, delimiter: str) -> None:
    rows = (("Name", "Year"), ("Fram", "1892"), ("Gjøa", "1872"))
    document = _csv(tmp_path, "".join(delimiter.join(row) + "\n" for row in rows))
    (table,) = document.tables
    assert table.cells == rows
    assert document.text == ("| Name | Year |\n| --- | --- |\n| Fram | 1892 |\n| Gjøa | 1872 |")
    assert (table.start, table.end) == (0, len(document.text))
    assert (document.title, document.media_type) == ("polar ships", "text/csv")


def test_csv_rows_are_made_even_and_cells_one_line(tmp_path: Path) -> None:
    document = _csv(tmp_path, 'Name,Note\nFram,"first\nsecond",x|y\n\n,,\nMaud,c\nGjøa\n')
    assert document.tables[0].cells == (
        ("Name", "Note", ""), ("Fram", "first second", "x|y"), ("Maud", "c", ""), ("Gjøa", "", "")
    )  # fmt: skip
    assert "x\\|y" in document.text


def test_csv_of_one_column_is_a_table(tmp_path: Path) -> None:
    assert _csv(tmp_path, "Name\nFram\n").tables[0].cells == (("Name",), ("Fram",))


def test_csv_without_a_filled_cell_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(",,\n,,\n")
    (failure,) = read_csv(tmp_path / "a.csv")
    assert isinstance(failure, SourceError)
    assert "empty" in str(failure)


def test_sheets_are_pages_sections_and_tables(tmp_path: Path) -> None:
    document = _xlsx(
        tmp_path,
        {"Ships": [["Name", "Year"], ["Fram", 1892]], "None": [], "Crew": [["Name"], ["Nansen"]]},
    )
    assert [(page.number, page.label) for page in document.pages] == [(1, "Ships"), (2, "Crew")]
    assert [section.heading for section in document.sections] == ["Ships", "Crew"]
    assert [(t.caption, t.cells) for t in document.tables] == [
        ("Ships", (("Name", "Year"), ("Fram", "1892"))),
        ("Crew", (("Name",), ("Nansen",))),
    ]
    for page, table in zip(document.pages, document.tables, strict=True):
        assert page.start < table.start < table.end <= page.end
        assert document.text[table.start : table.end] == table_markdown(table.cells)


def test_cells_are_written_as_people_write_them(tmp_path: Path) -> None:
    row = [1892, 3.0, 0.1 + 0.2, True, None, date(1892, 10, 26), datetime(1892, 10, 26, 5, 30)]
    header = ["a", "b", "c", "d", "e", "f", "g", "h"]
    document = _xlsx(tmp_path, {"S": [header, [*row, time(5, 30)]]})
    assert document.tables[0].cells[1] == (
        "1892", "3", "0.3", "TRUE", "", "1892-10-26", "1892-10-26 05:30:00", "05:30:00"
    )  # fmt: skip


def test_single_cells_above_a_table_are_text_and_its_caption(tmp_path: Path) -> None:
    rows = [["Ships of the Arctic"], [], [None, "Name", "Year"], [None, "Fram", 1892]]
    document = _xlsx(tmp_path, {"S": rows})
    assert document.text == (
        "## S\n\nShips of the Arctic\n\n| Name | Year |\n| --- | --- |\n| Fram | 1892 |\n"
    )
    assert document.tables[0].caption == "Ships of the Arctic"


def test_workbook_without_cells_is_told(tmp_path: Path) -> None:
    (failure,) = read_xlsx(make_xlsx(tmp_path / "a.xlsx", {"S": []}))
    assert isinstance(failure, SourceError)


def test_empty_rows_and_columns_at_the_sides_go() -> None:
    rows = [["", "", ""], ["", "a", "", "b "], ["", "", "", ""], ["", " c\nd"]]
    assert drop_empty(rows) == (("a", "", "b"), ("c d", "", ""))
    assert drop_empty([["", " "]]) == ()
