"""Whether the rows of tables are stated as facts: cells exact, with row's name and header.

Gold are the cells of the EU half of the ICDAR 2013 table competition, which says nothing of headers
and keys, so that a fact is held against the grid itself. Rows from the first one with a figure on
are the body; each of their cells but the first one is to be stated: by a statement with the cell as
its object, a cell of the same row as its subject (or, where nothing names the rows, as a
qualifier), and cells above it in its column as its relation. Letters and digits alone count, case
folded.

`cells` is the share of the gold cells that are stated so, `right` the share of the statements that
state one. `read` is the same against the tables as they are read from the page, which leaves the
reading of pages out of account. Documents are parted by chance (seed 53): rules were made on the
"developed" ones, nobody looked at the "held out".

`files` are small files of other kinds (tests/unit/extract/structure_files.py), with the facts that
a person expects of them; the rules were made with them in view.

    python benchmarks/table_facts.py DATA_FOLDER/icdar2013
    python benchmarks/table_facts.py DATA_FOLDER/icdar2013 --missed developed   # and what is missed
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from record import print_table, write_result
from table_extractors import Cell, read_gold

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.extract.structure.reading import add_structure
from kgplatform.records import Document, Statement, name_of
from kgplatform.sources.files import read_file
from kgplatform.sources.passages import split_passages
from kgplatform.text.cells import is_figure
from kgplatform.text.sentences import split_by_punctuation

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.unit.extract.structure_files import EXPECTED, make_files, read_statements, triple

YEAR = re.compile(r"1[89]\d\d|20\d\d")
Grid = dict[tuple[int, int], Cell]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder icdar2013")
    parser.add_argument("--missed", choices=("developed", "held out"), help="show them")
    options = parser.parse_args()
    counts = {half: Counter() for half in ("developed", "held out")}
    for half, files in _part(sorted(options.data.glob("*.pdf"))).items():
        for file in files:
            counts[half] += _score(file, shown=half == options.missed)
    rows = [{"documents": half, **_figures(count)} for half, count in counts.items()]
    print_table(rows)
    kinds = list(_score_files())
    print_table(kinds)
    if not options.missed:
        write_result("table_facts", {"icdar": rows, "files": kinds})


def _score_files() -> Iterator[dict[str, object]]:
    """Yield of each kind of small file how many of its facts are stated, and what else is."""
    by_kind: dict[str, Counter[str]] = {}
    with TemporaryDirectory() as folder:
        for file in make_files(Path(folder)):
            expected = Counter(EXPECTED[file.name])
            found = Counter(map(triple, read_statements(file)))
            count = by_kind.setdefault(file.suffix, Counter())
            count["files"] += 1
            count["facts"] += expected.total()
            count["stated"] += (expected & found).total()
            count["others"] += (found - expected).total()
    for kind, count in sorted(by_kind.items()):
        yield {"kind": kind, **count, "others": count["others"]}


def _part(files: Sequence[Path]) -> dict[str, list[Path]]:
    mixed = list(files)
    random.Random(53).shuffle(mixed)
    return {"developed": mixed[::2], "held out": mixed[1::2]}


def _score(file: Path, *, shown: bool) -> Counter[str]:
    (document,) = [item for item in read_file(file.resolve()) if isinstance(item, Document)]
    statements = _state(document)
    pdf = pypdfium2.PdfDocument(file)
    gold = {table.cells for table in read_gold(file.parent, file.stem, [p.get_size() for p in pdf])}
    read = {
        tuple(Cell(r, c, text) for r, row in enumerate(table.cells) for c, text in enumerate(row))
        for table in document.tables
    }
    count = Counter[str]()
    for name, tables in (("gold", gold), ("read", read)):
        right: set[str] = set()
        for cells in tables:
            grid = _grid(cells)
            for place, cell in _body(grid):
                found = [s for s in statements if _states(s, place, grid)]
                count[f"{name} cells"] += 1
                count[f"{name} stated"] += bool(found)
                right |= {s.id for s in found}
                if shown and name == "read" and not found:
                    print(f"{file.stem} row {place[0]} column {place[1]}: {cell.text}")
        count[f"{name} right"] += len(right)
    count["tables"], count["statements"] = len(gold), len(statements)
    return count


def _figures(count: Counter[str]) -> dict[str, object]:
    shares = {
        f"{name} {what}": round(count[f"{name} {of}"] / count[whole], 4)
        for name in ("gold", "read")
        for what, of, whole in (
            ("cells", "stated", f"{name} cells"),
            ("right", "right", "statements"),
        )
    }
    whole = {key: count[key] for key in ("tables", "statements", "gold cells", "read cells")}
    return {**{f"n {key}": value for key, value in whole.items()}, **shares}


def _state(document: Document) -> list[Statement]:
    """Return the statements of a document's tables."""
    passages = split_passages(document, split_sentences=split_by_punctuation)
    tables = [passage for passage in passages if passage.table is not None]
    readings = add_structure(
        document, tables, [PassageReading()] * len(tables), gazetteer=Gazetteer([])
    )
    return list({s.id: s for reading in readings for s in reading.statements}.values())


def _grid(cells: Iterable[Cell]) -> Grid:
    return {
        (r, c): cell
        for cell in cells
        if _plain(cell.text)
        for r in range(cell.row, cell.row + cell.rows)
        for c in range(cell.column, cell.column + cell.columns)
    }


def _body(grid: Grid) -> Iterator[tuple[tuple[int, int], Cell]]:
    """Yield the cells to be stated with their places."""
    rows = sorted({r for r, _ in grid})
    first_column = min((c for _, c in grid), default=0)
    begins = next((r for r in rows if any(map(_is_datum, _row(grid, r)[1:]))), None)
    for r in rows if begins is not None else ():
        places = sorted(c for row, c in grid if row == r)
        for c in places[1:]:
            cell = grid[r, c]
            is_first = cell is not grid[r, places[0]] and c > first_column
            if r >= begins and is_first and cell.column == c:
                yield (r, c), cell


def _row(grid: Grid, number: int) -> list[Cell]:
    return [grid[place] for place in sorted(grid) if place[0] == number]


def _is_datum(cell: Cell) -> bool:
    text = " ".join(cell.text.split())
    return is_figure(text) and not YEAR.fullmatch(text)


def _states(statement: Statement, place: tuple[int, int], grid: Grid) -> bool:
    row, column = place
    if _plain(name_of(statement.object)) != _plain(grid[place].text):
        return False
    in_row = {_plain(cell.text) for cell in _row(grid, row)}
    above = {_plain(grid[r, c].text) for r, c in grid if c == column and r < row}
    named = {_plain(statement.subject.name)}
    named |= {_plain(name_of(one.target)) for one in statement.qualifiers}
    relation = _plain(statement.relation)
    if statement.alignment[0] == "title":
        labels = {text for text in in_row if relation.startswith(text)}
        rest = {relation.removeprefix(text) for text in labels}
        return bool(named & in_row and _is_made_of(relation, above)) or any(
            not one or _is_made_of(one, above) for one in rest
        )
    return bool(named & in_row) and _is_made_of(relation, above)


def _is_made_of(text: str, parts: set[str]) -> bool:
    """Return whether a text is some others, one behind the other."""
    if not text:
        return True
    return any(
        part and text.startswith(part) and _is_made_of(text[len(part) :], parts) for part in parts
    )


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


if __name__ == "__main__":
    main()
