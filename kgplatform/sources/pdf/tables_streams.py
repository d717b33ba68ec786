"""Finds tables that nothing but the alignment of their text shows.

Lines of several short cells that stand below each other are a table if their columns hold
figures, or if a caption announces one. Text set in columns, lists, contents with dotted leaders
and the labels of charts look similar: they are distinguished by long cells, leaders, and rows
without any word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgplatform.sources.pdf.columns import order_parts
from kgplatform.sources.pdf.tables_columns import find_columns, read_columns
from kgplatform.sources.pdf.tables_grid import Cell, FoundTable, has_rows
from kgplatform.sources.pdf.tables_rows import is_figure
from kgplatform.sources.pdf.words import Line, Word, bound, make_lines, split_runs

__all__ = ["CAPTION", "find_streams"]

CAPTION = re.compile(
    r"^(table|tableau|tabelle|tabla|tabella|tab\.)\s*([A-Z]{0,3}[\d.]+|[IVX]+\b)", re.IGNORECASE
)
MAX_STEP = 2.6  # of the font size, from one line of a table to the next
MAX_BETWEEN = 2  # lines of one cell between two of several
LEADER = re.compile(r"(\. ?){5,}|…{2,}|_{4,}")
LONG_CELL_CHARS = 45
MIN_ROWS = 3
MIN_FIGURES = 0.4  # share of the cells right of the first column
MIN_CAPTIONED = 0.15  # the same share where a caption announces a table
CAPTION_REACH = 5.0  # of the font size


def find_streams(words: Sequence[Word], tables: Sequence[FoundTable]) -> list[FoundTable]:
    """Return the tables that text in columns forms.

    Args:
        words: of the page that are in no table yet.
        tables: found already; none reaches over one of them.
    """
    found: list[FoundTable] = []
    for part in order_parts(words, tables):
        lines = make_lines(part.words)
        stops = [table.box[1] for table in part.tables]
        for group in _group(lines, stops):
            table = _read_group(group, lines)
            found += [table] if table else []
    return found


def _is_row(line: Line) -> bool:
    """Say whether a line looks like a row of cells."""
    runs = split_runs(line)
    if len(runs) < 2 or LEADER.search(line.text):
        return False
    if sum(len(run.text) > LONG_CELL_CHARS for run in runs) > 1:
        return False
    return len(runs) > 2 or is_figure(runs[-1].text)


def _group(lines: list[Line], stops: list[float]) -> Iterator[list[Line]]:
    """Yield runs of lines that begin and end with rows, with few other lines between."""
    group: list[Line] = []
    waiting: list[Line] = []
    for line in lines:
        last = (waiting or group or [line])[-1]
        is_apart = line.baseline - last.baseline > MAX_STEP * max(line.size, last.size)
        if is_apart or any(last.baseline < stop < line.baseline for stop in stops):
            if group:
                yield group
            group, waiting = [], []
        if _is_row(line):
            group += [*waiting, line] if group else [line]
            waiting = []
        elif group:
            waiting.append(line)
            if len(waiting) > MAX_BETWEEN:
                yield group
                group, waiting = [], []
    if group:
        yield group


def _read_group(group: list[Line], lines: list[Line]) -> FoundTable | None:
    """Return the table of a group of lines, if it is one."""
    rows = [line for line in group if _is_row(line)]
    if len(rows) < MIN_ROWS:
        return None
    columns = find_columns(group)
    if len(columns) < 2:
        return None
    cells = read_columns([*_header(group, lines, columns), *group], columns)
    if _is_contents(cells) or not _is_table(cells, captioned=_has_caption(group, lines)):
        return None
    return FoundTable(bound(line for cell in cells for line in cell.lines), cells, "columns")


def _header(group: list[Line], lines: list[Line], columns: list[tuple[float, float]]) -> list[Line]:
    """Return the lines right above a group that head its columns: short runs over them."""
    header: list[Line] = []
    first = group[0]
    for line in reversed([line for line in lines if line.baseline < group[0].baseline][-3:]):
        runs = split_runs(line)
        is_near = first.baseline - line.baseline <= MAX_STEP * line.size
        is_over = line.left >= columns[0][0] - 2 and line.right <= columns[-1][1] + line.size
        if not is_near or not is_over or len(runs) < 2 or LEADER.search(line.text):
            break
        header.insert(0, line)
        first = line
    return header


def _has_caption(group: list[Line], lines: list[Line]) -> bool:
    reach = CAPTION_REACH * group[0].size
    top, bottom = group[0].top - reach, group[-1].bottom + reach
    return any(top < line.baseline < bottom and CAPTION.match(line.text) for line in lines)


def _is_contents(cells: Sequence[Cell]) -> bool:
    """Say whether cells are titles with page numbers: no head, and figures that only grow."""
    last = max(cell.column for cell in cells)
    numbers = [cell.text for cell in cells if cell.column == last]
    if last > 2 or not all(text.isdecimal() for text in numbers):
        return False
    pages = list(map(int, numbers))
    return pages == sorted(pages) and len(numbers) == len({cell.row for cell in cells})


def _is_table(cells: Sequence[Cell], *, captioned: bool) -> bool:
    rows = {cell.row for cell in cells}
    inner = [cell for cell in cells if cell.column > 0]
    if len(rows) < MIN_ROWS or not inner or not has_rows(cells):
        return False
    figures = sum(is_figure(cell.text) for cell in inner) / len(inner)
    long = sum(len(cell.text) > 2 * LONG_CELL_CHARS for cell in cells)
    return figures >= (MIN_CAPTIONED if captioned else MIN_FIGURES) and long <= 0.1 * len(cells)
