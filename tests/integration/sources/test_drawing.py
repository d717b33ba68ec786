"""Pages are drawn in a process of their own, under limits; what cannot be drawn is one sentence."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from kgplatform.errors import SourceError
from kgplatform.sources.isolated.drawing import WIDTH_PX, can_draw, draw_page
from kgplatform.sources.limits import DEFAULT_READ_LIMITS
from tests.unit.sources.pdf_files import HEIGHT, WIDTH, Text, write_pdf

pytestmark = pytest.mark.integration


def draw(file: Path, number: int = 1) -> Image.Image:
    """Return a page as a picture."""
    return Image.open(BytesIO(draw_page(file, number, limits=DEFAULT_READ_LIMITS).data))


def test_a_page_of_a_pdf_has_its_form_and_its_text(tmp_path: Path) -> None:
    file = write_pdf(tmp_path / "two.pdf", [Text(72, 100, "One.")], [Text(72, 400, "Two.")])
    first, second = draw(file, 1), draw(file, 2)
    assert first.width == WIDTH_PX
    assert first.height == pytest.approx(WIDTH_PX * HEIGHT / WIDTH, abs=2)
    assert first.convert("L").getextrema()[0] < 128
    assert first.tobytes() != second.tobytes()


def test_an_image_is_its_own_page(tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "red").save(tmp_path / "scan.png")
    assert draw(tmp_path / "scan.png").getpixel((10, 10)) == (255, 0, 0)


def test_a_scan_is_drawn_small(tmp_path: Path) -> None:
    Image.effect_noise((1200, 1600), 90).save(tmp_path / "scan.png")
    drawn = draw_page(tmp_path / "scan.png", 1, limits=DEFAULT_READ_LIMITS)
    assert drawn.media_type == "image/jpeg"
    assert Image.open(BytesIO(drawn.data)).size == (1200, 1600)


@pytest.mark.parametrize("number", [2, 9_999])
def test_a_page_that_is_not_there_is_one_sentence(tmp_path: Path, number: int) -> None:
    file = write_pdf(tmp_path / "one.pdf", [Text(72, 100, "One.")])
    with pytest.raises(SourceError, match=f"^Page {number} cannot be drawn: [^\n]+$"):
        draw(file, number)


def test_what_can_be_drawn_is_known_by_its_kind() -> None:
    assert can_draw("application/pdf")
    assert can_draw("image/png")
    assert not can_draw("text/html")
