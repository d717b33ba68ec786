"""Tables of a PDF that go on over pages, and tables that only look as if they did."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.records import Document
from kgplatform.sources.layout import find_boxes
from kgplatform.sources.pdf.reader import read_pdf
from tests.unit.sources.pdf_files import Drawing, Rule, Text, grid, lines, write_pdf

pytestmark = pytest.mark.unit

XS = [72, 200, 300, 400]
HEAD = ["Boat", "Crew", "Built"]
ROWS = [[f"Boat {n}", str(n), str(1900 + 7 * n % 13)] for n in range(1, 10)]


def _read(folder: Path, *pages: list[Drawing]) -> Document:
    document, *rest = read_pdf(write_pdf(folder / "a.pdf", *pages))
    assert isinstance(document, Document), document
    assert not rest
    return document


def _table(rows: list[list[str]], *, top: float = 100, drawn: bool = True) -> list[Drawing]:
    if drawn:
        return grid(XS, [top + 20 * i for i in range(len(rows) + 1)], rows)
    return [
        Text(x, top + 16 * i, cell)
        for i, row in enumerate(rows)
        for x, cell in zip(XS, row, strict=False)
    ]


def _furniture(number: int) -> list[Drawing]:
    return [Text(72, 40, "List of boats 2024"), Text(290, 810, f"Page {number} of 3")]


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "by alignment"])
@pytest.mark.parametrize("repeated", [True, False], ids=["header repeated", "header once"])
def test_table_over_three_pages_is_one(tmp_path: Path, *, drawn: bool, repeated: bool) -> None:
    head = [HEAD] if repeated else []
    document = _read(
        tmp_path,
        [
            *_furniture(1),
            Text(72, 80, "These are all boats."),
            *_table([HEAD, *ROWS[:3]], drawn=drawn),
        ],
        [*_furniture(2), *_table(head + ROWS[3:6], drawn=drawn)],
        [*_furniture(3), *_table(head + ROWS[6:], drawn=drawn), Text(72, 500, "Nothing more.")],
    )
    (table,) = document.tables
    assert table.cells == tuple(map(tuple, [HEAD, *ROWS]))
    assert table.page == 1
    assert document.text.endswith("Nothing more.")
    assert "List of boats" not in document.text
    for page, name in ((1, "Boat 2"), (2, "Boat 5"), (3, "Boat 8")):
        start = document.text.index(name)
        ((number, box),) = find_boxes(document.pages, start, start + len(name))
        assert (number, round(box[0])) == (page, 76 if drawn else 72)
        assert document.pages[page - 1].start <= start < document.pages[page - 1].end


def test_notes_that_a_table_goes_on_are_left_out(tmp_path: Path) -> None:
    document = _read(
        tmp_path,
        [
            Text(72, 80, "Table 4: Boats"),
            *_table([HEAD, *ROWS[:5]]),
            Text(300, 230, "Continued on next page"),
        ],
        [Text(72, 80, "Table 4: Boats (continued)"), *_table([HEAD, *ROWS[5:]])],
    )
    (table,) = document.tables
    assert table.cells == tuple(map(tuple, [HEAD, *ROWS]))
    assert table.caption == "Table 4: Boats"
    assert "ontinued" not in document.text


def test_sums_carried_to_the_next_page_are_no_rows(tmp_path: Path) -> None:
    first = _table([HEAD, *ROWS[:4], ["Carried forward", "10", ""]])
    second = _table([["Boat (cont.)", "Crew", "Built"], ["Brought forward", "10", ""], *ROWS[4:8]])
    document = _read(tmp_path, first, second)
    assert document.tables[0].cells == tuple(map(tuple, [HEAD, *ROWS[:8]]))
    assert len(document.tables) == 1


@pytest.mark.parametrize(
    "second",
    [
        _table([["Cook", "Age", "Born"], ["Ane", "40", "1984"], ["Per", "51", "1973"]]),
        [
            Text(72, 80, "Table 2: Cooks"),
            *_table([HEAD, ["Ane", "40", "1984"], ["Per", "51", "1973"]]),
        ],
        [Text(72, 80, "The others sail in winter."), *_table([HEAD, *ROWS[3:6]])],
        _table([["1", "Ane of Lom", "12"], ["2", "Per of Vik", "14"], ["3", "Jo", "15"]]),
    ],
    ids=["another header", "another caption", "text between", "other kinds of columns"],
)
def test_tables_of_their_own_stay_apart(tmp_path: Path, second: list[Drawing]) -> None:
    document = _read(tmp_path, _table([HEAD, *ROWS[:3]]), second)
    assert [len(table.cells) for table in document.tables] == [4, len(document.tables[1].cells)]
    assert document.tables[1].page == 2


def test_text_after_a_table_ends_it(tmp_path: Path) -> None:
    first = [*_table([HEAD, *ROWS[:3]]), *lines(72, 300, ["So it was in May."])]
    document = _read(tmp_path, first, _table([HEAD, *ROWS[3:6]]))
    assert [len(table.cells) for table in document.tables] == [4, 4]


def test_merged_cells_are_filled_and_header_lines_folded(tmp_path: Path) -> None:
    rows = [
        ["Boat", "Weight", ""],
        ["", "empty", "full"],
        ["Terne", "12", "18"],
        ["Lunde", "9", "14"],
    ]
    drawings = grid(XS, [100, 120, 140, 160, 180], rows)
    without = [
        rule
        for rule in drawings
        if not (getattr(rule, "x1", 0) == 300 and getattr(rule, "x2", 0) == 300)
        and not (getattr(rule, "y1", 0) == 120 and getattr(rule, "y2", 0) == 120)
    ]
    document = _read(tmp_path, [*without, Rule(300, 120, 300, 180), Rule(200, 120, 400, 120)])
    assert document.tables[0].cells == (
        ("Boat", "Weight > empty", "Weight > full"),
        ("Terne", "12", "18"),
        ("Lunde", "9", "14"),
    )
    start = document.text.rindex("Weight")
    ((_, box),) = find_boxes(document.pages, start, start + len("Weight"))
    assert round(box[0]) == 204
