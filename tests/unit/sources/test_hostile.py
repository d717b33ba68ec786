"""What is refused before a parser sees it: small files that are large inside."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from openpyxl import Workbook

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import read_file
from tests.unit.sources.made_files import (
    DOCX_PARTS,
    WORD,
    make_docx,
    make_epub,
    make_zip,
    word_paragraph,
)

pytestmark = pytest.mark.unit

DECLARED = '<?xml version="1.0" encoding="{0}"?>{1}<!DOCTYPE x [<!ENTITY a "ha">]>{2}'
RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'


def _failure(file: Path) -> str:
    (item,) = read_file(file)
    assert isinstance(item, SourceError), item
    assert str(file) in str(item)
    return str(item)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp037"])
def test_entities_are_refused_in_any_encoding_and_place(tmp_path: Path, encoding: str) -> None:
    late = f"<!--{'x' * 100_000}-->"
    rdf = tmp_path / "a.rdf"
    rdf.write_bytes(DECLARED.format(encoding, late, RDF).encode(encoding))
    assert "declares XML entities" in _failure(rdf)
    part = DECLARED.format(encoding, late, "<x/>").encode(encoding)
    docx = make_zip(tmp_path / "a.docx", {**DOCX_PARTS, "word/document.xml": part})
    assert "declares XML entities in word/document.xml" in _failure(docx)


def test_cells_are_bounded_as_rows_times_columns(tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_text("a,b\n" * 20_000 + "x," * 50_000 + "x\n")
    assert "more than 3,000,000 cells" in _failure(table)
    book = Workbook()
    for row in range(1, 201):
        book.active.cell(row, 16_001, "x")
    book.save(tmp_path / "a.xlsx")
    assert "cells" in _failure(tmp_path / "a.xlsx")


def test_chapters_of_a_book_are_bounded(tmp_path: Path) -> None:
    book = make_epub(tmp_path / "a.epub", [("Title", "<p>Text.</p>")] * 5_001)
    assert "more than 5,000 chapters" in _failure(book)


def test_attributes_and_depth_are_bounded(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<p " + " ".join(f"a{n}='>'" for n in range(1_001)) + ">x</p>")
    assert "1,001 attributes" in _failure(page)
    deep = "<w:tbl><w:tr><w:tc>" * 100 + word_paragraph("deep") + "</w:tc></w:tr></w:tbl>" * 100
    assert "more than 256 deep" in _failure(make_docx(tmp_path / "a.docx", deep))


def test_page_with_a_long_picture_in_an_attribute_is_read(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text(f"<p>Text.<img alt='' src='data:image/png;base64,{'a b/=' * 10_000}'></p>")
    (item,) = read_file(page)
    assert isinstance(item, Document)


def test_packed_file_that_grows_without_measure_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl.gz"
    line = b" " * 1_000_000 + b"\n"
    file.write_bytes(gzip.compress(line * 120))
    assert "unpacks to more than 100 MB" in str(list(read_file(file))[-1])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_part_in_utf_16_is_read_right(tmp_path: Path, encoding: str) -> None:
    body = f"<w:document {WORD}><w:body>{word_paragraph('Łódź, żółć')}</w:body></w:document>"
    part = f'<?xml version="1.0" encoding="UTF-16"?>{body}'.encode(encoding)
    (item,) = read_file(make_zip(tmp_path / "a.docx", {**DOCX_PARTS, "word/document.xml": part}))
    assert isinstance(item, Document)
    assert item.text == "Łódź, żółć\n"
