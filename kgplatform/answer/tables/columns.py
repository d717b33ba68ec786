"""A whole table as typed columns: figures, dates, or text.

A column holds figures where all its cells do but blank ones, and so with dates. Rows that sum up
others ("Total") are no rows of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.answer.structured.grids import GridCell, GridView, view_grid
from kgplatform.question.synonyms import filed_word
from kgplatform.records import ScoredPassage
from kgplatform.text.amounts import CURRENCY
from kgplatform.text.cells import (
    COMMA_DECIMALS,
    FIGURE,
    NO,
    YES,
    find_totals,
    is_blank,
    read_figure,
)
from kgplatform.text.dates import find_dates
from kgplatform.text.header_units import unit_of_header, with_unit
from kgplatform.text.words import STOP_WORDS, fold

__all__ = [
    "DATES",
    "FIGURES",
    "FLAGS",
    "TEXT",
    "Column",
    "Row",
    "WholeTable",
    "said_as",
    "view_table",
]

TEXT, FIGURES, DATES, FLAGS = "text", "figures", "dates", "yes and no"

SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/([12]\d{3})")
MONTHS_A_YEAR = 12
NUMBERS_ROWS = frozenset(
    filed_word(w) for w in "id no nr number code phone zip postcode account index ref".split()
)
"""Words of headers whose figures are names: they are neither added up nor compared."""

OF_ONE = frozenset(filed_word(word) for word in "unit per each age average mean".split())
"""Words of headers whose figures are each of one item, or a ratio."""

ENDS_IN_ID = re.compile(r"(?:ID|Id|No|Nr)\.?$|#")
SHARE = frozenset(filed_word(word) for word in "share percent percentage".split())
YEARS = frozenset(filed_word(w) for w in "year founded built born opened established".split())
MONEY_HEADERS = frozenset(
    "price cost costs fee amount value budget salary wage revenue turnover invoiced income profit "
    "takings".split()
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cells, and the passage that they are in."""

    passage: ScoredPassage
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `words` are those of its header, as `said_as` compares them.

    `values` has a row's figure or its date as (year, month, day), None where there is none.
    """

    place: int
    header: str
    words: frozenset[str]
    holds: str
    values: tuple[float | tuple[int, int, int] | None, ...]
    texts: tuple[str, ...]

    @property
    def folded(self) -> tuple[str, ...]:
        """The cells' texts as names are compared."""
        return _fold_all(self.texts)

    @property
    def flags(self) -> tuple[bool | None, ...]:
        """The cells of a column of yes and no; None for what is neither."""
        lowered = [text.casefold() for text in self.texts]
        return tuple(text in YES if text in YES | NO else None for text in lowered)

    def covered_by(self, words: int) -> float:
        """Return how much of the header so many of its words are, 0..1."""
        return min(1.0, words / max(1, len(self.words)))

    @property
    def is_numbering(self) -> bool:
        """Whether the column has numbers or codes that stand for rows."""
        return _is_numbering(self.header, self.words)

    @property
    def is_incomplete(self) -> bool:
        """Whether cells that should be figures are missing: all are blank, or some are no figures.

        No other column says what this one would.
        """
        stated = [text for text in self.texts if not is_blank(text)]
        has_figures = any(map(FIGURE.fullmatch, stated))
        return self.holds == TEXT and not self.is_numbering and (has_figures or not stated)

    @property
    def is_money(self) -> bool:
        """Whether the column holds figures, and its header or cells name a currency or a price."""
        if self.holds != FIGURES:
            return False
        said = fold(self.header).split()
        if MONEY_HEADERS.intersection(said) or any(CURRENCY.fullmatch(w.upper()) for w in said):
            return True
        cells = (match["before"] or match["behind"] or "" for match in self._matches())
        units = {unit_of_header(self.header), *(unit.strip() for unit in cells)}
        return any(CURRENCY.fullmatch(unit) for unit in units if unit)

    @property
    def adds_up(self) -> bool:
        """Whether a sum of the figures means something: not of prices of one piece, or shares."""
        is_share = "%" in self.header or any("%" in text for text in self.texts)
        return not (is_share or self.words & OF_ONE)

    def write(self, value: float, *, decimals: int | None = None) -> str:
        """Return a figure as the column's cells are written, with the header's unit.

        Args:
            value: the figure.
            decimals: how many; None: as many as the cells have.
        """
        matches = list(self._matches())
        plain = [match["digits"].strip() for match in matches]
        has_commas = any(COMMA_DECIMALS.search(digits) for digits in plain)
        points = [digits.rpartition("," if has_commas else ".")[2] for digits in plain]
        own = max((len(p) for p, d in zip(points, plain, strict=True) if p != d), default=0)
        is_grouped = any(re.search(r"\d,\d{3}\b", digits) for digits in plain)
        places = own if decimals is None else max(own, decimals)
        written = f"{value:{',' if is_grouped else ''}.{places}f}"
        first = matches[0] if matches else None
        around = [first[part] or "" for part in ("before", "behind")] if first else ["", ""]
        return with_unit(f"{around[0]}{written}{around[1]}", self.header)

    def _matches(self) -> Iterator[re.Match[str]]:
        if self.holds == FIGURES:
            yield from filter(None, map(FIGURE.fullmatch, self.texts))


