"""Takes from one PDF page what lies on it: characters, ruling lines, filled boxes.

Only this module, drawings.py, annotations.py and reader.py speak to PDFium. Everything is in points
from the upper left corner of the page as it is shown (rotation and crop applied), so that later
modules need not know what a PDF is. PDFium's C functions are called directly: its Python objects
cost ten times as much a character.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from kgplatform.records.document import Box
from kgplatform.sources.pdf.annotations import Annotations, read_annotations
from kgplatform.sources.pdf.directions import OBLIQUE, turn_point
from kgplatform.sources.pdf.drawings import Colour, Drawings, Ruling, Turn
from kgplatform.sources.pdf.visibility import Visibility, find_watermark, is_pale

__all__ = ["UNKNOWN", "Glyph", "PageContent", "Ruling", "TextStyle", "read_page"]

FORCED_BOLD = 1 << 18  # font descriptor flag, PDF 32000-1, table 123
BOLD_WEIGHT = 600
BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
STRAIGHT = 0.2  # slope of text that counts as level
SAME_PLACE = 0.12  # of the font size; no character is so narrow
UNKNOWN = "\ufffd"
"""A character of which the file does not say which one it is."""

HYPHENS = {2: "-"}  # PDFium's mark of a hyphen at a line end
WITHOUT_WIDTH = frozenset("\u200b\u200e\u200f\u2060\ufeff") | frozenset(
    map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)


class Glyph(NamedTuple):
    """One drawn character; a tuple, as there are thousands a page.

    `direction` is how many quarters of a turn, clockwise, its text is turned from running to the
    right; OBLIQUE where it is none of them. The baseline is measured across that direction, from
    the upper edge of the page turned back. `source` says which piece of drawn text it is of; the
    letters of a ligature lie at one place in one piece.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    baseline: float
    size: float
    bold: bool
    direction: int = 0
    source: int = 0
    pale: bool = False


class TextStyle(NamedTuple):
    """What the characters of one piece of drawn text have in common; sizes in points.

    It begins with what a Glyph keeps of it.
    """

    size: float
    bold: bool
    direction: int
    source: int
    pale: bool
    colour: Colour
    alpha: int
    mode: int


@dataclass(frozen=True, slots=True)
class PageContent:
    """What one page shows; glyphs in the order in which the file draws them.

    `hidden` are characters that nobody sees, `watermark` the words laid across the page; neither
    is among the glyphs. A page is blank where nothing at all is drawn.
    """

    number: int
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    horizontal: tuple[Ruling, ...] = ()
    vertical: tuple[Ruling, ...] = ()
    fills: tuple[Box, ...] = ()
    hidden: tuple[Glyph, ...] = ()
    watermark: str = ""
    annotations: Annotations = field(default_factory=Annotations)
    blank: bool = False


NO_STYLE = TextStyle(0.0, False, 0, -1, False, (0, 0, 0), 255, 0)


def read_page(page: Any, *, number: int, form: Any = None) -> PageContent:
    """Return the content of a pypdfium2 page; the page is left open.

    Args:
        page: a pypdfium2.PdfPage.
        number: its number, from 1.
        form: the form environment of its document; None leaves fields out.
    """
    width, height = page.get_size()
    turn = _turn(page)
    drawings = Drawings(turn, width, height)
    drawings.read(page)
    hidden: list[Glyph] = []
    glyphs = list(_read_glyphs(page, turn, drawings, hidden))
    marked = find_watermark(glyphs)
    return PageContent(
        number=number,
        width=width,
        height=height,
        glyphs=tuple(glyph for i, glyph in enumerate(glyphs) if i not in marked),
        horizontal=tuple(drawings.horizontal),
        vertical=tuple(drawings.vertical),
        fills=tuple(drawings.fills),
        hidden=tuple(hidden),
        watermark=_joined(glyphs[i] for i in sorted(marked)),
        annotations=read_annotations(page, form, turn),
        blank=drawings.count == 0,
    )


