"""Parts of the table reader on values made by hand: grids, rows, columns, lines."""

from __future__ import annotations

import pytest

from kgplatform.sources.pdf.drawings import Ruling
from kgplatform.sources.pdf.tables_columns import find_columns, read_columns
from kgplatform.sources.pdf.tables_grid import Cell, FoundTable, has_rows, has_words, trim_grid
from kgplatform.sources.pdf.tables_lattice import merge_rulings
from kgplatform.sources.pdf.tables_rows import is_figure, split_columns, split_rows
from kgplatform.sources.pdf.words import Line, Word, make_lines

pytestmark = pytest.mark.unit


def _word(text: str, x: float, y: float = 100) -> Word:
    edges = tuple(x + i * 5.0 for i in range(len(text) + 1))
    return Word(text, edges, y - 8, y + 2, y, 10, bold=False)


def _cell(row: int, column: int, *texts: str, rows: int = 1, columns: int = 1) -> Cell:
    """Return a cell whose lines stand at 100, 114, … and its column's 100 points."""
    lines = tuple(Line((_word(t, 100 * column, 100 + 14 * i),)) for i, t in enumerate(texts))
    return Cell(row, column, lines, rows, columns)


def _lines(*rows: tuple[float, dict[float, str]]) -> list[Line]:
    return make_lines(_word(text, x, y) for y, words in rows for x, text in words.items())


@pytest.mark.parametrize("text", ["1892", "1,5 %", "-", "–", "(2.3)", "120 km", "€ 40"])
def test_figures(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["Fram", "2nd year", "", "A1", "Table 3"])
def test_what_is_no_figure(text: str) -> None:
    assert not is_figure(text)


def test_pieces_of_a_line_are_one() -> None:
    pieces = [Ruling(100.0, 0, 50), Ruling(100.8, 52, 90), Ruling(100.2, 200, 260)]
    left, right = merge_rulings(pieces)
    assert (left.start, left.end) == (0, 90)
    assert (right.start, right.end) == (200, 260)
    assert left.position == right.position == pytest.approx(301 / 3)


def test_short_strokes_are_no_lines() -> None:
    assert merge_rulings([Ruling(100.0, 0, 4), Ruling(50.0, 0, 4)]) == []


def test_rows_and_columns_without_text_are_trimmed() -> None:
    cells = [_cell(0, 0, "a"), _cell(0, 3, "b"), _cell(2, 0, "c", columns=4), _cell(1, 1)]
    assert [(c.row, c.column, c.rows, c.columns) for c in trim_grid(cells)] == [
        (0, 0, 1, 1),
        (0, 1, 1, 1),
        (1, 0, 1, 2),
    ]


def test_grid_of_a_table_has_spanning_cells_once() -> None:
    cells = (_cell(0, 0, "head", columns=2), _cell(1, 0, "a"), _cell(1, 1, "b"))
    table = FoundTable((0, 0, 1, 1), cells, "lattice")
    assert table.shape == (2, 2)
    assert [[c.text if c else None for c in row] for row in table.rows()] == [
        ["head", None],
        ["a", "b"],
    ]


def test_rows_of_several_cells_are_told_from_strewn_labels() -> None:
    table = [_cell(r, c, text) for r in range(3) for c, text in enumerate(("Fram", "1892"))]
    assert has_rows(table)
    strewn = [_cell(0, 0, "Fram"), _cell(1, 1, "Gjøa"), _cell(2, 0, "Maud"), _cell(2, 1, "9")]
    assert not has_rows(strewn)  # one row of three has two cells
    figures = [_cell(r, c, "1892") for r in range(3) for c in range(2)]
    assert not has_rows(figures)  # no row has a word


def test_parts_of_formulas_are_no_words() -> None:
    assert has_words([_cell(0, 0, "Fram"), _cell(0, 1, "-"), _cell(1, 1, "1892")])
    assert not has_words([_cell(0, 0, "x"), _cell(0, 1, "1"), _cell(1, 0, "y")])
    assert not has_words([_cell(0, 0, "det"), _cell(0, 1, "= 12"), _cell(1, 0, "∂F")])


