from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.grid import table_markdown
from kgplatform.sources.layout import find_boxes
from kgplatform.sources.pdf.reader import read_pdf
from tests.unit.sources.pdf_files import HEIGHT, Bar, Drawing, Rule, Text, grid, lines, write_pdf

pytestmark = pytest.mark.unit

FRAM = [
    "The Fram is a ship that was built for voyages in the",
    "ice of the polar seas. Colin Archer drew her lines and",
    "she sailed farther north than any ship before her had.",
]
LEFT = [
    f"Line {word} of the left column tells of the voyage"
    for word in "one two three four five".split()
]
RIGHT = [
    f"Line {word} of the right column tells of the crew"
    for word in "one two three four five".split()
]


def _read(file: Path) -> Document:
    document, *rest = read_pdf(file)
    assert isinstance(document, Document), document
    assert not rest
    for page in document.pages:
        for line in page.lines:
            text = document.text[line.start : line.start + len(line.edges) - 1]
            assert text == text.strip()
            assert page.start <= line.start < page.end
            assert "\n" not in text
            assert list(line.edges) == sorted(line.edges)
    return document


def _failures(file: Path) -> list[str]:
    items = list(read_pdf(file))
    assert all(isinstance(item, SourceError) for item in items), items
    return [str(item) for item in items]


def test_lines_of_a_paragraph_are_joined_by_blanks(tmp_path: Path) -> None:
    document = _read(write_pdf(tmp_path / "fram.pdf", lines(72, 100, FRAM)))
    assert document.text == " ".join(FRAM)
    assert document.media_type == "application/pdf"
    assert document.uri == (tmp_path / "fram.pdf").as_uri()


def test_wider_gap_parts_paragraphs(tmp_path: Path) -> None:
    page = lines(72, 100, FRAM) + lines(72, 160, FRAM)
    document = _read(write_pdf(tmp_path / "a.pdf", page))
    assert document.text == " ".join(FRAM) + "\n\n" + " ".join(FRAM)


def test_first_line_indent_parts_paragraphs(tmp_path: Path) -> None:
    page = [*lines(72, 100, FRAM), Text(90, 136, FRAM[0]), *lines(72, 148, FRAM[1:])]
    document = _read(write_pdf(tmp_path / "a.pdf", page))
    assert document.text.count("\n\n") == 1


@pytest.mark.parametrize("shift", [0, 5], ids=["lines level", "lines not level"])
def test_columns_are_read_one_after_the_other(tmp_path: Path, shift: float) -> None:
    title = Text(72, 60, "A heading that reaches over both of the columns of text", 16)
    page = [title, *lines(330, 100 + shift, RIGHT), *lines(50, 100, LEFT)]
    document = _read(write_pdf(tmp_path / "a.pdf", page))
    assert document.text == f"{title.text}\n\n{' '.join(LEFT)}\n\n{' '.join(RIGHT)}"


def test_what_stands_above_and_below_columns_keeps_its_place(tmp_path: Path) -> None:
    wide = (
        "This sentence reaches over the full width of the page, both columns and what parts them."
    )
    page = [
        Text(50, 70, wide, 12),
        *lines(50, 100, LEFT),
        *lines(330, 100, RIGHT),
        Text(50, 190, wide, 12),
    ]
    parts = _read(write_pdf(tmp_path / "a.pdf", page)).text.split("\n\n")
    assert parts == [wide, " ".join(LEFT), " ".join(RIGHT), wide]


def test_paragraph_goes_on_in_the_next_column_and_page(tmp_path: Path) -> None:
    head, tail = ["The crew of the Fram were"], ["thirteen men in all."]
    first = lines(72, 700, head)
    second = lines(72, 100, tail)
    document = _read(write_pdf(tmp_path / "a.pdf", first, second))
    assert document.text == "The crew of the Fram were thirteen men in all."
    one, two = document.pages
    assert (one.start, one.end) == (0, len("The crew of the Fram were "))
    assert document.text[two.start : two.end] == "thirteen men in all."


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (["a long expedi-", "tion"], "a long expedition"),
        (["the Franco-", "German war"], "the Franco-German war"),
        (
            ["a well-", "known ship, as well-known as any"],
            "a well-known ship, as well-known as any",
        ),
        (["in 1893-", "1896"], "in 1893-1896"),
        (["he left -", "alone"], "he left - alone"),
    ],
    ids=["divided word", "name", "compound of the document", "years", "dash"],
)
def test_hyphen_at_a_line_end(tmp_path: Path, rows: list[str], text: str) -> None:
    assert _read(write_pdf(tmp_path / "a.pdf", lines(72, 100, rows))).text == text


def test_running_headers_footers_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    pages: list[list[Drawing]] = [
        [
            Text(72, 40, "Polar Ships Quarterly"),
            *lines(72, 120 + 20 * number, [f"Body of page number {number} stays."]),
            Text(72, 800, f"Volume 7, part {number}"),
            Text(290, 820, f"- {number} -"),
        ]
        for number in range(1, 5)
    ]
    document = _read(write_pdf(tmp_path / "a.pdf", *pages))
    assert document.text == "\n\n".join(f"Body of page number {n} stays." for n in range(1, 5))


