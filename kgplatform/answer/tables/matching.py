"""Accounts for every word of a question by a table: its title, its headers, or its cells.

Words that are cells, or parts of one column's cells, choose rows; words of headers name columns. A
question with a word left over is not about this table, whatever else fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kgplatform.answer.tables.columns import (
    DATES,
    FIGURES,
    FLAGS,
    Column,
    WholeTable,
)
from kgplatform.answer.tables.filters import Filter, find_cell, find_flag, find_part
from kgplatform.answer.tables.words import FILLS, OF_MONEY, is_said_by, names_rows
from kgplatform.question.conditions import DATE, MONEY, NUMBER, Limit
from kgplatform.question.table_query import NEGATION, RowQuestion
from kgplatform.text.cells import is_blank
from kgplatform.text.words import fold

__all__ = ["Matched", "match_partly", "match_table"]

Named = Mapping[int, tuple[int, ...]]
"""A column's place to the places of the words of a question that name it."""

WORDS_DENIED = 2
JOINS = frozenset(("and", "or"))


@dataclass(frozen=True, slots=True)
class Matched:
    """What a table makes of a question.

    `rows` are the numbers of the rows that all filters and limits leave; `named` has for each
    column whose header the question has words of the places of these words.
    """

    rows: tuple[int, ...]
    filters: tuple[Filter, ...]
    named: Named
    limited: tuple[tuple[Column, Limit], ...] = ()

    def is_filtered(self, place: int) -> bool:
        """Return whether the word of the question at a place says which rows are meant."""
        return any(one.start <= place < one.end for one in self.filters)

    def list_compared(self) -> set[int]:
        """Return the places of the words that name what a limit is about: "weigh more than 10"."""
        return {place for column, _ in self.limited for place in self.named.get(column.place, ())}

    def best_named(self, columns: Sequence[Column]) -> list[Column]:
        """Return those of some columns that the question names best; none if it names none.

        By how many of its words, then by how much of the header they are, then the first named.
        """
        return _best_named(columns, self.named)


def _best_named(columns: Sequence[Column], named: Named) -> list[Column]:
    ranked = {
        column.place: (len(places), column.covered_by(len(places)), -places[0])
        for column in columns
        if (places := named.get(column.place, ()))
    }
    best = max(ranked.values(), default=None)
    return [column for column in columns if best and ranked.get(column.place) == best]


@dataclass(slots=True)
class _Reading:
    """A question as far as it is read; `denies` is the negation that waits for what it denies."""

    words: Sequence[str]
    table: WholeTable
    filters: list[Filter] = field(default_factory=list)
    named: dict[int, tuple[int, ...]] = field(default_factory=dict)
    denies: bool = False
    at: int = 0

    def take(self, found: Filter) -> None:
        """Take a filter, or its opposite behind a negation."""
        rows = found.rows
        if self.denies:
            stated = {n for n, text in enumerate(found.column.texts) if not is_blank(text)}
            rows = frozenset(stated - rows)
            self.denies = False
        last = self.filters[-1] if self.filters else None
        is_next = last is not None and last.column is found.column
        between = self.words[last.end : found.start] if last is not None and is_next else ()
        joins = bool(JOINS.intersection(between))
        said = " ".join(self.words[found.start : found.end])
        self.filters.append(Filter(found.column, said, rows, found.start, found.end, joins))
        self.at = found.end


def match_table(asked: RowQuestion, table: WholeTable) -> Matched | None:
    """Return the rows that a question is about; None where a word or a limit is left over.

    Most tables are about something else, so nothing is looked for behind the first such word.
    """
    reading = _Reading(asked.words, table)
    while reading.at < len(reading.words):
        if not _read_on(reading):
            return None
    matched, left = _limit(asked, reading)
    return None if left or reading.denies else matched


def match_partly(asked: RowQuestion, table: WholeTable) -> tuple[Matched, tuple[str, ...]]:
    """Return the rows that a question is about, as far as it is understood, and what is left."""
    reading, left = _Reading(asked.words, table), list[str]()
    while reading.at < len(reading.words):
        at = reading.at
        if not _read_on(reading):
            left.append(reading.words[at])
            reading.at = at + 1
    matched, limits = _limit(asked, reading)
    denied = _write_denied(reading.words) if reading.denies else ""
    left = [word for word in left if word not in denied.split()]
    return matched, (*left, *filter(None, [denied]), *limits)


def _write_denied(words: Sequence[str]) -> str:
    """Return the last negation with the words that it denies: "not come back"."""
    at = max(n for n, word in enumerate(words) if word in NEGATION)
    return " ".join(words[at : at + WORDS_DENIED + 1])


