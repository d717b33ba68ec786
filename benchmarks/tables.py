"""How well tables of PDF pages are found and read, on the EU half of the ICDAR 2013 competition.

Every extractor runs in this one process on the same files and is scored by the same code:
this package's own, pdfplumber with its defaults, and each flavour of camelot.

Regions. Every box, gold ones too, is first drawn close around the characters in it, as the gold
ones are text boxes and others follow ruling lines.
- `iou`: a found table is right if its box and a gold one share half of their union (each used
  once, best pair first): precision, recall, F1.
- `char`: characters in found tables against characters in gold tables (the competition's own
  unit): precision, recall, F1 over all files.
- `complete` / `pure`: gold tables of which every character lies in one found table / found
  tables overlapping gold that hold no character outside it.

Structure. `adj`: adjacency relations (Göbel et al. 2012): every non-blank cell with its nearest
non-blank neighbour to the right and below, over spans; a relation is right where both texts
(letters and digits alone, case folded) and the direction agree. Found tables are paired with
gold ones by shared area; a table without a pair counts all its relations as missed or wrong.

Spans count for every extractor that tells them: a merged cell of pdfplumber's or of camelot's
lattices covers the places that it leaves empty. eu-009b is a second gold reading of eu-009a's
only page and is not used. CPU time is of the whole extraction, opening the file included.

Files are taken in turn: the 1st, 3rd, … were looked at while the rules were made ("built"), the
2nd, 4th, … were not ("held out").

    python benchmarks/tables.py DATA_FOLDER/icdar2013            # tables and results/tables.json
    python benchmarks/tables.py DATA_FOLDER/icdar2013 --only kgplatform --files built
"""

from __future__ import annotations

import argparse
import logging
import time
import unicodedata
import warnings
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pypdfium2
from record import print_table, write_result

from kgplatform.sources.pdf.glyphs import read_page
from kgplatform.sources.pdf.tables import find_tables
from kgplatform.sources.pdf.words import Word, make_words

Box = tuple[float, float, float, float]
CAMELOT = ("lattice", "stream", "network", "hybrid")
MIN_IOU = 0.5


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


@dataclass
class Score:
    """Counts that add up over files."""

    seconds: float = 0.0
    pages: int = 0
    gold: int = 0
    found: int = 0
    matched: int = 0
    char_gold: int = 0
    char_found: int = 0
    char_both: int = 0
    complete: int = 0
    pure: int = 0
    relations_gold: int = 0
    relations_found: int = 0
    relations_both: int = 0
    per_file: dict[str, float] = field(default_factory=dict)

    def add(self, other: Score) -> None:
        for name in Score.__dataclass_fields__:
            mine, others = getattr(self, name), getattr(other, name)
            setattr(self, name, {**mine, **others} if isinstance(mine, dict) else mine + others)

    def figures(self) -> dict[str, Any]:
        iou = _prf(self.matched, self.found, self.gold)
        char = _prf(self.char_both, self.char_found, self.char_gold)
        adjacency = _prf(self.relations_both, self.relations_found, self.relations_gold)
        return {
            "iou_p": iou[0], "iou_r": iou[1], "iou_f1": iou[2],
            "char_p": char[0], "char_r": char[1], "char_f1": char[2],
            "complete": f"{self.complete}/{self.gold}", "pure": f"{self.pure}/{self.found}",
            "adj_p": adjacency[0], "adj_r": adjacency[1], "adj_f1": adjacency[2],
            "cpu_ms_page": round(1000 * self.seconds / max(self.pages, 1), 1),
        }  # fmt: skip


def _prf(both: float, found: float, gold: float) -> tuple[float, float, float]:
    precision, recall = both / found if found else 0.0, both / gold if gold else 0.0
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    return round(precision, 4), round(recall, 4), round(f1, 4)


# --- gold -------------------------------------------------------------------------------------


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


# --- extractors -------------------------------------------------------------------------------


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

# --- measures ---------------------------------------------------------------------------------


def score_file(gold: list[Found], found: list[Found], words: dict[int, list[Word]]) -> Score:
    gold = [_shrink(table, words) for table in gold]
    found = [_shrink(table, words) for table in found]
    score = Score(gold=len(gold), found=len(found))
    overlaps = sorted(
        ((_iou(g, f), i, k) for i, g in enumerate(gold) for k, f in enumerate(found)), reverse=True
    )
    pairs: dict[int, int] = {}
    for overlap, i, k in overlaps:
        if overlap > 0 and i not in pairs and k not in pairs.values():
            pairs[i] = k
            score.matched += overlap >= MIN_IOU
    _score_characters(score, gold, found, words)
    for i, table in enumerate(gold):
        wanted = find_relations(table.cells)
        got = find_relations(found[pairs[i]].cells) if i in pairs else Counter()
        score.relations_gold += wanted.total()
        score.relations_found += got.total()
        score.relations_both += (wanted & got).total()
    for k in set(range(len(found))) - set(pairs.values()):
        score.relations_found += find_relations(found[k].cells).total()
    return score


