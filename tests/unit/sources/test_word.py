"""What a Word file says besides its paragraphs, and what it hides."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kgplatform.records import Document
from kgplatform.sources.files import read_file
from tests.unit.sources.made_files import DOCX_PARTS, OFFICE, WORD, make_zip, word_paragraph

pytestmark = pytest.mark.unit

SPACES = (
    f'{WORD} xmlns:r="{OFFICE}/officeDocument/2006/relationships" '
    f'xmlns:m="{OFFICE}/officeDocument/2006/math" '
    f'xmlns:a="{OFFICE}/drawingml/2006/main" xmlns:c="{OFFICE}/drawingml/2006/chart" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)


def _read(tmp_path: Path, body: str, parts: Mapping[str, str] | None = None) -> Document:
    main = f"<w:document {SPACES}><w:body>{body}<w:sectPr/></w:body></w:document>"
    others = {f"word/{name}.xml": content for name, content in (parts or {}).items()}
    file = make_zip(tmp_path / "a.docx", {**DOCX_PARTS, "word/document.xml": main, **others})
    (document,) = read_file(file)
    assert isinstance(document, Document), document
    return document


def _run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _p(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def _cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{word_paragraph(text)}</w:tc>"


def test_merged_cells_stand_in_each_of_their_places(tmp_path: Path) -> None:
    restart, goes_on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    rows = (
        _cell("Dock") + _cell("Boat") + _cell("Men"),
        _cell("East", restart) + _cell("Ann") + _cell("3"),
        _cell("", goes_on) + _cell("Bob") + _cell("4"),
        _cell("West") + _cell("closed", '<w:gridSpan w:val="2"/>'),
        '<w:trPr><w:gridBefore w:val="1"/></w:trPr>' + _cell("Tim") + _cell("5"),
    )
    table = "".join(f"<w:tr>{row}</w:tr>" for row in rows)
    document = _read(tmp_path, f"<w:tbl>{table}</w:tbl>")
    assert document.tables[0].cells == (
        ("Dock", "Boat", "Men"),
        ("East", "Ann", "3"),
        ("East", "Bob", "4"),
        ("West", "closed", "closed"),
        ("", "Tim", "5"),
    )


def test_table_in_a_cell_is_kept(tmp_path: Path) -> None:
    rows = (_cell("Oars") + _cell("4"), _cell("Nets") + _cell("2"))
    inner = f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"
    outer = (
        f"<w:tr>{_cell('Boat')}{_cell('Gear')}</w:tr>"
        f"<w:tr>{_cell('Ann')}<w:tc>{inner}<w:p/></w:tc></w:tr>"
    )
    document = _read(tmp_path, f"<w:tbl>{outer}</w:tbl>")
    assert document.tables[0].cells[1] == ("Ann", "Oars 4, Nets 2")
    assert "Ann > Gear\nOars: 4\nNets: 2" in document.text


def test_comments_headers_and_footers_are_sections_at_the_end(tmp_path: Path) -> None:
    body = _p(
        '<w:commentRangeStart w:id="0"/>', _run("The limit is 5."), '<w:commentRangeEnd w:id="0"/>'
    )
    comment = f'<w:comment w:id="0" w:author="Ann Lee">{word_paragraph("It is 4 now.")}</w:comment>'
    link = '<w:hyperlink r:id="rId9"><w:r><w:t>Lee Ltd</w:t></w:r></w:hyperlink>'
    document = _read(
        tmp_path,
        body,
        {
            "comments": f"<w:comments {SPACES}>{comment}</w:comments>",
            "header1": f"<w:hdr {SPACES}>{_p(_run('Contract 7, '), link)}</w:hdr>",
            "header2": f"<w:hdr {SPACES}>{_p(_run('Contract 7, '), link)}</w:hdr>",
            "header3": f"<w:hdr {SPACES}>{_p(_run('3'))}</w:hdr>",
            "footer1": f"<w:ftr {SPACES}>{_p(_run('Secret'))}</w:ftr>",
        },
    )
    assert document.text == (
        "The limit is 5.\n\n"
        "# Comments\n\nComment by Ann Lee on “The limit is 5.”: It is 4 now.\n\n"
        "# Header\n\nContract 7, Lee Ltd\n\n# Footer\n\nSecret\n"
    )
    assert [s.heading for s in document.sections] == ["Comments", "Header", "Footer"]


@pytest.mark.parametrize("fallback", ["", "<mc:Fallback><w:pict/></mc:Fallback>", "same"])
def test_text_boxes_are_read_once(tmp_path: Path, fallback: str) -> None:
    box = f"<w:txbxContent>{word_paragraph('In a box.')}</w:txbxContent>"
    if fallback == "same":
        fallback = f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback>"
    drawing = f"<w:drawing><wps:txbx>{box}</wps:txbx></w:drawing>"
    either = (
        f"<mc:AlternateContent><mc:Choice>{drawing}</mc:Choice>{fallback}</mc:AlternateContent>"
    )
    document = _read(tmp_path, _p(_run("Before."), f"<w:r>{either}</w:r>"))
    assert document.text == "Before.\n\nIn a box.\n"


def test_text_box_without_alternatives_is_read(tmp_path: Path) -> None:
    box = f"<wps:txbx><w:txbxContent>{word_paragraph('In a box.')}</w:txbxContent></wps:txbx>"
    document = _read(tmp_path, _p(f"<w:r><w:drawing>{box}</w:drawing></w:r>"))
    assert document.text == "In a box.\n"


def test_changes_are_read_as_accepted_and_deletions_counted(tmp_path: Path) -> None:
    deleted = "<w:del><w:r><w:delText>June</w:delText></w:r></w:del>"
    moved = f"<w:moveFrom>{_run('away')}</w:moveFrom><w:moveTo>{_run(' here')}</w:moveTo>"
    document = _read(tmp_path, _p(_run("In "), f"<w:ins>{_run('May')}</w:ins>", deleted, moved))
    assert document.text == "In May here\n"
    assert document.unread == ("1 deleted part",)


def test_hidden_and_struck_out_runs_are_not_read_and_counted(tmp_path: Path) -> None:
    style = '<w:style w:type="character" w:styleId="Off"><w:rPr><w:vanish/></w:rPr></w:style>'
    document = _read(
        tmp_path,
        _p(
            _run("Seen.", '<w:vanish w:val="0"/>'),
            _run("gone", "<w:vanish/>"),
            _run("gone", "<w:vanish/>"),
        )
        + _p(_run("gone", '<w:rStyle w:val="Off"/>'), _run("Old.", "<w:strike/>"), _run("New.")),
        {"styles": f"<w:styles {SPACES}>{style}</w:styles>"},
    )
    assert document.text == "Seen.\n\nNew.\n"
    assert document.unread == ("2 hidden parts", "1 struck-out part")


def test_raised_runs_formulas_and_hyphens(tmp_path: Path) -> None:
    power = (
        "<m:sSup><m:e><m:r><m:t>h</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    )
    half = "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>"
    document = _read(
        tmp_path,
        _p(
            _run("10"),
            _run("6", '<w:vertAlign w:val="superscript"/>'),
            _run(" H"),
            _run("2", '<w:vertAlign w:val="subscript"/>'),
            _run("O "),
            f"<m:oMath>{power}</m:oMath> <m:oMath>{half}</m:oMath>",
            "<w:r><w:t> co</w:t><w:softHyphen/><w:t>op T</w:t><w:noBreakHyphen/><w:t>4</w:t></w:r>",
        ),
    )
    assert document.text == "10⁶ H2O h²a/b coop T-4\n"


def test_fields_of_a_form(tmp_path: Path) -> None:
    choices = '<w:listEntry w:val="Sea"/><w:listEntry w:val="Land"/>'
    drop_down = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/>'
        f"{choices}</w:ddList></w:ffData></w:fldChar></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    box = "<w14:checkbox><w14:checked w14:val='{}'/></w14:checkbox>"
    boxes = "".join(
        f"<w:sdt><w:sdtPr>{box.format(value)}</w:sdtPr><w:sdtContent>{_run('x')}</w:sdtContent></w:sdt>"
        f"{_run(text)}"
        for value, text in ((1, " paid "), (0, " sent"))
    )
    empty = (
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr>"
        f"<w:sdtContent>{_run('Click here')}</w:sdtContent></w:sdt>"
    )
    simple = f'<w:fldSimple w:instr="DATE">{_run("3 May 1900")}</w:fldSimple>'
    document = _read(tmp_path, _p(_run("Way: "), drop_down) + _p(boxes, empty) + _p(simple))
    assert document.text == "Way: Land\n\n☒ paid ☐ sent\n\n3 May 1900\n"


def test_marks_of_notes_go_and_other_line_breaks_part_words(tmp_path: Path) -> None:
    note = f'<w:footnote w:id="2">{word_paragraph("In Larvik.")}</w:footnote>'
    mark = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    document = _read(
        tmp_path,
        _p(_run("40"), mark, _run(" men"), "<w:r><w:cr/></w:r>", _run("and women")),
        {"footnotes": f"<w:footnotes {SPACES}>{note}</w:footnotes>"},
    )
    assert document.text == "40 men\nand women\n\n1. In Larvik.\n"


def test_charts_and_embedded_files_are_told(tmp_path: Path) -> None:
    chart = '<w:r><w:drawing><c:chart r:id="rId5"/></w:drawing></w:r>'
    document = _read(tmp_path, _p(_run("Text."), chart, chart) + '<w:altChunk r:id="rId6"/>')
    assert document.text == "Text.\n"
    assert document.unread == ("2 charts", "1 embedded file")
