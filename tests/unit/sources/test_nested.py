"""Data that is nested: JSON and XML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import list_sources, read_file

pytestmark = pytest.mark.unit

ORDERS = {
    "title": "Orders of May",
    "shop": {"city": "Oslo", "open": True, "closed": None, "geo": [59.910, 10.7]},
    "orders": [
        {"id": 1, "buyer": {"name": "Ada"}, "lines": [{"sku": "A", "n": 2}, {"sku": "B", "n": 1}]},
        {"id": 2, "buyer": {"name": "Bo"}, "lines": [{"sku": "C", "n": 7}], "paid": False},
    ],
    "stores": {"Oslo": {"staff": 7}, "Bergen": {"staff": 2}},
}


def _document(file: Path, content: str) -> Document:
    file.write_text(content, encoding="utf-8")
    (document,) = read_file(file)
    assert isinstance(document, Document), document
    return document


def test_records_are_tables_and_other_values_are_fields(tmp_path: Path) -> None:
    document = _document(tmp_path / "a.json", json.dumps(ORDERS).replace("59.91", "59.910"))
    assert document.title == "Orders of May"
    lines = document.text.split("\n")
    assert lines[:4] == [
        "title: Orders of May", "shop.city: Oslo", "shop.open: true", "shop.geo: 59.910, 10.7"
    ]  # fmt: skip
    assert {table.caption: table.cells for table in document.tables} == {
        "orders": (("id", "buyer.name", "paid"), ("1", "Ada", ""), ("2", "Bo", "false")),
        "orders.lines": (
            ("orders.id", "sku", "n"), ("1", "A", "2"), ("1", "B", "1"), ("2", "C", "7")
        ),
        "stores": (("stores", "staff"), ("Oslo", "7"), ("Bergen", "2")),
    }  # fmt: skip


def test_records_with_long_texts_are_sections_behind_all_else(tmp_path: Path) -> None:
    value = {
        "articles": [
            {"title": "First", "text": "Words. " * 60},
            {"title": "Second", "text": "Line.\nLine."},
        ],
        "count": 2,
    }
    document = _document(tmp_path / "a.json", json.dumps(value))
    assert [section.heading for section in document.sections] == ["First", "Second"]
    first = document.sections[0]
    assert document.text[: first.start].strip() == "count: 2"
    assert "Words. Words." in document.text[first.start : first.end]


@pytest.mark.parametrize(
    ("content", "cells"),
    [
        ('[{"a": 1, "b": "x"}, {"a": 2}]', (("a", "b"), ("1", "x"), ("2", ""))),
        ('{"a": 1, "b": 2}\n{"a": 3, "b": 4}\n', (("a", "b"), ("1", "2"), ("3", "4"))),
        ('[["a", "b"], [1, 2]]', (("a", "b"), ("1", "2"))),
    ],
    ids=["list", "lines", "rows"],
)
def test_list_of_records_is_one_table(tmp_path: Path, content: str, cells: Any) -> None:
    (table,) = _document(tmp_path / "a.json", content).tables
    assert table.cells == cells


def test_facts_are_still_facts(tmp_path: Path) -> None:
    content = '[{"subject": "Fram", "relation": "length", "object": "39 m"}]'
    assert _document(tmp_path / "a.json", content).facts


@pytest.mark.parametrize("content", ["{", "[1", "", "{}", "null", '"\\ud800', "9" * 5_000 + "e"])
def test_what_is_no_json_or_holds_nothing_is_told(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(content)
    (failure,) = read_file(file)
    assert isinstance(failure, SourceError)


def test_settings_are_left_out_of_folders_and_counted(tmp_path: Path) -> None:
    prose = "This text is one that somebody wrote for others to read it, not a setting."
    for name, value in {
        "package.json": {"name": "x", "description": prose},
        "package-lock.json": {"packages": [{"a": 1}, {"a": 2}]},
        "flags.json": {"debug": True, "paths": ["a", "b"], "level": {"name": "info"}},
        "data.json": {"rows": [{"a": 1}, {"a": 2}]},
        "text.json": {"body": prose},
        "broken.json": "",
    }.items():
        (tmp_path / name).write_text(json.dumps(value) if value else "{")
    listing = list_sources([tmp_path])
    assert [file.name for file in listing.files] == ["broken.json", "data.json", "text.json"]
    assert listing.skipped == {".json of settings": 3}
    named = list_sources([tmp_path / "flags.json", tmp_path / "package.json"])
    assert [file.name for file in named.files] == ["flags.json", "package.json"]
    assert named.skipped == {}


def test_data_in_xml_is_tables_and_fields(tmp_path: Path) -> None:
    document = _document(
        tmp_path / "a.xml",
        '<?xml version="1.0"?><!-- made --><orders xmlns="http://x.example/o" date="2026-03-04">'
        '<shop>Oslo &amp; Bergen</shop><order id="1"><buyer>Ada</buyer><total cur="EUR">12.50'
        '</total></order><order id="2"><buyer>Bo</buyer><total cur="EUR">7</total></order>'
        "</orders>",
    )
    assert document.text.startswith("date: 2026-03-04\nshop: Oslo & Bergen\n")
    (table,) = document.tables
    assert table.caption == "order"
    assert table.cells == (
        ("id", "buyer", "total.cur", "total.total"),
        ("1", "Ada", "EUR", "12.50"),
        ("2", "Bo", "EUR", "7"),
    )


def test_document_in_xml_has_paragraphs_headings_and_tables(tmp_path: Path) -> None:
    document = _document(
        tmp_path / "a.xml",
        "<article><info><title>Ships</title></info><para>The <em>Fram</em> sailed in H<sub>2</sub>O"
        ".</para><section><title>Crew</title><para>Two men: <list><item><para>Nansen, who "
        "<em>led</em></para></item></list> and one more.</para><table><title>Table of sizes</title>"
        "<tgroup><thead><row><entry>ship</entry><entry>m</entry></row></thead><tbody><row><entry>"
        "Fram</entry><entry>39</entry></row></tbody></tgroup></table></section></article>",
    )
    assert document.title == "Ships"
    assert [section.heading for section in document.sections] == ["Ships", "Crew"]
    for paragraph in ("The Fram sailed in H2O.", "Two men:", "Nansen, who led", "and one more."):
        assert f"\n{paragraph}\n" in document.text
    (table,) = document.tables
    assert (table.caption, table.cells) == ("Table of sizes", (("ship", "m"), ("Fram", "39")))


def test_page_in_xml_is_read_as_a_page(tmp_path: Path) -> None:
    page = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Pumps</title></head><body>'
        "<h1>List</h1><p>Of <b>brass</b>.</p></body></html>"
    )
    document = _document(tmp_path / "a.xml", page)
    assert document.title == "Pumps"
    assert document.text == "# List\n\nOf brass.\n"


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("", "empty"),
        ("<a>", "not XML"),
        ("<a/>", "no text"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "entities"),
        ("<a>" * 300 + "</a>" * 300, "deep"),
    ],
)
def test_what_is_no_xml_or_not_to_be_trusted_is_told(
    tmp_path: Path, content: str, word: str
) -> None:
    file = tmp_path / "a.xml"
    file.write_text(content)
    (failure,) = read_file(file)
    assert isinstance(failure, SourceError)
    assert word in str(failure)


def test_file_that_a_declaration_names_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.dtd").write_text("<!ATTLIST a b CDATA 'secret'>")
    document = _document(tmp_path / "a.xml", '<!DOCTYPE a SYSTEM "secret.dtd"><a><c>x</c></a>')
    assert document.text == "c: x\n"
