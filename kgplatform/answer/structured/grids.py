"""The tables of the evidence as rows of cells, and what of them a question names.

A row is named where one of its cells is a name in the question, a column where the words of its
header, or their stems, stand in the rest of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kgplatform.question.analysis import Asked
from kgplatform.question.answer_types import kind_of_noun
from kgplatform.question.synonyms import filed_word
from kgplatform.question.values_asked import Wanted, find_answer_type
from kgplatform.records import ScoredPassage
from kgplatform.text.amounts import CURRENCY
from kgplatform.text.cells import find_cell_spans
from kgplatform.text.dimensions import dimension_of_unit
from kgplatform.text.header_units import unit_of_header
from kgplatform.text.raised import without_marks
from kgplatform.text.table_rows import is_table
from kgplatform.text.words import STOP_WORDS, base_title, fold

__all__ = ["GridCell", "GridView", "choose_column", "find_rows", "view_grid"]

RULE = re.compile(r"\|(?: --- \|)+")
LEAST_HEADER_SHARE = 0.5  # of a header's words: headers are long, and people shorten them

FIGURES = frozenset(("DATE", "NUMBER", "MONEY"))
"""Types of answer that hold a digit."""
WORDED = frozenset(("PERSON", "PLACE", "ORG", "GROUP"))
"""Types of answer that hold a letter."""
KINDS_OF_HEADERS = frozenset(("DATE", "PLACE", "PERSON", "ORG", "WORK"))
"""Types by which a column is found without its word: "when" goes with "Year"."""
KINDS_OF_NOUNS = frozenset(("PERSON", "ORG", "WORK"))
"""Types whose nouns say the same as a header's: "which book" goes with "Title". Places do not:
"which country" goes with no "City"."""

SAYS_NOTHING = STOP_WORDS | frozenset(
    "year date time place location name value located situated based lies lie listed given "
    "table per work works working according record recorded count counted".split()
)
"""Words of a question that no header has to agree with."""

TURNS_ROUND = frozenset("not no nor never without than more most less least other why".split())
"""Words by which a question asks for another cell than the one it names."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell, without the marks of notes, with its place in the passage's text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class GridView:
    """A passage that is a table, or a later piece of one, of whose `header` it knows."""

    passage: ScoredPassage
    headers: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    body_start: int


def view_grid(passage: ScoredPassage) -> GridView | None:
    """Return a passage as a table; None where it is none."""
    if not is_table(passage.text):
        return None
    lines = list(re.finditer(r".+", passage.text))
    has_rule = len(lines) > 1 and RULE.fullmatch(lines[1].group()) is not None
    rows = [_cells(line) for line in (lines[:1] + lines[2:] if has_rule else lines)]
    if passage.header and not has_rule:
        spans = find_cell_spans(passage.header)
        headers = tuple(without_marks(passage.header[a:b]) for a, b in spans)
        return GridView(passage, _named(headers), tuple(rows), 0)
    if not has_rule or _is_pair(rows[0]):
        return GridView(passage, (), tuple(rows), 0)
    headers = tuple(cell.text for cell in rows[0])
    return GridView(passage, _named(headers), tuple(rows[1:]), lines[1].end())


def _named(headers: tuple[str, ...]) -> tuple[str, ...]:
    """Return headers; none where both of two are empty: each row is a feature with its value."""
    return headers if len(headers) != 2 or any(headers) else ()


def _is_pair(row: Sequence[GridCell]) -> bool:
    """Return whether a first row is a feature with its figure, "Population | 14,200"."""
    return len(row) == 2 and re.search(r"\d", row[1].text) is not None


def _cells(line: re.Match[str]) -> tuple[GridCell, ...]:
    spans = [(line.start() + a, line.start() + b) for a, b in find_cell_spans(line.group())]
    texts = (without_marks(line.string[a:b].replace(r"\|", "|")) for a, b in spans)
    return tuple(GridCell(text, *span) for text, span in zip(texts, spans, strict=True))


def find_rows(text: str, names: Sequence[str], grid: GridView) -> dict[int, frozenset[int]]:
    """Return the rows that a text names best, each with the columns of the cells that name it.

    Args:
        text: a question, or one of the entities it compares.
        names: the names in it.
        grid: the table.
    """
    named = {}
    for number, row in enumerate(grid.rows):
        known = {word for cell in row for word in fold(cell.text).split()} | STOP_WORDS
        columns = frozenset(
            column
            for column, cell in enumerate(row)
            if _is_named(cell.text, text, names, is_first=column == 0, known=known)
        )
        if columns:
            named[number] = columns
    most = max(map(len, named.values()), default=0)
    return {number: columns for number, columns in named.items() if len(columns) == most}


def _is_named(
    cell: str, text: str, names: Sequence[str], *, is_first: bool, known: AbstractSet[str]
) -> bool:
    """Return whether a cell holds a name of the text.

    Args:
        is_first: whether it is in the column that names the rows, where a common noun will do.
        known: words that may stand next to the cell's in a name of the text; another one makes
            it a name of something else: "Saltmere Museum" is not Saltmere.
    """
    own = fold(cell)
    if not re.search(r"[^\W\d_]", own) or SAYS_NOTHING.issuperset(own.split()):
        return False
    folded = [fold(name) for name in names]
    if any(name and _holds(own, name) for name in folded):
        return True
    longer = [name for name in folded if _holds(name, own)]
    if any(set(name.split()) - known for name in longer):
        return False
    parts = any(set(name.split()) <= set(own.split()) for name in folded)
    return _holds(fold(text), own) and (is_first or bool(longer) or parts)