def _score_characters(
    score: Score, gold: list[Found], found: list[Found], words: dict[int, list[Word]]
) -> None:
    held_gold, held_found = [_held(t, words) for t in gold], [_held(t, words) for t in found]
    all_gold, all_found = set().union(*held_gold), set().union(*held_found)
    score.char_gold += sum(length for *_, length in all_gold)
    score.char_found += sum(length for *_, length in all_found)
    score.char_both += sum(length for *_, length in all_gold & all_found)
    score.complete += sum(any(g <= f for f in held_found) for g in held_gold)
    score.pure += sum(bool(f) and any(f <= g for g in held_gold) for f in held_found)


def _held(table: Found, words: dict[int, list[Word]]) -> set[tuple[int, int, int]]:
    """Return (page, number, length) of the words whose middle lies in a table."""
    x1, y1, x2, y2 = table.box
    return {
        (table.page, i, len(word.text))
        for i, word in enumerate(words.get(table.page, ()))
        if x1 - 1 <= word.middle <= x2 + 1 and y1 - 1 <= word.centre <= y2 + 1
    }


def _shrink(table: Found, words: dict[int, list[Word]]) -> Found:
    held = [words[page][i] for page, i, _ in _held(table, words)]
    if not held:
        return table
    box = (
        min(w.left for w in held), min(w.top for w in held),
        max(w.right for w in held), max(w.bottom for w in held),
    )  # fmt: skip
    return Found(table.page, box, table.cells)


def _iou(a: Found, b: Found) -> float:
    if a.page != b.page:
        return 0.0
    width = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
    height = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(t.box[2] - t.box[0]) * (t.box[3] - t.box[1]) for t in (a, b)]
    return width * height / (sum(areas) - width * height)


def find_relations(cells: tuple[Cell, ...]) -> Counter[tuple[str, str, str]]:
    """Return each cell's (text, text of the next to the right or below, direction)."""
    grid = {
        (r, c): cell
        for cell in cells
        if cell.text.strip()
        for r in range(cell.row, cell.row + cell.rows)
        for c in range(cell.column, cell.column + cell.columns)
    }
    height = max((r for r, _ in grid), default=-1) + 1
    width = max((c for _, c in grid), default=-1) + 1
    relations: set[tuple[Cell, Cell, str]] = set()
    for (r, c), cell in grid.items():
        right = next(
            (grid[r, k] for k in range(c + 1, width) if grid.get((r, k), cell) is not cell), None
        )
        below = next(
            (grid[k, c] for k in range(r + 1, height) if grid.get((k, c), cell) is not cell), None
        )
        relations |= {(cell, right, "right")} if right else set()
        relations |= {(cell, below, "below")} if below else set()
    return Counter((_normal(a.text), _normal(b.text), way) for a, b, way in relations)


def _normal(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(filter(str.isalnum, folded)) or "-"


# --- run --------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder icdar2013")
    parser.add_argument("--only", choices=EXTRACTORS, help="one extractor; writes nothing")
    parser.add_argument("--files", choices=("all", "built", "held out"), default="all")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    names = [options.only] if options.only else list(EXTRACTORS)
    files = sorted(options.data.glob("*.pdf"))
    halves = {"built": files[::2], "held out": files[1::2]}
    scores = {half: {name: Score() for name in names} for half in (*halves, "all")}
    for half, members in halves.items():
        if options.files in {"all", half}:
            for file in members:
                for name, score in _run_file(file, names).items():
                    scores[half][name].add(score)
                    scores["all"][name].add(score)
    rows = [
        {"files": half, "extractor": name, **score.figures()}
        for half, by_name in scores.items()
        for name, score in by_name.items()
        if score.pages and (half != "all" or options.files == "all")
    ]
    print_table(rows)
    if options.only:
        print_table([{"file": n, "adj_f1": v} for n, v in scores["all"][names[0]].per_file.items()])
    elif options.files == "all":
        per_file = {name: score.per_file for name, score in scores["all"].items()}
        versions = {name: version(name) for name in ("pypdfium2", "pdfplumber", "camelot-py")}
        figures = {"versions": versions, "rows": rows, "adj_f1_per_file": per_file}
        write_result("tables", figures)


def _run_file(file: Path, names: list[str]) -> dict[str, Score]:
    document = pypdfium2.PdfDocument(file)
    sizes = [page.get_size() for page in document]
    words = {
        number: make_words(read_page(page, number=number).glyphs)
        for number, page in enumerate(document, start=1)
    }
    gold = read_gold(file.parent, file.stem, sizes)
    scores = {}
    for name in names:
        started = time.process_time()
        found = list(EXTRACTORS[name](file))
        seconds = time.process_time() - started
        score = score_file(gold, found, words)
        score.seconds, score.pages = seconds, len(sizes)
        score.per_file = {file.stem: score.figures()["adj_f1"]}
        scores[name] = score
    return scores


if __name__ == "__main__":
    main()
