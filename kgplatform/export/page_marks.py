"""Pages with what is quoted from them marked, for a receipt that holds their pictures itself."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from kgplatform.errors import SourceError
from kgplatform.export.model import Node, Relationship
from kgplatform.records.picture import DrawPage, Picture

__all__ = ["MOST_PICTURE_BYTES", "MarkedPages", "mark"]

MARGIN_PT = 1.5  # around a box, so that letters do not touch it
MOST_PICTURE_BYTES = 6_000_000
"""Of the pictures of a receipt: some thirty pages of text, and a mail still takes it."""


def mark(box: Sequence[float]) -> dict[str, float]:
    """Return the rectangle that marks a box (left, top, right, bottom)."""
    left, top, right, bottom = box
    return {
        "x": left - MARGIN_PT,
        "y": top - MARGIN_PT,
        "width": right - left + 2 * MARGIN_PT,
        "height": bottom - top + 2 * MARGIN_PT,
    }


class MarkedPages:
    """The pages of a receipt, each drawn once however often it is quoted.

    Args:
        draw: draws a page; None: there are no pictures.
        most_bytes: of all pictures together; what goes beyond is left out.
    """

    def __init__(self, draw: DrawPage | None, *, most_bytes: int = MOST_PICTURE_BYTES) -> None:
        self._draw, self._bytes_left = draw, most_bytes
        self._pages: dict[str, Mapping[str, Any]] = {}
        self._sizes: dict[tuple[str, int], Mapping[str, Any]] = {}
        self._pictures: dict[tuple[str, int], dict[str, Any] | None] = {}
        self.left_out = 0
        """Pages that have no picture since the receipt would be too large."""

    @property
    def pictures(self) -> list[dict[str, Any]]:
        """Pictures drawn so far: {name, address, width, height}."""
        return [picture for picture in self._pictures.values() if picture is not None]

    def add_node(self, node: Node) -> None:
        """Note the size of a page."""
        if node.kind == "Page":
            self._pages[node.id] = node.properties

    def add_relationship(self, item: Relationship) -> None:
        """Note which document a page is of."""
        if item.type == "HAS_PAGE" and (page := self._pages.get(item.end)) is not None:
            self._sizes[item.start, page["number"]] = page

    def list_pages(self, quotes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return the pages that quotes stand on, where they can be drawn, with their marks.

        Args:
            quotes: each with document_id and boxes; they are numbered from 1.
        """
        marks: dict[tuple[str, int], list[dict[str, Any]]] = {}
        for number, quote in enumerate(quotes, start=1):
            for line in quote["boxes"]:
                place = (quote["document_id"], line["page"])
                marks.setdefault(place, []).append({**mark(line["box"]), "quote": number})
        return [
            {"picture": picture, "number": place[1], "label": self._sizes[place].get("label"),
             "boxes": boxes, "quotes": sorted({box["quote"] for box in boxes})}
            for place, boxes in marks.items()
            if (picture := self._find_picture(place)) is not None
        ]  # fmt: skip

    def _find_picture(self, place: tuple[str, int]) -> dict[str, Any] | None:
        if place not in self._pictures:
            self._pictures[place] = self._make_picture(place)
        return self._pictures[place]

    def _make_picture(self, place: tuple[str, int]) -> dict[str, Any] | None:
        size = self._sizes.get(place, {})
        if not size.get("width") or not size.get("height"):
            return None
        drawn = self._draw_page(place)
        if drawn is None:
            return None
        if len(drawn.data) > self._bytes_left:
            self.left_out += 1
            return None
        self._bytes_left -= len(drawn.data)
        return {
            "name": f"page-{len(self.pictures) + 1}",
            "address": f"data:{drawn.media_type};base64,{b64encode(drawn.data).decode()}",
            "width": size["width"],
            "height": size["height"],
        }

    def _draw_page(self, place: tuple[str, int]) -> Picture | None:
        """Return the picture of a page; the quotes stand without it where there is none."""
        if self._draw is not None:
            with suppress(SourceError):
                return self._draw(*place)
        return None
