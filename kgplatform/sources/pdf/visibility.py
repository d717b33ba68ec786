"""Distinguishes text that a page shows from text that it hides, and from watermarks across it.

Text is hidden where it is drawn without ink, in the colour of what is below it, too small to be
read, or under a box drawn later. Where what is below is drawn, too, the page is looked at as it
is shown, as not all that colours it is known. The invisible text over a picture is what was
recognised in a scan: it is read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kgplatform.sources.pdf.drawings import Colour, Cover, Drawings

if TYPE_CHECKING:
    from kgplatform.sources.pdf.glyphs import Glyph, TextStyle

__all__ = ["Visibility", "find_watermark", "is_pale"]

WITHOUT_INK = {3, 7}  # modes of rendering text: invisible, and as a clipping path alone
OUTLINED = {1, 5}  # its colour is of the line, not of a fill
SAME_COLOUR = 10  # of 255
PALE = 0.6  # of the brightness of white
SMALLEST = 1.0  # points: nobody reads smaller type
CELL = 24.0  # points: covers are looked up by squares so wide
MAX_SQUARES = 200_000  # more are a hostile file's
LARGE = 2.0  # times the usual size of the page's text
MIN_LETTERS = 3
CROSSED = 0.4  # share of the letters that other text stands over
SCALE, MAX_SIDE = 2.0, 2_400  # of the page as it is shown: pixels a point, and in all
SAME_SHADE = 24  # of 255
WHITE: Colour = (255, 255, 255)
PAPER = Cover(0, (0.0, 0.0, 0.0, 0.0), WHITE, solid=False)

Place = tuple[float, float, float, float, float]
"""left, top, right, bottom and baseline"""


class Visibility:
    """Says which characters of a page can be seen."""

    def __init__(self, page: Any, drawings: Drawings) -> None:
        self._page = page
        self._order, self._pictures = drawings.text_order, drawings.pictures
        self._squares: dict[tuple[int, int], list[Cover]] = {}
        self._complete = drawings.complete
        left = MAX_SQUARES
        for cover in drawings.covers if drawings.complete else ():
            squares = _squares(cover)
            left -= len(squares)
            if left < 0:
                self._complete = False
                break
            for square in squares:
                self._squares.setdefault(square, []).append(cover)
        self._last_solid = max((c.order for c in drawings.covers if c.solid), default=0)
        self._grounds = {WHITE, *(cover.colour for cover in drawings.covers if cover.colour)}

    def may_hide(self, style: TextStyle) -> bool:
        """Say whether any character of this style may be hidden: few are."""
        return (
            style.size < SMALLEST
            or style.alpha == 0
            or style.mode in WITHOUT_INK
            or self._order.get(style.source, 0) < self._last_solid
            or any(_alike(style.colour, ground) for ground in self._grounds)
        )

    def hides(self, style: TextStyle, text: str, place: Place) -> bool:
        """Say whether a character of this style at a place cannot be seen."""
        x, y = (place[0] + place[2]) / 2, (place[1] + place[3]) / 2
        if style.size < SMALLEST or style.alpha == 0:
            return True
        if style.mode in WITHOUT_INK:
            return not any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for b in self._pictures)
        if style.mode in OUTLINED or text == " ":
            return False
        ground, covered = self._ground(style, x, y)
        if not covered and (ground is None or not _alike(style.colour, ground.colour or WHITE)):
            return False
        if ground is PAPER and self._complete and not covered:
            return True
        return not self._shown.has_ink(place, style)

    def _ground(self, style: TextStyle, x: float, y: float) -> tuple[Cover | None, bool]:
        """Return what is below a character, None for a picture, and whether a box covers it."""
        order = self._order.get(style.source, 0)
        ground: Cover | None = PAPER
        for cover in self._squares.get((int(x // CELL), int(y // CELL)), ()):
            left, top, right, bottom = cover.box
            if left <= x <= right and top <= y <= bottom:
                if cover.order < order:
                    ground = cover if cover.colour else None
                elif cover.solid:
                    return ground, True
        return ground, False

    @cached_property
    def _shown(self) -> _Shown:
        return _Shown(self._page)


class _Shown:
    """A page as it is shown, in shades of grey."""

    def __init__(self, page: Any) -> None:
        width, height = page.get_size()
        self._scale = min(SCALE, MAX_SIDE / max(width, height, 1.0))
        bitmap = page.render(scale=self._scale, grayscale=True, may_draw_forms=False)
        self._width, self._height, self._stride = bitmap.width, bitmap.height, bitmap.stride
        self._shades = bytes(bitmap.buffer)
        bitmap.close()

    def has_ink(self, place: Place, style: TextStyle) -> bool:
        """Say whether there are different shades where a character stands."""
        left, top, right, bottom, baseline = place
        if style.direction == 0:  # lines above and below do not count
            top, bottom = max(top, baseline - 0.75 * style.size), min(bottom, baseline)
        first, last = (self._pixel(edge, self._width) for edge in (left, right))
        shades: set[int] = set()
        for row in range(self._pixel(top, self._height), self._pixel(bottom, self._height) + 1):
            start = row * self._stride
            shades.update(self._shades[start + first : start + last + 1])
        return bool(shades) and max(shades) - min(shades) > SAME_SHADE

    def _pixel(self, edge: float, count: int) -> int:
        return min(max(int(edge * self._scale), 0), count - 1)


def is_pale(colour: Colour, alpha: int) -> bool:
    """Say whether a colour is nearer to the white of the paper than text is."""
    ink = 1 - sum(share * part for share, part in zip((0.3, 0.59, 0.11), colour, strict=True)) / 255
    return ink * alpha / 255 <= 1 - PALE


def find_watermark(glyphs: Sequence[Glyph]) -> set[int]:
    """Return the indexes of the characters of watermarks: words laid across a page.

    They are oblique and pale, or so large as no text of the page and oblique or written over.
    """
    sizes = sorted(glyph.size for glyph in glyphs if glyph.text != " ")
    if not sizes:
        return set()
    large = LARGE * sizes[len(sizes) // 2]
    oblique = {
        i
        for i, glyph in enumerate(glyphs)
        if glyph.direction < 0 and (glyph.pale or glyph.size >= large)
    }
    marked = {
        source
        for source, count in Counter(g.source for g in glyphs if g.text != " ").items()
        if count >= MIN_LETTERS
    }
    upright = [
        i for i, g in enumerate(glyphs) if g.size >= large and g.direction >= 0 and g.text != " "
    ]
    if not upright:
        return oblique
    crossed = _crossed(glyphs, upright, large)
    pieces: Counter[int] = Counter(glyphs[i].source for i in upright)
    over = Counter(glyphs[i].source for i in crossed)
    found = {source for source in marked & set(pieces) if over[source] >= CROSSED * pieces[source]}
    return oblique | {i for i, glyph in enumerate(glyphs) if glyph.source in found}


def _crossed(glyphs: Sequence[Glyph], indexes: Sequence[int], large: float) -> list[int]:
    """Return those of the large characters over whose body smaller ones stand."""
    small = sorted(
        ((g.top + g.bottom) / 2, (g.left + g.right) / 2)
        for g in glyphs
        if g.size < large and g.text != " "
    )
    found = []
    for i in indexes:
        glyph = glyphs[i]
        margin = 0.25 * (glyph.bottom - glyph.top)  # above and below the body of a letter
        first = bisect_left(small, (glyph.top + margin, 0.0))
        for y, x in small[first:]:
            if y > glyph.bottom - margin:
                break
            if glyph.left <= x <= glyph.right:
                found.append(i)
                break
    return found


def _squares(cover: Cover) -> list[tuple[int, int]]:
    left, top, right, bottom = (max(0.0, min(edge, 5000.0)) for edge in cover.box)
    return [
        (x, y)
        for x in range(int(left // CELL), int(right // CELL) + 1)
        for y in range(int(top // CELL), int(bottom // CELL) + 1)
    ]


def _alike(a: Colour, b: Colour) -> bool:
    return all(abs(x - y) <= SAME_COLOUR for x, y in zip(a, b, strict=True))
