from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from tests.unit.sources.made_files import (
    WORD,
    make_docx,
    make_epub,
    make_pptx,
    make_zip,
    word_paragraph,
    word_table,
    word_title,
)
from tests.unit.sources.shared_processes import read_sources

pytestmark = pytest.mark.unit

TABLE = (("Year", "Captain"), ("1893", "Otto | Sverdrup"))


def _document(file: Path) -> Document:
    (document,) = read_sources([file])
    assert isinstance(document, Document), document
    return document


def _page(tmp_path: Path, html: str, *, encoding: str = "utf-8") -> Document:
    file = tmp_path / "polar-ship.html"
    file.write_bytes(html.encode(encoding))
    return _document(file)


def test_word_file_has_sections_and_tables(tmp_path: Path) -> None:
    document = _document(
        make_docx(
            tmp_path / "a.docx",
            word_paragraph("The Fram", heading=1),
            word_paragraph("She was built in Larvik."),
            word_paragraph("Voyages", heading=2),
            word_table(TABLE),
        )
    )
    assert document.title == "The Fram"
    assert [(s.level, s.heading) for s in document.sections] == [(1, "The Fram"), (2, "Voyages")]
    assert document.tables[0].cells == TABLE
    assert document.text == (
        "# The Fram\n\nShe was built in Larvik.\n\n## Voyages\n\n"
        "| Year | Captain |\n| --- | --- |\n| 1893 | Otto \\| Sverdrup |\n"
    )
    assert document.media_type.endswith("wordprocessingml.document")


def test_text_in_the_style_title_is_the_title_of_a_word_file(tmp_path: Path) -> None:
    document = _document(
        make_docx(
            tmp_path / "a.docx",
            word_title("The Log of the Fram"),
            word_paragraph("Kept by the mate."),
            word_paragraph("Voyages", heading=1),
            word_paragraph("She went north."),
        )
    )
    assert document.title == "The Log of the Fram"
    assert [section.heading for section in document.sections] == ["The Log of the Fram", "Voyages"]
    assert document.text.startswith("# The Log of the Fram\n\nKept by the mate.")


def test_words_that_look_like_marks_are_kept(tmp_path: Path) -> None:
    text = "1. *Not* _marked_ [at](all) # a|b &lt;b&gt; &amp;amp; `x` ~~y~~ x_y_z \\."
    document = _document(make_docx(tmp_path / "a.docx", word_paragraph(text)))
    assert (
        document.text.strip() == "1. *Not* _marked_ [at](all) # a|b <b> &amp; `x` ~~y~~ x_y_z \\."
    )


def test_marks_of_footnotes_go_and_their_text_stays(tmp_path: Path) -> None:
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    made = make_docx(
        tmp_path / "a.docx", word_paragraph("Built in 1892.").replace("</w:p>", f"{note}</w:p>")
    )
    with zipfile.ZipFile(made, "a") as parts:
        parts.writestr(
            "word/footnotes.xml",
            f'<w:footnotes {WORD}><w:footnote w:id="2">{word_paragraph("In Larvik.")}'
            "</w:footnote></w:footnotes>",
        )
    assert _document(made).text == "Built in 1892.\n\n1. In Larvik.\n"


def test_slides_are_pages_with_titles_notes_and_tables(tmp_path: Path) -> None:
    slides = [("Fram", "Polar ship\nBuilt in Larvik", "Say hello."), ("", "No title.", "Note.")]
    document = _document(make_pptx(tmp_path / "a.pptx", slides, table=TABLE))
    assert document.title == "Fram"
    assert [(page.number, page.label) for page in document.pages] == [
        (1, "Fram"), (2, ""), (3, "")
    ]  # fmt: skip
    texts = [document.text[page.start : page.end].strip() for page in document.pages]
    assert texts[:2] == [
        "# Fram\n\nPolar ship\nBuilt in Larvik\n\n### Notes\n\nSay hello.",
        "No title.\n\n### Notes\n\nNote.",
    ]
    assert document.tables[0].cells == TABLE
    assert document.pages[2].start <= document.tables[0].start
    assert document.media_type.endswith("presentationml.presentation")


def test_deck_without_titles_is_named_by_its_file(tmp_path: Path) -> None:
    assert _document(make_pptx(tmp_path / "my_deck.pptx", [("", "a", "b")])).title == "my deck"


def test_chapters_are_sections_by_heading_or_title(tmp_path: Path) -> None:
    chapters = [
        ("Skipped", "<h2>Preface</h2><p>One.</p>"),
        ("Plans", "<p>Two &amp; more.</p>"),
        ("", "<p>Three.</p>"),
    ]
    document = _document(make_epub(tmp_path / "a.epub", chapters, title="Farthest North"))
    assert document.title == "Farthest North"
    assert [(s.level, s.heading) for s in document.sections] == [(2, "Preface"), (1, "Plans")]
    assert document.text == (
        "Title: Farthest North\nAuthors: A. Author\n\n## Preface\n\nOne.\n\n# Plans\n\n"
        "Two & more.\n\nThree.\n"
    )