def _joined(glyphs: Iterable[Glyph]) -> str:
    """Return the words of a watermark once, in the order of the file."""
    pieces: dict[str, None] = {}
    for _, piece in itertools.groupby(glyphs, key=lambda glyph: glyph.source):
        pieces.setdefault("".join(glyph.text for glyph in piece).strip())
    return " ".join(filter(None, pieces))


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


def _read_glyphs(page: Any, turn: Turn, drawings: Drawings, hidden: list[Glyph]) -> Iterator[Glyph]:
    """Yield the visible characters, blanks too, as they part words; keep the others in `hidden`."""
    import pypdfium2.raw as pdfium

    text_page = page.get_textpage()
    raw = text_page.raw
    width, height = page.get_size()
    places = _Places(raw, turn, width, height)
    style_of = _Styles(raw, turn)
    visibility = Visibility(page, drawings)
    seen: dict[tuple[str, int, int], Glyph] = {}
    pending = ""
    last, shared, risky = None, NO_STYLE[:5], False
    try:
        for i in range(text_page.count_chars()):
            code = pdfium.FPDFText_GetUnicode(raw, i)
            if code == 0 or pdfium.FPDFText_IsGenerated(raw, i) == 1:
                continue
            if code < ord(" ") and pdfium.FPDFText_HasUnicodeMapError(raw, i) == 1:
                code = ord(UNKNOWN)
            if 0xD800 <= code < 0xDC00:  # half of a character beyond the basic plane
                pending = chr(code)
                continue
            text, pending = _character(pending, code), ""
            style = style_of.at(i)
            if not text or style.size <= 0 or not (box := places.of(i, style)):
                continue
            if style is not last:
                last, shared, risky = style, style[:5], visibility.may_hide(style)
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            glyph = Glyph(text, *box, *shared)
            if not (0 <= x <= width and 0 <= y <= height) or (
                risky and visibility.hides(style, text, box)
            ):
                hidden.append(glyph)
            elif not _is_repeated(glyph, seen):
                yield glyph
    finally:
        text_page.close()


class _Places:
    """Where characters stand on the page as it is shown."""

    def __init__(self, raw: Any, turn: Turn, width: float, height: float) -> None:
        import ctypes

        import pypdfium2.raw as pdfium

        self._pdfium, self._raw, self._turn = pdfium, raw, turn
        self._size = width, height
        self._rect, self._x, self._y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()

    def of(self, i: int, style: TextStyle) -> tuple[float, float, float, float, float] | None:
        """Return left, top, right, bottom and baseline of character i, None if it has no place."""
        pdfium, rect = self._pdfium, self._rect
        if not (
            pdfium.FPDFText_GetLooseCharBox(self._raw, i, rect)
            and pdfium.FPDFText_GetCharOrigin(self._raw, i, self._x, self._y)
        ):
            return None
        ax, ay = self._turn(rect.left, rect.top)
        bx, by = self._turn(rect.right, rect.bottom)
        x, baseline = self._turn(self._x.value, self._y.value)
        if style.direction > 0:
            baseline = turn_point(x, baseline, style.direction, *self._size)[1]
        left, right = min(ax, bx), max(ax, bx)
        top, bottom = min(ay, by), max(ay, by)
        if bottom - top < style.size / 4 and style.direction == 0:  # the font gives no height
            top, bottom = baseline - 0.75 * style.size, baseline + 0.25 * style.size
        return left, top, right, bottom, baseline


