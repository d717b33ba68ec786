"""A query over the rows of a table as a chat model writes it, checked against table and question.

Nothing of it is trusted: columns must be the table's, cells and figures those of the question, and
every name and figure of the question must be in a condition or a header.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from kgplatform.answer.aggregate.asking import COUNT, LEAST, LIST, MEAN, MOST, SUM
from kgplatform.answer.aggregate.columns import (
    DATES,
    FIGURES,
    FLAGS,
    TEXT,
    Column,
    WholeTable,
    is_blank,
    is_yes,
)
from kgplatform.answer.aggregate.computing import Result, add_up, join_cells, name_rows
from kgplatform.answer.aggregate.limits import DATE, NUMBER, Limit
from kgplatform.answer.asked.question import Asked
from kgplatform.answer.text import content_stems, fold
from kgplatform.answer.values.dates import MONTHS, find_dates

__all__ = ["Condition", "TableQuery", "UnfitQuery", "run_query"]

Relation = Literal["=", "!=", ">", ">=", "<", "<=", "contains", "is empty", "is not empty"]
MONTH_STEMS = content_stems(" ".join(MONTHS))
FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
YEAR = re.compile(r"[12]\d{3}")


class UnfitQuery(ValueError):
    """A query that the table or the question does not bear out; its text is for the model."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Condition(_Part):
    """What a row has to keep; the value is a cell, a figure, a date, or another column's name."""

    column: str
    relation: Relation = "="
    value: str = ""


class TableQuery(_Part):
    """One operation over the rows that keep all conditions; several "=" of a column are choices."""

    table: int
    operation: Literal["count", "sum", "mean", "largest", "smallest", "list"]
    conditions: list[Condition] = []
    measure: str = ""
    answer: str = ""


def run_query(query: TableQuery, table: WholeTable, asked: Asked) -> tuple[Result, tuple[int, ...]]:
    """Return what a query makes of a table, and the rows that keep its conditions.

    Raises:
        UnfitQuery: it names what is not there, or leaves out what the question says.
    """
    rows, columns = _keep_rows(query, table, asked)
    _check_said(query, table, asked)
    if not rows:
        raise UnfitQuery("no row keeps the conditions")
    result = _OPERATIONS[query.operation](query, table, rows)
    looked = dict.fromkeys((*result.columns, *columns))
    return Result(result.answer, result.rows, tuple(looked), result.operation), rows


def _keep_rows(
    query: TableQuery, table: WholeTable, asked: Asked
) -> tuple[tuple[int, ...], list[Column]]:
    kept = set(range(len(table.rows)))
    choices: dict[int, set[int]] = {}
    columns = []
    for condition in query.conditions:
        column = _find_column(condition.column, table)
        columns.append(column)
        rows = _rows_of(condition, column, table, asked)
        if condition.relation == "=":
            choices[column.place] = choices.get(column.place, set()) | rows
        else:
            kept &= rows
    for rows in choices.values():
        kept &= rows
    return tuple(sorted(kept)), columns


def _find_column(name: str, table: WholeTable) -> Column:
    wanted = fold(name)
    same = [column for column in table.columns if fold(column.header) == wanted]
    if not same:
        raise UnfitQuery(f'table {table.title} has no column "{name}"')
    return same[0]


def _rows_of(condition: Condition, column: Column, table: WholeTable, asked: Asked) -> set[int]:
    blank = {row for row, text in enumerate(column.texts) if is_blank(text)}
    told = set(range(len(column.texts))) - blank
    if condition.relation in ("is empty", "is not empty"):
        return blank if condition.relation == "is empty" else told
    other = [
        c for c in table.columns if c is not column and fold(c.header) == fold(condition.value)
    ]
    if other:
        return _compare_columns(column, condition.relation, other[0])
    if column.holds == FLAGS:
        wanted = is_yes(condition.value) is (condition.relation != "!=")
        return {row for row, flag in enumerate(column.flags) if flag is wanted}
    if column.holds == TEXT:
        rows = _rows_with_cell(condition, column, asked)
        return told - rows if condition.relation == "!=" else rows
    keeps = _read_limit(condition, column)
    return {row for row in told if keeps(row)}


def _compare_columns(column: Column, relation: str, other: Column) -> set[int]:
    """Return the rows whose figure or date stands in a relation to another one of theirs."""
    is_order = relation in ("=", ">", ">=", "<", "<=")
    if column.holds != other.holds or column.holds not in (FIGURES, DATES) or not is_order:
        raise UnfitQuery(f'"{column.header}" and "{other.header}" cannot be compared')
    rows = set()
    for row, (left, right) in enumerate(zip(column.values, other.values, strict=True)):
        if isinstance(left, tuple) and isinstance(right, tuple):
            limit, keeps = Limit(relation, DATE, date=right), left
            rows |= {row} if limit.keeps_date(keeps) else set()
        elif isinstance(left, float) and isinstance(right, float):
            rows |= {row} if Limit(relation, NUMBER, figure=right).keeps_figure(left) else set()
    return rows


