"""Draws a page of a PDF or of an image, in a process of its own, as files are read.

    python -P -m kgplatform.sources.isolated.drawing FILE NUMBER MEMORY_MB CPU_S

prints the picture as PNG.
"""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from kgplatform.errors import SourceError
from kgplatform.sources.images import IMAGES
from kgplatform.sources.limits import MB, ReadLimits

__all__ = ["can_draw", "draw_page"]

WIDTH_PX = 1200
"""Of a picture: enough to read it at the width of a screen."""
MAX_PX = 4000
PDF = "application/pdf"
ERROR_CHARS = 200


def can_draw(media_type: str) -> bool:
    """Return whether pages of this kind of file can be drawn."""
    return media_type == PDF or media_type in IMAGES.values()


def draw_page(file: Path, number: int, *, limits: ReadLimits) -> bytes:
    """Return a page as PNG.

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
    return done.stdout


def main() -> None:
    """Draw the page that the arguments name."""
    file, number = Path(sys.argv[1]), int(sys.argv[2])
    _limit(int(sys.argv[3]) * MB, int(float(sys.argv[4])))
    is_image = file.suffix.lower().removeprefix(".") in IMAGES
    picture = _open_frame(file, number) if is_image else _draw_pdf(file, number)
    picture.thumbnail((MAX_PX, MAX_PX))
    data = BytesIO()
    picture.save(data, "PNG")
    sys.stdout.buffer.write(data.getvalue())


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