def _character(pending: str, code: int) -> str:
    """Return the character of a code, with the half of it that came before, if one did."""
    if pending and 0xDC00 <= code < 0xE000:
        return (pending + chr(code)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return UNKNOWN if 0xD800 <= code < 0xE000 else _plain(code)


@lru_cache(maxsize=65_536)
def _plain(code: int) -> str:
    """Return the character of a code, ligatures and compatibility forms in plain letters.

    One that only says how others are to be set is nothing.
    """
    text = HYPHENS.get(code, chr(code))
    if 0xFB00 <= code <= 0xFDFF or 0xFE70 <= code < 0xFEFF:  # ﬁ, ﬂ, and forms of Arabic letters
        return unicodedata.normalize("NFKC", text)
    if text in WITHOUT_WIDTH:
        return ""
    if text.isspace() or unicodedata.category(text) == "Cc":
        return " "
    return text


def _is_repeated(glyph: Glyph, seen: dict[tuple[str, int, int], Glyph]) -> bool:
    """Say whether the same character was drawn here before: a shadow, or bold made by hand."""
    if glyph.text == " ":
        return False
    near = SAME_PLACE * glyph.size
    height = glyph.top if glyph.direction else glyph.baseline
    column, row = int(glyph.left // near), int(height // near)
    for dx, dy in itertools.product((0, -1, 1), (0, -1, 1)):
        other = seen.get((glyph.text, column + dx, row + dy))
        if other is None or other.source == glyph.source:
            continue
        away = other.top if glyph.direction else other.baseline
        if max(abs(other.left - glyph.left), abs(away - height)) < near:
            return True
    seen[glyph.text, column, row] = glyph
    return False


class _Styles:
    """Styles of characters, asked for once a piece of drawn text."""

    def __init__(self, raw: Any, turn: Turn) -> None:
        import ctypes

        import pypdfium2.raw as pdfium

        self._pdfium, self._raw, self._turn = pdfium, raw, turn
        self._cast, self._pointer = ctypes.cast, ctypes.c_void_p
        self._matrix, self._flags = pdfium.FS_MATRIX(), ctypes.c_int()
        self._colour = tuple(ctypes.c_uint() for _ in range(4))
        self._name = ctypes.create_string_buffer(128)
        self._style = NO_STYLE

    def at(self, i: int) -> TextStyle:
        """Return the style of character i."""
        handle = self._pdfium.FPDFText_GetTextObject(self._raw, i)
        address = self._cast(handle, self._pointer).value or 0
        if address != self._style.source:
            self._style = self._ask(i, handle, address)
        return self._style

    def _ask(self, i: int, handle: Any, address: int) -> TextStyle:
        matrix, raw, pdfium = self._matrix, self._raw, self._pdfium
        pdfium.FPDFText_GetMatrix(raw, i, matrix)
        size = pdfium.FPDFText_GetFontSize(raw, i) * math.hypot(matrix.c, matrix.d)
        zero, ahead = self._turn(0, 0), self._turn(matrix.a, matrix.b)
        self._name.value = b""
        pdfium.FPDFText_GetFontInfo(raw, i, self._name, len(self._name), self._flags)
        bold = (
            pdfium.FPDFText_GetFontWeight(raw, i) >= BOLD_WEIGHT
            or bool(self._flags.value & FORCED_BOLD)
            or bool(BOLD_NAME.search(self._name.value))
        )
        red, green, blue, alpha = self._colour
        known = pdfium.FPDFText_GetFillColor(raw, i, red, green, blue, alpha)
        colour = (red.value, green.value, blue.value) if known else (0, 0, 0)
        return TextStyle(
            size=abs(size),
            bold=bold,
            direction=_direction(ahead[0] - zero[0], ahead[1] - zero[1]),
            source=address,
            pale=known and is_pale(colour, alpha.value),
            colour=colour,
            alpha=alpha.value if known else 255,
            mode=pdfium.FPDFTextObj_GetTextRenderMode(handle) if handle else 0,
        )


def _direction(dx: float, dy: float) -> int:
    """Return the quarters of a turn, clockwise, of a direction on the page, or OBLIQUE."""
    if abs(dy) < STRAIGHT * abs(dx):
        return 0 if dx > 0 else 2
    if abs(dx) < STRAIGHT * abs(dy):
        return 1 if dy > 0 else 3
    return OBLIQUE
