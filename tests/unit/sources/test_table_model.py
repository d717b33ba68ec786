"""The one model of a table: merged cells, headers of several lines, groups, totals, notes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kgplatform.sources.limits import PassedLimit
from kgplatform.sources.tables import SourceCell, SourceTable, TidyTable, tidy_table

pytestmark = pytest.mark.unit

Given = str | tuple[str, int, int] | None
"""A cell's text, with the rows and columns that it covers; None where another one covers it."""


def _tidy(rows: Sequence[Sequence[Given]], header_rows: int | None = None) -> TidyTable:
    cells = []
    for row, line in enumerate(rows):
        for column, given in enumerate(line):
            if given is not None:
                text, height, width = given if isinstance(given, tuple) else (given, 1, 1)
                cells.append(SourceCell(row, column, text, height, width))
    return tidy_table(SourceTable(tuple(cells), header_rows))


def test_a_cell_over_several_rows_is_in_each_of_them() -> None:
    rows = [
        ["Quay", "Vessel", "Length"],
        [("East", 2, 1), "Skua", "31"],
        [None, "Petrel", "44"],
        ["West", "Fulmar", "29"],
    ]
    assert _tidy(rows).cells == (
        ("Quay", "Vessel", "Length"),
        ("East", "Skua", "31"),
        ("East", "Petrel", "44"),
        ("West", "Fulmar", "29"),
    )


def test_rows_and_columns_in_which_no_cell_begins_are_none() -> None:
    rows = [
        [("Vessel", 1, 2), None, "Length"],
        [("Skua", 2, 2), None, ("31", 2, 1)],
        [None, None, None],
        [("Petrel", 1, 2), None, "44"],
    ]
    assert _tidy(rows).cells == (("Vessel", "Length"), ("Skua", "31"), ("Petrel", "44"))


@pytest.mark.parametrize("header_rows", [None, 2])
def test_a_header_of_two_lines_is_one(header_rows: int | None) -> None:
    rows = [
        [("Vessel", 2, 1), ("Length", 1, 2), None, ("Crew", 2, 1)],
        [None, "hull", "overall", None],
        ["Skua", "29", "31", "4"],
        ["Petrel", "40", "44", "6"],
    ]
    table = _tidy(rows, header_rows)
    assert table.cells[0] == ("Vessel", "Length > hull", "Length > overall", "Crew")
    assert len(table.cells) == 3


def test_years_below_a_group_are_of_the_header() -> None:
    rows = [
        [("Port", 2, 1), ("Calls", 1, 2), None],
        [None, "2021", "2022"],
        ["Hale", "310", "295"],
        ["Moss", "120", "140"],
    ]
    assert _tidy(rows).cells[0] == ("Port", "Calls > 2021", "Calls > 2022")


def test_a_group_above_values_is_a_header_of_one_line() -> None:
    """Currency and figure stand in two columns below one name."""
    rows = [["Part", ("Price", 1, 2), None], ["Winch", "EUR", "410"], ["Buoy", "EUR", "95"]]
    assert _tidy(rows).cells == (
        ("Part", "Price", "Price"), ("Winch", "EUR", "410"), ("Buoy", "EUR", "95")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        (["Vessel", "Length", "", "Crew"], ["", "hull", "overall", ""]),
        (["", "Length", "", "Crew"], ["Vessel", "hull", "overall", "all"]),
    ],
)
def test_groups_that_were_never_merged_are_found(upper: list[str], lower: list[str]) -> None:
    names = _tidy([upper, lower, ["Skua", "29", "31", "4"], ["Petrel", "40", "44", "6"]]).cells[0]
    assert names[:3] == ("Vessel", "Length > hull", "Length > overall")
    assert names[3].startswith("Crew")


def test_lines_of_one_cell_above_and_below_are_text() -> None:
    rows = [
        [("Vessels of the east quay", 1, 3), None, None],
        ["Vessel", "Length", "Crew"],
        ["Skua", "31", "4"],
        ["Petrel", "44", ""],
        ["Fulmar", "", ""],
        ["* Lengths are in metres.", "", ""],
    ]
    table = _tidy(rows)
    assert table.above == ("Vessels of the east quay",)
    assert table.below == ("* Lengths are in metres.",)
    assert [row[0] for row in table.cells] == ["Vessel", "Skua", "Petrel", "Fulmar"]


def test_marked_header_with_a_title_line_is_without_it() -> None:
    rows = [[("Vessels", 1, 2), None], ["Vessel", "Length"], ["Skua", "31"]]
    table = _tidy(rows, header_rows=2)
    assert table == TidyTable((("Vessel", "Length"), ("Skua", "31")), ("Vessels",))


def test_a_line_over_the_whole_width_between_rows_is_a_group() -> None:
    rows = [
        ["Vessel", "Length"],
        [("East quay", 1, 2), None],
        ["Skua", "31"],
        ["Petrel", "44"],
        [("West quay", 1, 2), None],
        ["Fulmar", "29"],
        ["Gannet", "10"],
        ["Total", "114"],
    ]
    assert _tidy(rows).cells == (
        ("", "Vessel", "Length"),
        ("East quay", "Skua", "31"),
        ("East quay", "Petrel", "44"),
        ("West quay", "Fulmar", "29"),
        ("West quay", "Gannet", "10"),
        ("", "Total", "114"),
    )


