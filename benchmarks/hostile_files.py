"""Writes small files that are large inside, one function a kind; for hostile.py."""

from __future__ import annotations

import gzip
import os
import sys
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

OFFICE = "http://schemas.openxmlformats.org"
WORD = f'xmlns:w="{OFFICE}/wordprocessingml/2006/main"'
SHEET = f"{OFFICE}/spreadsheetml/2006/main"
RELATIONS = f"{OFFICE}/officeDocument/2006/relationships"
PACKAGE = f"{OFFICE}/package/2006"
LAUGHS = '<!ENTITY a0 "hahahahaha">' + "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
)
RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.org/">'
MB = 1_000_000

Write = Callable[[Path], object]


def text(content: str, encoding: str = "utf-8") -> Write:
    return lambda file: file.write_bytes(content.encode(encoding))


def packed(line: bytes, megabytes: int) -> Write:
    def write(file: Path) -> None:
        block = line * (MB // len(line))
        with gzip.open(file, "wb") as out:
            for _ in range(megabytes):
                out.write(block)

    return write


def sparse(start: bytes) -> Write:
    def write(file: Path) -> None:
        file.write_bytes(start)
        os.truncate(file, 2_000 * MB)

    return write


def archive(parts: Mapping[str, str | bytes]) -> Write:
    def write(file: Path) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
            for name, content in parts.items():
                out.writestr(name, content)

    return write


def word(body: str, *, main: str = "word/document.xml", encoding: str = "utf-8") -> Write:
    document = f"<?xml version='1.0' encoding='{encoding}'?>{body}".encode(encoding)
    return archive(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default '
            'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships'
            '+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
            f'Type="{RELATIONS}/officeDocument" Target="{main}"/></Relationships>',
            "word/document.xml": f"<w:document {WORD}><w:body/></w:document>",
            main: document,
        }
    )


def body(inner: str, times: int, after: str = "") -> str:
    return f"<w:document {WORD}><w:body>{inner * times}{after}</w:body></w:document>"


def workbook(
    rows: str, shared: str = "<si><t>x</t></si>", strings: str = "sharedStrings.xml"
) -> Write:
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return archive(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default '
            'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships'
            f'+xml"/><Override PartName="/xl/workbook.xml" ContentType="{main}.sheet.main+xml"/>'
            f'<Override PartName="/xl/s.xml" ContentType="{main}.worksheet+xml"/><Override '
            f'PartName="/xl/{strings}" ContentType="{main}.sharedStrings+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
            f'Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
            f'<Relationship Id="r1" Type="{RELATIONS}/worksheet" Target="s.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{RELATIONS}"><sheets><sheet '
            'name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
            f"xl/{strings}": f'<sst xmlns="{SHEET}">{shared}</sst>',
            "xl/s.xml": f'<worksheet xmlns="{SHEET}"><sheetData>{rows}</sheetData></worksheet>',
        }
    )


def book(chapter: str, *, times: int = 1, name: str = "a.xhtml") -> Write:
    spine = '<itemref idref="a"/>' * times
    return archive(
        {
            "META-INF/container.xml": "<container><rootfiles><rootfile full-path='c.opf'/>"
            "</rootfiles></container>",
            "c.opf": "<package xmlns:dc='http://purl.org/dc/elements/1.1/'><metadata><dc:title>T"
            f"</dc:title></metadata><manifest><item id='a' href='{name}'/></manifest><spine>"
            f"{spine}</spine></package>",
            name: f"<html><body>{chapter}</body></html>",
        }
    )


def pdf(stream: bytes, *, pages: int = 1) -> Write:
    def write(file: Path) -> None:
        kids = " ".join(f"{number} 0 R" for number in range(4, 4 + pages))
        content = zlib.compress(stream, 9)
        objects = [
            b"<</Type/Catalog/Pages 2 0 R>>",
            f"<</Type/Pages/Kids[{kids}]/Count {pages}>>".encode(),
            b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(content), content),
        ]
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R/Resources<</Font<</F"
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
        ] * pages
        data = b"%PDF-1.7\n"
        for number, content in enumerate(objects, start=1):
            data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
        file.write_bytes(data + b"trailer<</Root 1 0 R>>\n%%EOF")

    return write


PARAGRAPH = "<w:p><w:r><w:t>a</w:t></w:r></w:p>"
TABLE = "<w:tbl><w:tr><w:tc>"
CELL = '<row r="{0}"><c r="XFD{0}" t="s"><v>0</v></c></row>'
JSON_LD = '{"@context": {"@vocab": "http://e.org/"}, "@id": "http://e.org/a", "p": '

