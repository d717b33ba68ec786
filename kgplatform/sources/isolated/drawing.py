"""Draws a page of a PDF or of an image, in a process of its own, as files are read.

    python -P -m kgplatform.sources.isolated.drawing FILE NUMBER MEMORY_MB CPU_S

prints the picture: PNG, or JPEG where that would be large, as of a scan.
"""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from kgplatform.errors import SourceError
from kgplatform.records.picture import Picture
from kgplatform.sources.images import IMAGES
from kgplatform.sources.limits import MB, ReadLimits

__all__ = ["can_draw", "draw_page"]

WIDTH_PX = 1200
"""Of a picture: enough to read it at the width of a screen."""
MAX_PX = 2400
PDF = "application/pdf"
MAX_PNG_BYTES = 400_000
"""A page of text is drawn in half of it."""
PNG_BEGINS = b"\x89PNG"
JPEG_QUALITY = 80
ERROR_CHARS = 200


def can_draw(media_type: str) -> bool:
    """Return whether pages of this kind of file can be drawn."""
    return media_type == PDF or media_type in IMAGES.values()


def draw_page(file: Path, number: int, *, limits: ReadLimits) -> Picture:
    """Return a page as a picture.

    Args:
        file: a PDF, or an image.
        number: of the page, from 1.
        limits: of the process.

    Raises:
        SourceError: it cannot be drawn, or takes more than the limits.
    """
    words = map(str, (file, number, limits.memory_mb, limits.cpu_s))
    # -P: the current folder, where files of strangers may lie, is no place for modules.
    command = [sys.executable, "-P", "-m", __name__, *words]
    try:
        done = subprocess.run(  # noqa: S603  # our own module
            command, capture_output=True, timeout=limits.wall_s, check=False
        )
    except subprocess.TimeoutExpired as exc:
        raise limits.too_long(file) from exc
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or [""]
        raise SourceError(f"Page {number} cannot be drawn: {said[-1][:ERROR_CHARS]}")
    kind = "image/png" if done.stdout.startswith(PNG_BEGINS) else "image/jpeg"
    return Picture(done.stdout, kind)


def main() -> None:
    """Draw the page that the arguments name."""
    file, number = Path(sys.argv[1]), int(sys.argv[2])
    _limit(int(sys.argv[3]) * MB, int(float(sys.argv[4])))
    is_image = file.suffix.lower().removeprefix(".") in IMAGES
    picture = _open_frame(file, number) if is_image else _draw_pdf(file, number)
    picture.thumbnail((MAX_PX, MAX_PX))
    sys.stdout.buffer.write(_encode(picture))


def _encode(picture: Any) -> bytes:
    data, smaller = BytesIO(), BytesIO()
    picture.save(data, "PNG")
    if data.tell() <= MAX_PNG_BYTES:
        return data.getvalue()
    picture.convert("RGB").save(smaller, "JPEG", quality=JPEG_QUALITY)
    return min(data.getvalue(), smaller.getvalue(), key=len)


def _draw_pdf(file: Path, number: int) -> Any:
    import pypdfium2

    document = pypdfium2.PdfDocument(file)
    if document.get_formtype() != pypdfium2.raw.FORMTYPE_NONE:
        document.init_forms()
    page = document[number - 1]
    scale = min(WIDTH_PX / page.get_width(), MAX_PX / page.get_height())
    return page.render(scale=scale).to_pil()


def _open_frame(file: Path, number: int) -> Any:
    from PIL import Image, ImageOps

    picture = Image.open(file)
    picture.seek(number - 1)
    return ImageOps.exif_transpose(picture).convert("RGB")


def _limit(memory: int, cpu_s: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    for which, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, cpu_s)):
        _, hard = resource.getrlimit(which)
        resource.setrlimit(which, (most if hard < 0 else min(most, hard), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
