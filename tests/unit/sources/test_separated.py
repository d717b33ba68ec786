"""CSV as people and programs write it: delimiters, quotation marks, comments, uneven lines."""

from __future__ import annotations

import csv

import pytest

from kgplatform.sources.limits import PassedLimit
from kgplatform.sources.separated import Records, read_records

pytestmark = pytest.mark.unit


def _read(text: str) -> Records:
    records = read_records(text)
    records.cells = [[cell.strip() for cell in record] for record in records.cells if record]
    return records


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Part;Price\nBuoy;9,5\nWinch;41,0\n", ["Buoy", "9,5"]),
        ("Part\tNote\nBuoy\tred, big\nWinch\tnew\n", ["Buoy", "red, big"]),
        ("Part | Price\nBuoy | 9\n", ["Buoy", "9"]),
        ('Part,Note\nBuoy,"red; big; new"\nWinch,"old; worn; sold"\n', ["Buoy", "red; big; new"]),
        ("sep=;\nPart;Price\nBuoy;9\n", ["Buoy", "9"]),
        ("Stock list, all quays\n\nPart;Price\nBuoy;9,5\nWinch;41,0\n", ["Buoy", "9,5"]),
    ],
)
def test_the_delimiter_is_the_one_by_which_records_are_even(text: str, cells: list[str]) -> None:
    assert cells in _read(text).cells


@pytest.mark.parametrize(
    "text",
    [
        'Part, Place, Price\nBuoy, "Quay 2, Hale", 9\n',
        'Part,Place,Price\nBuoy,"Quay 2, Hale",9\n',
    ],
)
def test_space_before_a_quotation_mark_is_nothing(text: str) -> None:
    assert _read(text).cells[1] == ["Buoy", "Quay 2, Hale", "9"]


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_quotation_marks_behind_a_backslash(delimiter: str) -> None:
    rows = ['Part,Note,Price', r'Buoy,"a \"red\" one, big",9', 'Winch,"old",41']  # fmt: skip
    text = "\n".join(rows) if delimiter == "," else "\n".join(rows).replace(",", ";")
    assert _read(text).cells[1][1].startswith('a "red" one')
    assert len(_read(text).cells[1]) == (3 if delimiter == "," else 4) or delimiter == ";"


def test_backslashes_of_paths_stay() -> None:
    text = 'Name,Path\nA,"C:\\quay\\"\nB,"D:\\x\\"\n'
    assert _read(text).cells[1:] == [["A", "C:\\quay\\"], ["B", "D:\\x\\"]]


def test_a_quotation_mark_without_an_end_takes_no_other_line() -> None:
    records = _read('Part,Price\nBuoy,"9\nWinch,41\nRope,3\n')
    assert records.cells == [["Part", "Price"], ["Buoy", "9"], ["Winch", "41"], ["Rope", "3"]]
    assert records.unread == ["1 quotation mark without an end (line 2)"]


def test_a_quotation_mark_closed_by_the_next_one_takes_no_other_line() -> None:
    records = _read('Part,Note,Price\nBuoy,"red,9\nWinch,"old",41\nRope,"new",3\n')
    assert [record[0] for record in records.cells] == ["Part", "Buoy", "Winch", "Rope"]
    assert records.unread == ["1 quotation mark without an end (line 2)"]


def test_a_line_cut_off_in_quotation_marks_is_short() -> None:
    records = _read('Part,Note,Price\nBuoy,"red\nWinch,"old",41\nRope,"new, big",3\n')
    assert records.cells[1] == ["Buoy", "red"]
    assert records.cells[3] == ["Rope", "new, big", "3"]
    assert len(records.unread) == 2


def test_lines_within_quotation_marks_are_of_one_cell() -> None:
    records = _read('Part,Note\nBuoy,"red,\nbig,\nnew"\nWinch,old\n')
    assert [record[0] for record in records.cells] == ["Part", "Buoy", "Winch"]
    assert records.unread == []


def test_a_text_that_is_cut_off_is_kept_and_told() -> None:
    records = _read('Part,Note\nBuoy,red\nWinch,"it was bought\nlong ago\n')
    assert records.cells[-1][1].split() == ["it", "was", "bought", "long", "ago"]
    assert records.unread == ["1 quotation mark without an end (line 3)"]


def test_too_many_quotation_marks_without_an_end_are_refused() -> None:
    lines = "".join(f'"{number},x\n{number},"y"\n1,2\n3,4\n' for number in range(300))
    with pytest.raises(PassedLimit):
        read_records(f"a,b\n{lines}")


def test_long_cells_are_read_and_the_limit_of_others_stays() -> None:
    before = csv.field_size_limit()
    assert len(_read(f'Part,Note\nBuoy,"{"red " * 50_000}"\n').cells[1][1]) == 199_999
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("text", "above", "first"),
    [
        ("# from the yard\n# 2024\nPart,Price\nBuoy,9\n", ["from the yard", "2024"], "Part"),
        ("# from the yard, quay 2\nPart,Price\nBuoy,9\n", ["from the yard, quay 2"], "Part"),
        ("# 2024\n# Part,Price\nBuoy,9\nWinch,41\n", ["2024"], "Part"),
        ("#,Part,Price\n1,Buoy,9\n2,Winch,41\n", [], "#"),
    ],
)
def test_comments_are_text_unless_they_are_the_header(
    text: str, above: list[str], first: str
) -> None:
    records = _read(text)
    assert (records.above, records.cells[0][0]) == (above, first)


def test_lines_with_more_or_fewer_cells_are_named() -> None:
    records = _read("Part,Quay,Price\nBuoy,East,9\nWinch,West\nRope,East,3,new\nSail,West,8\n")
    assert records.unread == [
        "1 line with more cells than the others (line 4)",
        "1 line with fewer cells than the others (line 3)",
    ]


@pytest.mark.parametrize(
    "text",
    ["Part,Price\nBuoy,9,\nWinch,41,\n", "Report,Quays\nPart,Quay,Price\nBuoy,East,9\nX,West,1\n"],
    ids=["empty cells at the end", "lines above the header"],
)
def test_lines_that_only_look_uneven_are_not_named(text: str) -> None:
    assert _read(text).unread == []


def test_names_of_rows_without_a_name_are_a_column() -> None:
    assert _read("Length,Crew\nSkua,31,4\nPetrel,44,6\n").cells[0] == ["", "Length", "Crew"]
