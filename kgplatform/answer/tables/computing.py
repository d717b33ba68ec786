"""Computes what a question wants of the rows that it is about: a count, a sum, the largest, a list.

None where the question does not decide which column is meant: a guess would look like an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from kgplatform.answer.tables.asked_column import (
    find_asked_column,
    list_content,
    only,
    only_named,
)
from kgplatform.answer.tables.columns import DATES, FIGURES, TEXT, Column, WholeTable
from kgplatform.answer.tables.matching import Matched
from kgplatform.answer.tables.words import (
    CASES,
    is_said_by,
    names_rows,
)
from kgplatform.question.conditions import DATE
from kgplatform.question.table_query import (
    COUNT,
    LEAST,
    LIST,
    MEAN,
    MOST,
    ROWS,
    SUM,
    RowQuestion,
)
from kgplatform.text.header_units import with_unit

__all__ = ["Result", "compute"]

MEAN_DECIMALS = 2
MOST_LISTED = 50
SEPARATOR = ", "


@dataclass(frozen=True, slots=True)
class Result:
    """An answer, the rows that it was computed from or is read off, and how.

    `columns` are those that were looked at in the rows.
    """

    answer: str
    rows: tuple[int, ...]
    columns: tuple[Column, ...]
    operation: str


def compute(asked: RowQuestion, matched: Matched, table: WholeTable) -> Result | None:
    """Return what is asked of the matched rows; None where it is not plain, or there are none."""
    if not matched.rows:
        return None
    by_operation = {
        COUNT: _count,
        SUM: _add_up,
        MEAN: _add_up,
        MOST: _choose,
        LEAST: _choose,
        LIST: _list,
    }
    return by_operation[asked.operation](asked, matched, table)


def _count(asked: RowQuestion, matched: Matched, table: WholeTable) -> Result | None:
    """Count rows, or a column's values where it is these that are counted; add up figures.

    What stands behind "how many" is counted, and no other word of the question: "items" names no
    column, so that rows are meant, whatever columns their conditions are about.
    """
    content = list_content(asked, matched)
    if asked.counted:
        compared = matched.list_compared() - {asked.counted[0]}
        content = [n for n in content if n in asked.counted and n not in compared]
    counted = asked.words[content[0]] if content else ""
    if CASES.intersection(asked.words) or (asked.counted and not content):
        return Result(str(len(matched.rows)), matched.rows, (), COUNT)
    columns = [c for c in table.columns if content and content[0] in matched.named.get(c.place, ())]
    figures = matched.best_named([c for c in columns if c.holds == FIGURES])
    if len(figures) == 1 and figures[0].adds_up and not _is_of_rows(content[0], asked, table):
        return _sum(SUM, figures[0], matched)
    are_rows = not counted or names_rows(counted, table)
    if not are_rows and len(columns) != 1:
        return None
    named = [column for column in columns if not are_rows or len(column.words) == 1]
    if len(named) == 1 and named[0].holds == TEXT:
        values = {named[0].folded[row] for row in matched.rows} - {""}
        if not are_rows or len(values) < len(matched.rows):  # one item may have several rows
            return Result(str(len(values)), matched.rows, (named[0],), COUNT)
    elif not are_rows:
        return None
    return Result(str(len(matched.rows)), matched.rows, (), COUNT)


def _is_of_rows(place: int, asked: RowQuestion, table: WholeTable) -> bool:
    """Return whether a word only says of what kind the counted rows are: "ticket sales"."""
    head = asked.words[place + 1] if place + 1 < len(asked.words) else ""
    return head.endswith("s") and names_rows(head, table)


def _add_up(asked: RowQuestion, matched: Matched, table: WholeTable) -> Result | None:
    figures = [column for column in table.columns if column.holds == FIGURES]
    if asked.operation == SUM:
        figures = [column for column in figures if column.adds_up]
    column = _choose_figures(figures, matched, table)
    return None if column is None else _sum(asked.operation, column, matched)


def _sum(operation: str, column: Column, matched: Matched) -> Result | None:
    values = {row: v for row in matched.rows if isinstance(v := column.values[row], float)}
    if not values:
        return None
    if operation == MEAN:
        mean = fmean(values.values())
        decimals = 0 if mean == int(mean) else MEAN_DECIMALS
        answer = column.write(mean, decimals=decimals)
    else:
        answer = column.write(sum(values.values()))
    return Result(answer, tuple(values), (column,), operation)


def _choose_figures(
    fitting: Sequence[Column], matched: Matched, table: WholeTable
) -> Column | None:
    """Return the column that most words name; if none is named, the only one, or one of money.

    None where one is named whose figures are missing: it is meant, and no other.
    """
    incomplete = [column for column in table.columns if column.is_incomplete]
    chosen = matched.best_named([*fitting, *incomplete])
    if any(column.is_incomplete for column in chosen):
        return None
    if not chosen:
        chosen = list(fitting) if len(fitting) == 1 else [c for c in fitting if c.is_money]
    if len(chosen) > 1:
        chosen = [column for column in chosen if column.adds_up]
    return only(chosen)


def _choose(asked: RowQuestion, matched: Matched, table: WholeTable) -> Result | None:
    """Return what the row with the largest or smallest value is asked for."""
    if asked.of_two and len(matched.rows) != 2:
        return None
    measure = _choose_measure(asked, matched, table)
    if measure is None:
        return _choose_group(asked, matched, table)
    values = {row: v for row in matched.rows if (v := measure.values[row]) is not None}
    if not values or (asked.of_two and len(values) != 2):
        return None
    best = (max if asked.operation == MOST else min)(values.values())
    rows = tuple(row for row, value in values.items() if value == best)
    column = find_asked_column(asked, matched, table, measure)
    if column is None or len(rows) == len(values) > 1:
        return None
    answer = _join(column, rows)
    return Result(answer, rows, (column, measure), asked.operation) if answer else None


def _choose_measure(asked: RowQuestion, matched: Matched, table: WholeTable) -> Column | None:
    """Return the column by which the largest and smallest are chosen."""
    adjective = asked.adjective
    if adjective is None:
        return None
    holds = DATES if adjective.about == DATE else FIGURES
    fitting = [column for column in table.columns if column.holds == holds]
    if adjective.headers:
        said = [c for c in fitting if any(is_said_by(c.words, word) for word in adjective.headers)]
        fitting = matched.best_named(said) or said or matched.best_named(fitting)
    elif adjective.about == ROWS:
        fitting = matched.best_named(fitting)
    return _choose_figures(fitting, matched, table)


def _choose_group(asked: RowQuestion, matched: Matched, table: WholeTable) -> Result | None:
    """Return the value of a column that most rows, or fewest, have: "the most employees"."""
    content = list_content(asked, matched)
    if asked.adjective is None or asked.adjective.about != ROWS or len(content) != 2:
        return None
    groups = [
        c
        for c in table.columns
        if c.holds == TEXT and c.place > 0 and content[0] in matched.named.get(c.place, ())
    ]
    if len(groups) != 1 or asked.of_two or not names_rows(asked.words[content[1]], table):
        return None
    counts = Counter(groups[0].texts[row] for row in matched.rows if groups[0].texts[row])
    best = (max if asked.operation == MOST else min)(counts.values(), default=0)
    chosen = [value for value, count in counts.items() if count == best]
    if not chosen or len(chosen) == len(counts):
        return None
    rows = tuple(row for row in matched.rows if groups[0].texts[row] in chosen)
    return Result(SEPARATOR.join(chosen), rows, (groups[0],), asked.operation)


def _list(asked: RowQuestion, matched: Matched, table: WholeTable) -> Result | None:
    """List what the rows that a filter or limit leaves are called, or have in a column."""
    if not matched.filters and not matched.limited:
        return None
    column = find_asked_column(asked, matched, table, None)
    does = asked.opening == "what" and asked.words[0] in ("do", "does", "did")
    if does or (column is None and asked.opening in ("what", "tell", "give")):
        column = only_named(matched, table)
    if column is None or any(one.column is column for one in matched.filters):
        return None
    answer = _join(column, matched.rows)
    looked = (column, *(one.column for one in matched.filters), *(c for c, _ in matched.limited))
    return Result(answer, matched.rows, looked, LIST) if answer else None


def _join(column: Column, rows: Sequence[int]) -> str:
    """Return the different values of a column in some rows, the first ones where there are many."""
    values = list(dict.fromkeys(column.texts[row] for row in rows if column.texts[row]))
    if column.holds == FIGURES:
        values = [with_unit(value, column.header) for value in values]
    more = [f"and {len(values) - MOST_LISTED} more"] if len(values) > MOST_LISTED else []
    return SEPARATOR.join([*values[:MOST_LISTED], *more])
