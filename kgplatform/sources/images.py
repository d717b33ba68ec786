"""Reads images with text on them: each frame is a page, whose text is recognised."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from kgplatform.errors import MissingExtra, SourceError
from kgplatform.records import Document
from kgplatform.sources.limits import PassedLimit

if TYPE_CHECKING:
    from kgplatform.sources.ocr import Pixels
    from kgplatform.sources.pdf.reader import Scanned

__all__ = ["EXTRA", "IMAGES", "NO_TEXT_THERE", "can_recognise", "read_image"]

EXTRA = "ocr"
NO_TEXT_THERE = "where there is no text"
"""Of the phrase that names pages of a PDF which are read once the extra is installed."""

IMAGES = {
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "webp": "image/webp",
}
"""Media types by suffix."""

FORMATS = ("JPEG", "PNG", "TIFF", "WEBP")
MAX_PIXELS = 80_000_000  # a page: A3 at 600 dpi has 70 million


def can_recognise() -> bool:
    """Return whether the extra that recognises text is installed."""
    return find_spec("rapidocr") is not None


def read_image(file: Path) -> Iterator[Document | SourceError]:
    """Yield the document of an image, or a SourceError where nothing is to be read on it.

    Args:
        file: a JPEG, PNG, TIFF or WebP file.

    Raises:
        OSError: the file cannot be opened, or is no image.
        PassedLimit: it has too many pages or pixels.
    """
    if not can_recognise():
        yield SourceError(str(MissingExtra(EXTRA, f"Reading '{file}'")))
        return
    from kgplatform.sources.pdf.reader import make_scanned

    pages = [_read_page(pixels) for pixels in _frames(file)]
    media_type = IMAGES[file.suffix.lower().removeprefix(".")]
    yield make_scanned(file, pages, media_type=media_type)


def _read_page(pixels: Pixels) -> Scanned:
    from kgplatform.sources.ocr import POINTS_PER_PIXEL, recognise
    from kgplatform.sources.pdf.reader import Scanned

    height, width = (side * POINTS_PER_PIXEL for side in pixels.shape[:2])
    return Scanned(recognise(pixels, POINTS_PER_PIXEL), width, height)


def _frames(file: Path) -> Iterator[Pixels]:
    """Yield the frames of an image as they are shown: turned, on white, none too large."""
    import numpy as np
    from PIL import Image, ImageOps, ImageSequence

    from kgplatform.sources.ocr import MAX_PAGES, MAX_SIDE

    with Image.open(file, formats=FORMATS) as image:
        for number, frame in enumerate(ImageSequence.Iterator(image)):
            if number == MAX_PAGES:
                raise PassedLimit(f"has more than {MAX_PAGES} pages")
            if frame.width * frame.height > MAX_PIXELS:
                millions = MAX_PIXELS // 1_000_000
                raise PassedLimit(f"has more than {millions} million pixels on a page")
            frame.draft("RGB", (MAX_SIDE, MAX_SIDE))  # JPEG is made small as it is unpacked
            shown = ImageOps.exif_transpose(frame)
            shown.thumbnail((MAX_SIDE, MAX_SIDE))
            shown = shown.convert("RGBA")
            white = Image.new("RGBA", shown.size, "white")
            yield np.asarray(Image.alpha_composite(white, shown).convert("RGB"))