def test_chapters_go_the_way_of_pages(tmp_path: Path) -> None:
    chapter = (
        '<a id="x"/><p hidden="">Secret.</p><table><tr><th>Dock</th><th>Boat</th></tr><tr>'
        '<td rowspan="2">East</td><td>Ann</td></tr><tr><td>Bob</td></tr></table>'
        '<p>Seen<a epub:type="noteref" href="notes.xhtml#n1">1</a> by 40<sup>2</sup>.</p><script/>'
    )
    document = _document(make_epub(tmp_path / "a.epub", [("One", chapter), ("", "&nbsp;<p>Two")]))
    assert document.tables[0].cells == (("Dock", "Boat"), ("East", "Ann"), ("East", "Bob"))
    assert document.text.endswith("\n\nSeen by 40².\n\nTwo\n")
    assert document.unread == ("1 hidden part",)


def test_contents_of_a_book_are_no_chapter(tmp_path: Path) -> None:
    file = make_epub(tmp_path / "a.epub", [("Contents", "<p>Contents"), ("", "<p>Text.")])
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    package = parts["O/book.opf"].replace('id="c0', 'properties="nav" id="c0')
    document = _document(make_zip(file, {**parts, "O/book.opf": package}))
    assert "Contents" not in document.text


def test_page_says_its_words_without_marks_and_scripts(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<html><head><title> The\n Fram </title><style>p{}</style></head><body><nav>Home</nav>"
        "<h1>Fram</h1><p>The <b>Fram</b> of <a href='http://x'>Larvik</a> &lt;b&gt; a*b*c.</p>"
        "<script>alert(1)</script><!-- no --><svg><text>no</text></svg>"
        "<img src='data:image/png;base64,AAAA' alt='In the ice'></body></html>",
    )
    assert document.title == "The Fram"
    assert document.text == "# Fram\n\nThe Fram of Larvik <b> a*b*c.\n\nIn the ice\n"
    assert document.media_type == "text/html"


def test_page_without_title_is_named_by_its_heading_or_file(tmp_path: Path) -> None:
    assert _page(tmp_path, "<h2>Fram</h2><p>x").title == "Fram"
    assert _page(tmp_path, "<p>x").title == "polar ship"


def test_items_and_cells_without_end_tags_stay_apart(tmp_path: Path) -> None:
    document = _page(
        tmp_path,
        "<ul><li>one<li>two</ul><table><tr><td>a<td>b<tr><td>1<td>2</table><pre>x # y</pre>",
    )
    assert document.text.startswith("one\n\ntwo\n")
    assert document.tables[0].cells == (("a", "b"), ("1", "2"))
    assert document.text.endswith("```\nx # y\n```\n")


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<meta charset="iso-8859-2">', "iso-8859-2"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">', "cp1250"),
        ('<meta charset="iso-8859-2">', "utf-8"),
        ("", "utf-16"),
    ],
    ids=["named", "named in the old way", "wrongly named", "marked"],
)
def test_page_is_read_in_its_encoding(tmp_path: Path, head: str, encoding: str) -> None:
    document = _page(tmp_path, f"<html><head>{head}</head><p>Świętowano żółć", encoding=encoding)
    assert document.text == "Świętowano żółć\n"


def test_page_in_latin_1_has_the_signs_of_windows(tmp_path: Path) -> None:
    html = '<meta charset="iso-8859-1"><p>“Żyć” is “żyć”'.replace("Ż", "Z").replace("ż", "z")
    document = _page(tmp_path, html.replace("ć", "é"), encoding="cp1252")
    assert document.text == "“Zyé” is “zyé”\n"


def test_broken_characters_of_a_page_are_counted(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    words = "<p>Żółć i łódź.</p>".encode() * 100
    page.write_bytes(b'<meta charset="utf-8">' + words + b"<p>bro\xffken</p>" + words)
    document = _document(page)
    assert "bro\ufffdken" in document.text
    assert document.unread == ("1 broken character",)


@pytest.mark.parametrize("depth", [300, 5000])
def test_deeply_nested_page_keeps_its_words(tmp_path: Path, depth: int) -> None:
    document = _page(tmp_path, "<div>" * depth + "deep" + "</div>" * depth)
    assert document.text == "deep\n"


def test_file_without_words_is_told(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<!-- nothing -->")
    pictures = make_pptx(tmp_path / "b.pptx", [("", " ", "")])
    for file in (
        make_docx(tmp_path / "a.docx"),
        make_pptx(tmp_path / "a.pptx", []),
        pictures,
        page,
    ):
        (failure,) = read_sources([file])
        assert isinstance(failure, SourceError)
        assert "holds no text" in str(failure)
