"""Looks a question's answer up in the tables of the evidence.

A table's Markdown is no text to be read: the value nearest to a name may be another row's. So the
cell where a named row and a named column meet is the answer, or the larger or smaller of two such
cells; of a table with a named row no other span is one, and of no table a header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgplatform.answer.citations import cite
from kgplatform.answer.comparing.compared import LATER, SMALLEST, wants_smaller
from kgplatform.answer.reading import Reading
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.answer.structured.fields import LEADS_ON
from kgplatform.answer.structured.grids import (
    GridCell,
    GridView,
    choose_column,
    find_rows,
    view_grid,
)
from kgplatform.question.analysis import CHOICE, SPAN, Asked
from kgplatform.question.table_query import computes_over_rows
from kgplatform.records import Evidence, ScoredPassage, Step
from kgplatform.text.header_units import with_unit
from kgplatform.text.words import content_stems, fold

__all__ = ["drop_barred", "read_table"]

LEAST_DESCRIBED = 2  # words that a cell says of what is asked, and columns next to one to look up
FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")


def read_table(asked: Asked, evidence: Evidence) -> Reading | None:
    """Return the cell that a question names by row and column, or the side that a table decides.

    None where no table of the evidence has it.
    """
    grids = list(filter(None, map(view_grid, evidence.passages)))
    ways = {SPAN: (_look_up, _look_up_described), CHOICE: (_compare,)}.get(asked.kind, ())
    found = (way(asked, grid) for way in ways for grid in grids)
    return next(filter(None, found), None)


def drop_barred(
    asked: Asked, ranked: Sequence[tuple[Candidate, float]]
) -> list[tuple[Candidate, float]]:
    """Return the candidates that may be answers: no headers, and none of a table with a named row.

    What such a table says of the row has been looked up before, and what is computed of rows is no
    cell. Nor is a row of a table about a name that neither the row nor the table's title has, or
    of what a relative clause only describes.
    """
    computes = computes_over_rows(asked.text)
    sources = {candidate.passage.item.source for candidate, _ in ranked}
    grids = {
        source.passage_id: (grid, len(grid.passage.text) if computes else _find_end(asked, grid))
        for source in sources
        if isinstance(source, ScoredPassage) and (grid := view_grid(source)) is not None
    }
    return [
        (one, score)
        for one, score in ranked
        if _passage_id(one) not in grids or _may_be_in(asked, one, *grids[_passage_id(one)])
    ]


def _may_be_in(asked: Asked, candidate: Candidate, grid: GridView, end: int) -> bool:
    """Return whether a candidate of a table may answer: behind `end`, in a row of what is named."""
    at = _place(candidate)
    if at < end or LEADS_ON.search(asked.text):  # which row it leads to, no span says
        return False
    rows = (row for row in grid.rows if row and row[0].start <= at < row[-1].end)
    cells = " ".join(cell.text for row in rows for cell in row)
    stated = fold(f"{grid.passage.head} {' '.join(grid.headers)} {cells}").split()
    return set(fold(" ".join(asked.names)).split()) <= set(stated)


def _find_end(asked: Asked, grid: GridView) -> int:
    """Return up to where a table holds no answer."""
    named = find_rows(" ".join(asked.names), asked.names, grid)
    # "Name | Saltmere" names what the whole table is about, where the first column names features.
    is_row = any(0 in columns or len(grid.rows[row]) > 2 for row, columns in named.items())
    return len(grid.passage.text) if is_row else grid.body_start


def _passage_id(candidate: Candidate) -> str:
    return candidate.passage.item.source.passage_id


def _place(candidate: Candidate) -> int:
    """Return where a candidate begins in its passage."""
    sentence = candidate.sentence
    start, _ = candidate.passage.item.locate(sentence.start, sentence.end)
    return start + candidate.start - sentence.start


def _look_up(asked: Asked, grid: GridView) -> Reading | None:
    """Return the cell of the one row that a question names and of the column it asks for."""
    rows = find_rows(asked.text, asked.names, grid)
    if len(rows) != 1:
        return None
    [(number, taken)] = rows.items()
    row = grid.rows[number]
    rest = _without(asked.text, [row[column].text for column in taken], asked.names)
    column = choose_column(asked, grid, row, taken, rest)
    if column is None:
        return None
    return _answer_cell(grid, row, column)


def _answer_cell(grid: GridView, row: Sequence[GridCell], column: int) -> Reading:
    header = grid.headers[column]
    answer = with_unit(" ".join(row[column].text.split()), header)
    return _answer(answer, grid, [row[column]], header)


def _look_up_described(asked: Asked, grid: GridView) -> Reading | None:
    """Return the cell of the one row of which a cell says all that the question does.

    "How often is a failed call tried again?" is answered by "3" next to "How often a failed call is
    tried again", where but one column is neither that nor the one that names the rows.
    """
    if asked.text.casefold().startswith("who") or len(grid.headers) <= LEAST_DESCRIBED:
        return None
    headed = content_stems(" ".join((grid.passage.head, *grid.headers)))
    wanted = content_stems(asked.text) - headed
    said = [
        (row, {n for n, cell in enumerate(row) if wanted <= content_stems(cell.text)})
        for row in grid.rows
    ]
    described = [(row, columns) for row, columns in said if columns]
    if len(wanted) < LEAST_DESCRIBED or len(described) != 1:
        return None
    [(row, columns)] = described
    left = [n for n in range(1, min(len(row), len(grid.headers))) if n not in columns]
    column = choose_column(asked, grid, row, columns, _without(asked.text, [], ()))
    if column is None and len(left) == 1 and row[left[0]].text:
        column = left[0]
    if column is None:
        return None
    return _answer_cell(grid, row, column)


def _compare(asked: Asked, grid: GridView) -> Reading | None:
    """Return which of two rows has the smaller or larger figure in the column asked for."""
    rows = [find_rows(option, (option,), grid) for option in asked.options]
    if len(rows) != 2 or any(len(found) != 1 for found in rows):
        return None
    rest = _without(asked.text, asked.options, ())
    asking = LATER.sub(" ", SMALLEST.sub(" ", rest))
    if asking == rest:
        return None
    asked = replace(asked, answer_type="NUMBER")  # of which the smaller or larger is meant
    names: list[str] = []
    cells: list[GridCell] = []
    columns = set()
    for found in rows:
        [(number, taken)] = found.items()
        column = choose_column(asked, grid, grid.rows[number], taken, asking)
        if column is None:
            return None
        columns.add(column)
        names.append(grid.rows[number][min(taken)].text)
        cells.append(grid.rows[number][column])
    values = list(_read_figures(cells))
    if len(columns) != 1 or len(values) != 2 or values[0] == values[1]:
        return None
    chosen = min(values) if wants_smaller(rest) else max(values)
    winner = names[values.index(chosen)]
    return _answer(winner, grid, cells, grid.headers[columns.pop()])


def _read_figures(cells: Sequence[GridCell]) -> Iterator[float]:
    for cell in cells:
        if FIGURE.fullmatch(cell.text):
            yield float(cell.text.replace(",", ""))


def _without(text: str, named: Sequence[str], names: Sequence[str]) -> str:
    """Return a question, folded, without the words that name its row."""
    rest = f" {fold(text)} "
    inner = [name for name in names if any(fold(name) in fold(cell) for cell in named)]
    for phrase in sorted({fold(phrase) for phrase in (*named, *inner)}, key=len, reverse=True):
        rest = rest.replace(f" {phrase} ", " ")
    return rest


def _answer(answer: str, grid: GridView, cells: Sequence[GridCell], column: str) -> Reading:
    citations = tuple(cite(grid.passage, cell.start, cell.end) for cell in cells)
    stated = {
        "table": grid.passage.title,
        "column": column,
        "values": [cell.text for cell in cells],
    }
    return Reading(
        answer,
        abstained=False,
        reader="extractive",
        citations=citations,
        steps=(Step("look_up", stated), Step("answer", {"citations": len(citations)})),
    )
