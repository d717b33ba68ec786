"""Looking up the cell whose row and column a question names."""

from __future__ import annotations

import pytest

from kgplatform.retrieve.kgp.structural.cells import find_cell, locate_cell, read_cells
from kgplatform.sources.grid import table_markdown

SHOPS = (
    ("", "Number of shops", "Sales 1996", "Sales 1997"),
    ("Spain", "120", "3.5", "3.7"),
    ("United Kingdom", "80", "9.1", "9.4"),
    ("Kingdom of Tonga", "2", "0.1", ""),
)
LOSSES = (("Region", "Losses"), ("North", "7"), ("South | East", "9"))
MERGED = (
    ("Gender", "Health", "", ""),
    ("", "Good", "Fair", "Poor"),
    ("Male", "40", "30", "2"),
    ("Female", "55", "20", "1"),
)
GROUPED = (
    ("Region", "Sex", "Share"),
    ("Finland", "Male", "10"),
    ("", "Female", "11"),
    ("Norway", "Male", "12"),
)


@pytest.mark.parametrize(
    ("question", "cells", "place", "text"),
    [
        ("what is the number of shops in Spain", SHOPS, (1, 1), "120"),
        ("which sales 1997 has the United Kingdom", SHOPS, (2, 3), "9.4"),
        ("how many shops are there in the Kingdom of Tonga", SHOPS, (3, 1), "2"),
        ("sales 1997 of the UnitedKingdom", SHOPS, (2, 3), "9.4"),
        ("what were the losses in the north", LOSSES, (1, 1), "7"),
        ("what is given for the North", LOSSES, (1, 1), "7"),  # one column can be meant
        ("how good is the health of male people", MERGED, (2, 1), "40"),
        ("the share of Finland female", GROUPED, (2, 2), "11"),
        ("the share of Norway male", GROUPED, (3, 2), "12"),
    ],
)
def test_a_cell_is_found(
    question: str, cells: tuple[tuple[str, ...], ...], place: tuple[int, int], text: str
) -> None:
    cell = find_cell(question, cells)
    assert cell is not None
    assert ((cell.row, cell.column), cell.text) == (place, text)


@pytest.mark.parametrize(
    "question",
    [
        "how many shops are in Portugal",  # no such row
        "what has Spain",  # no column
        "what are the sales of Spain",  # two columns
        "sales 1997 of the Kingdom of Tonga",  # nothing in the cell
        "which rows are there",
    ],
)
def test_no_cell_is_guessed(question: str) -> None:
    assert find_cell(question, SHOPS) is None


@pytest.mark.parametrize(
    "question",
    [
        "which country has higher sales 1997 than Spain",
        "how much higher are the sales 1997 of the United Kingdom than those of Spain",
        "what is the difference between Spain and the United Kingdom in sales 1997",
    ],
)
def test_what_must_be_worked_out_is_no_cell(question: str) -> None:
    assert find_cell(question, SHOPS) is None


def test_the_only_column_is_not_meant_where_something_else_is_asked_for() -> None:
    assert find_cell("how many ships were seen in the North", LOSSES) is None
    region = find_cell("what is listed for the region North", LOSSES)
    assert region is not None
    assert region.text == "7"


def test_a_cell_tells_its_headers() -> None:
    cell = find_cell("the poor health of female people", MERGED)
    assert cell is not None
    assert (cell.row_header, cell.column_header, cell.text) == ("Female", "Health Poor", "1")


@pytest.mark.parametrize("cells", [SHOPS, LOSSES, MERGED], ids=["shops", "bars", "merged"])
def test_cells_are_located_in_the_markdown(cells: tuple[tuple[str, ...], ...]) -> None:
    markdown = table_markdown(cells)
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            start, end = locate_cell(cells, row, column)
            assert markdown[start:end] == text.replace("|", r"\|")


def test_cells_are_read_from_the_graphs_json() -> None:
    assert read_cells('[["a", "b"], ["1", ""]]') == [["a", "b"], ["1", ""]]


def test_a_table_of_one_column_has_no_cell_to_name() -> None:
    assert find_cell("What is for Fram", (("Ship",), ("Fram",), ("Gjøa",))) is None