def test_names_of_groups_that_nothing_marks_are_found_among_complete_rows() -> None:
    rows = [
        ["Vessel", "Length", "Crew"],
        ["East quay", "", ""],
        ["Skua", "31", "4"],
        ["Petrel", "44", "6"],
        ["West quay", "", ""],
        ["Fulmar", "29", "3"],
        ["Total", "104", ""],
    ]
    assert [row[:2] for row in _tidy(rows).cells] == [
        ("", "Vessel"),
        ("East quay", "Skua"),
        ("East quay", "Petrel"),
        ("West quay", "Fulmar"),
        ("", "Total"),
    ]
    rows[2][1] = ""  # cells may be missing from the others, too
    assert _tidy(rows).cells[1] == ("East quay", "", "")


def test_a_header_that_is_written_again_is_no_row() -> None:
    rows = [["Vessel", "Length"], ["Skua", "31"], ["Vessel", "Length"], ["Petrel", "44"]]
    assert [row[0] for row in _tidy(rows).cells] == ["Vessel", "Skua", "Petrel"]


def test_a_total_of_the_last_group_is_of_it() -> None:
    rows = [
        ["Vessel", "Length"],
        [("East quay", 1, 2), None],
        ["Skua", "31"],
        [("West quay", 1, 2), None],
        ["Fulmar", "29"],
        ["Gannet", "10"],
        ["Total", "39"],
    ]
    assert _tidy(rows).cells[-1] == ("West quay", "Total", "39")


def test_a_total_that_stands_first_is_last() -> None:
    rows = [["Vessel", "Length"], ["Total", "75"], ["Skua", "31"], ["Petrel", "44"]]
    assert [row[0] for row in _tidy(rows).cells] == ["Vessel", "Skua", "Petrel", "Total"]


@pytest.mark.parametrize(
    "rows",
    [
        [["Skua", "31"], ["Petrel", "44"]],
        [["B-12", "Hale"], ["B-13", "Moss"]],
        [["Skua", "2024-05-01"], ["Petrel", "2024-06-02"]],
        [["1", "Skua", "€ 31"], ["2", "Petrel", "44"]],
    ],
    ids=["figures", "codes", "dates", "amounts"],
)
def test_a_first_line_like_those_below_is_no_header(rows: list[list[str]]) -> None:
    table = _tidy(rows)
    assert table.is_unnamed
    assert [list(row) for row in table.cells[1:]] == rows


@pytest.mark.parametrize(
    "rows",
    [
        [["Port", "2021", "2022"], ["Hale", "310", "295"]],
        [["Step", "1", "2", "3"], ["Hale", "31", "29", "8"]],
        [["", "4", "9"], ["Hale", "310", "295"]],
        [["Vessel", "Port"], ["Skua", "Hale"], ["Petrel", "Moss"]],
        [["Vessel", "Length"], ["Skua", "31"], ["Petrel", "unknown"]],
    ],
    ids=["years", "steps", "corner", "words", "figures below words"],
)
def test_a_first_line_that_can_be_names_is_the_header(rows: list[list[str]]) -> None:
    table = _tidy(rows)
    assert not table.is_unnamed
    assert [list(row) for row in table.cells] == rows


def test_rows_with_fewer_cells_above_the_header_are_text() -> None:
    rows = [
        ["Report:", "Quays", ""],
        ["Printed", "2 May 2024", ""],
        ["Vessel", "Port", "Length"],
        ["Skua", "Hale", "31"],
        ["Petrel", "Moss", "44"],
    ]
    table = _tidy(rows)
    assert table.above == ("Report: Quays", "Printed: 2 May 2024")
    assert table.cells[0] == ("Vessel", "Port", "Length")


def test_a_line_of_one_cell_ends_what_stands_above_the_header() -> None:
    rows = [["Quays", "all of them"], ["2024", ""], *[["Vessel", "Length"], ["Skua", "31"]]]
    rows.append(["Petrel", "44"])
    assert _tidy(rows).above == ("Quays: all of them", "2024")
    rows = [["Vessel", "Length"], ["Skua", "31"], ["Tern", ""], ["Petrel", "long"], ["Gull", "9"]]
    assert _tidy([*rows, ["Auk", "8"]]).cells[0] == ("Vessel", "Length")


def test_a_column_and_nothing_are_tables_too() -> None:
    assert _tidy([["Vessel"], ["Skua"]]).cells == (("Vessel",), ("Skua",))
    assert _tidy([["", ""]]) == TidyTable(())


def test_merged_cells_without_measure_are_refused() -> None:
    rows: list[list[Given]] = [[("x", 3_000, 3_000)] * 100 for _ in range(100)]
    with pytest.raises(PassedLimit):
        _tidy(rows)
