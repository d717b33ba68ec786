"""A receipt shows an answer with its proofs to people, and is nothing but text."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from kgplatform.errors import UsageError
from kgplatform.export.scope import ALL
from kgplatform.records.document import TextLine
from kgplatform.records.picture import Picture
from kgplatform.text import visible
from tests.unit.export.streams import (
    CITED,
    HARD_TEXT,
    QUESTION,
    RELATIONSHIPS,
    STREAM,
    MadeStream,
    edge,
    export,
    marks,
    node,
)

pytestmark = pytest.mark.unit

ATTACK = '<script>alert(1)</script><img src=x onerror="alert(2)">'
KEPT = {
    "rank": 1, "score": 0.5, "title": ATTACK, "uri": "file:a.txt", "document_id": "d1",
    "sha256": "ff", "passage_id": "p1", "start": 34, "end": 35, "document_start": 134,
    "document_end": 135, "quote": "😀", "row": "Ann", "column": ATTACK, "table": "Staff",
}  # fmt: skip
DETAILS = {
    "steps": [{"step": "seek_passages", "found": [ATTACK]}],
    "computations": [{"operation": "sum", "where": [ATTACK, "two"], "answer": "3", "passages": []}],
    "confidence": 0.75,
    "asked_by": "ann",
}


def with_question(**properties: object) -> MadeStream:
    asked = replace(QUESTION, properties={**QUESTION.properties, **properties}, cited=("p1",))
    others = [one for one in STREAM.made_nodes if one.kind != "Question"]
    return MadeStream([*others, asked], STREAM.made_relationships)


def read_page(path: Path) -> html.HtmlElement:
    return html.document_fromstring(path.read_text())


def test_a_receipt_shows_answer_quote_and_how_to_verify(tmp_path: Path) -> None:
    stream = with_question(citations=[json.dumps(KEPT)], details=json.dumps(DETAILS))
    page = read_page(export(tmp_path, "html", stream))
    assert [mark.text for mark in page.iter("mark")] == ["😀"]
    [quote] = page.iter("blockquote")
    assert quote.text_content() == visible.show(STREAM.made_nodes[2].properties["text"])
    text = page.text_content()
    for shown in ("Who?", "by ann", "confidence 0.75", "cell Ann", "page 2", "section “One”",
                  "sum", "; two", "the union", "kgplatform verify", "ff", "ee"):  # fmt: skip
        assert shown in text


def test_a_receipt_is_text_alone(tmp_path: Path) -> None:
    stream = with_question(
        text=ATTACK, answer=ATTACK, citations=[json.dumps(KEPT)], details=json.dumps(DETAILS)
    )
    page = read_page(export(tmp_path, "html", stream))
    assert page.text_content().count("alert(1)") >= 5
    assert [element.tag for element in page.iter("script", "img", "link", "iframe", "a")] == []
    assert not [name for element in page.iter() for name in element.attrib if name[:2] == "on"]


def test_quotes_on_one_page_are_numbered_there(tmp_path: Path) -> None:
    line = TextLine(100, 20.0, 32.0, tuple(float(edge) for edge in range(60)))
    spans = [{**CITED, "start": start, "end": start + 2, "quote": HARD_TEXT[start : start + 2]}
             for start in (3, 9)]  # fmt: skip
    asked = with_question(citations=[json.dumps({**KEPT, **span}) for span in spans])
    others = [one for one in RELATIONSHIPS if one.span is None]
    cited = marks(*(("CITES", QUESTION, span) for span in spans), lines=(line,))
    stream = MadeStream(asked.made_nodes, [*others, *cited])
    page = read_page(
        export(tmp_path, "html", stream, draw_page=lambda *_: Picture(b"1", "image/png"))
    )
    assert [number.text for number in page.iter("text")] == ["1", "2"]
    assert [float(box.get("x")) for box in page.iter("rect")] == [1.5, 7.5]
    assert "marked: quote 1, 2" in page.text_content()


def read_tables(page: html.HtmlElement) -> list[list[list[str]]]:
    """Return the cells of each table that stands among the quotes; those marked are in brackets."""
    return [
        [[f"[{cell.text_content()}]" if cell.get("class") == "cited" else cell.text_content()
          for cell in row] for row in table.iter("tr")]
        for table in page.xpath("//section//table")
    ]  # fmt: skip


def test_quoted_cells_are_marked_in_their_table(tmp_path: Path) -> None:
    cell = f"| Ann | {ATTACK} |"
    lines = f"| Bob | 2 |\n{cell}"
    stream = with_table(lines, ATTACK)
    page = read_page(export(tmp_path, "html", stream))
    assert read_tables(page) == [[["Name", "Size"], ["Bob", "2"], ["Ann", f"[{ATTACK}]"]]]
    assert not list(page.iter("blockquote", "script", "img"))


def test_a_table_stands_once_for_all_quotes_of_it(tmp_path: Path) -> None:
    page = read_page(export(tmp_path, "html", with_table("| Ann | 1 |\n| Bob | 2 |", "1", "Bob")))
    assert read_tables(page) == [[["Name", "Size"], ["Ann", "[1]"], ["[Bob]", "2"]]]
    assert "Bob, marked in the table of quote 1" in page.text_content()


def test_a_quote_of_no_cell_of_a_table_stands_as_text(tmp_path: Path) -> None:
    page = read_page(export(tmp_path, "html", with_table("Source: the office", "office")))
    assert read_tables(page) == []
    assert [mark.text for mark in page.iter("mark")] == ["office"]


def with_table(lines: str, *quotes: str) -> MadeStream:
    """Return a question that cites a later piece of a table, which has not the table's header."""
    starts = {quote: lines.index(quote) for quote in quotes}
    asked = with_question(
        citations=[
            json.dumps({**KEPT, "start": start, "end": start + len(quote), "quote": quote})
            for quote, start in starts.items()
        ]
    )
    kept = [one for one in asked.made_nodes if one.kind not in ("Passage", "Table")]
    passage = node("Passage", "p1", text=lines, start=0, end=len(lines))
    table = node("Table", "t1", header="| Name | Size |", text="| Name | Size |\n| - | - |")
    return MadeStream([*kept, passage, table], [edge("HAS_PASSAGE", table, passage)])


def test_an_abstention_says_why(tmp_path: Path) -> None:
    why = {"abstention": "no document says so"}
    stream = with_question(abstained=True, answer="", details=json.dumps(why))
    text = read_page(export(tmp_path, "html", stream)).text_content()
    assert "No answer was found: no document says so." in text


def test_a_receipt_is_of_an_answer(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--question"):
        export(tmp_path, "html", scope=ALL)


def test_old_questions_without_details_have_a_receipt(tmp_path: Path) -> None:
    stream = MadeStream([node("Question", "q9", text="Why?", abstained=True)], [])
    assert "Why?" in read_page(export(tmp_path, "html", stream)).text_content()