def test_row_is_divided_where_figures_stand_in_several_lines() -> None:
    cells = [_cell(0, 0, "Fram", "Gjøa"), _cell(0, 1, "1892", "1872"), _cell(1, 0, "Sum")]
    told = [(c.row, c.column, c.text) for c in split_rows(cells)]
    assert told == [(0, 0, "Fram"), (1, 0, "Gjøa"), (0, 1, "1892"), (1, 1, "1872"), (2, 0, "Sum")]


def test_row_of_wrapped_words_stays_whole() -> None:
    cells = [_cell(0, 0, "Name of", "the ship"), _cell(0, 1, "Year of", "building")]
    assert split_rows(cells) == cells


def test_row_stays_whole_where_columns_of_figures_disagree() -> None:
    cells = [_cell(0, 0, "a", "b"), _cell(0, 1, "1", "2"), _cell(0, 2, "3")]
    assert split_rows(cells) == cells


def test_cell_over_a_divided_row_spans_its_parts() -> None:
    cells = [
        _cell(0, 0, "Ships", rows=2),
        _cell(0, 1, "Fram", "Gjøa"),
        _cell(0, 2, "1892", "1872"),
        _cell(1, 1, "Maud"),
    ]
    ships, *_, maud = split_rows(cells)
    assert (ships.row, ships.rows) == (0, 3)
    assert maud.row == 2


def test_cell_over_columns_is_divided_where_its_text_stands_in_them() -> None:
    line = make_lines([_word("Fram", 2), _word("1892", 102)])[0]
    parts = split_columns([Cell(0, 0, (line,), 1, 2)], [0, 100, 200])
    assert [(c.column, c.columns, c.text) for c in parts] == [(0, 1, "Fram"), (1, 1, "1892")]


def test_cell_over_columns_stays_where_its_text_reaches_over_them() -> None:
    line = make_lines([_word("a head that reaches over", 2)])[0]
    cell = Cell(0, 0, (line,), 1, 2)
    assert split_columns([cell], [0, 100, 200]) == [cell]


def test_columns_are_what_lines_have_in_common() -> None:
    lines = _lines(
        (100, {0: "Fram", 100: "1892", 200: "13"}), (114, {0: "Endurance", 105: "1912", 200: "28"})
    )
    assert find_columns(lines) == [(0, 45), (100, 125), (200, 210)]


def test_lines_of_one_cell_say_nothing_about_columns() -> None:
    assert find_columns(_lines((100, {0: "Fram"}), (114, {50: "Gjøa"}))) == []


def test_continued_text_joins_the_row_above() -> None:
    lines = _lines(
        (100, {0: "Ship", 100: "Year"}),
        (114, {0: "Fram", 100: "1892"}),
        (126, {0: "of Larvik"}),
        (140, {0: "Gjøa", 100: "1872"}),
    )
    cells = read_columns(lines, [(0, 45), (100, 120)])
    assert [(c.row, c.column, c.text) for c in cells] == [
        (0, 0, "Ship"),
        (0, 1, "Year"),
        (1, 0, "Fram of Larvik"),
        (1, 1, "1892"),
        (2, 0, "Gjøa"),
        (2, 1, "1872"),
    ]


def test_rows_do_not_reach_over_drawn_lines() -> None:
    lines = _lines(
        (100, {0: "Ship", 100: "Port"}), (112, {0: "Fram", 100: "Larvik"}), (124, {100: "Oslo"})
    )
    joined = read_columns(lines, [(0, 20), (100, 130)])
    parted = read_columns(lines, [(0, 20), (100, 130)], rules=[104, 115])
    assert max(c.row for c in joined) == 0  # without figures, all could be a head of three lines
    assert [c.text for c in parted if c.column == 1] == ["Port", "Larvik", "Oslo"]
