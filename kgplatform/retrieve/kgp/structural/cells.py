"""Looks up a cell of a table by the words of its row's and its column's header in a question.

KGP leaves a table's cells to the reader, as Markdown; where both headers stand in the question
the cell is certain without one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgplatform.retrieve.kgp.structural.likeness import content_words, share_of_words
from kgplatform.sources.grid import table_markdown
from kgplatform.text.cells import find_cell_spans
from kgplatform.text.names import iterate_tokens
from kgplatform.text.raised import without_marks

__all__ = ["Cell", "find_cell", "locate_cell", "read_cells"]

MIN_ROW_SHARE = 0.8  # of a header's words that must stand in the question
MIN_COLUMN_SHARE = 0.6  # headers of columns are long, and people shorten them
MAX_HEADER_ROWS = 4
MAX_LABEL_COLUMNS = 2  # a row's header may be two cells: a group and its member
COMPARING = frozenset("than difference differences between ratio sum versus vs".split())
HAS_DIGIT = re.compile(r"\d")

Cells = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; rows and columns count from 0, header rows included."""

    row: int
    column: int
    text: str
    row_header: str
    column_header: str


def read_cells(text: str) -> list[list[str]]:
    """Return a table's cells row by row from their JSON, as the graph keeps them."""
    cells: list[list[str]] = json.loads(text)
    return cells


def find_cell(question: str, cells: Cells) -> Cell | None:
    """Return the cell whose row and column a question names; None where it is not plainly one.

    In a table of two columns the column need not be named, where nothing else is asked for.
    """
    cells = [[without_marks(text) for text in row] for row in cells]
    first_row = _count_header_rows(cells)
    first_column = _count_label_columns(cells, first_row)
    row_headers = list(_row_headers(cells, first_row, first_column))
    row = _best_header(question, row_headers, MIN_ROW_SHARE)
    if row is None:
        return None
    column_headers = _column_headers(cells, first_row)[first_column:]
    if not column_headers:  # a table of labels alone
        return None
    rest = _without(question, row_headers[row])
    if COMPARING.intersection(rest.split()) - set(_forms(" ".join(column_headers))):
        return None  # a value must be worked out, of this cell and others
    column = _best_header(rest, column_headers, MIN_COLUMN_SHARE)
    if column is None and (len(column_headers) > 1 or not _is_covered(rest, cells[:first_row])):
        return None
    at = (first_row + row, first_column + (column or 0))
    text = cells[at[0]][at[1]]
    return Cell(*at, text, row_headers[row], column_headers[column or 0]) if text else None


def locate_cell(cells: Cells, row: int, column: int) -> tuple[int, int]:
    """Return where a cell's text stands in the table's Markdown, as a half-open span."""
    lines = table_markdown(cells).split("\n")
    line = row + (row > 0)  # the rule stands below the first row
    start = sum(len(earlier) + 1 for earlier in lines[:line])
    first, last = list(find_cell_spans(lines[line]))[column]
    return start + first, start + last


def _count_header_rows(cells: Cells) -> int:
    """Return how many rows hold headers: the first, and those below it that hold no figures."""
    count = 1
    while count < min(MAX_HEADER_ROWS, len(cells) - 1):
        values = [text for text in cells[count][1:] if text]
        is_header = not cells[count][0] and values and not any(map(HAS_DIGIT.search, values))
        if not is_header:
            break
        count += 1
    return count


def _count_label_columns(cells: Cells, first_row: int) -> int:
    """Return how many columns name the rows: the first, or two where it is blank in some rows."""
    body = cells[first_row:]
    is_grouped = any(not row[0] for row in body) and len(cells[0]) > MAX_LABEL_COLUMNS
    seconds = [row[1] for row in body if len(row) > 1]
    has_members = bool(seconds) and all(s and not HAS_DIGIT.search(s) for s in seconds)
    return MAX_LABEL_COLUMNS if is_grouped and has_members else 1


def _row_headers(cells: Cells, first_row: int, columns: int) -> Iterator[str]:
    """Yield each row's header; a group's name that stands once holds for the rows below it."""
    group = ""
    for row in cells[first_row:]:
        group = row[0] or (group if columns > 1 else "")
        yield " ".join(text for text in (group, *row[1:columns]) if text)


def _column_headers(cells: Cells, first_row: int) -> list[str]:
    """Return each column's header; a merged one holds for the blank cells to its right."""
    headers: list[list[str]] = [[] for _ in cells[0]]
    for number, row in enumerate(cells[:first_row]):
        is_last = number == first_row - 1
        merged = ""
        for column, text in enumerate(row):
            merged = text or ("" if is_last else merged)
            if merged and merged not in headers[column]:
                headers[column].append(merged)
    return [" ".join(texts) for texts in headers]


def _best_header(question: str, headers: Sequence[str], least: float) -> int | None:
    """Return the header that the question names: most words in common, and no other as good."""
    asked = dict.fromkeys(_words(question), 1.0)
    forms = _forms(question)
    phrase = f" {' '.join(forms)} "
    scored = []
    for index, header in enumerate(headers):
        words = _words(header)
        share = share_of_words(words, asked)
        own = _forms(header)
        stands = f" {' '.join(own)} " in phrase or "".join(own) in forms
        if words and (stands or share >= least):
            scored.append((stands, share * len(words), share, index))
    scored.sort(reverse=True)
    if not scored or (len(scored) > 1 and scored[0][:3] == scored[1][:3]):
        return None
    return scored[0][-1]


def _is_covered(question: str, headers: Cells) -> bool:
    """Return whether all that a question asks for stands in the headers of the columns."""
    known = content_words(" ".join(text for row in headers for text in row))
    words = content_words(question)
    return not words or share_of_words(words, dict.fromkeys(known, 1.0)) == 1


def _words(text: str) -> list[str]:
    """Return the words of a header or question, all where none is distinctive ("Number")."""
    return content_words(text) or _forms(text)


def _forms(text: str) -> list[str]:
    return [token.form for token in iterate_tokens(text)]


def _without(question: str, header: str) -> str:
    """Return a question without the words of the row's header, which name no column too."""
    words = set(_forms(header))
    return " ".join(form for form in _forms(question) if form not in words)
