"""Takes from one PDF page what lies on it: characters, ruling lines, filled boxes.

Only this module, pdf_drawings.py and pdf.py speak to PDFium. Everything is in points from the
upper left corner of the page as it is shown (rotation and crop applied), so that later modules
need not know what a PDF is. PDFium's C functions are called directly: its Python objects cost
ten times as much a character.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from kgplatform.records.document import Box
from kgplatform.sources.pdf.drawings import Drawings, Ruling, Turn

__all__ = ["Glyph", "PageContent", "Ruling", "read_page"]

FORCED_BOLD = 1 << 18  # font descriptor flag, PDF 32000-1, table 123
BOLD_WEIGHT = 600
BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
SAME_PLACE = 0.12  # of the font size; no character is so narrow
HYPHENS = {"\x02": "-", "\u00ad": "-"}  # PDFium's and Unicode's marks of a hyphen at a line end


class Glyph(NamedTuple):
    """One drawn character; a tuple, as there are thousands a page.

    `turned` is true where the text does not run from left to right. `source` tells which piece
    of drawn text it is of; the letters of a ligature lie at one place in one piece.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    baseline: float
    size: float
    bold: bool
    turned: bool
    source: int = 0


@dataclass(frozen=True, slots=True)
class PageContent:
    """What one page shows; glyphs in the order in which the file draws them."""

    number: int
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    horizontal: tuple[Ruling, ...] = ()
    vertical: tuple[Ruling, ...] = ()
    fills: tuple[Box, ...] = ()


def read_page(page: Any, *, number: int) -> PageContent:
    """Return the content of a pypdfium2 page; the page is left open.

    Args:
        page: a pypdfium2.PdfPage.
        number: its number, from 1.
    """
    width, height = page.get_size()
    turn = _turn(page)
    glyphs = tuple(_read_glyphs(page, turn, width, height))
    drawings = Drawings(turn, width, height)
    drawings.read(page)
    return PageContent(
        number=number,
        width=width,
        height=height,
        glyphs=glyphs,
        horizontal=tuple(drawings.horizontal),
        vertical=tuple(drawings.vertical),
        fills=tuple(drawings.fills),
    )


def _turn(page: Any) -> Turn:
    """Return the function from the page's own space to points from the shown upper left."""
    left, bottom, right, top = page.get_bbox()
    turns: dict[int, Turn] = {
        0: lambda x, y: (x - left, top - y),
        90: lambda x, y: (y - bottom, x - left),
        180: lambda x, y: (right - x, y - bottom),
        270: lambda x, y: (top - y, right - x),
    }
    return turns[page.get_rotation() % 360]


def _read_glyphs(page: Any, turn: Turn, width: float, height: float) -> Iterator[Glyph]:
    """Yield the visible characters; blanks are kept, as they part words."""
    import ctypes

    import pypdfium2.raw as pdfium

    text_page = page.get_textpage()
    raw = text_page.raw
    rect, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    style = _Style(raw, turn)
    seen: dict[tuple[str, int, int], Glyph] = {}
    pending = ""
    try:
        for i in range(text_page.count_chars()):
            code = pdfium.FPDFText_GetUnicode(raw, i)
            if code == 0 or pdfium.FPDFText_IsGenerated(raw, i) == 1:
                continue
            if 0xD800 <= code < 0xDC00:  # half of a character beyond the basic plane
                pending = chr(code)
                continue
            text, pending = _character(pending, code), ""
            size, bold, turned = style.at(i)
            if size <= 0:
                continue
            if not (
                pdfium.FPDFText_GetLooseCharBox(raw, i, rect)
                and pdfium.FPDFText_GetCharOrigin(raw, i, x, y)
            ):
                continue
            ax, ay = turn(rect.left, rect.top)
            bx, by = turn(rect.right, rect.bottom)
            baseline = turn(x.value, y.value)[1]
            left, right = min(ax, bx), max(ax, bx)
            top, bottom = min(ay, by), max(ay, by)
            if bottom - top < size / 4 and not turned:  # the font tells no height
                top, bottom = baseline - 0.75 * size, baseline + 0.25 * size
            if not (0 <= (left + right) / 2 <= width and 0 <= (top + bottom) / 2 <= height):
                continue
            box = (left, top, right, bottom)
            glyph = Glyph(text, *box, baseline, size, bold, turned, style.source)
            if not _is_repeated(glyph, seen):
                yield glyph
    finally:
        text_page.close()


def _character(pending: str, code: int) -> str:
    """Return the character of a code, ligatures and compatibility forms in plain letters."""
    if pending and 0xDC00 <= code < 0xE000:
        return (pending + chr(code)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    text = HYPHENS.get(chr(code), chr(code))
    if 0xFB00 <= code <= 0xFB4F:  # ﬁ, ﬂ and the like
        return unicodedata.normalize("NFKC", text)
    if text.isspace() or unicodedata.category(text) == "Cc":
        return " "
    return text


def _is_repeated(glyph: Glyph, seen: dict[tuple[str, int, int], Glyph]) -> bool:
    """Say whether the same character was drawn here before: a shadow, or bold made by hand."""
    if glyph.text == " ":
        return False
    near = SAME_PLACE * glyph.size
    column, row = int(glyph.left // near), int(glyph.baseline // near)
    for dx, dy in itertools.product((0, -1, 1), (0, -1, 1)):
        other = seen.get((glyph.text, column + dx, row + dy))
        if other is None or other.source == glyph.source:
            continue
        if max(abs(other.left - glyph.left), abs(other.baseline - glyph.baseline)) < near:
            return True
    seen[glyph.text, column, row] = glyph
    return False


class _Style:
    """Size, weight and direction of characters, asked for once a text object."""

    def __init__(self, raw: Any, turn: Turn) -> None:
        import ctypes

        import pypdfium2.raw as pdfium

        self._pdfium, self._raw, self._turn = pdfium, raw, turn
        self._cast, self._pointer = ctypes.cast, ctypes.c_void_p
        self._matrix, self._flags = pdfium.FS_MATRIX(), ctypes.c_int()
        self._name = ctypes.create_string_buffer(128)
        self.source = -1
        self._style = (0.0, False, False)

    def at(self, i: int) -> tuple[float, bool, bool]:
        """Return (size in points, bold, turned) of character i."""
        handle = self._pdfium.FPDFText_GetTextObject(self._raw, i)
        address = self._cast(handle, self._pointer).value or 0
        if address != self.source:
            self.source, self._style = address, self._ask(i)
        return self._style

    def _ask(self, i: int) -> tuple[float, bool, bool]:
        matrix, raw, pdfium = self._matrix, self._raw, self._pdfium
        pdfium.FPDFText_GetMatrix(raw, i, matrix)
        size = pdfium.FPDFText_GetFontSize(raw, i) * math.hypot(matrix.c, matrix.d)
        zero, ahead = self._turn(0, 0), self._turn(matrix.a, matrix.b)
        dx, dy = ahead[0] - zero[0], ahead[1] - zero[1]
        self._name.value = b""
        pdfium.FPDFText_GetFontInfo(raw, i, self._name, len(self._name), self._flags)
        bold = (
            pdfium.FPDFText_GetFontWeight(raw, i) >= BOLD_WEIGHT
            or bool(self._flags.value & FORCED_BOLD)
            or bool(BOLD_NAME.search(self._name.value))
        )
        return abs(size), bold, not (dx > 0 and abs(dy) < 0.2 * dx)