FILES: dict[str, Callable[[], Write]] = {
    "entities.rdf": lambda: text(
        f"<?xml version='1.0'?><!DOCTYPE r [{LAUGHS}]>{RDF}<rdf:Description rdf:about='http://e.org/"
        "a'><e:s>&a9;</e:s></rdf:Description></rdf:RDF>"
    ),
    "entities_utf16.owl": lambda: text(
        f"<?xml version='1.0' encoding='utf-16'?><!DOCTYPE r [{LAUGHS}]>{RDF}<rdf:Description "
        "rdf:about='http://e.org/a'><e:s>&a9;</e:s></rdf:Description></rdf:RDF>",
        "utf-16",
    ),
    "nested.rdf": lambda: text(RDF + "<rdf:Description><e:p>" * 200_000),
    "nested.jsonld": lambda: text(JSON_LD + '{"p": ' * 60_000 + '"x"' + "}" * 60_001),
    "nested.ttl": lambda: text(
        "<http://e.org/a> <http://e.org/p> " + "[ <http://e.org/p> " * 500_000
    ),
    "nested.json": lambda: text("[" * 2_000_000),
    "nested.jsonl": lambda: text('{"_id": "1", "text": ' + "[" * 2_000_000 + "\n"),
    "wide.json": lambda: text("[" + "{}, " * 1_500_000 + "1]"),
    "triples.nt.gz": lambda: packed(b'<http://e.org/a> <http://e.org/p> "x" .\n', 2_000),
    "lines.jsonl.gz": lambda: packed(b'{"title": "t", "text": "a"}\n', 2_000),
    "facts.jsonl.gz": lambda: packed(b'{"subject": "a", "relation": "is"}\n', 2_000),
    "sparse.jsonl": lambda: sparse(b'{"a": 1,'),
    "sparse.json": lambda: sparse(b'{"a": 1,'),
    "sparse.txt": lambda: sparse(b"text"),
    "ragged.csv": lambda: text("a,b\n" + "1,2\n" * 20_000 + "x," * 50_000 + "x\n"),
    "quotes.csv": lambda: text('a,b\n"' + "x,\n" * 1_500_000),
    "wide_facts.csv": lambda: text("subject,relation,object\n" + "a,b\n" * 1_200_000),
    "far_cells.xlsx": lambda: workbook("".join(CELL.format(row) for row in range(1, 4_000))),
    "shared_strings.xlsx": lambda: workbook(CELL.format(1), "<si><t/></si>" * 7_000_000),
    "renamed_strings.xlsx": lambda: workbook(
        CELL.format(1), "<si><t/></si>" * 9_000_000, "strings.png"
    ),
    "paragraphs.docx": lambda: word(body(PARAGRAPH, 2_600_000)),
    "nested.docx": lambda: word(body(TABLE, 20_000, "</w:tc></w:tr></w:tbl>" * 20_000)),
    "renamed.docx": lambda: word(body(PARAGRAPH, 4_000_000), main="word/picture.png"),
    "entities_utf16.docx": lambda: word(
        f"<!DOCTYPE w [{LAUGHS}]>" + body("<w:p><w:r><w:t>&a9;</w:t></w:r></w:p>", 1),
        encoding="utf-16",
    ),
    "chapters_again.epub": lambda: book("<p>a</p>" * 10_000, times=2_000),
    "one_chapter.epub": lambda: book("<p>a</p>" * 11_000_000),
    "nested.epub": lambda: book("<div>" * 100_000),
    "renamed.epub": lambda: book("<p>a</p>" * 13_000_000, name="a.jpeg"),
    "attributes.html": lambda: text("<p " + " ".join(f"a{n}=1" for n in range(400_000)) + ">x</p>"),
    "nested.html": lambda: text("<div>" * 600_000),
    "open_tags.html": lambda: text("<b><i><a><font>" * 200_000),
    "cells.html": lambda: text("<table><tr>" + "<td>a" * 600_000),
    "nested.md": lambda: text("> " * 100_000 + "a\n" + "- " * 100_000),
    "brackets.md": lambda: text("[" * 200_000 + "a" + "](" * 200_000),
    "emphasis.md": lambda: text("*a **b _c " * 200_000),
    "one_line.txt": lambda: text("a" * 5 * MB),
    "paragraphs.txt": lambda: text("a\n\n" * 1_600_000),
    "glyphs.pdf": lambda: pdf(
        b"BT /F 1 Tf 10 10 Td (a) Tj " + b"1 0 Td (a) Tj " * 2_000_000 + b"ET"
    ),
    "rules.pdf": lambda: pdf(b"0 0 m 9 9 l S " * 2_000_000),
    "pages.pdf": lambda: pdf(b"BT /F 9 Tf 10 10 Td (a page of words) Tj ET", pages=30_000),
}


if __name__ == "__main__":  # a process of its own: making them takes memory too
    FILES[sys.argv[1]]()(Path(sys.argv[2]))
