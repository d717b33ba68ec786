"""Which column of a table answers: what "who", "when" or the noun of a question stands for."""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.answer.tables.columns import DATES, TEXT, Column, WholeTable
from kgplatform.answer.tables.matching import Matched
from kgplatform.answer.tables.words import FILLS, KINDS, find_people, names_rows
from kgplatform.question.table_query import LIST, RowQuestion
from kgplatform.text.words import fold

__all__ = ["find_asked_column", "list_content", "only", "only_named"]

NAMES = frozenset(("name", "title"))
"""Words of the header of what rows are called next to their numbers."""


def list_content(asked: RowQuestion, matched: Matched) -> list[int]:
    """Return the places of the words that say something, but for those that say which rows."""
    return [
        place
        for place, word in enumerate(asked.words)
        if word not in FILLS.all and not matched.is_filtered(place)
    ]


def only(columns: Sequence[Column]) -> Column | None:
    """Return the one of some columns; None where there are none, or several."""
    return columns[0] if len(columns) == 1 else None


def find_asked_column(
    asked: RowQuestion, matched: Matched, table: WholeTable, measure: Column | None
) -> Column | None:
    """Return the column whose cell answers: of the noun asked for, of names for "who"."""
    if asked.opening == "when":
        dates = [c for c in table.columns if c.holds == DATES]
        return measure if measure in dates else only(dates)
    if asked.opening in ("who", "whose"):
        return find_people(table) or _agent(asked, matched, table)
    if asked.opening == "where":
        return only(matched.best_named([c for c in table.columns if c.holds == TEXT]))
    return _column_of_noun(asked, matched, table, measure)


def _agent(asked: RowQuestion, matched: Matched, table: WholeTable) -> Column | None:
    """Return the column that the verb names, as "Supplier" of "Who supplies it?"."""
    content = list_content(asked, matched)
    named = _named_from(content[0], asked, matched, table) if content else []
    texts = [column for column in named if column.holds == TEXT]
    return only([c for c in texts if c.place > 0 or asked.operation != LIST])


def _column_of_noun(
    asked: RowQuestion, matched: Matched, table: WholeTable, measure: Column | None
) -> Column | None:
    """Return the column that the first noun names, or, where it stands for rows, their names."""
    filtered = [one.column for one in matched.filters]
    if KINDS.intersection(asked.words) and len(filtered) == 1:
        return filtered[0]
    content = list_content(asked, matched)
    if not content:
        return _names(table) if filtered else None
    named = _named_from(content[0], asked, matched, table)
    if measure in named and asked.opening != "what":
        return _names(table)
    if len(named) == 1 and named[0] is not table.columns[0]:
        return named[0]
    is_row = bool(named) or names_rows(asked.words[content[0]], table)
    return _names(table) if is_row else None


def _named_from(
    start: int, asked: RowQuestion, matched: Matched, table: WholeTable
) -> list[Column]:
    """Return the columns that the words from a place on name, those with the longest run first.

    A header that has the very word goes before one with another form of it: "orders" are no
    "Ordered"; and a name before a number.
    """
    runs: dict[int, tuple[int, bool, bool, float]] = {}
    for column in table.columns:
        places = matched.named.get(column.place, ())
        length = 0
        while start + length in places:
            length += 1
        if length:
            header = fold(column.header).split()
            word = asked.words[start]
            is_form = bool({word, word.removesuffix("s")} & {*header, *(f"{w}s" for w in header)})
            is_name = column.holds == TEXT and not column.is_numbering
            runs[column.place] = (length, is_form, is_name, column.covered_by(length))
    best = max(runs.values(), default=None)
    return [column for column in table.columns if best and runs.get(column.place) == best]


def _names(table: WholeTable) -> Column:
    return find_people(table) or _label(table)


def _label(table: WholeTable) -> Column:
    """Return the column that names the rows: the first one, or what is called a name next to it."""
    first = table.columns[0]
    texts = [column for column in table.columns if column.holds == TEXT]
    names = [column for column in texts if NAMES.intersection(fold(column.header).split())]
    return names[0] if first.is_numbering and len(names) == 1 else first


def only_named(matched: Matched, table: WholeTable) -> Column | None:
    """Return the one column that is named: the cost in "What does a flow meter cost?"."""
    filtered = {one.column.place for one in matched.filters}
    named = matched.best_named([c for c in table.columns if c.place not in filtered])
    return named[0] if len(named) == 1 and named[0] is not table.columns[0] else None
