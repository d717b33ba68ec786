"""Takes from one PDF page what is drawn on it: straight ruling lines and filled boxes.

Like pdf_glyphs.py it calls PDFium's C functions directly and returns points from the upper left
corner of the page as it is shown.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kgplatform.records.document import Box

__all__ = ["Drawings", "Ruling", "Turn"]

MAX_DRAWINGS = 20_000  # a page with more is a map or a plan: its lines are no table's
MAX_FORM_DEPTH = 4
MAX_RULING_WIDTH = 2.6  # a filled box no thicker is a line
MIN_RULING_LENGTH = 3.0
AXIS_TOLERANCE = 0.7

Turn = Callable[[float, float], tuple[float, float]]
Matrix = tuple[float, float, float, float, float, float]


class Ruling(NamedTuple):
    """A straight line: horizontal at y = position from x = start to end, or vertical likewise."""

    position: float
    start: float
    end: float


class Drawings:
    """Collects the straight lines and filled boxes of a page's paths."""

    def __init__(self, turn: Turn, width: float, height: float) -> None:
        import ctypes

        import pypdfium2.raw as pdfium

        self._pdfium, self._turn, self._size = pdfium, turn, (width, height)
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._mode, self._stroke = ctypes.c_int(), ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._left = MAX_DRAWINGS
        self.horizontal: list[Ruling] = []
        self.vertical: list[Ruling] = []
        self.fills: list[Box] = []

    def read(self, page: Any) -> None:
        """Collect what a pypdfium2 page draws."""
        pdfium, raw = self._pdfium, page.raw
        if pdfium.FPDFPage_CountObjects(raw) > MAX_DRAWINGS:
            return
        for i in range(pdfium.FPDFPage_CountObjects(raw)):
            self._read_object(pdfium.FPDFPage_GetObject(raw, i), (1, 0, 0, 1, 0, 0), 0)

    def _read_object(self, item: Any, outer: Matrix, depth: int) -> None:
        pdfium = self._pdfium
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind not in {pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM} or self._left <= 0:
            return
        self._left -= 1
        pdfium.FPDFPageObj_GetMatrix(item, self._matrix)
        m = self._matrix
        matrix = _compose((m.a, m.b, m.c, m.d, m.e, m.f), outer)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._read_path(item, matrix)
        elif depth < MAX_FORM_DEPTH:
            for i in range(pdfium.FPDFFormObj_CountObjects(item)):
                self._read_object(pdfium.FPDFFormObj_GetObject(item, i), matrix, depth + 1)

    def _read_path(self, item: Any, matrix: Matrix) -> None:
        pdfium = self._pdfium
        pdfium.FPDFPath_GetDrawMode(item, self._mode, self._stroke)
        filled, stroked = self._mode.value != 0, self._stroke.value != 0
        for points, is_straight in self._outlines(item, matrix):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            box = (min(xs), min(ys), max(xs), max(ys))
            if box[2] < 0 or box[3] < 0 or box[0] > self._size[0] or box[1] > self._size[1]:
                continue
            if min(box[2] - box[0], box[3] - box[1]) <= MAX_RULING_WIDTH:
                if filled or stroked:
                    self._add_thin(box)
                continue
            if stroked:
                for a, b in itertools.pairwise(points):
                    if min(abs(a[0] - b[0]), abs(a[1] - b[1])) <= AXIS_TOLERANCE:
                        low, high = sorted((a, b))
                        self._add_thin((low[0], min(a[1], b[1]), high[0], max(a[1], b[1])))
            if filled and is_straight and _is_box(points, box):
                self.fills.append(box)

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

    def _add_thin(self, box: Box) -> None:
        left, top, right, bottom = box
        if right - left >= max(bottom - top, MIN_RULING_LENGTH):
            self.horizontal.append(Ruling((top + bottom) / 2, left, right))
        elif bottom - top >= MIN_RULING_LENGTH:
            self.vertical.append(Ruling((left + right) / 2, top, bottom))


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
