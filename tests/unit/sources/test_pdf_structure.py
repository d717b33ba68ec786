"""Parts of the PDF reader on values made by hand: words, lines, margins, headings."""

from __future__ import annotations

import pytest

from kgplatform.sources.pdf.glyphs import Glyph
from kgplatform.sources.pdf.headings import Bookmark, Headings
from kgplatform.sources.pdf.margins import drop_margins
from kgplatform.sources.pdf.paragraphs import Block, Row, TableBlock, TableCell, make_row
from kgplatform.sources.pdf.text import TextWriter, collect_words
from kgplatform.sources.pdf.words import Word, join_text, make_lines, make_words, split_runs

pytestmark = pytest.mark.unit


def _glyphs(text: str, x: float = 0, y: float = 100, size: float = 10) -> list[Glyph]:
    """Return characters half as wide as they are high, one beside the other."""
    step = size / 2
    return [
        Glyph(c, x + i * step, y - 8, x + (i + 1) * step, y + 2, y, size, bold=False)
        for i, c in enumerate(text)
    ]


def _word(text: str, x: float, y: float = 100, size: float = 10) -> Word:
    edges = tuple(x + i * size / 2 for i in range(len(text) + 1))
    return Word(text, edges, y - 0.8 * size, y + 0.2 * size, y, size, bold=False)


def _row(text: str, top: float = 100, size: float = 10, *, bold: bool = False) -> Row:
    return Row(text, tuple(map(float, range(len(text) + 1))), top, top + size, size, bold)


def _block(text: str, size: float = 10, *, bold: bool = False, page: int = 1) -> Block:
    return Block(page, (_row(text, size=size, bold=bold),))


BODY = _block("Running text that is by far the most of all, as it is in any document. " * 5)


def test_words_end_at_blanks_gaps_and_new_lines() -> None:
    glyphs = _glyphs("a ship") + _glyphs("ice", 32) + _glyphs("sea", 0, 112)
    words = make_words(glyphs)
    assert [(word.text, word.blank_after) for word in words] == [
        ("a", True),
        ("ship", False),
        ("ice", False),
        ("sea", False),
    ]
    assert words[1].edges == (10, 15, 20, 25, 30)


def test_ligature_has_an_edge_for_each_letter() -> None:
    glyph = _glyphs("x")[0]._replace(text="fi", right=6)
    assert make_words([glyph])[0].edges == (0, 3, 6)


def test_letters_of_a_ligature_share_its_place_and_stay_one_word() -> None:
    """PDFium tells the letters of a ligature one by one, each at the place of the whole."""
    glyphs = [g._replace(left=0, right=15) for g in _glyphs("ffi")] + _glyphs("ce", 15)
    (word,) = make_words(glyphs)
    assert word.text == "ffice"
    assert word.edges == (0, 5, 10, 15, 20, 25)


def test_raised_small_word_stays_on_its_line_without_a_blank() -> None:
    (line,) = make_lines([_word("2", 20, 96, 6), _word("CO", 10), _word("gas", 30)])
    assert line.text == "CO2 gas"
    assert line.size == 10


def test_lines_of_close_columns_at_other_heights_stay_apart() -> None:
    lines = make_lines([_word("left", 0, 100), _word("right", 200, 106), _word("low", 0, 112)])
    assert [line.text for line in lines] == ["left", "right", "low"]


def test_runs_end_at_gaps_wider_than_the_font() -> None:
    (line,) = make_lines([_word("Fram", 0), _word("ship", 24), _word("1892", 55)])
    assert [run.text for run in split_runs(line)] == ["Fram ship", "1892"]  # gaps of 4 and 11


def test_text_of_a_row_has_an_edge_more_than_characters() -> None:
    (line,) = make_lines([_word("ab", 0), _word("c", 14)])
    row = make_row(line)
    assert row.text == join_text(line.words) == "ab c"
    assert row.edges == (0, 5, 10, 14, 19)  # the blank lies between 10 and 14


def test_repeated_margin_lines_go_and_equal_body_lines_stay() -> None:
    pages: list[list[Block | TableBlock]] = [
        [Block(n, (_row("Chapter One", 20),)), Block(n, (_row("Refrain", 400),))]
        for n in range(1, 4)
    ]
    kept = drop_margins(pages, [842.0] * 3)
    assert [[block.text for block in page if isinstance(block, Block)] for page in kept] == [
        ["Refrain"]
    ] * 3


def test_title_that_headers_repeat_in_small_stays() -> None:
    first: list[Block | TableBlock] = [Block(1, (_row("Polar ships", 60, 24),))]
    others: list[list[Block | TableBlock]] = [
        [Block(n, (_row("Polar ships", 30, 9),))] for n in range(2, 6)
    ]
    kept = drop_margins([first, *others], [842.0] * 5)
    assert kept == [first, [], [], [], []]


def test_two_pages_in_many_do_not_make_a_header() -> None:
    pages: list[list[Block | TableBlock]] = [[Block(n, (_row("Same", 20),))] for n in (1, 2)]
    others: list[list[Block | TableBlock]] = [
        [Block(n, (_row(f"{word}", 20),))] for n, word in enumerate(("Ice", "Sea", "Fog"), start=3)
    ]
    assert drop_margins([*pages, *others], [842.0] * 5) == [*pages, *others]


