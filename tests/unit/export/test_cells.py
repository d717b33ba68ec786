"""Tables in Markdown are shown as tables, with the cells marked that are quoted."""

from __future__ import annotations

import pytest

from kgplatform.export.cells import Cell, read_piece

pytestmark = pytest.mark.unit

TABLE = "| Keeper | Salary |\n| --- | --- |\n| Tom | 90 |\n| Mary | 110 |"


def test_a_quoted_cell_is_marked_under_its_header() -> None:
    start = TABLE.index("110")
    rows = read_piece(TABLE, start, start + 3, header="| Keeper | Salary |")
    assert rows == [
        [Cell("Keeper"), Cell("Salary")],
        [Cell("Tom"), Cell("90")],
        [Cell("Mary"), Cell("110", is_cited=True)],
    ]


def test_a_later_piece_of_a_table_has_its_header_too() -> None:
    piece = r"| a \| b | 5 |"
    rows = read_piece(piece, 2, 8, header="| Name | Size |")
    assert rows == [[Cell("Name"), Cell("Size")], [Cell("a | b", is_cited=True), Cell("5")]]
