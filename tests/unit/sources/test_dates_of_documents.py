"""The day that a document was written on, as its source or its first lines say."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from kgplatform.records import Document
from kgplatform.sources.passages import split_passages
from tests.unit.sources.made_files import make_docx, word_paragraph
from tests.unit.sources.shared_processes import read_sources

PROPERTIES = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
    'core-properties" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dcterms:created>{}</dcterms:created></cp:coreProperties>"
)
PAGE = "<html><head>{}</head><body><article>{}<p>The Fram sailed north.</p></article></body></html>"


def read_date(file: Path) -> str:
    (document,) = read_sources([file])
    assert isinstance(document, Document), document
    for passage in split_passages(document, split_sentences=lambda text: [(0, len(text))]):
        assert passage.date == document.date
    return document.date


@pytest.mark.parametrize(
    ("name", "text", "day"),
    [
        ("a.md", "---\ntitle: Fram\ndate: 2025-03-03\n---\n\nThe Fram sailed.\n", "2025-03-03"),
        ("a.md", "# Fram\n\n*By Ann Lee, 3 March 2025*\n\nThe Fram sailed.\n", "2025-03-03"),
        ("a.txt", "Fram\n\nThe Fram sailed on 3 March 1893.\n", ""),
        (
            "a.eml",
            "From: a@b.org\nDate: Mon, 3 Mar 2025 23:30:00 -0500\nSubject: Fram\n\nIt sailed.\n",
            "2025-03-03",
        ),
        ("a.html", PAGE.format('<meta name="date" content="2025-03-03T10:00Z">', ""), "2025-03-03"),
        (
            "a.html",
            PAGE.format(
                '<script type="application/ld+json">{"datePublished": "2025-03-03"}</script>', ""
            ),
            "2025-03-03",
        ),
        ("a.html", PAGE.format("", '<time datetime="2025-03-03">today</time>'), "2025-03-03"),
        ("a.html", PAGE.format("", ""), ""),
    ],
    ids=["front matter", "byline", "none", "mail", "meta", "linked data", "time", "bare page"],
)
def test_a_source_gives_its_day(tmp_path: Path, name: str, text: str, day: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    os.utime(file, (10**9, 10**9))  # in 2001, which says nothing
    assert read_date(file) == day


@pytest.mark.parametrize(
    ("created", "text", "day"),
    [
        ("2025-03-03T10:00:00Z", "The Fram sailed.", "2025-03-03"),
        ("2025-03-03T10:00:00Z", "This Agreement is made on 1 February 2024.", "2024-02-01"),
        ("2013-12-23T23:15:00Z", "The Fram sailed.", ""),
    ],
    ids=["created", "what the text says comes first", "a library's template"],
)
def test_a_word_file_is_of_the_day_it_was_begun(
    tmp_path: Path, created: str, text: str, day: str
) -> None:
    file = make_docx(tmp_path / "a.docx", word_paragraph(text))
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("docProps/core.xml", PROPERTIES.format(created))
    assert read_date(file) == day


def test_the_date_is_no_part_of_the_content(tmp_path: Path) -> None:
    hashes = set()
    for day in ("2025-03-03", "2025-03-04"):
        file = make_docx(tmp_path / "a.docx", word_paragraph("The Fram sailed."))
        with zipfile.ZipFile(file, "a") as archive:
            archive.writestr("docProps/core.xml", PROPERTIES.format(f"{day}T10:00:00Z"))
        (document,) = read_sources([file])
        assert isinstance(document, Document)
        hashes.add((document.sha256, document.content_hash))
    assert len(hashes) == 1
