"""Forms and comments of a PDF: values behind their labels, comments at the end of their page."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.records import Document
from kgplatform.sources.layout import find_boxes
from kgplatform.sources.pdf.reader import read_pdf
from tests.unit.sources.pdf_files import HEIGHT, Drawing, Text, Widget, grid, lines, write_pdf

pytestmark = pytest.mark.unit

NOTICE = ["Boats that stay over night are to be", "told to the pilot before the evening."]


def _read(folder: Path, *drawings: Drawing) -> Document:
    document, *rest = read_pdf(write_pdf(folder / "a.pdf", list(drawings)))
    assert isinstance(document, Document), document
    assert not rest
    return document


def _field(x: float, y: float, name: str, value: str, more: str = "") -> Widget:
    entries = f"/Subtype /Widget /FT /Tx /T ({name}) /V ({value}) /F 4 {more}"
    return Widget(x, y - 12, x + 120, y + 4, entries)


def _mark(x: float, y: float, name: str, *, on: bool) -> Widget:
    state = "Yes" if on else "Off"
    entries = f"/Subtype /Widget /FT /Btn /T ({name}) /V /{state} /AS /{state} /F 4"
    return Widget(x, y - 10, x + 12, y + 2, f"{entries} /AP << /N << /Yes 3 0 R /Off 3 0 R >> >>")


def test_values_stand_behind_their_labels(tmp_path: Path) -> None:
    document = _read(
        tmp_path,
        Text(72, 100, "Name of the boat:"),
        _field(200, 100, "a1", "Terne of Lom"),
        Text(72, 140, "Home port"),
        _field(200, 140, "a2", "Lunde"),
        Text(340, 140, "Crew"),
        _field(380, 140, "a3", "4"),
    )
    assert document.text == "Name of the boat: Terne of Lom\n\nHome port: Lunde Crew: 4"
    start = document.text.index("Lunde")
    ((page, box),) = find_boxes(document.pages, start, start + 5)
    assert page == 1
    assert box[2] == pytest.approx(320, abs=0.2)


def test_label_may_stand_above_its_field(tmp_path: Path) -> None:
    document = _read(
        tmp_path,
        Text(72, 100, "Home port", size=8),
        _field(72, 116, "a1", "Lunde in the sound"),
        Text(240, 100, "Crew", size=8),
        _field(240, 116, "a2", "4"),
    )
    assert document.text == "Home port: Lunde in the sound Crew: 4"


def test_boxes_to_be_ticked_say_yes_or_no(tmp_path: Path) -> None:
    document = _read(
        tmp_path,
        _mark(72, 100, "b1", on=True),
        Text(90, 100, "Fuel on board"),
        _mark(200, 100, "b2", on=False),
        Text(218, 100, "Water on board"),
    )
    assert document.text == "Fuel on board: yes Water on board: no"


def test_choice_is_read_as_it_is_shown(tmp_path: Path) -> None:
    choice = "/Subtype /Widget /FT /Ch /Ff 131072 /T (c) /V (w) /Opt [[(e) (East)] [(w) (West)]]"
    page = [Text(72, 100, "Quay:"), Widget(120, 88, 220, 104, f"{choice} /F 4")]
    assert _read(tmp_path, *page).text == "Quay: West"


def test_field_without_a_label_is_called_by_its_name(tmp_path: Path) -> None:
    document = _read(
        tmp_path,
        *lines(72, 100, NOTICE),
        _field(72, 300, "form[0].homePort[0]", "Lunde"),
        _field(72, 400, "x1", "7", "/TU (Crew in all)"),
        _field(72, 500, "Text7", "Nothing else"),
    )
    assert document.text.endswith("home Port: Lunde\n\nCrew in all: 7\n\nNothing else")


def test_value_in_a_drawn_cell_stays_in_it(tmp_path: Path) -> None:
    cells = [["Field", "Entry"], ["Boat", ""], ["Crew", ""]]
    document = _read(
        tmp_path,
        *grid([72, 200, 350], [100, 120, 140, 160], cells),
        _field(204, 134, "a", "Terne"),
        _field(204, 154, "b", "4"),
    )
    assert document.tables[0].cells == (("Field", "Entry"), ("Boat", "Terne"), ("Crew", "4"))


@pytest.mark.parametrize("more", ["/F 2", "/F 4 /Ff 8192"], ids=["hidden", "a password"])
def test_value_that_is_not_shown_is_counted(tmp_path: Path, more: str) -> None:
    entries = f"/Subtype /Widget /FT /Tx /T (a) /V (Terne of Lom) {more}"
    document = _read(tmp_path, *lines(72, 100, NOTICE), Widget(72, 300, 200, 320, entries))
    assert document.text == " ".join(NOTICE)
    assert document.unread == ("3 hidden words",)


def test_comments_say_whose_they_are_and_of_which_words(tmp_path: Path) -> None:
    top, bottom = HEIGHT - 90, HEIGHT - 103
    corners = f"72 {top} 97 {top} 72 {bottom} 97 {bottom}"
    document = _read(
        tmp_path,
        *lines(72, 100, NOTICE),
        Widget(
            72,
            90,
            97,
            103,
            f"/Subtype /Highlight /T (Ane) /Contents (Ferries too) /QuadPoints [{corners}]",
        ),
        Widget(400, 90, 420, 110, "/Subtype /Text /Contents (Is this still so?)"),
        Widget(72, 500, 200, 520, "/Subtype /FreeText /T (Per) /Contents (Copy for the pilot)"),
    )
    assert document.text.split("\n\n") == [
        " ".join(NOTICE),
        "Comment by Ane on “Boats”: Ferries too",
        "Comment: Is this still so?",
        "Copy for the pilot",
    ]
    assert document.sections == ()