def test_line_that_does_not_repeat_stays_in_the_margin(tmp_path: Path) -> None:
    page = [Text(72, 40, "An opening line"), *lines(72, 120, FRAM), Text(290, 820, "17")]
    document = _read(write_pdf(tmp_path / "a.pdf", page))
    assert document.text == "An opening line\n\n" + " ".join(FRAM)


def test_large_and_bold_lines_are_headings_with_levels(tmp_path: Path) -> None:
    page = [
        Text(72, 80, "Polar ships", 20),
        *lines(72, 110, FRAM),
        Text(72, 170, "The Fram", 14),
        *lines(72, 190, FRAM),
        Text(72, 250, "Her crew", 10, bold=True),
        *lines(72, 270, FRAM),
        Text(72, 330, "The Gjøa", 14),
        *lines(72, 350, FRAM),
    ]
    document = _read(write_pdf(tmp_path / "a.pdf", page))
    told = [(section.level, section.heading) for section in document.sections]
    assert told == [(1, "Polar ships"), (2, "The Fram"), (3, "Her crew"), (2, "The Gjøa")]
    for section in document.sections:
        assert document.text[section.start :].startswith(section.heading)
    ships, fram, crew, gjoa = document.sections
    assert ships.end == gjoa.end == len(document.text)
    assert fram.end == crew.end == gjoa.start
    assert document.title == "Polar ships"


def test_heading_of_two_lines_is_one(tmp_path: Path) -> None:
    page = [
        Text(72, 80, "2 The ships of the north and", 16, bold=True),
        Text(96, 99, "the crews that sailed in them", 16, bold=True),
        *lines(72, 130, FRAM),
    ]
    (section,) = _read(write_pdf(tmp_path / "a.pdf", page)).sections
    assert section.heading == "2 The ships of the north and the crews that sailed in them"


def test_outline_names_headings_that_look_like_text(tmp_path: Path) -> None:
    first = [Text(72, 100, "The voyage"), *lines(72, 140, FRAM)]
    second = [Text(72, 100, "The return"), *lines(72, 140, FRAM)]
    outline = [("The voyage", 1), ("The Return", 2)]
    document = _read(write_pdf(tmp_path / "a.pdf", first, second, outline=outline))
    assert [(s.level, s.heading) for s in document.sections] == [
        (1, "The voyage"),
        (1, "The return"),
    ]
    assert document.sections[0].end == document.sections[1].start == document.pages[1].start


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ("Farthest North", "Farthest North"),
        ("Microsoft Word - Farthest North", "Farthest North"),
        ("untitled", "polar ship"),
        ("draft7.doc", "polar ship"),
        ("", "polar ship"),
    ],
)
def test_title_is_told_by_the_file_where_it_is_sensible(
    tmp_path: Path, told: str, title: str
) -> None:
    file = write_pdf(tmp_path / "polar-ship.pdf", lines(72, 100, FRAM), title=told)
    assert _read(file).title == title


def test_table_stands_in_the_text_as_markdown_at_its_place(tmp_path: Path) -> None:
    cells = [["Ship", "Built"], ["Fram", "1892"], ["Gjøa | old", "1872"]]
    page = [
        *lines(72, 80, FRAM),
        Text(72, 140, "Table 3: Ships of the north"),
        *grid([72, 200, 300], [150, 170, 190, 210], cells),
        *lines(72, 240, FRAM),
    ]
    document = _read(write_pdf(tmp_path / "a.pdf", page))
    (table,) = document.tables
    markdown = "| Ship | Built |\n| --- | --- |\n| Fram | 1892 |\n| Gjøa \\| old | 1872 |"
    assert document.text[table.start : table.end] == markdown == table_markdown(table.cells)
    assert table.cells == tuple(map(tuple, cells))
    assert table.caption == "Table 3: Ships of the north"
    assert table.page == 1
    before, after = document.text[: table.start], document.text[table.end :]
    assert before == " ".join(FRAM) + "\n\nTable 3: Ships of the north\n\n"
    assert after == "\n\n" + " ".join(FRAM)
    assert table.box is not None
    assert table.box[0] == pytest.approx(76, abs=1)
    assert 150 <= table.box[1] < table.box[3] <= 210


