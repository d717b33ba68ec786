from __future__ import annotations

import pytest

from kgplatform.records.document import Page, TextLine, decode_lines, encode_lines
from kgplatform.sources.layout import find_boxes

pytestmark = pytest.mark.unit

ONE = TextLine(0, 10.0, 20.0, (50.0, 55.0, 60.0, 65.0))  # characters 0 to 2
TWO = TextLine(4, 22.0, 32.0, (50.0, 56.0, 62.0))  # characters 4 and 5, after a blank
THREE = TextLine(6, 10.0, 20.0, (40.0, 44.0, 48.0))  # characters 6 and 7, next page
PAGES = (Page(1, 0, 6, lines=(ONE, TWO)), Page(2, 6, 8, lines=(THREE,)), Page(3, 8, 8))


@pytest.mark.parametrize(
    ("start", "end", "boxes"),
    [
        (0, 3, [(1, (50.0, 10.0, 65.0, 20.0))]),
        (1, 2, [(1, (55.0, 10.0, 60.0, 20.0))]),
        (2, 5, [(1, (60.0, 10.0, 65.0, 20.0)), (1, (50.0, 22.0, 56.0, 32.0))]),
        (5, 7, [(1, (56.0, 22.0, 62.0, 32.0)), (2, (40.0, 10.0, 44.0, 20.0))]),
        (3, 4, []),
        (2, 2, []),
        (8, 20, []),
    ],
    ids=["line", "part", "two lines", "two pages", "blank between", "nothing", "beyond"],
)
def test_boxes_of_a_span(start: int, end: int, boxes: list[object]) -> None:
    assert find_boxes(PAGES, start, end) == boxes


def test_boxes_are_in_the_order_of_the_text_whatever_the_order_of_pages() -> None:
    assert find_boxes(reversed(PAGES), 0, 8) == find_boxes(PAGES, 0, 8)


def test_pages_without_lines_give_no_boxes() -> None:
    assert find_boxes([Page(1, 0, 100)], 0, 100) == []


def test_boxes_are_the_same_after_storing() -> None:
    stored = [
        Page(page.number, page.start, page.end, lines=decode_lines(encode_lines(page.lines)))
        for page in PAGES
    ]
    assert find_boxes(stored, 0, 8) == find_boxes(PAGES, 0, 8)