def _limit(asked: RowQuestion, reading: _Reading) -> tuple[Matched, list[str]]:
    """Return the rows that filters and limits leave, and the limits that no column is for."""
    table = reading.table
    kept, limited = _keep(reading.filters, table), list[tuple[Column, Limit]]()
    spends, left = bool(OF_MONEY.intersection(asked.words)), list[str]()
    for limit in asked.limits:
        _name_by_year(limit, reading)
        if _is_stated(limit, table, reading.named):
            continue
        column = _choose_limited(limit, table, reading.named, spends=spends)
        if column is None:
            left += [] if _is_of_all(limit, table) else [limit.written]
            continue
        limited.append((column, limit))
        kept = [row for row in kept if _is_within(column, limit, row)]
    return Matched(tuple(kept), tuple(reading.filters), reading.named, tuple(limited)), left


def _read_on(reading: _Reading) -> bool:
    """Account for the next word or words; False where nothing does."""
    if reading.words[reading.at] in NEGATION:
        is_first = not reading.denies
        reading.denies, reading.at = True, reading.at + 1
        return is_first
    place = (reading.words, reading.at, reading.table)
    found = find_cell(*place) or find_flag(*place)
    if found is None:
        return _read_word(reading)
    reading.take(found)
    return True


def _read_word(reading: _Reading) -> bool:
    """Account for the next word by a header, as one that says nothing, or by parts of cells."""
    word, table, at = reading.words[reading.at], reading.table, reading.at
    columns = [] if word in FILLS.plain else [c for c in table.columns if is_said_by(c.words, word)]
    if any(column.holds == FLAGS for column in columns):  # it would choose rows, and does not
        return False
    for column in columns:
        reading.named[column.place] = (*reading.named.get(column.place, ()), at)
        denied = _rows_denied(column) if reading.denies else frozenset()
        if denied:
            reading.denies = False
            reading.filters.append(Filter(column, f"no {word}", denied, at, at + 1))
    is_stated = bool(columns) or _is_accounted(word, table)
    part = None if is_stated else find_part(reading.words, at, table)
    if part is not None:
        reading.take(part)
        return True
    reading.at = at + 1
    return is_stated


def _rows_denied(column: Column) -> frozenset[int]:
    """Return the rows that have none of a column: "no accidents", "without step-free access"."""
    if column.holds == FIGURES:
        return frozenset(n for n, value in enumerate(column.values) if value == 0)
    return frozenset(n for n, text in enumerate(column.folded) if text in ("no", "none"))


def _is_accounted(word: str, table: WholeTable) -> bool:
    if word in FILLS.all or is_said_by(table.head, word) or names_rows(word, table):
        return True
    return word in OF_MONEY and any(column.is_money for column in table.columns)


def _choose_limited(
    limit: Limit, table: WholeTable, named: Named, *, spends: bool
) -> Column | None:
    """Return the column that a limit is about: one that is named, else the only one it can be.

    Args:
        spends: whether the question has a word for which money is meant.
    """
    holds = DATES if limit.about == DATE else FIGURES
    fitting = [column for column in table.columns if column.holds == holds]
    if limit.about == MONEY or (limit.about == NUMBER and spends):
        fitting = [column for column in fitting if column.is_money] or fitting
    chosen = _best_named(fitting, named) or fitting
    if len(chosen) > 1 and limit.about == DATE:  # "Order date" goes before "Delivered"
        chosen = [column for column in chosen if "date" in fold(column.header).split()]
    return chosen[0] if len(chosen) == 1 else None


def _name_by_year(limit: Limit, reading: _Reading) -> None:
    """Count a year for one more word of the headers that have it, of those that are named."""
    for column in reading.table.columns:
        places = reading.named.get(column.place)
        if places and str(limit.date[0]) in fold(column.header).split():
            reading.named[column.place] = (*places, len(reading.words))


def _is_stated(limit: Limit, table: WholeTable, named: Named) -> bool:
    """Return whether a year stands in a header that is named: "Accidents 2023"."""
    year = str(limit.date[0])
    headers = (table.columns[place].header for place in named)
    return limit.about == DATE and any(year in fold(header).split() for header in headers)


def _is_of_all(limit: Limit, table: WholeTable) -> bool:
    """Return whether the table's title has the very year that is asked for: "Report 2023"."""
    return limit.relation == "=" and not any(limit.date[1:]) and str(limit.date[0]) in table.head


def _is_within(column: Column, limit: Limit, row: int) -> bool:
    value = column.values[row]
    if isinstance(value, tuple):
        return limit.keeps_date(value)
    return value is not None and limit.keeps_figure(value)


def _keep(filters: Sequence[Filter], table: WholeTable) -> list[int]:
    """Return the rows that all filters leave; those of alternatives are taken together."""
    kept = set(range(len(table.rows)))
    alternatives: set[int] = set()
    for n, one in enumerate(filters):
        alternatives = alternatives | one.rows if one.joins else set(one.rows)
        if n + 1 == len(filters) or not filters[n + 1].joins:
            kept &= alternatives
    return sorted(kept)