def test_span_is_found_where_it_was_drawn(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", lines(72, 100, ["0123456789", "0123456789"]))
    document = _read(file)
    (first, one), (second, two) = find_boxes(document.pages, 8, 14)  # "89 012"
    assert (first, second) == (1, 1)
    digit = 0.556 * 10
    assert one[0] == pytest.approx(72 + 8 * digit, abs=0.2)
    assert one[2] == pytest.approx(72 + 10 * digit, abs=0.2)
    assert two[0] == pytest.approx(72, abs=0.2)
    assert two[2] == pytest.approx(72 + 3 * digit, abs=0.2)
    assert one[1] < 100 < one[3] <= two[1] + 3
    assert two[1] < 112 < two[3]


def test_span_in_a_table_is_found_in_its_cell(tmp_path: Path) -> None:
    cells = [["Ship", "Built"], ["A | B", "1892"], ["Gjøa", "1872"]]
    document = _read(
        write_pdf(tmp_path / "a.pdf", grid([72, 200, 300], [150, 170, 190, 210], cells))
    )
    start = document.text.index("1892")
    ((_, box),) = find_boxes(document.pages, start, start + 4)
    assert box[0] == pytest.approx(204, abs=0.2)
    assert box[2] == pytest.approx(204 + 4 * 5.56, abs=0.2)
    assert 170 <= box[1] < box[3] <= 190


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_rotated_page_is_read_as_it_is_shown(tmp_path: Path, rotate: int) -> None:
    """The words run upward in the file and the page is turned, so they are shown upright."""
    text = Text(300, 400, "Upright", angle=90)
    document, *_ = read_pdf(write_pdf(tmp_path / "a.pdf", [text], rotate=rotate))
    assert isinstance(document, Document)
    assert document.text == "Upright"
    ((_, box),) = find_boxes(document.pages, 0, 7)
    page = document.pages[0]
    if rotate == 90:  # the left of the file is the top, its foot the left
        assert (page.width, page.height) == (HEIGHT, 595)
        assert box[0] == pytest.approx(HEIGHT - 400, abs=0.2)
        assert box[1] < 300 < box[3]
    assert 0 <= box[0] < box[2] <= page.width
    assert 0 <= box[1] < box[3] <= page.height


def test_text_that_runs_upward_comes_last(tmp_path: Path) -> None:
    page = [Text(20, 500, "Stamp", angle=90), *lines(72, 100, FRAM)]
    assert _read(write_pdf(tmp_path / "a.pdf", page)).text == " ".join(FRAM) + "\n\nStamp"


def test_text_drawn_twice_is_read_once(tmp_path: Path) -> None:
    page = [*lines(72, 100, ["A shadow falls"]), *lines(72.4, 100.3, ["A shadow falls"])]
    assert _read(write_pdf(tmp_path / "a.pdf", page)).text == "A shadow falls"


def test_letters_that_stand_close_are_all_kept(tmp_path: Path) -> None:
    assert _read(
        write_pdf(tmp_path / "a.pdf", lines(72, 100, ["Illness, still: officials"]))
    ).text == ("Illness, still: officials")


def test_encrypted_file_is_one_clear_failure(tmp_path: Path) -> None:
    (failure,) = _failures(write_pdf(tmp_path / "a.pdf", lines(72, 100, FRAM), encrypted=True))
    assert failure.endswith("a.pdf' is encrypted: save it without its password.")


def test_scanned_file_is_one_clear_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    page = [Bar(50, 50, 500, 700), Rule(50, 50, 500, 50)]
    (failure,) = _failures(write_pdf(tmp_path / "a.pdf", page, page))
    assert 'has no text, it is scanned or blank: run pip install "kgplatform[ocr]"' in failure


@pytest.mark.parametrize("content", [b"not a pdf at all", b"%PDF-1.4\nxref\ntrailer"])
def test_damaged_file_is_one_clear_failure(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(content)
    (failure,) = _failures(tmp_path / "a.pdf")
    assert failure.endswith("a.pdf' is not a PDF file, or it is damaged: save it anew.")


def test_empty_file_is_one_clear_failure(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").touch()
    (failure,) = _failures(tmp_path / "a.pdf")
    assert failure.endswith("a.pdf' is empty: there is nothing to read.")


def test_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_pdf(tmp_path / "a.pdf"))


def test_pages_without_text_are_named_beside_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    scan: list[Drawing] = [Bar(50, 50, 500, 700)]
    file = write_pdf(tmp_path / "a.pdf", lines(72, 100, FRAM), scan, lines(72, 100, FRAM), scan)
    document = _read(file)
    (told,) = document.unread
    assert told.startswith("pages 2, 4, where there is no text")
    assert "kgplatform[ocr]" in told
    spans = [(page.number, document.text[page.start : page.end].strip()) for page in document.pages]
    assert spans == [(1, " ".join(FRAM)), (2, ""), (3, " ".join(FRAM)), (4, "")]


def test_second_reading_is_the_same(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", lines(72, 100, FRAM))
    assert _read(file) == _read(file)


def test_damaged_page_is_named_beside_the_document(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", lines(72, 100, FRAM), lines(72, 100, FRAM))
    file.write_bytes(file.read_bytes().replace(b"/Kids [7 0 R 9 0 R]", b"/Kids [7 0 R 3 0 R]"))
    document, failure = read_pdf(file)
    assert isinstance(document, Document)
    assert document.text == " ".join(FRAM)
    assert [(page.number, page.start == page.end) for page in document.pages] == [
        (1, False),
        (2, True),
    ]
    assert str(failure).endswith("a.pdf' is damaged on page 2: save it anew.")


def test_file_whose_pages_are_all_damaged_is_one_clear_failure(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "a.pdf", lines(72, 100, FRAM))
    file.write_bytes(file.read_bytes().replace(b"/Kids [7 0 R]", b"/Kids [4 0 R]"))
    (failure,) = _failures(file)
    assert "is damaged: none of its pages can be opened" in failure
