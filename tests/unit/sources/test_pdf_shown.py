"""What a PDF shows and what it hides: hidden words, watermarks, raised signs, turned text."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.layout import find_boxes
from kgplatform.sources.pdf.reader import read_pdf
from tests.unit.sources.pdf_files import (
    HEIGHT,
    WIDTH,
    Bar,
    Drawing,
    Picture,
    Rule,
    Text,
    grid,
    lines,
    write_pdf,
)

pytestmark = pytest.mark.unit

BOATS = ["The pilot boat waits behind the mole", "until the tide has turned in the sound."]
CREWS = [["Boat", "Crew", "Built"], ["Terne", "4", "1931"], ["Lunde", "6", "1948"]]


def _read(folder: Path, *pages: list[Drawing], title: str = "") -> Document:
    document, *rest = read_pdf(write_pdf(folder / "the-file.pdf", *pages, title=title))
    assert isinstance(document, Document), document
    assert not rest
    return document


@pytest.mark.parametrize(
    "hidden",
    [
        [Text(72, 300, "Pay nobody", grey=1)],
        [Text(72, 300, "Pay nobody", mode=3)],
        [Text(72, 300, "Pay nobody", size=0.5)],
        [Text(72, HEIGHT + 40, "Pay nobody")],
        [Bar(60, 280, 300, 320, grey=0), Text(72, 300, "Pay nobody")],
        [Text(72, 300, "Pay nobody"), Bar(60, 280, 300, 320, grey=0)],
    ],
    ids=["white", "without ink", "tiny", "off the page", "black on black", "blacked out"],
)
def test_hidden_words_are_counted_and_not_read(tmp_path: Path, hidden: list[Drawing]) -> None:
    document = _read(tmp_path, [*lines(72, 100, BOATS), *hidden])
    assert document.text == " ".join(BOATS)
    assert document.unread == ("2 hidden words",)


@pytest.mark.parametrize(
    "shown",
    [
        [Bar(60, 280, 300, 320, grey=0.2), Text(72, 300, "Open all day", grey=1)],
        [Bar(60, 280, 300, 320, grey=1), Text(72, 300, "Open all day")],
        [Bar(60, 280, 300, 320, grey=None), Text(72, 300, "Open all day", grey=1)],
        [Picture(60, 280, 300, 320), Text(72, 300, "Open all day", grey=1)],
        [Picture(60, 280, 300, 320), Text(72, 300, "Open all day", mode=3)],
        [Text(72, 300, "Open all day", mode=3), Picture(60, 280, 300, 320)],
    ],
    ids=[
        "white on dark",
        "black on white",
        "white on a pattern",
        "white on a picture",
        "recognised",
        "under a scan",
    ],
)
def test_words_that_can_be_seen_are_read(tmp_path: Path, shown: list[Drawing]) -> None:
    document = _read(tmp_path, [*lines(72, 100, BOATS), *shown])
    assert document.text == " ".join(BOATS) + "\n\nOpen all day"
    assert document.unread == ()


@pytest.mark.parametrize(
    "mark",
    [
        Text(150, 600, "DRAFT COPY", size=60, angle=45),
        Text(150, 300, "DRAFT COPY", size=14, angle=30, grey=0.8),
        Text(72, 118, "DRAFT COPY", size=40, grey=0.9),
    ],
    ids=["large and oblique", "pale and oblique", "below the text"],
)
def test_watermark_is_told_and_not_read(tmp_path: Path, mark: Text) -> None:
    document = _read(tmp_path, [mark, *lines(72, 100, BOATS)])
    assert document.text == " ".join(BOATS)
    assert document.title == "the file"
    assert document.sections == ()
    assert document.unread == ("the watermark 'DRAFT COPY'",)


def test_large_words_at_one_place_of_all_pages_are_a_watermark(tmp_path: Path) -> None:
    page: list[Drawing] = [*lines(72, 100, BOATS), Text(150, 500, "SAMPLE", size=50)]
    other: list[Drawing] = [*lines(72, 100, CREWS[1]), Text(150, 500, "SAMPLE", size=50)]
    document = _read(tmp_path, page, other)
    assert "SAMPLE" not in document.text
    assert document.title == "the file"


def test_oblique_labels_of_a_chart_stay(tmp_path: Path) -> None:
    document = _read(tmp_path, [*lines(72, 100, BOATS), Text(90, 400, "Spring", size=8, angle=45)])
    assert document.text == " ".join(BOATS) + "\n\nSpring"


@pytest.mark.parametrize(
    "title", ["(anonymous)", "untitled", "Untitled-1", "Document 2", "Slide 1", ""]
)
def test_title_that_says_nothing_is_the_first_heading(tmp_path: Path, title: str) -> None:
    page: list[Drawing] = [Text(72, 70, "Pilots", size=18, bold=True), *lines(72, 100, BOATS)]
    assert _read(tmp_path, page, title=title).title == "Pilots"


def test_raised_figures_stand_apart_from_the_number_before(tmp_path: Path) -> None:
    page: list[Drawing] = [
        Text(72, 100, "The port has"),
        Text(140, 100, "40"),
        Text(151.2, 96, "2", size=6),
        Text(158, 100, "boats,"),
        Text(190, 100, "10"),
        Text(201.2, 96, "-6", size=6),
        Text(210, 100, "and"),
        Text(230, 100, "7"),
        Text(235.6, 96, "1,2", size=6),
        Text(248, 100, "men"),
        Text(270, 100, "on"),
        Text(281.6, 96, "a", size=6),
        Text(288, 100, "the"),
        Text(310, 100, "21"),
        Text(321.2, 96, "st", size=6),
        Text(330, 100, "of May."),
    ]
    text = _read(tmp_path, page).text
    assert text == "The port has 40² boats, 10⁻⁶ and 7¹,² men on^a the 21st of May."


def test_footnote_mark_in_a_cell_is_no_part_of_its_number(tmp_path: Path) -> None:
    cells = [["Boat", "Crew"], ["Terne", "4"], ["Lunde", "6"]]
    mark = Text(204 + 5.6, 130, "1", size=6)
    document = _read(tmp_path, [*grid([72, 200, 300], [100, 120, 140, 160], cells), mark])
    assert document.tables[0].cells[1] == ("Terne", "4¹")


def test_footnote_begins_with_its_mark(tmp_path: Path) -> None:
    page = [Text(72, 297, "1", size=5), Text(75, 300, "Counted in May.", size=8)]
    document = _read(tmp_path, [*lines(72, 100, BOATS), *page])
    assert document.text.endswith("\n\n¹Counted in May.")


def _sideways(drawings: list[Drawing], angle: int) -> list[Drawing]:
    """Return drawings of a wide page as they stand on an upright one, turned by a quarter."""

    def place(x: float, y: float) -> tuple[float, float]:
        return (y, HEIGHT - x) if angle == 90 else (WIDTH - y, x)

    turned: list[Drawing] = []
    for drawing in drawings:
        if isinstance(drawing, Text):
            x, y = place(drawing.x, drawing.y)
            turned.append(Text(x, y, drawing.text, drawing.size, angle=angle))
        if isinstance(drawing, Rule):
            turned.append(
                Rule(*place(drawing.x1, drawing.y1), *place(drawing.x2, drawing.y2)),
            )
    return turned


@pytest.mark.parametrize("angle", [90, 270])
def test_sideways_table_is_turned_and_read(tmp_path: Path, angle: int) -> None:
    wide = [*lines(72, 60, BOATS), *grid([72, 300, 500, 700], [100, 120, 140, 160], CREWS)]
    document = _read(tmp_path, lines(72, 100, BOATS), _sideways(wide, angle))
    assert document.tables[0].cells == tuple(map(tuple, CREWS))
    assert document.tables[0].page == 2
    assert document.text.count(" ".join(BOATS)) == 2
    start = document.text.index("Terne")
    ((page, box),) = find_boxes(document.pages, start, start + len("Terne"))
    assert page == 2
    x, y = (134, HEIGHT - 76) if angle == 90 else (WIDTH - 134, 76)
    assert box[0] - 1 <= x <= box[2] + 1
    assert box[1] - 1 <= y <= box[3] + 1
    assert box[3] - box[1] > box[2] - box[0], "it runs upward or downward"


def test_sideways_table_on_an_upright_page_is_read(tmp_path: Path) -> None:
    table = _sideways(grid([120, 250, 350, 450], [300, 320, 340, 360], CREWS), 90)
    document = _read(tmp_path, [*lines(72, 100, BOATS * 4), *table])
    assert document.tables[0].cells == tuple(map(tuple, CREWS))


def test_turned_heads_of_columns_stand_in_their_cells(tmp_path: Path) -> None:
    cells = [["Boat", "", ""], *CREWS[1:]]
    heads = [Text(216, 176, "Crew in all", angle=90), Text(316, 176, "Built", angle=90)]
    table = grid([72, 200, 300, 400], [100, 180, 200, 220], cells)
    document = _read(tmp_path, [*lines(72, 60, BOATS), *table, *heads])
    assert document.tables[0].cells == (("Boat", "Crew in all", "Built"), *map(tuple, CREWS[1:]))


def test_script_that_runs_left_is_in_logical_order(tmp_path: Path) -> None:
    """Drawn from left to right: the last word first, each from its last letter to its first."""
    page: list[Drawing] = [
        Text(72, 100, "ןושאר 1934 תנשב"),
        Text(72, 130, "(ריעה) הנבנ רשגה"),
        Text(72, 160, ".12.5% 1951-ב ,ZX-81 לש רשגה"),
    ]
    document = _read(tmp_path, page)
    assert document.text.split("\n\n") == [
        "בשנת 1934 ראשון",
        "הגשר נבנה (העיר)",
        "הגשר של ZX-81, ב-1951 12.5%.",
    ]
    start = document.text.index("1934")
    ((_, box),) = find_boxes(document.pages, start, start + 4)
    assert 90 < box[0] < box[2] < 135


def test_columns_of_a_table_that_runs_left_begin_at_the_right(tmp_path: Path) -> None:
    cells = [["הנב", "תוכרא", "רשג"], ["1934", "40", "הלודג"], ["1951", "25", "הנטק"]]
    document = _read(tmp_path, grid([72, 200, 300, 400], [100, 120, 140, 160], cells))
    assert document.tables[0].cells[0] == ("גשר", "ארכות", "בנה")
    assert document.tables[0].cells[1] == ("גדולה", "40", "1934")


def test_soft_hyphens_join_words_within_lines_and_at_their_ends(tmp_path: Path) -> None:
    document = _read(
        tmp_path, lines(72, 100, ["The har\u00adbour lies behind the break\u00ad", "water."])
    )
    assert document.text == "The harbour lies behind the breakwater."


def _set(x: float, y: float, text: str, *, letter: float, word: float) -> list[Drawing]:
    """Return the figures and blanks of a text set one by one; a blank is left out, as a gap."""
    drawings: list[Drawing] = []
    for character in text:
        if character == " ":
            x += word
            continue
        drawings.append(Text(x, y, character))
        x += 5.56 + letter
    return drawings


@pytest.mark.parametrize(
    ("letter", "word"),
    [(0, 2.8), (0, 1.3), (2, 5.2), (3, 7)],
    ids=["usual", "words close by", "spaced", "widely spaced"],
)
def test_words_are_told_by_their_gaps(tmp_path: Path, letter: float, word: float) -> None:
    """The letters are all as wide as figures are in this font."""
    text = "ebbe deep head bead gap dope"
    document = _read(tmp_path, _set(72, 100, text, letter=letter, word=word))
    assert document.text == text


def test_lowered_figure_stays_on_its_line(tmp_path: Path) -> None:
    table = grid([72, 200, 300], [105, 125, 145], [["Boat", "Crew"], ["Terne", "4"]])
    page = [Text(72, 100, "CO"), Text(87, 105, "2", size=7), Text(95, 100, "is let out."), *table]
    document = _read(tmp_path, page)
    assert document.text.startswith("CO2 is let out.")
    assert document.tables[0].cells == (("Boat", "Crew"), ("Terne", "4"))


def test_characters_without_a_meaning_are_told(tmp_path: Path) -> None:
    document = _read(tmp_path, lines(72, 100, ["It is con\x1frmed."]))
    assert document.text == "It is con\ufffdrmed."
    assert document.unread == ("1 unreadable character",)


def test_blank_page_is_not_told_and_one_with_a_picture_is(tmp_path: Path) -> None:
    document = _read(tmp_path, lines(72, 100, BOATS), [], [Picture(50, 50, 500, 700)])
    (told,) = document.unread
    assert told.startswith("page 3, ")


def test_file_with_hidden_words_alone_has_no_text(tmp_path: Path) -> None:
    (failure,) = read_pdf(write_pdf(tmp_path / "a.pdf", [Text(72, 100, "Nothing", mode=3)]))
    assert isinstance(failure, SourceError)
