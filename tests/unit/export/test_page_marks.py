"""The pages that quotes stand on: each once, with the quotes' numbers, within a size."""

from __future__ import annotations

from typing import Any

import pytest

from kgplatform.export.page_marks import MarkedPages, mark
from kgplatform.records.picture import Picture
from tests.unit.export.streams import DOCUMENT, PAGE, edge

pytestmark = pytest.mark.unit

BOXES = [(10.0, 20.0, 30.0, 32.0), (10.0, 40.0, 25.0, 52.0)]


def quote(*boxes: tuple[float, float, float, float]) -> dict[str, Any]:
    lines = [{"page": PAGE.properties["number"], "box": list(box)} for box in boxes]
    return {"document_id": DOCUMENT.id, "boxes": lines}


def make_pages(most_bytes: int) -> MarkedPages:
    pages = MarkedPages(lambda *_: Picture(b"1234", "image/png"), most_bytes=most_bytes)
    pages.add_node(PAGE)
    pages.add_relationship(edge("HAS_PAGE", DOCUMENT, PAGE))
    return pages


def test_a_page_has_the_marks_of_all_quotes_that_stand_on_it() -> None:
    pages = make_pages(most_bytes=4)
    [page] = pages.list_pages([quote(*BOXES), quote(), quote(BOXES[1])])
    assert page["quotes"] == [1, 3]
    assert [box["quote"] for box in page["boxes"]] == [1, 1, 3]
    assert page["label"] == "ii"
    assert page["boxes"][0] == {**mark(BOXES[0]), "quote": 1}
    assert pages.list_pages([quote(BOXES[0])])[0]["picture"] is page["picture"]
    assert page["picture"]["address"] == "data:image/png;base64,MTIzNA=="


def test_pictures_beyond_the_size_are_left_out_and_counted_once() -> None:
    pages = make_pages(most_bytes=3)
    assert pages.list_pages([quote(BOXES[0])]) == []
    assert pages.list_pages([quote(BOXES[0])]) == []
    assert (pages.left_out, pages.pictures) == (1, [])


def test_a_page_of_unknown_size_has_no_picture() -> None:
    pages = MarkedPages(lambda *_: Picture(b"1234", "image/png"))
    assert pages.list_pages([quote(BOXES[0])]) == []
    assert pages.left_out == 0
