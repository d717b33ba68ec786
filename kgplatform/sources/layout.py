"""Where a span of a document's text stands on its pages, so that evidence can be marked there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from kgplatform.records.document import Box, Page

__all__ = ["find_boxes"]


def find_boxes(pages: Iterable[Page], start: int, end: int) -> list[tuple[int, Box]]:
    """Return (page number, box) for every line that document.text[start:end] touches.

    Blanks at the ends of a line are no part of it, so that a box is never empty; a span between
    two lines gives nothing.

    Args:
        pages: of the document, in any order; pages without lines give nothing.
        start: offset in the document's text of the first character.
        end: offset after the last one.

    Returns:
        Boxes (left, top, right, bottom) in points from the upper left of their page, in the
        order of the text.
    """
    found: list[tuple[int, int, Box]] = []
    for page in pages:
        for line in page.lines[_first(page, start) :]:
            if line.start >= end:
                break
            first = max(start - line.start, 0)
            last = min(end - line.start, len(line.edges) - 1)
            if first < last and line.edges[first] < line.edges[last]:
                box = (line.edges[first], line.top, line.edges[last], line.bottom)
                found.append((line.start, page.number, box))
    return [(number, box) for _, number, box in sorted(found)]


def _first(page: Page, start: int) -> int:
    """Return the index of the first line of a page that may reach beyond `start`."""
    return max(bisect_left(page.lines, start, key=lambda line: line.start) - 1, 0)
