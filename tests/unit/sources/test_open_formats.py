"""OpenDocument texts and sheets, Excel before 2007, and Rich Text."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import read_file
from tests.unit.sources.made_files import make_opendocument, make_xlsx, open_table
from tests.unit.sources.xls_files import make_xls

pytestmark = pytest.mark.unit

ROWS = (("name", "price"), ("NP-40", "€1,400.50"))


def _document(file: Path) -> Document:
    (document,) = read_file(file)
    assert isinstance(document, Document), document
    return document


def _failure(file: Path) -> str:
    (failure,) = read_file(file)
    assert isinstance(failure, SourceError), failure
    return str(failure)


def test_text_has_sections_lists_and_tables(tmp_path: Path) -> None:
    body = (
        '<text:h text:outline-level="1">Pumps</text:h>'
        "<text:p>The <text:span>NP-40</text:span><text:s/>costs<text:line-break/>1,400 &amp; 50."
        "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Plus tax."
        "</text:p></text:note-body></text:note></text:p>"
        '<text:h text:outline-level="2">Kinds</text:h>'
        "<text:list><text:list-item><text:p>of brass</text:p></text:list-item><text:list-item>"
        "<text:p>of steel</text:p></text:list-item></text:list>" + open_table(ROWS, header=1)
    )
    document = _document(make_opendocument(tmp_path / "a.odt", body, title="Price list"))
    assert document.title == "Pumps"
    assert [(one.level, one.heading) for one in document.sections] == [(1, "Pumps"), (2, "Kinds")]
    assert document.tables[0].cells == ROWS
    assert "The NP-40 costs\n1,400 & 50." in document.text.replace("\n\n", "\n")
    assert document.text.rstrip().endswith("Plus tax.")
    assert [line for line in document.text.split("\n") if line.startswith("of ")] == [
        "of brass", "of steel"
    ]  # fmt: skip
    assert document.unread == ("1 page header or footer",)


def test_title_is_the_paragraph_in_that_style_or_that_of_the_file(tmp_path: Path) -> None:
    style = '<style:style style:name="P1" style:parent-style-name="Title"/>'
    body = '<text:p text:style-name="P1">Handbook</text:p><text:p>Words.</text:p>'
    assert _document(make_opendocument(tmp_path / "a.odt", body, styles=style)).title == "Handbook"
    body = "<text:p>Words.</text:p>"
    assert _document(make_opendocument(tmp_path / "b.odt", body, title="Own")).title == "Own"
    assert _document(make_opendocument(tmp_path / "price-list.odt", body)).title == "price list"


def test_comments_and_deletions_are_not_read_and_counted(tmp_path: Path) -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>Old words.</text:p>"
        "</text:deletion></text:changed-region></text:tracked-changes><text:p>New words."
        "<office:annotation><text:p>Is it so?</text:p></office:annotation></text:p>"
        "<text:p>Box:<draw:frame><draw:text-box><text:p>Boxed.</text:p></draw:text-box></draw:frame>"
        "</text:p>"
    )
    document = _document(make_opendocument(tmp_path / "a.odt", body))
    assert document.text == "New words.\n\nBox:\n\nBoxed.\n"
    assert set(document.unread) == {"1 comment", "1 deleted part", "1 page header or footer"}


def test_merged_cells_of_a_text_are_filled(tmp_path: Path) -> None:
    merged = (
        '<table:table-cell table:number-rows-spanned="2"><text:p>brass</text:p></table:table-cell>'
    )
    rows = [("kind", "size"), (merged, "40"), ("<table:covered-table-cell/>", "50")]
    document = _document(make_opendocument(tmp_path / "a.odt", open_table(rows, header=1)))
    assert document.tables[0].cells == (("kind", "size"), ("brass", "40"), ("brass", "50"))


def test_sheets_show_what_their_cells_show(tmp_path: Path) -> None:
    wide = '<table:table-cell table:number-columns-repeated="16382"/>'
    rows = [
        ("Prices of pumps",),
        (),
        (*ROWS[0], "stock", wide),
        (*ROWS[1], '<table:table-cell office:value-type="percentage" office:value="0.25"><text:p>'
         "25%</text:p></table:table-cell>"),
        ("NP-50", '<table:table-cell table:number-columns-repeated="2"><text:p>7</text:p>'
         "</table:table-cell>"),
    ]  # fmt: skip
    empty = (
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/>'
        "</table:table-row>"
    )
    style = (
        '<style:style style:name="off"><style:table-properties table:display="false"/>'
        "</style:style>"
    )
    secret = open_table([("secret", "x"), ("a", "b")], name="Off").replace(
        "<table:table ", '<table:table table:style-name="off" '
    )
    body = open_table(rows, name="Stock").replace("</table:table>", empty + "</table:table>")
    document = _document(make_opendocument(tmp_path / "a.ods", body + secret, styles=style))
    assert [page.label for page in document.pages] == ["Stock"]
    assert document.sections[0].heading == "Stock"
    (table,) = document.tables
    assert table.caption == "Prices of pumps"
    assert table.cells == (
        ("name", "price", "stock"), ("NP-40", "€1,400.50", "25%"), ("NP-50", "7", "7")
    )  # fmt: skip
    assert "secret" not in document.text
    assert document.unread == ("1 hidden sheet", "1 page header or footer")


@pytest.mark.parametrize("suffix", [".odt", ".ods"])
def test_what_is_no_open_document_is_told(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"a{suffix}"
    assert "encrypted" in _failure(make_opendocument(file, "", manifest="<encryption-data/>"))
    assert "nothing to read" in _failure(make_opendocument(file, "<text:p/>"))
    file.write_bytes(b"words")
    assert "damaged" in _failure(file)
    make_xlsx(file, {"a": [["x"]]})
    assert "content.xml" in _failure(file)


def test_old_excel_file_is_read_as_its_sheets_show_it(tmp_path: Path) -> None:
    rows = [
        ["Prices of pumps"],
        [],
        ["name", "price", "since", "sold", "share"],
        ["NP-40", (1400.5, '"€"#,##0.00'), (46085.0, "dd/mm/yyyy"), True, (0.25, "0%")],
        ["NP-50", 7.0, None, False, (1.0, "0%")],
    ]
    file = make_xls(
        tmp_path / "a.xls", {"Stock": rows, "Off": [["x"]]}, merged=[(0, 0, 0, 4)], hidden=["Off"]
    )
    document = _document(file)
    (table,) = document.tables
    assert table.caption == "Prices of pumps"
    assert table.cells == (
        ("name", "price", "since", "sold", "share"),
        ("NP-40", "€1,400.50", "2026-03-04", "TRUE", "25%"),
        ("NP-50", "7", "", "FALSE", "100%"),
    )
    assert document.unread == ("1 hidden sheet",)
    assert document.media_type == "application/vnd.ms-excel"


def test_excel_file_with_macros_is_read_as_one_without(tmp_path: Path) -> None:
    file = make_xlsx(tmp_path / "a.xlsx", {"Stock": ROWS})
    macros = file.rename(tmp_path / "a.xlsm")
    assert _document(macros).tables[0].cells == ROWS


@pytest.mark.parametrize("content", [b"words", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b""])
def test_what_is_no_old_excel_file_is_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.xls"
    file.write_bytes(content)
    assert str(file) in _failure(file)


RICH_TEXT = r"""{\rtf1\ansi\ansicpg1250\deff0{\fonttbl{\f0\fcharset238 Times;}}
{\stylesheet{\s1\outlinelevel0 heading 1;}}{\info{\title Pump \'e8. 7}{\author A. Berg}}
{\header Page head}\pard\plain\s1\outlinelevel0 Pumps\par
\pard\plain The pump costs {\b 400} euros \u8212?{\footnote Or less.} see
 {\field{\*\fldinst{HYPERLINK "http://x.example"}}{\fldrslt the list}}.\par
\trowd\cellx1000\cellx2000\pard\intbl name\cell price\cell\row
\trowd\cellx1000\cellx2000\pard\intbl NP-40\cell 400\par euros\cell\row
\pard After | the table.\par
{\pict\pngblip 89504e470d0a1a0a}}"""


def test_rich_text_has_headings_and_tables(tmp_path: Path) -> None:
    file = tmp_path / "a.rtf"
    file.write_text(RICH_TEXT, encoding="ascii")
    document = _document(file)
    assert document.title == "Pump č. 7"
    assert [section.heading for section in document.sections] == ["Pumps"]
    assert document.tables[0].cells == (("name", "price"), ("NP-40", "400 euros"))
    assert "The pump costs 400 euros — see the list." in document.text
    assert document.text.endswith("\n\nAfter | the table.\n")
    assert document.unread == ("1 footnote", "1 page header or footer", "1 picture")


@pytest.mark.parametrize(
    ("content", "word"), [(b"words", "not an RTF"), (b"", "empty"), (rb"{\rtf1 }", "no text")]
)
def test_what_is_no_rich_text_is_told(tmp_path: Path, content: bytes, word: str) -> None:
    file = tmp_path / "a.rtf"
    file.write_bytes(content)
    assert word in _failure(file)
