"""Several tables on a sheet, what goes on with what, and the lines of text around them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kgplatform.sources.grid import make_grid
from kgplatform.sources.pieces import find_tables
from kgplatform.sources.tables import TidyTable

pytestmark = pytest.mark.unit

VESSELS = [["Vessel", "Length"], ["Skua", "31"], ["Petrel", "44"]]
PORTS = [["Port", "Calls"], ["Hale", "310"], ["Moss", "120"]]
GAP: list[str] = []


def _find(rows: Sequence[Sequence[str]]) -> list[TidyTable]:
    return find_tables(make_grid(enumerate(rows)))


def _cells(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)


def test_tables_below_each_other_are_two() -> None:
    first, second = _find([*VESSELS, GAP, *PORTS])
    assert (first.cells, second.cells) == (_cells(VESSELS), _cells(PORTS))


def test_tables_next_to_each_other_are_two() -> None:
    rows = [[*left, "", *right] for left, right in zip(VESSELS, PORTS, strict=True)]
    first, second = _find([*rows, ["Fulmar", "29"]])
    assert first.cells == (*_cells(VESSELS), ("Fulmar", "29"))
    assert second.cells == _cells(PORTS)


def test_titles_stand_above_their_tables() -> None:
    first, second = _find([["East"], *VESSELS, GAP, ["West"], GAP, *PORTS])
    assert (first.above, second.above) == (("East",), ("West",))
    first, second = _find(
        [["East", "", "", "West"]]
        + [[*left, "", *right] for left, right in zip(VESSELS, PORTS, strict=True)]
    )
    assert (first.above, second.above) == (("East",), ("West",))


@pytest.mark.parametrize("below", [PORTS, VESSELS], ids=["another header", "the same"])
def test_a_title_above_a_header_begins_a_table_without_a_gap(below: list[list[str]]) -> None:
    first, second = _find([["East"], *VESSELS, ["West"], *below])
    assert (first.above, second.above) == (("East",), ("West",))
    assert (first.cells, second.cells) == (_cells(VESSELS), _cells(below))


def test_a_row_with_a_gap_begins_no_table() -> None:
    (table,) = _find([*VESSELS, ["Fulmar"], ["Gannet", "10"], ["Tern", "9"]])
    assert len(table.cells) == 6


@pytest.mark.parametrize(
    "rows",
    [
        [*VESSELS[:2], GAP, VESSELS[2]],
        [*VESSELS[:2], GAP, VESSELS[0], VESSELS[2]],
        [VESSELS[0], GAP, *VESSELS[1:]],
    ],
    ids=["blank line", "header again", "blank line below the header"],
)
def test_a_piece_without_another_header_goes_on(rows: list[list[str]]) -> None:
    (table,) = _find(rows)
    assert table.cells == _cells(VESSELS)


def test_words_alone_go_on() -> None:
    rows = [["Vessel", "Port"], ["Skua", "Hale"], GAP, ["Petrel", "Moss"], ["Fulmar", "Hale"]]
    (table,) = _find(rows)
    assert [row[0] for row in table.cells] == ["Vessel", "Skua", "Petrel", "Fulmar"]


def test_an_empty_column_within_a_table_is_left_out() -> None:
    rows = [["Port", "Calls", "", "2021"], ["Hale", "310", "", "4"], ["Moss", "120", "", "9"]]
    (table,) = _find(rows)
    assert table.cells[1] == ("Hale", "310", "4")


def test_names_behind_blank_lines_are_groups() -> None:
    rows = [VESSELS[0], GAP, ["East"], *VESSELS[1:], GAP, ["West"], ["Fulmar", "29"]]
    (table,) = _find(rows)
    assert [row[:2] for row in table.cells] == [
        ("", "Vessel"), ("East", "Skua"), ("East", "Petrel"), ("West", "Fulmar")
    ]  # fmt: skip


def test_notes_and_signatures_are_no_rows() -> None:
    rows = [*VESSELS, GAP, ["Note: lengths were measured in May."], GAP, ["Checked by", "Kim"]]
    (table,) = _find(rows)
    assert table.cells == _cells(VESSELS)
    assert table.below == ("Note: lengths were measured in May.", "Checked by: Kim")


def test_pairs_above_a_wider_table_are_text() -> None:
    wide = [["Vessel", "Port", "Length"], ["Skua", "Hale", "31"], ["Petrel", "Moss", "44"]]
    (table,) = _find([["Report", "Quays"], ["Printed", "2 May 2024"], GAP, *wide])
    assert table.above == ("Report: Quays", "Printed: 2 May 2024")
    assert table.cells == _cells(wide)


def test_a_list_next_to_a_table_is_one_and_a_remark_is_none() -> None:
    rows = [[*row, "", name] for row, name in zip(VESSELS, ["Quays", "East", "West"], strict=True)]
    first, second = _find([*rows, ["Fulmar", "29"]])
    assert second.cells == (("Quays",), ("East",), ("West",))
    assert len(first.cells) == 4
    (table,) = _find([VESSELS[0], [*VESSELS[1], "", "Measure this one again."], VESSELS[2]])
    assert (table.cells, table.below) == (_cells(VESSELS), ("Measure this one again.",))


def test_sentences_alone_are_text_and_a_column_is_a_table() -> None:
    lines = ["This file lists the vessels.", "It was made by Kim in May 2024."]
    assert _find([[line] for line in lines]) == [TidyTable((), tuple(lines))]
    assert _find([["Vessel"], GAP, ["Skua"]]) == [TidyTable((("Vessel",), ("Skua",)))]
    assert _find([]) == []


def test_scattered_cells_are_one_table() -> None:
    wide = ["a", "b", ""] * 30
    (table,) = _find([wide, wide, ["c", "d"], GAP] * 70)
    assert len(table.cells) == 71  # one header, and the rows that are not it