def _holds(text: str, phrase: str) -> bool:
    return f" {phrase} " in f" {text} "


def choose_column(
    asked: Asked, grid: GridView, row: Sequence[GridCell], taken: Collection[int], rest: str
) -> int | None:
    """Return the column that a question asks for; None where none or several would do.

    None, too, where the question says something that neither the table's headers nor the row do,
    as "born" in "Where was the captain of the Pelican born?".

    Args:
        asked: the question.
        grid: the table.
        row: the row that it names.
        taken: the columns of the cells that name the row.
        rest: the question without those cells' words.
    """
    words = fold(rest).split()
    if kind_of_noun(asked.noun) in KINDS_OF_NOUNS:
        words = [word for word in words if word != asked.noun] + _headed(asked.noun, grid)
    words = _say_by_header(asked, grid, words)
    if TURNS_ROUND.intersection(words) or not _is_covered(words, grid, row):
        return None
    open_columns = [
        n
        for n, cell in enumerate(row[: len(grid.headers)])
        if n not in taken
        and cell.text
        and _fits(asked.answer_type, cell.text)
        and _can_hold(grid.headers[n], find_answer_type(asked))
    ]
    scored = sorted(((_agree(asked, grid, n, words), n) for n in open_columns), reverse=True)
    if scored and scored[0][0][0] >= LEAST_HEADER_SHARE:
        is_tie = len(scored) > 1 and scored[1][0] == scored[0][0]
        return None if is_tie else scored[0][1]
    wanted_kind = "PLACE" if asked.text.casefold().startswith("where ") else asked.answer_type
    if wanted_kind not in KINDS_OF_HEADERS:
        return None
    kinds = [n for n in open_columns if _kind(grid.headers[n]) == wanted_kind]
    return kinds[0] if len(kinds) == 1 else None


def _say_by_header(asked: Asked, grid: GridView, words: Sequence[str]) -> list[str]:
    """Put the headers' words for a dimension or a price in the place of the question's own.

    "How heavy" asks for the column "Weight", "how much does it cost" for "Unit price"; what is
    counted need not be said by a header that has the word before it: "critical faults".
    """
    wanted = find_answer_type(asked)
    if asked.text.casefold().startswith("how many ") and len(words) > 3:
        first, second = words[2], words[3]
        if any(_holds(fold(header), first) for header in grid.headers):
            words = [word for n, word in enumerate(words) if n != 3 or second in STOP_WORDS]
    if wanted is None or not wanted.nouns:
        return list(words)
    said = [noun for noun in sorted(wanted.nouns) if _headed(noun, grid)]
    if not said or any(_headed(word, grid) for word in words if word in wanted.said_as):
        return list(words)
    return [word for word in words if word not in wanted.said_as] + said


def _headed(noun: str, grid: GridView) -> list[str]:
    """Return the noun of a question where it stands in a header."""
    return [noun] if any(_holds(fold(header), noun) for header in grid.headers) else []


def _is_covered(words: Sequence[str], grid: GridView, row: Sequence[GridCell]) -> bool:
    stated = " ".join((*grid.headers, *(cell.text for cell in row), grid.passage.head))
    known = {filed_word(word) for word in fold(stated).split()}
    return all(word in SAYS_NOTHING or filed_word(word) in known for word in words)


def _fits(answer_type: str, text: str) -> bool:
    """Return whether a cell can be of the type that is asked for."""
    if answer_type in FIGURES:
        return re.search(r"\d", text) is not None
    return answer_type not in WORDED or re.search(r"[^\W\d_]", text) is not None


def _agree(
    asked: Asked, grid: GridView, column: int, words: Collection[str]
) -> tuple[float, bool, bool, float]:
    """Return how well a column's header agrees with a question, comparable, higher is better.

    The share of its words that the question has as stems; whether the question has it behind
    "which"; whether it is no name for the rows, as the first one's is ("Who founded the mill in
    Hale?" asks for no mill); and the share of its words that the question has as they are.
    """
    own = fold(base_title(grid.headers[column])).split()
    stated = [word for word in own if word not in STOP_WORDS] or own
    if not stated:
        return 0.0, False, False, 0.0
    asking = {filed_word(word) for word in words}
    by_stem = sum(filed_word(word) in asking for word in stated) / len(stated)
    exact = sum(word in words for word in stated) / len(stated)
    return by_stem, asked.noun in stated, column > 0, exact


def _kind(header: str) -> str | None:
    kinds = (kind_of_noun(word) for word in fold(header).split())
    return next(filter(None, kinds), None)


def _can_hold(header: str, wanted: Wanted | None) -> bool:
    """Return whether figures below a header can be of the kind that is asked for."""
    unit = unit_of_header(header)
    if wanted is None or not unit:
        return True
    if CURRENCY.fullmatch(unit):
        return wanted.kind == "MONEY"
    if wanted.kind != "QUANTITY":
        return False
    return not wanted.dimensions or dimension_of_unit(unit) in wanted.dimensions