def _rows_with_cell(condition: Condition, column: Column, asked: Asked) -> set[int]:
    value = fold(condition.value)
    rows = {row for row, text in enumerate(column.folded) if text == value}
    rows = rows or {row for row, text in enumerate(column.folded) if f" {value} " in f" {text} "}
    if condition.relation not in ("=", "!=", "contains"):
        raise UnfitQuery(f'"{column.header}" holds neither figures nor dates')
    if not value or not rows:
        raise UnfitQuery(f'no cell of "{column.header}" is "{condition.value}"')
    if not content_stems(condition.value) & asked.stems:
        raise UnfitQuery(f'the question does not say "{condition.value}"')
    return rows


def _read_limit(condition: Condition, column: Column) -> Callable[[int], bool]:
    relation = "=" if condition.relation == "contains" else condition.relation
    is_not = relation == "!="
    relation = "=" if is_not else relation
    if column.holds == DATES:
        dates = find_dates(condition.value)
        if len(dates) != 1:
            raise UnfitQuery(f'"{condition.value}" is no date')
        limit = Limit(relation, DATE, date=dates[0].value)
    else:
        figure = FIGURE.search(condition.value)
        if figure is None:
            raise UnfitQuery(f'"{condition.value}" is no figure')
        limit = Limit(relation, NUMBER, figure=float(figure.group().replace(",", "")))

    def keeps(row: int) -> bool:
        value = column.values[row]
        is_kept = (
            limit.keeps_date(value)
            if isinstance(value, tuple)
            else (value is not None and limit.keeps_figure(value))
        )
        return value is not None and is_kept is not is_not

    return keeps


def _check_said(query: TableQuery, table: WholeTable, asked: Asked) -> None:
    """Refuse a query that leaves a name or figure of the question out, or has one of its own."""
    values = " ".join(condition.value for condition in query.conditions)
    headers = " ".join(column.header for column in table.columns)
    told = content_stems(f"{values} {headers} {table.title}") | table.head | MONTH_STEMS
    for name in asked.names:
        if not content_stems(name) <= told:
            raise UnfitQuery(f'the question says "{name}", and no condition does')
    said, written = (_figures(text) for text in (asked.text, values))
    in_headers = _figures(f"{headers} {table.title}")
    for figure in sorted(said - written - in_headers):
        raise UnfitQuery(f"the question says {figure}, and no condition does")
    own = {figure for figure in written - said if not _is_of_date(query, table, figure)}
    for figure in sorted(own):
        raise UnfitQuery(f"the question does not say {figure}")


def _figures(text: str) -> set[str]:
    return {figure.replace(",", "").removesuffix(".00") for figure in FIGURE.findall(text)}


def _is_of_date(query: TableQuery, table: WholeTable, figure: str) -> bool:
    """Tell whether a figure is a day or month in a date, or part of a cell: but no year."""
    if YEAR.fullmatch(figure):
        return False
    columns = {fold(c.header): c.holds for c in table.columns}
    holders = [c for c in query.conditions if figure in _figures(c.value)]
    return all(columns.get(fold(c.column)) in (DATES, TEXT) for c in holders)


def _count(_: TableQuery, __: WholeTable, rows: Sequence[int]) -> Result:
    return Result(str(len(rows)), tuple(rows), (), COUNT)


def _add_up(query: TableQuery, table: WholeTable, rows: Sequence[int]) -> Result:
    column = _find_column(query.measure, table)
    operation = SUM if query.operation == "sum" else MEAN
    if column.holds != FIGURES or (operation == SUM and not column.adds_up):
        raise UnfitQuery(f'the {operation} of "{column.header}" means nothing')
    result = add_up(operation, column, rows)
    if result is None:
        raise UnfitQuery(f'"{column.header}" is empty in these rows')
    return result


def _choose(query: TableQuery, table: WholeTable, rows: Sequence[int]) -> Result:
    measure = _find_column(query.measure, table)
    if measure.holds not in (FIGURES, DATES):
        raise UnfitQuery(f'"{measure.header}" holds neither figures nor dates')
    values = {row: value for row in rows if (value := measure.values[row]) is not None}
    if not values:
        raise UnfitQuery(f'"{measure.header}" is empty in these rows')
    operation, pick = (MOST, max) if query.operation == "largest" else (LEAST, min)
    best = pick(values.values())
    chosen = tuple(row for row, value in values.items() if value == best)
    column = _find_column(query.answer, table) if query.answer else name_rows(table)
    return Result(join_cells(column, chosen), chosen, (column, measure), operation)


def _list(query: TableQuery, table: WholeTable, rows: Sequence[int]) -> Result:
    if not query.conditions:
        raise UnfitQuery("a list needs a condition")
    column = _find_column(query.answer, table) if query.answer else name_rows(table)
    return Result(join_cells(column, rows), tuple(rows), (column,), LIST)


_OPERATIONS: dict[str, Callable[[TableQuery, WholeTable, Sequence[int]], Result]] = {
    "count": _count,
    "sum": _add_up,
    "mean": _add_up,
    "largest": _choose,
    "smallest": _choose,
    "list": _list,
}