def test_headers_with_the_number_of_the_page_go_whatever_their_words() -> None:
    """The pages 1, 2, 3 are numbered 91, 92, 93; a year in the margin is no such number."""
    heads = ["91 Ships", "Crews 92", "93 Dogs and ice", "1893 was the year"]
    pages: list[list[Block | TableBlock]] = [
        [Block(n, (_row(head, 20),)), Block(n, (_row("Text", 400),))]
        for n, head in enumerate(heads, start=1)
    ]
    kept = drop_margins(pages, [842.0] * 4)
    texts = [[b.text for b in page if isinstance(b, Block)] for page in kept]
    assert texts[:3] == [["Text"]] * 3
    assert texts[3][0] == "1893 was the year"


def test_only_the_outermost_number_of_a_page_is_its_number() -> None:
    page: list[Block | TableBlock] = [
        Block(1, (_row("1893", 20),)),
        Block(1, (_row("1896", 30),)),
        Block(1, (_row("Page 7 of 9", 820),)),
    ]
    (kept,) = drop_margins([page], [842.0])
    assert [block.text for block in kept if isinstance(block, Block)] == ["1896"]


@pytest.mark.parametrize(
    ("block", "level"),
    [
        (_block("Polar ships", 14), 1),
        (_block("The crew", bold=True), 2),
        (_block("The crew"), None),
        (_block("the crew", bold=True), None),
        (_block("So it ends.", 14), None),
        (_block("Table 3: Ships", bold=True), None),
        (_block("3 Ships .............. 7", 14), None),
        (_block("1892 1893 1896", 14), None),
        (_block("very " * 40, 14), None),
    ],
    ids=[
        "large",
        "bold",
        "plain",
        "small letter",
        "sentence",
        "caption",
        "contents",
        "figures",
        "long",
    ],
)
def test_what_is_a_heading(block: Block, level: int | None) -> None:
    styles = [_block("First", 14), _block("Second", bold=True)]
    assert Headings([BODY, *styles, block], []).level(block) == level


def test_bold_is_no_heading_where_all_is_bold() -> None:
    blocks = [_block(BODY.text, bold=True), _block("The crew", bold=True)]
    assert Headings(blocks, []).level(blocks[1]) is None


def test_outline_names_a_heading_without_its_number_and_levels_its_style() -> None:
    chapter, other = _block("2 The ships", 14), _block("3 The crews", 14)
    headings = Headings([BODY, _block("Book", 20), chapter, other], [Bookmark("The ships", 4, 1)])
    assert headings.level(chapter) == 4
    assert headings.level(other) == 4


def test_outline_of_another_page_does_not_name_a_block() -> None:
    block = _block("The ships", page=2)
    assert Headings([BODY, block], [Bookmark("The ships", 1, 1)]).level(block) is None
    assert Headings([BODY, block], [Bookmark("The ships", 1, 2)]).level(block) == 1


def test_deeper_numbers_are_lower_levels() -> None:
    blocks = [_block(text, bold=True) for text in ("1 Ships", "1.1 Fram", "1.1.1 Hull")]
    headings = Headings([BODY, *blocks], [])
    assert [headings.level(block) for block in blocks] == [1, 2, 3]


def _write(*blocks: Block | TableBlock) -> TextWriter:
    writer = TextWriter(collect_words(blocks), Headings([BODY], []))
    writer.write(blocks)
    return writer


def _paragraph(*texts: str) -> Block:
    return Block(1, tuple(_row(text, 100 + 12 * i) for i, text in enumerate(texts)))


def test_dropped_hyphen_has_no_edge() -> None:
    writer = _write(_paragraph("expedi-", "tion"))
    assert writer.text == "expedition"
    first, second = writer.lines[1]
    assert (first.start, len(first.edges)) == (0, len("expedi") + 1)
    assert (second.start, len(second.edges)) == (len("expedi"), len("tion") + 1)


@pytest.mark.parametrize(
    ("elsewhere", "text"),
    [("well-known", "well-known"), ("wellknown", "wellknown"), ("", "wellknown")],
)
def test_document_decides_on_a_hyphen(elsewhere: str, text: str) -> None:
    writer = _write(_paragraph("well-", f"known and {elsewhere} here"))
    assert writer.text.startswith(f"{text} and")


def test_words_of_the_document_leave_out_divided_ones() -> None:
    assert collect_words([_paragraph("A well-known expedi-", "tion")]) == {
        "a",
        "well-known",
        "tion",
    }


def test_table_cells_of_several_lines_are_joined() -> None:
    cells = (
        TableCell(0, 0, (_row("Name of"), _row("the ship")), 1),
        TableCell(0, 1, (_row("Crew"),), 1),
    )
    block = TableBlock(1, (0, 0, 9, 9), cells)
    writer = _write(block)
    assert writer.text == "| Name of the ship | Crew |\n| --- | --- |"
    assert writer.tables[0].cells == (("Name of the ship", "Crew"),)
