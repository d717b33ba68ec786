from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont, ImageOps

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import list_sources, read_file
from kgplatform.sources.isolated.pool import ReadingProcesses
from kgplatform.sources.limits import ReadLimits
from tests.unit.sources.shared_processes import read_sources

pytestmark = pytest.mark.unit

LINES = (
    "The Larnholm ferry was built by Anna Moberg in Oslo",
    "in 1931. It carried people and carts across the bay",
    "until the great bridge was opened in 1957.",
)
TEXT = " ".join(LINES)


def _draw(*lines: str, heading: str = "", top: int = 300) -> Image.Image:
    """Return a page of A4 at 150 dpi with some lines on it."""
    page = Image.new("RGB", (1240, 1754), "white")
    pen = ImageDraw.Draw(page)
    pen.text((120, top - 140), heading, font=ImageFont.load_default(64), fill="black")
    for number, line in enumerate(lines):
        place = (120, top + 46 * number)
        pen.text(place, line, font=ImageFont.load_default(32), fill="black")
    return page


def _read(file: Path) -> Document:
    (document,) = read_sources([file])
    assert isinstance(document, Document), document
    return document


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)


@pytest.mark.parametrize("suffix", ["jpg", "webp"])  # others are PNG
def test_an_image_is_read_with_its_heading_and_places(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"page.{suffix}"
    _draw(*LINES, heading="A Ferry").save(file)
    document = _read(file)
    assert document.text.split("\n\n") == ["A Ferry", TEXT]
    assert document.title == "A Ferry"
    assert document.media_type.startswith("image/")
    (page,) = document.pages
    assert page.label == "(OCR)"
    first = page.lines[1]
    assert document.text[first.start :].startswith(LINES[0])
    scale = page.width / 1240
    assert first.edges[0] == pytest.approx(120 * scale, abs=6)
    assert first.top == pytest.approx(300 * scale, abs=12)


def test_what_is_clear_counts_as_white(tmp_path: Path) -> None:
    ink = ImageOps.invert(_draw(*LINES).convert("L"))
    page = Image.new("RGBA", ink.size, (0, 0, 0, 0))
    page.putalpha(ink)
    page.save(tmp_path / "clear.png")
    assert _read(tmp_path / "clear.png").text == TEXT


def test_pages_of_a_pdf_without_text_are_recognised_and_marked(tmp_path: Path) -> None:
    file = tmp_path / "scan.pdf"
    _draw(*LINES).save(file, save_all=True, append_images=[_draw("A second page on bread.")])
    document = _read(file)
    assert [page.label for page in document.pages] == ["(OCR)", "(OCR)"]
    first, second = (document.text[page.start : page.end].strip() for page in document.pages)
    assert (first, second) == (TEXT, "A second page on bread.")
    assert document.unread == ()


def test_a_page_may_take_more_than_the_limits_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "scan.png"
    _draw(*LINES).save(file)
    with ReadingProcesses(ReadLimits(cpu_s=3)) as processes:
        found = [type(item) for items in processes.read([file], max_file_mb=None) for item in items]
    assert found == [Document]


@pytest.mark.parametrize(
    ("size", "told"),
    [((1240, 1754), "no text that can be recognised"), ((12_000, 9_000), "million pixels")],
)
def test_an_image_that_gives_nothing_is_one_failure(
    size: tuple[int, int], told: str, tmp_path: Path
) -> None:
    Image.new("L", size, 255).save(tmp_path / "blank.png")
    (failure,) = read_sources([tmp_path / "blank.png"])
    assert isinstance(failure, SourceError)
    assert told in str(failure)


@pytest.mark.parametrize("content", [b"", b"no image", b"\x89PNG\r\n\x1a\nbroken"])
def test_what_is_no_image_is_one_failure(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(content)
    (failure,) = read_sources([tmp_path / "a.png"])
    assert isinstance(failure, SourceError)


@pytest.mark.usefixtures("without_extra")
@pytest.mark.parametrize("name", ["scan.pdf", "scan.png"])
def test_without_the_extra_it_is_named(name: str, tmp_path: Path) -> None:
    _draw(*LINES).save(tmp_path / name)
    (failure,) = read_file(tmp_path / name)
    assert isinstance(failure, SourceError)
    assert "kgplatform[ocr]" in str(failure)


@pytest.mark.usefixtures("without_extra")
def test_without_the_extra_images_are_read_only_if_they_are_named(tmp_path: Path) -> None:
    _draw(*LINES).save(tmp_path / "scan.png")
    (tmp_path / "log.txt").write_text("The log of the ship.")
    listing = list_sources([tmp_path])
    assert [file.name for file in listing.files] == ["log.txt"]
    assert listing.skipped == {".png": 1}
    assert [file.name for file in list_sources([tmp_path / "scan.png"]).files] == ["scan.png"]
