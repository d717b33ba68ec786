"""The gold of structural_set.py: tables, captions and headings of the competition's PDFs.

Tables, their places and cells are the gold regions and cells of the ICDAR 2013 competition (XML);
pages are counted with pypdfium2; the number and words of a table's caption are read from the page
just above (or below) its gold region, and numbered headings from the lines of the pages.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2

CAPTION_POINTS = 60.0  # above or below a table, where its caption stands
CAPTION = re.compile(r"Table\s+([A-Z]{0,2}\d+(?:\.\s?\d+)*)[\s:.|–-]*(.*)", re.DOTALL)
NOTE = re.compile(r"\s*This table .*")  # a note that some captions end with
HEADING = re.compile(r"^([1-9]\d?(?:\.[1-9]\d?)+)\.?\s+([A-Z][^\n]{3,70})$", re.MULTILINE)
MIN_TITLE_CHARS = 10
LINE_POINTS = 20.0  # tables whose upper edges differ by less stand side by side


@dataclass(frozen=True)
class GoldTable:
    """A table of the competition: page from 1, box in points from the upper left."""

    file: str
    page: int
    box: tuple[float, float, float, float]
    cells: tuple[tuple[int, int, str], ...]  # row, column, text
    has_spans: bool
    label: str = ""
    caption: str = ""

    @property
    def key(self) -> tuple[Any, ...]:
        return ("table", self.file, self.page, tuple(round(edge) for edge in self.box))


@dataclass(frozen=True)
class GoldFile:
    stem: str
    title: str
    pages: int
    tables: tuple[GoldTable, ...]
    headings: tuple[tuple[str, str, int], ...]  # number, heading, page


def read_files(folder: Path, titles: Mapping[str, str]) -> list[GoldFile]:
    """Return the gold of each PDF; `titles` are those that the list of documents shows."""
    files = []
    for path in sorted(folder.glob("*.pdf")):
        document = pypdfium2.PdfDocument(path)
        title = titles[path.stem]
        is_distinctive = len(title) >= MIN_TITLE_CHARS and path.stem[:2] not in title[:2].casefold()
        files.append(
            GoldFile(
                stem=path.stem,
                title=title if is_distinctive else "",
                pages=len(document),
                tables=tuple(_read_tables(path, document)),
                headings=tuple(_read_headings(document)),
            )
        )
    return files


def _read_tables(path: Path, document: Any) -> list[GoldTable]:
    """Return the tables of the region file in reading order, with cells and captions."""
    cells: dict[str | None, list[ET.Element]] = {}
    for table in ET.parse(path.with_name(f"{path.stem}-str.xml")).getroot().iter("table"):
        cells[table.get("id")] = list(table.iter("cell"))
    tables = []
    for table in ET.parse(path.with_name(f"{path.stem}-reg.xml")).getroot().iter("table"):
        for region in table.iter("region"):
            page = int(region.get("page", "1"))
            found = region.find("bounding-box")
            x1, y1, x2, y2 = (float(found.get(key)) for key in ("x1", "y1", "x2", "y2"))
            height = document[page - 1].get_size()[1]
            label, caption = _read_caption(document[page - 1], (x1, y1, x2, y2))
            own = cells.get(table.get("id"), [])
            tables.append(
                GoldTable(
                    file=path.stem,
                    page=page,
                    box=(x1, height - y2, x2, height - y1),
                    cells=tuple(map(_read_cell, own)),
                    has_spans=any(cell.get("end-row") or cell.get("end-col") for cell in own),
                    label=label,
                    caption=caption,
                )
            )
    return sorted(tables, key=lambda t: (t.page, t.box[1] // LINE_POINTS, t.box[0]))


def _read_cell(cell: ET.Element) -> tuple[int, int, str]:
    text = " ".join((cell.findtext("content") or "").split())
    return int(cell.get("start-row")), int(cell.get("start-col")), text


def _read_caption(page: Any, box: Sequence[float]) -> tuple[str, str]:
    """Return number and words of the caption nearest above a table, else below it."""
    text_page = page.get_textpage()
    width = page.get_size()[0]
    above = text_page.get_text_bounded(0, box[3], width, box[3] + CAPTION_POINTS)
    below = text_page.get_text_bounded(0, box[1] - CAPTION_POINTS, width, box[1])
    for text, last in ((above, True), (below, False)):
        starts = [match.start() for match in re.finditer(r"Table\s+[A-Z]{0,2}\d", text)]
        if starts:
            found = CAPTION.match(text[starts[-1 if last else 0] :])
            if found:
                words = NOTE.sub("", " ".join(found[2].split()))
                return re.sub(r"\s", "", found[1]), words
    return "", ""


def _read_headings(document: Any) -> Iterator[tuple[str, str, int]]:
    for number, page in enumerate(document, start=1):
        text = page.get_textpage().get_text_range().replace("\r", "")
        for match in HEADING.finditer(text):
            yield match[1], " ".join(match[2].split()), number
