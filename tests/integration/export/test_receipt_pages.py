"""A receipt holds the pages that its quotes stand on, each with the quoted lines marked."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from pathlib import Path

import pytest
from lxml import html
from PIL import Image

from kgplatform.errors import SourceError
from kgplatform.export.exporter import ExportOptions
from kgplatform.export.scope import Scope
from kgplatform.graph.connection import Graph
from kgplatform.models.linguistics import Linguistics
from kgplatform.platform import Platform
from kgplatform.records.picture import Picture
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.unit.sources.pdf_files import Text, write_pdf

pytestmark = pytest.mark.integration

CONVERSATION = "c1"
DESIGNED = "The lighthouse at Harlow Point was designed by Ada Lindqvist in 1884."
BUILT = "The harbour of Larvik was built by Tom Pascoe in 1861."
QUESTIONS = ("Who designed the lighthouse at Harlow Point?", "Who built the harbour of Larvik?")
DESIGNED_TOP, BUILT_TOP = 120.0, 400.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A PDF whose first page has both sentences."""
    first = [Text(72, DESIGNED_TOP, DESIGNED), Text(72, BUILT_TOP, BUILT)]
    return write_pdf(tmp_path / "harlow.pdf", first, [Text(72, 100, "Nothing more.")], title="Both")


@pytest.fixture
def platform(
    graph: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path, file: Path
) -> Platform:
    """A platform that was asked both questions in one conversation."""
    settings = Settings.load(home=tmp_path / "home")
    platform = Platform(
        settings, graph=graph, embedder=embedder, linguistics=linguistics, chat=False
    )
    platform.ingest([file])
    for question in QUESTIONS:
        assert not platform.ask(question, conversation=CONVERSATION).abstained
    return platform


def make_receipt(platform: Platform, out: Path, options: ExportOptions | None = None) -> str:
    platform.export(Scope("conversation", CONVERSATION), format="html", out=out, options=options)
    return out.read_text(encoding="utf-8")


def test_a_page_is_drawn_once_and_marked_for_each_answer(
    platform: Platform, tmp_path: Path
) -> None:
    page = html.document_fromstring(make_receipt(platform, tmp_path / "receipt.html"))
    [address] = page.xpath("//symbol/image/@href")
    kind, _, data = address.partition(",")
    assert kind == "data:image/png;base64"
    picture = Image.open(BytesIO(b64decode(data))).convert("L")
    assert page.xpath("//use/@href") == ["#page-1", "#page-1"]
    for [left, top, width, height], baseline in zip(
        ([float(box.get(name)) for name in ("x", "y", "width", "height")]
         for box in page.iter("rect")),
        (DESIGNED_TOP, BUILT_TOP),
        strict=True,
    ):  # fmt: skip
        assert left <= 72 <= left + width
        assert top <= baseline <= top + height
        scale = picture.width / 595
        marked = [round(edge * scale) for edge in (left, top, left + width, top + height)]
        assert picture.crop(tuple(marked)).getextrema()[0] < 128
    assert not page.xpath("//@src | //@action | //link | //script")
    assert {address[:5] for address in page.xpath("//@href")} == {"#page", "data:"}


def test_a_file_that_changed_is_not_shown(platform: Platform, file: Path, tmp_path: Path) -> None:
    file.write_bytes(file.read_bytes() + b"\n% another file")
    text = make_receipt(platform, tmp_path / "receipt.html")
    assert "<image" not in text
    assert [mark.text for mark in html.document_fromstring(text).iter("mark")] == [DESIGNED, BUILT]


@pytest.mark.parametrize("too_large", [True, False])
def test_a_page_without_a_picture_leaves_its_quotes(
    platform: Platform, tmp_path: Path, too_large: bool
) -> None:
    def draw(document_id: str, number: int) -> Picture:
        if not too_large:
            raise SourceError("Page 1 cannot be drawn.")
        return Picture(b"-" * 10_000_000, "image/png")

    text = make_receipt(platform, tmp_path / "receipt.html", ExportOptions(draw_page=draw))
    assert "<image" not in text
    assert [mark.text for mark in html.document_fromstring(text).iter("mark")] == [DESIGNED, BUILT]
    assert ("1 more page" in text) == too_large
