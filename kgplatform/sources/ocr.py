"""Recognises the text of scanned pages and pictures (OCR), by the extra `ocr`.

Each line that is recognised gives words with their place, which go the way of a PDF's own words:
paragraphs, columns and headings are found in them as they are there. RapidOCR has its models in its
package, for Latin, Greek, Chinese and Japanese script.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.errors import MissingExtra
from kgplatform.sources.images import EXTRA
from kgplatform.sources.limits import MORE
from kgplatform.sources.pdf.words import Word

__all__ = [
    "MAX_PAGES",
    "MAX_SIDE",
    "POINTS_PER_PIXEL",
    "Pixels",
    "recognise",
    "recognise_page",
]

MAX_PAGES = 200
"""Pages of a file whose text is recognised."""

MAX_SIDE = 2_000  # pixels of what is recognised; A4 at 170 dpi
FOUND_SIDE = 1_024  # pixels at which lines are looked for; twice as many need twice the memory
POINTS_PER_PIXEL = 72 / 170
PAGE_CPU_S, PAGE_WALL_S = 10.0, 40.0  # a dense page takes 5 s of processor time
MEMORY_MB = 512  # the models and what they hold of a page
SIZE = 0.75  # of a line's height: its font size; the rest is the leading
MARGIN = 0.1  # of a line's height, above and below its letters
SAME_SIZE = 0.2  # lines of one size differ so much, by their letters

Pixels = npt.NDArray[np.uint8]


def recognise_page(page: Any) -> list[Word]:
    """Return the words on a pypdfium2 page by its picture, in its own points.

    Raises:
        MissingExtra: the extra is not installed.
    """
    width, height = page.get_size()
    scale = MAX_SIDE / max(width, height, 1)
    bitmap = page.render(scale=scale, rev_byteorder=True)
    try:
        return recognise(np.asarray(bitmap.to_numpy())[:, :, :3], 1 / scale)
    finally:
        bitmap.close()


def recognise(pixels: Pixels, points: float) -> list[Word]:
    """Return the words of a picture, in the order in which their lines are found.

    Args:
        pixels: (height, width, red-green-blue).
        points: the length of a pixel.

    Raises:
        MissingExtra: the extra is not installed.
    """
    MORE.get()(PAGE_CPU_S, PAGE_WALL_S, MEMORY_MB)
    found = _engine()(np.ascontiguousarray(pixels[:, :, ::-1]))  # it takes blue first
    if not found.txts:
        return []
    boxes = [_bound(np.asarray(box) * points) for box in found.boxes]
    usual = median(bottom - top for _, top, _, bottom in boxes)
    return [
        word
        for text, box in zip(found.txts, boxes, strict=True)
        for word in _words(text, box, usual)
    ]


def _bound(corners: npt.NDArray[Any]) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, top, right, bottom


def _words(text: str, box: tuple[float, float, float, float], usual: float) -> Iterator[Word]:
    """Yield the words of a line, its characters spread evenly over its box."""
    left, top, right, bottom = box
    height = bottom - top
    size = SIZE * (usual if abs(height / usual - 1) < SAME_SIZE else height)
    step = (right - left) / max(len(text), 1)
    start = 0
    for word in text.split():
        start = text.index(word, start)
        end = start + len(word)
        yield Word(
            text=word,
            edges=tuple(left + step * place for place in range(start, end + 1)),
            top=top + MARGIN * height,
            bottom=bottom - MARGIN * height,
            baseline=bottom - (1 - SIZE) * height,
            size=size,
            bold=False,
            blank_after=end < len(text),
        )
        start = end


@cache
def _engine() -> Any:
    try:
        from rapidocr import RapidOCR
    except ImportError as exc:
        raise MissingExtra(EXTRA, "Recognising text") from exc
    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    return RapidOCR(
        params={
            "Global.log_level": "error",
            "Global.max_side_len": MAX_SIDE,
            "Det.limit_type": "max",
            "Det.limit_side_len": FOUND_SIDE,
            "Rec.rec_batch_num": 1,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
