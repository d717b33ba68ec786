"""Takes from one PDF page what is drawn on it: ruling lines, filled boxes, and what covers what.

Like glyphs.py it calls PDFium's C functions directly and returns points from the upper left
corner of the page as it is shown.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from kgplatform.records.document import Box

__all__ = ["Colour", "Cover", "Drawings", "Ruling", "Turn"]

MAX_DRAWINGS = 20_000  # a page with more is a map or a plan: its lines are no table's
MAX_FORM_DEPTH = 4
MAX_COVERS = 3_000  # a page with more is a map: what its fills cover is not decided
MAX_CLIP_POINTS = 64
MAX_RULING_WIDTH = 2.6  # a filled box no thicker is a line
MIN_RULING_LENGTH = 3.0
AXIS_TOLERANCE = 0.7

Turn = Callable[[float, float], tuple[float, float]]
Matrix = tuple[float, float, float, float, float, float]
Colour = tuple[int, int, int]
"""red, green and blue, 0 to 255"""


class Ruling(NamedTuple):
    """A straight line: horizontal at y = position from x = start to end, or vertical likewise."""

    position: float
    start: float
    end: float


class Cover(NamedTuple):
    """An area that is drawn over: `order` counts what the page draws, text too.

    `colour` is None for a picture or a pattern. `solid` says that nothing drawn before can be
    seen through it.
    """

    order: int
    box: Box
    colour: Colour | None
    solid: bool


class Drawings:
    """Collects the straight lines, filled boxes and pictures of a page.

    `text_order` says of each piece of text, by its address, when it is drawn. `complete` is
    False where a page draws more than is looked at.
    """

    def __init__(self, turn: Turn, width: float, height: float) -> None:
        import ctypes

        import pypdfium2.raw as pdfium

        self._pdfium, self._turn, self._size = pdfium, turn, (width, height)
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._mode, self._stroke = ctypes.c_int(), ctypes.c_int()
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._colour = tuple(ctypes.c_uint() for _ in range(4))
        self._cast, self._pointer = ctypes.cast, ctypes.c_void_p
        self._matrix = pdfium.FS_MATRIX()
        self._left = MAX_DRAWINGS
        self.horizontal: list[Ruling] = []
        self.vertical: list[Ruling] = []
        self.fills: list[Box] = []
        self.pictures: list[Box] = []
        self.covers: list[Cover] = []
        self.text_order: dict[int, int] = {}
        self.complete = True
        self.count = 0

    def read(self, page: Any) -> None:
        """Collect what a pypdfium2 page draws."""
        pdfium, raw = self._pdfium, page.raw
        if pdfium.FPDFPage_CountObjects(raw) > MAX_DRAWINGS:
            self.complete = False
            self.count = MAX_DRAWINGS
            return
        for i in range(pdfium.FPDFPage_CountObjects(raw)):
            self._read_object(pdfium.FPDFPage_GetObject(raw, i), (1, 0, 0, 1, 0, 0), 0)

    def _read_object(self, item: Any, outer: Matrix, depth: int) -> None:
        pdfium = self._pdfium
        kind = pdfium.FPDFPageObj_GetType(item)
        self.count += 1
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            self.text_order[self._cast(item, self._pointer).value or 0] = self.count
            return
        if self._left <= 0:
            self.complete = False
            return
        self._left -= 1
        if kind == pdfium.FPDF_PAGEOBJ_SHADING:
            box = self._bounds(item, outer)
            self.covers.append(Cover(self.count, box, None, solid=False))
            return
        pdfium.FPDFPageObj_GetMatrix(item, self._matrix)
        m = self._matrix
        matrix = _compose((m.a, m.b, m.c, m.d, m.e, m.f), outer)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._read_path(item, matrix, outer)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            box = self._place([(0, 0), (1, 0), (0, 1), (1, 1)], matrix)
            self.pictures.append(box)
            self.covers.append(Cover(self.count, box, None, solid=False))
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < MAX_FORM_DEPTH:
            for i in range(pdfium.FPDFFormObj_CountObjects(item)):
                self._read_object(pdfium.FPDFFormObj_GetObject(item, i), matrix, depth + 1)

    def _bounds(self, item: Any, outer: Matrix) -> Box:
        left, bottom, right, top = self._edges
        self._pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top)
        corners = itertools.product((left.value, right.value), (bottom.value, top.value))
        return self._place(list(corners), outer)

    def _place(self, points: Sequence[tuple[float, float]], matrix: Matrix) -> Box:
        """Return the box on the page around points of an object's own space."""
        a, b, c, d, e, f = matrix
        placed = [self._turn(a * x + c * y + e, b * x + d * y + f) for x, y in points]
        xs, ys = [x for x, _ in placed], [y for _, y in placed]
        return (min(xs), min(ys), max(xs), max(ys))

    def _read_path(self, item: Any, matrix: Matrix, outer: Matrix) -> None:
        pdfium = self._pdfium
        pdfium.FPDFPath_GetDrawMode(item, self._mode, self._stroke)
        filled, stroked = self._mode.value != 0, self._stroke.value != 0
        thick = self._thickness(item, matrix) if stroked else 0.0
        for points, is_straight in self._outlines(item, matrix):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            box = (min(xs), min(ys), max(xs), max(ys))
            if box[2] < 0 or box[3] < 0 or box[0] > self._size[0] or box[1] > self._size[1]:
                continue
            if thick > MAX_RULING_WIDTH:
                self._add_cover(item, outer, _grow(box, thick / 2), is_box=False, of_stroke=True)
            if min(box[2] - box[0], box[3] - box[1]) <= MAX_RULING_WIDTH:
                if filled or stroked:
                    self._add_thin(box)
                continue
            if stroked:
                self._add_sides(points)
            is_box = is_straight and _is_box(points, box)
            if filled:
                self._add_cover(item, outer, box, is_box=is_box, of_stroke=False)
            if filled and is_box:
                self.fills.append(box)

    def _thickness(self, item: Any, matrix: Matrix) -> float:
        self._pdfium.FPDFPageObj_GetStrokeWidth(item, self._x)
        return float(self._x.value) * max(abs(matrix[0]) + abs(matrix[1]), abs(matrix[3]))

    def _add_cover(
        self, item: Any, outer: Matrix, box: Box, *, is_box: bool, of_stroke: bool
    ) -> None:
        if len(self.covers) >= MAX_COVERS:
            self.complete = False
            return
        pdfium, (r, g, b, alpha) = self._pdfium, self._colour
        ask = pdfium.FPDFPageObj_GetStrokeColor if of_stroke else pdfium.FPDFPageObj_GetFillColor
        known = bool(ask(item, r, g, b, alpha))
        if known and alpha.value == 0:
            return
        colour = (r.value, g.value, b.value) if known else None
        solid = is_box and known and not pdfium.FPDFPageObj_HasTransparency(item)
        self.covers.append(Cover(self.count, self._clip(item, outer, box), colour, solid))

    def _clip(self, item: Any, outer: Matrix, box: Box) -> Box:
        """Return what of a box the object's clipping paths let be seen, as boxes."""
        pdfium = self._pdfium
        clip = pdfium.FPDFPageObj_GetClipPath(item)
        for i in range(pdfium.FPDFClipPath_CountPaths(clip)):
            points = []
            count = pdfium.FPDFClipPath_CountPathSegments(clip, i)
            for k in range(min(count, MAX_CLIP_POINTS)):
                segment = pdfium.FPDFClipPath_GetPathSegment(clip, i, k)
                pdfium.FPDFPathSegment_GetPoint(segment, self._x, self._y)
                points.append((self._x.value, self._y.value))
            if points:
                left, top, right, bottom = self._place(points, outer)
                box = (
                    max(box[0], left),
                    max(box[1], top),
                    min(box[2], right),
                    min(box[3], bottom),
                )
        return box

    def _outlines(
        self, item: Any, matrix: Matrix
    ) -> Iterator[tuple[list[tuple[float, float]], bool]]:
        """Yield each closed or open line of a path as points on the page; curves break it."""
        pdfium, (a, b, c, d, e, f) = self._pdfium, matrix
        points: list[tuple[float, float]] = []
        is_straight = True
        for i in range(min(pdfium.FPDFPath_CountSegments(item), MAX_DRAWINGS)):
            segment = pdfium.FPDFPath_GetPathSegment(item, i)
            kind = pdfium.FPDFPathSegment_GetType(segment)
            pdfium.FPDFPathSegment_GetPoint(segment, self._x, self._y)
            x, y = self._x.value, self._y.value
            point = self._turn(a * x + c * y + e, b * x + d * y + f)
            if kind != pdfium.FPDF_SEGMENT_LINETO:
                if len(points) > 1:
                    yield points, is_straight
                points, is_straight = [], kind == pdfium.FPDF_SEGMENT_MOVETO
            points.append(point)
            if pdfium.FPDFPathSegment_GetClose(segment) and len(points) > 2:
                points.append(points[0])
        if len(points) > 1:
            yield points, is_straight

    def _add_sides(self, points: Sequence[tuple[float, float]]) -> None:
        for a, b in itertools.pairwise(points):
            if min(abs(a[0] - b[0]), abs(a[1] - b[1])) <= AXIS_TOLERANCE:
                low, high = sorted((a, b))
                self._add_thin((low[0], min(a[1], b[1]), high[0], max(a[1], b[1])))

    def _add_thin(self, box: Box) -> None:
        left, top, right, bottom = box
        if right - left >= max(bottom - top, MIN_RULING_LENGTH):
            self.horizontal.append(Ruling((top + bottom) / 2, left, right))
        elif bottom - top >= MIN_RULING_LENGTH:
            self.vertical.append(Ruling((left + right) / 2, top, bottom))


def _grow(box: Box, by: float) -> Box:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _is_box(points: list[tuple[float, float]], box: Box) -> bool:
    """Say whether every corner of an outline is a corner of its box."""
    return 4 <= len(points) <= 6 and all(
        min(abs(x - box[0]), abs(x - box[2])) + min(abs(y - box[1]), abs(y - box[3])) < 1
        for x, y in points
    )


def _compose(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )
