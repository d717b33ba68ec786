"""Small real files of each format, made by the libraries themselves or part by part."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

OFFICE = "http://schemas.openxmlformats.org"
WORD = f'xmlns:w="{OFFICE}/wordprocessingml/2006/main"'
DOCX_PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{OFFICE}/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    ),
    "word/_rels/document.xml.rels": (
        f'<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}/officeDocument/2006/relationships/styles" '
        'Target="styles.xml"/></Relationships>'
    ),
    "word/styles.xml": f"<w:styles {WORD}>"
    + "".join(
        f'<w:style w:type="paragraph" w:styleId="H{level}"><w:name w:val="heading {level}"/>'
        "</w:style>"
        for level in (1, 2)
    )
    + '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>'
    + "</w:styles>",
}


def make_zip(file: Path, parts: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file


def word_paragraph(text: str, *, heading: int = 0) -> str:
    style = f'<w:pPr><w:pStyle w:val="H{heading}"/></w:pPr>' if heading else ""
    return f"<w:p>{style}<w:r><w:t>{text}</w:t></w:r></w:p>"


def word_title(text: str) -> str:
    return word_paragraph(text, heading=1).replace('"H1"', '"Titel"')


def word_table(rows: Sequence[Sequence[str]]) -> str:
    cells = ["".join(f"<w:tc>{word_paragraph(cell)}</w:tc>" for cell in row) for row in rows]
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def make_docx(file: Path, *blocks: str) -> Path:
    body = f"<w:document {WORD}><w:body>{''.join(blocks)}</w:body></w:document>"
    return make_zip(file, {**DOCX_PARTS, "word/document.xml": body})


def make_pptx(
    file: Path, slides: Sequence[tuple[str, str, str]], *, table: Sequence[Sequence[str]] = ()
) -> Path:
    """Slides of (title, body, notes); an empty title or note is left out; table on a last one."""
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    for title, body, notes in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[1 if title else 6])
        if title:
            slide.shapes.title.text = title
            slide.placeholders[1].text = body
        else:
            slide.shapes.add_textbox(0, 0, Inches(4), Inches(1)).text_frame.text = body
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    if table:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        size = (Inches(1), Inches(1), Inches(5), Inches(2))
        grid = slide.shapes.add_table(len(table), len(table[0]), *size).table
        for row, cells in enumerate(table):
            for column, cell in enumerate(cells):
                grid.cell(row, column).text = cell
    deck.save(str(file))
    return file


def make_xlsx(file: Path, sheets: Mapping[str, Sequence[Sequence[object]]]) -> Path:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    book.save(file)
    return file


def make_epub(file: Path, chapters: Sequence[tuple[str, str]], *, title: str = "A book") -> Path:
    """Chapters of (title in the head, body)."""
    names = [f"c{number}.xhtml" for number in range(len(chapters))]
    items = "".join(f'<item id="{name}" href="{name}"/>' for name in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="O/book.opf"/>'
        "</rootfiles></container>",
        "O/book.opf": '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        f"<dc:title>{title}</dc:title><dc:creator>A. Author</dc:creator></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    for name, (head, body) in zip(names, chapters, strict=True):
        parts[f"O/{name}"] = f"<html><head><title>{head}</title></head><body>{body}</body></html>"
    return make_zip(file, parts)


OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns"
NAMESPACES = "".join(
    f' xmlns:{prefix}="{OPEN_DOCUMENT}:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"),
        ("draw", "drawing"),
    )
)  # fmt: skip


def make_opendocument(
    file: Path, body: str, *, styles: str = "", manifest: str = "", title: str = ""
) -> Path:
    """Write an .odt or .ods; `styles` are the automatic ones of its content."""
    content = (
        f"<office:document-content{NAMESPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body>{body}</office:body></office:document-content>"
    )
    meta = (
        f'<office:document-meta{NAMESPACES} xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<office:meta><dc:title>{title}</dc:title></office:meta></office:document-meta>"
    )
    page = "<style:header><text:p>Page head</text:p></style:header><style:footer/>"
    parts = {
        "content.xml": content,
        "meta.xml": meta,
        "styles.xml": f"<office:document-styles{NAMESPACES}>{page}</office:document-styles>",
        "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
    }
    return make_zip(file, parts)


def open_table(rows: Sequence[Sequence[str]], *, name: str = "Sheet", header: int = 0) -> str:
    """Return a table of OpenDocument; a cell that begins with < is the element itself."""
    lines = [
        "<table:table-row>"
        + "".join(
            cell
            if cell.startswith("<")
            else f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    ]
    head = f"<table:table-header-rows>{''.join(lines[:header])}</table:table-header-rows>"
    marked = head if header else ""
    return f'<table:table table:name="{name}">{marked}{"".join(lines[header:])}</table:table>'
