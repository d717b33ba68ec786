"""Tables as tables.py compares them: the competition's, and those that each extractor finds."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2

from kgplatform.sources.pdf.glyphs import read_page
from kgplatform.sources.pdf.tables import find_tables
from kgplatform.sources.pdf.words import make_words

Box = tuple[float, float, float, float]
CAMELOT = ("lattice", "stream", "network", "hybrid")


@dataclass(frozen=True)
class Cell:
    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True)
class Found:
    """A table, gold or found: page from 1, box in points from the upper left."""

    page: int
    box: Box
    cells: tuple[Cell, ...]


def read_gold(folder: Path, name: str, sizes: list[tuple[float, float]]) -> list[Found]:
    """Return the gold tables: boxes of the region file, cells of the structure file."""
    cells = {}
    for table in ET.parse(folder / f"{name}-str.xml").getroot().iter("table"):
        cells[table.get("id")] = tuple(_gold_cell(cell) for cell in table.iter("cell"))
    found = []
    for table in ET.parse(folder / f"{name}-reg.xml").getroot().iter("table"):
        for region in table.iter("region"):
            page = int(region.get("page", "1"))
            box = region.find("bounding-box")
            x1, y1, x2, y2 = (float(box.get(key)) for key in ("x1", "y1", "x2", "y2"))
            height = sizes[page - 1][1]
            shown = (x1, height - y2, x2, height - y1)
            found.append(Found(page, shown, cells.get(table.get("id"), ())))
    return found


def _gold_cell(cell: ET.Element) -> Cell:
    row, column = int(cell.get("start-row")), int(cell.get("start-col"))
    rows = int(cell.get("end-row") or row) - row + 1
    columns = int(cell.get("end-col") or column) - column + 1
    return Cell(row, column, cell.findtext("content") or "", rows, columns)


def extract_own(file: Path) -> Iterator[Found]:
    document = pypdfium2.PdfDocument(file)
    for number, page in enumerate(document, start=1):
        content = read_page(page, number=number)
        for table in find_tables(content, make_words(content.glyphs)):
            cells = (Cell(c.row, c.column, c.text, c.rows, c.columns) for c in table.cells)
            yield Found(number, table.box, tuple(cells))
        page.close()


def extract_pdfplumber(file: Path) -> Iterator[Found]:
    """pdfplumber's defaults; a merged cell spans the places that it leaves empty."""
    import pdfplumber

    with pdfplumber.open(file) as document:
        for page in document.pages:
            for table in page.find_tables():
                xs = sorted({x for cell in table.cells for x in (cell[0], cell[2])})
                ys = sorted({y for cell in table.cells for y in (cell[1], cell[3])})
                cells = []
                for row, texts in zip(table.rows, table.extract(), strict=True):
                    for box, text in zip(row.cells, texts, strict=True):
                        if box is not None:
                            x1, y1, x2, y2 = box
                            r, c = ys.index(y1), xs.index(x1)
                            spans = ys.index(y2) - r, xs.index(x2) - c
                            cells.append(Cell(r, c, text or "", *spans))
                yield Found(page.page_number, table.bbox, tuple(cells))
            page.close()


def extract_camelot(flavor: str) -> Callable[[Path], Iterator[Found]]:
    """A flavour of camelot; places without a line between them are one cell, as in lattices."""

    def extract(file: Path) -> Iterator[Found]:
        import camelot

        sizes = [page.get_size() for page in pypdfium2.PdfDocument(file)]
        for table in camelot.read_pdf(str(file), pages="all", flavor=flavor, suppress_stdout=True):
            x1, y1, x2, y2 = table._bbox
            height = sizes[table.page - 1][1]
            spans = flavor == "lattice"
            cells = _merged(table.cells) if spans else _plain(table.df.values.tolist())
            yield Found(table.page, (x1, height - y2, x2, height - y1), tuple(cells))

    return extract


def _plain(rows: list[list[str]]) -> Iterator[Cell]:
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            yield Cell(r, c, text)


def _merged(grid: list[list[Any]]) -> Iterator[Cell]:
    """Yield camelot's cells, each grown to the right and down where it has no line."""
    taken: set[tuple[int, int]] = set()
    for r, row in enumerate(grid):
        for c, _ in enumerate(row):
            if (r, c) in taken:
                continue
            right, below = c, r
            while not row[right].right and right + 1 < len(row) and (r, right + 1) not in taken:
                right += 1
            while below + 1 < len(grid) and not any(
                grid[below][k].bottom or (below + 1, k) in taken for k in range(c, right + 1)
            ):
                below += 1
            places = [(i, k) for i in range(r, below + 1) for k in range(c, right + 1)]
            taken.update(places)
            text = "\n".join(grid[i][k].text for i, k in places if grid[i][k].text)
            yield Cell(r, c, text, below - r + 1, right - c + 1)


EXTRACTORS: dict[str, Callable[[Path], Iterator[Found]]] = {
    "kgplatform": extract_own,
    "pdfplumber": extract_pdfplumber,
    **{f"camelot {flavor}": extract_camelot(flavor) for flavor in CAMELOT},
}
