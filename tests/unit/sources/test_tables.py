"""Tables on whole pages: drawn, between lines, by alignment, and what is none."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest

from kgplatform.sources.pdf.glyphs import read_page
from kgplatform.sources.pdf.tables import find_tables
from kgplatform.sources.pdf.tables_grid import FoundTable
from kgplatform.sources.pdf.words import make_words
from tests.unit.sources.pdf_files import Bar, Drawing, Rule, Text, grid, lines, write_pdf

pytestmark = pytest.mark.unit

SHIPS = [["Ship", "Built", "Crew"], ["Fram", "1892", "13"], ["Gjøa", "1872", "7"]]
XS = [72, 200, 300, 400]


def _find(folder: Path, *pages: Sequence[Drawing]) -> list[FoundTable]:
    document = pypdfium2.PdfDocument(write_pdf(folder / "a.pdf", *pages))
    found = []
    for number, page in enumerate(document, start=1):
        content = read_page(page, number=number)
        found += find_tables(content, make_words(content.glyphs))
        page.close()
    document.close()
    return found


def _texts(table: FoundTable) -> list[list[str]]:
    return [[cell.text if cell else "" for cell in row] for row in table.rows()]


def _rows(ys: Sequence[float], rows: Sequence[Sequence[str]]) -> list[Drawing]:
    """Return rows of text at XS without any line."""
    return [
        Text(x, y, cell)
        for y, row in zip(ys, rows, strict=True)
        for x, cell in zip(XS, row, strict=False)
        if cell
    ]


def test_drawn_grid_is_a_table(tmp_path: Path) -> None:
    (table,) = _find(tmp_path, grid(XS, [100, 120, 140, 160], SHIPS))
    assert _texts(table) == SHIPS
    assert table.how == "lattice"
    left, top, right, bottom = table.box
    assert 72 <= left < right <= 400
    assert 100 <= top < bottom <= 160


def test_place_without_text_is_an_empty_cell(tmp_path: Path) -> None:
    rows = [["Ship", "Built", "Crew"], ["Fram", "", "13"], ["Gjøa", "1872", ""]]
    (table,) = _find(tmp_path, grid(XS, [100, 120, 140, 160], rows))
    assert _texts(table) == rows


def test_cells_without_a_line_between_are_one_that_spans(tmp_path: Path) -> None:
    """The head is one cell over three columns: the upright lines begin below it."""
    ys = [100, 120, 140, 160, 180]
    drawings: list[Drawing] = [Rule(72, y, 400, y) for y in ys]
    drawings += [Rule(72, 100, 72, 180), Rule(400, 100, 400, 180)]
    drawings += [Rule(200, 120, 200, 180), Rule(300, 120, 300, 180), Text(180, 114, "Polar ships")]
    drawings += [
        Text(x + 4, y + 14, cell)
        for y, row in zip(ys[1:], SHIPS, strict=False)
        for x, cell in zip(XS, row, strict=False)
    ]
    (table,) = _find(tmp_path, drawings)
    head = table.cells[0]
    assert (head.text, head.row, head.column, head.rows, head.columns) == (
        "Polar ships",
        0,
        0,
        1,
        3,
    )
    assert _texts(table)[1:] == SHIPS


def test_cell_over_two_rows_spans_them(tmp_path: Path) -> None:
    ys = [100, 120, 140, 160]
    drawings: list[Drawing] = [Rule(x, 100, x, 160) for x in (72, 200, 300)]
    drawings += [Rule(72, y, 300, y) for y in (100, 120, 160)] + [Rule(200, 140, 300, 140)]
    drawings += [Text(76, 114, "Ship"), Text(204, 114, "Voyage"), Text(76, 144, "Fram")]
    drawings += [Text(204, 134, "1893"), Text(204, 154, "1898")]
    (table,) = _find(tmp_path, drawings)
    (fram,) = [cell for cell in table.cells if cell.text == "Fram"]
    assert (fram.row, fram.column, fram.rows, fram.columns) == (1, 0, 2, 1)
    assert table.shape == (len(ys) - 1, 2)


def test_lines_of_a_cell_are_one_text(tmp_path: Path) -> None:
    page = grid([72, 200, 300], [100, 140, 180], [["", "Built"], ["Fram", "1892"]])
    page += [Text(76, 112, "Name of"), Text(76, 124, "the ship")]
    (table,) = _find(tmp_path, page)
    assert _texts(table) == [["Name of the ship", "Built"], ["Fram", "1892"]]


def test_row_with_several_lines_of_figures_is_several_rows(tmp_path: Path) -> None:
    """The line between the last two rows is not drawn."""
    page = grid(XS, [100, 120, 160], [SHIPS[0]])
    page += [Text(x + 4, 134, cell) for x, cell in zip(XS, SHIPS[1], strict=False)]
    page += [Text(x + 4, 154, cell) for x, cell in zip(XS, SHIPS[2], strict=False)]
    (table,) = _find(tmp_path, page)
    assert _texts(table) == SHIPS


def test_cells_run_together_by_missing_lines_are_parted_by_their_text(tmp_path: Path) -> None:
    """The upright lines are drawn in the head alone."""
    drawings: list[Drawing] = [Rule(72, y, 400, y) for y in (100, 120, 140, 160)]
    drawings += [Rule(x, 100, x, 120) for x in XS]
    drawings += [
        Text(x + 4, y + 14, cell)
        for y, row in zip((100, 120, 140), SHIPS, strict=True)
        for x, cell in zip(XS, row, strict=False)
    ]
    (table,) = _find(tmp_path, drawings)
    assert _texts(table) == SHIPS


def test_open_sides_of_a_grid_are_columns(tmp_path: Path) -> None:
    """No line is drawn at the far left and the far right."""
    drawings: list[Drawing] = [Rule(72, y, 400, y) for y in (100, 120, 140, 160)]
    drawings += [Rule(x, 100, x, 160) for x in (200, 300)]
    drawings += [
        Text(x + 4, y + 14, cell)
        for y, row in zip((100, 120, 140), SHIPS, strict=True)
        for x, cell in zip(XS, row, strict=False)
    ]
    (table,) = _find(tmp_path, drawings)
    assert _texts(table) == SHIPS


def test_grid_of_thin_boxes_is_a_table(tmp_path: Path) -> None:
    """Many programs draw lines as filled boxes."""
    ys = [100, 120, 140, 160]
    drawings: list[Drawing] = [Bar(72, y, 400, y + 0.6) for y in ys]
    drawings += [Bar(x, 100, x + 0.6, 160) for x in XS]
    drawings += [d for d in grid(XS, ys, SHIPS) if isinstance(d, Text)]
    (table,) = _find(tmp_path, drawings)
    assert _texts(table) == SHIPS


def test_two_grids_are_two_tables_from_top_to_bottom(tmp_path: Path) -> None:
    lower = grid(XS, [300, 320, 340, 360], SHIPS)
    upper = grid(XS, [100, 120, 140], [["Dog", "Born", "Died"], ["Kvik", "1890", "1896"]])
    first, second = _find(tmp_path, [*lower, *upper])
    assert _texts(first)[0] == ["Dog", "Born", "Died"]
    assert _texts(second) == SHIPS


def test_rows_between_lines_across_are_a_table(tmp_path: Path) -> None:
    page = _rows([114, 134, 148], SHIPS) + [Rule(70, y, 420, y) for y in (100, 120, 155)]
    (table,) = _find(tmp_path, page)
    assert _texts(table) == SHIPS
    assert table.how == "rules"


def test_head_that_spans_columns_between_lines(tmp_path: Path) -> None:
    page: list[Drawing] = [Rule(70, y, 420, y) for y in (86, 120, 170)]
    page += [Text(205, 100, "Year and number of people")]
    page += _rows([114, 134, 148, 162], [*SHIPS, ["Maud", "1916", "9"]])
    (table,) = _find(tmp_path, page)
    head = table.cells[0]
    assert (head.text, head.column, head.columns) == ("Year and number of people", 1, 2)
    assert _texts(table)[1:] == [*SHIPS, ["Maud", "1916", "9"]]


def test_wrapped_label_is_one_cell(tmp_path: Path) -> None:
    rows = [*SHIPS, ["Name of the ship that", "1916", "9"], ["sailed last of all", "", ""]]
    rules: list[Drawing] = [Rule(70, y, 420, y) for y in (100, 120, 175)]
    (table,) = _find(tmp_path, [*rules, *_rows([114, 134, 146, 158, 170], rows)])
    assert _texts(table)[3] == ["Name of the ship that sailed last of all", "1916", "9"]


def test_columns_of_figures_without_any_line_are_a_table(tmp_path: Path) -> None:
    sentence = "This sentence stands before the figures and reaches over all of their columns."
    page = [Text(72, 80, sentence), *_rows([100, 114, 128], SHIPS), Text(72, 160, sentence)]
    (table,) = _find(tmp_path, page)
    assert _texts(table) == SHIPS
    assert table.how == "columns"


def test_frame_around_text_is_no_table(tmp_path: Path) -> None:
    frame: list[Drawing] = [Rule(60, 80, 500, 80), Rule(60, 200, 500, 200)]
    frame += [Rule(60, 80, 60, 200), Rule(500, 80, 500, 200)]
    text = lines(72, 100, ["A sentence in a frame that goes on for the width of it."] * 5)
    assert _find(tmp_path, [*frame, *text]) == []


def test_columns_of_running_text_are_no_table(tmp_path: Path) -> None:
    left = lines(50, 100, ["The left column tells of the ship in the ice"] * 12)
    right = lines(320, 100, ["the right one of the year 1893 and of 1896"] * 12)
    assert _find(tmp_path, [*left, *right]) == []


def test_contents_with_leaders_are_no_table(tmp_path: Path) -> None:
    page: list[Drawing] = []
    for i, name in enumerate(("Ships", "Crews", "Dogs", "Ice", "Return")):
        page += [Text(72, 100 + 14 * i, f"{name} {'.' * 60}"), Text(400, 100 + 14 * i, str(7 * i))]
    assert _find(tmp_path, page) == []


def test_contents_without_leaders_are_no_table(tmp_path: Path) -> None:
    names = ("Ships of the north", "Crews", "Dogs", "Ice", "Return")
    page: list[Drawing] = [Text(72, 100 + 14 * i, name) for i, name in enumerate(names)]
    page += [Text(400, 100 + 14 * i, str(7 + 5 * i)) for i in range(5)]
    assert _find(tmp_path, page) == []


def test_axes_of_a_chart_are_no_table(tmp_path: Path) -> None:
    page: list[Drawing] = [Rule(100, 100 + 40 * i, 400, 100 + 40 * i) for i in range(6)]
    page += [Rule(100, 100, 100, 300)]
    page += [Text(75, 104 + 40 * i, str(500 - 100 * i)) for i in range(6)]
    page += [Text(120 + 60 * i, 315, str(1893 + i)) for i in range(5)]
    assert _find(tmp_path, page) == []


def test_running_text_between_lines_is_no_table(tmp_path: Path) -> None:
    text = lines(72, 100, ["Running text between two lines that reach over the page, of 1893."] * 8)
    assert _find(tmp_path, [Rule(72, 80, 420, 80), *text, Rule(72, 220, 420, 220)]) == []


@pytest.fixture(scope="module")
def icdar(data_dir: Path) -> Path:
    folder = data_dir / "icdar2013"
    if not folder.is_dir():
        pytest.skip("no ICDAR 2013 files in the folder of data sets")
    return folder


@pytest.mark.parametrize("name", ["eu-001", "eu-009a", "eu-013", "eu-027"])
def test_tables_of_the_competition_are_found_and_read(icdar: Path, name: str) -> None:
    """As many tables as the gold file has, each with the rows and columns of its gold one."""
    tables = ET.parse(icdar / f"{name}-str.xml").getroot().iter("table")
    gold = [(_last(table, "row") + 1, _last(table, "col") + 1) for table in tables]
    document = pypdfium2.PdfDocument(icdar / f"{name}.pdf")
    shapes = []
    for number, page in enumerate(document, start=1):
        content = read_page(page, number=number)
        shapes += [table.shape for table in find_tables(content, make_words(content.glyphs))]
        page.close()
    document.close()
    assert sorted(shapes) == sorted(gold)


def _last(table: ET.Element, way: str) -> int:
    """Return the last row or column of a gold table, from 0."""
    cells = table.iter("cell")
    return max(int(cell.get(f"end-{way}") or cell.get(f"start-{way}") or 0) for cell in cells)