@dataclass(frozen=True, slots=True)
class WholeTable:
    """A table with all its rows."""

    title: str
    head: frozenset[str]
    """Words of its title and headings, as `said_as` compares them."""
    own: frozenset[str]
    """Those of the innermost heading, or of the title where there is none."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def said_as(word: str) -> str:
    """Return what words of questions and headers are compared by; a rate of flow is no price."""
    return "rate" if word in ("rate", "rates") else filed_word(word)


def view_table(passages: Sequence[ScoredPassage]) -> WholeTable | None:
    """Return a table's passages as one table; None where it has no header or no rows."""
    grids = [grid for passage in passages if (grid := view_grid(passage))]
    if not grids or len(grids) < len(passages):
        return None
    headers = grids[0].headers or _no_names(grids[0])
    if not headers:
        return None
    whole = [
        Row(grid.passage, cells)
        for grid in grids
        for cells in grid.rows
        if len(cells) == len(headers)
    ]
    totals = find_totals([[cell.text for cell in row.cells] for row in whole])
    rows = [row for number, row in enumerate(whole) if number not in totals]
    if not rows:
        return None
    columns = (
        _view_column(n, header, [" ".join(row.cells[n].text.split()) for row in rows])
        for n, header in enumerate(headers)
    )
    head = passages[0].head
    own = head.rpartition(" > ")[2]
    return WholeTable(passages[0].title, _words(head), _words(own), tuple(columns), tuple(rows))


def _no_names(grid: GridView) -> tuple[str, ...]:
    """Return empty headers for a table whose header is empty; none where it has no header line."""
    return ("",) * len(grid.rows[0]) if grid.body_start and grid.rows else ()


@lru_cache(maxsize=128)
def _fold_all(texts: tuple[str, ...]) -> tuple[str, ...]:
    known = {text: fold(text) for text in set(texts)}
    return tuple(known[text] for text in texts)


def _view_column(place: int, header: str, texts: list[str]) -> Column:
    words = _words(header) | (SHARE if "%" in header else frozenset())
    plain = _write_plainly(texts)
    stated = [text for text in plain if not is_blank(text)]
    holds = TEXT
    values: list[float | tuple[int, int, int] | None] = [None] * len(texts)
    lowered = {text.casefold() for text in stated}
    if lowered and lowered <= YES | NO and lowered & YES | lowered & NO:
        holds = FLAGS
    elif stated and all(_is_date(text, words) for text in stated):
        holds = DATES
        values = [_read_date(text) if _is_date(text, words) else None for text in plain]
    elif stated and not _is_numbering(header, words) and all(map(FIGURE.fullmatch, stated)):
        has_commas = any(COMMA_DECIMALS.search(text) for text in stated)
        values = [read_figure(text, has_commas=has_commas) for text in texts]
        holds = FIGURES if any(value is not None for value in values) else TEXT
    return Column(place, header, words, holds, tuple(values), tuple(texts))


def _words(text: str) -> frozenset[str]:
    words = fold(text).split()
    return frozenset(said_as(word) for word in words if word not in STOP_WORDS or word == "no")


def _is_numbering(header: str, words: frozenset[str]) -> bool:
    return bool(words & NUMBERS_ROWS) or ENDS_IN_ID.search(header) is not None


def _write_plainly(texts: Sequence[str]) -> list[str]:
    """Return dates like 15/10/2022 as find_dates reads them, where it is plain which part is which.

    That is where one part of some row is above 12: of 01/02/2022 alone nobody can say.
    """
    found = [SLASHED.fullmatch(text) for text in texts]
    parts = [(int(match[1]), int(match[2])) for match in found if match]
    firsts, seconds = (
        any(a > MONTHS_A_YEAR for a, _ in parts),
        any(b > MONTHS_A_YEAR for _, b in parts),
    )
    if firsts == seconds:
        return list(texts)
    order = (1, 2) if firsts else (2, 1)
    return [
        f"{match[order[0]]}.{match[order[1]]}.{match[3]}" if match else text
        for match, text in zip(found, texts, strict=True)
    ]


def _is_date(text: str, words: frozenset[str]) -> bool:
    dates = find_dates(text)
    if len(dates) != 1 or (dates[0].start, dates[0].end) != (0, len(text)):
        return False
    return bool(dates[0].value[1]) or bool(words & YEARS)


def _read_date(text: str) -> tuple[int, int, int]:
    return find_dates(text)[0].value
