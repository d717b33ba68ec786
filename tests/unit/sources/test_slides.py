"""What the slides of a presentation say, and which are not shown."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from kgplatform.records import Document
from kgplatform.sources.files import read_file
from tests.unit.sources.made_files import OFFICE, make_zip

pytestmark = pytest.mark.unit

SIZE = (Inches(1), Inches(1), Inches(5), Inches(2))


class Deck:
    """A presentation of empty slides to which a test adds what it is about."""

    def __init__(self) -> None:
        self.presentation = Presentation()

    def add_slide(self) -> Any:
        return self.presentation.slides.add_slide(self.presentation.slide_layouts[6])

    def read(self, folder: Path) -> Document:
        self.presentation.save(str(folder / "a.pptx"))
        (document,) = read_file(folder / "a.pptx")
        assert isinstance(document, Document), document
        return document


def _add_text(shapes: Any, text: str) -> Any:
    frame = shapes.add_textbox(*SIZE).text_frame
    frame.text = text
    return frame


def test_merged_cells_stand_in_each_of_their_places(tmp_path: Path) -> None:
    deck = Deck()
    table = deck.add_slide().shapes.add_table(3, 3, *SIZE).table
    rows = (("Dock", "Boat", "Men"), ("East", "Ann", "3"), ("", "Bob", "4"))
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    table.cell(1, 0).merge(table.cell(2, 0))
    assert deck.read(tmp_path).tables[0].cells == (
        ("Dock", "Boat", "Men"),
        ("East", "Ann", "3"),
        ("East", "Bob", "4"),
    )


def test_hidden_slides_are_not_read_and_counted(tmp_path: Path) -> None:
    deck = Deck()
    for text in ("One.", "Two.", "Three."):
        _add_text(deck.add_slide().shapes, text)
    deck.presentation.slides[1].element.set("show", "0")
    document = deck.read(tmp_path)
    assert document.text == "One.\n\nThree.\n"
    assert [page.number for page in document.pages] == [1, 3]
    assert document.unread == ("1 hidden slide",)


def test_groups_within_groups_and_marks_of_words_are_read(tmp_path: Path) -> None:
    deck = Deck()
    group = deck.add_slide().shapes.add_group_shape().shapes.add_group_shape()
    _add_text(group.shapes, "In *a* group\vof | two.")
    assert deck.read(tmp_path).text == "In *a* group\nof | two.\n"


def test_raised_runs_stand_apart(tmp_path: Path) -> None:
    deck = Deck()
    paragraph = _add_text(deck.add_slide().shapes, "40").paragraphs[0]
    for text, shift in (("2", "30000"), (" H", "0"), ("2", "-25000"), ("O", "0")):
        run = paragraph.add_run()
        run.text = text
        run.font._element.set("baseline", shift)
    assert deck.read(tmp_path).text == "40² H2O\n"


def test_chart_is_a_table_of_its_data(tmp_path: Path) -> None:
    deck = Deck()
    data = CategoryChartData()
    data.categories = ["2020", "2021"]
    data.add_series("Boats", (3, 4.5))
    data.add_series("Men", (7, None))
    chart = deck.add_slide().shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *SIZE, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Our yard"
    (table,) = deck.read(tmp_path).tables
    assert table.caption == "Our yard"
    assert table.cells == (("", "Boats", "Men"), ("2020", "3", "7"), ("2021", "4.5", ""))


def test_comments_stand_below_their_slide(tmp_path: Path) -> None:
    deck = Deck()
    _add_text(deck.add_slide().shapes, "The limit is 5.")
    deck.read(tmp_path)
    with zipfile.ZipFile(tmp_path / "a.pptx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    relations = "ppt/slides/_rels/slide1.xml.rels"
    added = (
        f'<Relationship Id="rId99" Target="../comments/comment1.xml" Type="{OFFICE}/'
        'officeDocument/2006/relationships/comments"/></Relationships>'
    )
    parts[relations] = parts[relations].replace(b"</Relationships>", added.encode())
    comment = "<p:cm><p:text>It is 4 now.</p:text></p:cm>"
    space = f'xmlns:p="{OFFICE}/presentationml/2006/main"'
    parts["ppt/comments/comment1.xml"] = f"<p:cmLst {space}>{comment}</p:cmLst>".encode()
    (document,) = read_file(make_zip(tmp_path / "b.pptx", parts))
    assert isinstance(document, Document), document
    assert document.text == "The limit is 5.\n\n### Comments\n\nIt is 4 now.\n"
