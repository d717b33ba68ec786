"""Answers a question over the rows of a table, with the rows that the answer was made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kgplatform.answer.citations import cite
from kgplatform.answer.reading import Reading
from kgplatform.answer.tables.columns import Row, WholeTable, view_table
from kgplatform.answer.tables.computing import Result, compute
from kgplatform.answer.tables.matching import Matched, match_table
from kgplatform.answer.tables.words import is_said_by
from kgplatform.question.table_query import RowQuestion, asks_of_rows, parse_row_question
from kgplatform.records import Citation, Evidence, ScoredPassage, Step

__all__ = ["read_aggregate", "view_tables"]


class _Found(NamedTuple):
    """What a table makes of a question."""

    asked: RowQuestion
    table: WholeTable
    matched: Matched
    result: Result


CITED_ALONE = 10
"""Rows up to which each is quoted by itself; of more, those that follow each other together."""


def view_tables(question: str, evidence: Evidence) -> list[WholeTable]:
    """Return the whole tables of the evidence; none where the question is not over rows."""
    if not asks_of_rows(question):
        return []
    return list(filter(None, map(view_table, evidence.tables)))


def read_aggregate(question: str, tables: Sequence[WholeTable]) -> Reading | None:
    """Return what the rows of a whole table say; None where no table accounts for the question.

    Where tables disagree, none is chosen: the abstention names them.
    """
    readings = parse_row_question(question)
    found: list[_Found] = []
    for asked in readings:
        for table in tables:
            matched = match_table(asked, table)
            result = compute(asked, matched, table) if matched else None
            if matched is not None and result is not None:
                found.append(_Found(asked, table, matched, result))
        if found:
            break
    if not found:
        return None
    best = max(_fits(one) for one in found)
    found = [one for one in found if _fits(one) == best]
    if len({one.result.answer for one in found}) > 1:
        return _abstain(found)
    return _answer(*found[0][1:])


def _fits(found: _Found) -> tuple[int, int]:
    """Return how well a table fits the question, better ones larger.

    Where a word is what the rows of one table are, and a cell of another's, the first is meant; and
    so is the one whose own heading the question names.
    """
    words = {word for word in found.asked.words if is_said_by(found.table.own, word)}
    return -len(found.matched.filters), len(words)


def _answer(table: WholeTable, matched: Matched, result: Result) -> Reading:
    rows = [table.rows[row] for row in result.rows]
    citations = tuple(_cite_rows(rows))
    return Reading(
        result.answer,
        abstained=False,
        reader="extractive",
        citations=citations,
        steps=(
            Step("aggregate", _describe(table, matched, result)),
            Step("answer", {"citations": len(citations)}),
        ),
        confidence=1.0,
    )


def _describe(table: WholeTable, matched: Matched, result: Result) -> dict[str, Any]:
    where = [f"{one.column.header}: {one.said}" for one in matched.filters]
    where += [f"{column.header}: {limit.written}" for column, limit in matched.limited]
    return {
        "table": table.title,
        "operation": result.operation,
        "columns": list(dict.fromkeys(column.header for column in result.columns)),
        "where": where,
        "rows": len(matched.rows),
        "of": len(table.rows),
    }


def _abstain(found: Sequence[_Found]) -> Reading:
    stated = "; ".join(f"{one.table.title}: {one.result.answer}" for one in found)
    reason = f"several tables say different things ({stated}), so name the one that you mean"
    return Reading("", True, "extractive", steps=(Step("abstain", {"reason": reason}),))


def _cite_rows(rows: Sequence[Row]) -> Iterator[Citation]:
    """Cite rows by themselves, or, of many, those that follow each other in a passage together."""
    spans: list[tuple[ScoredPassage, int, int]] = []
    for row in rows:
        start, end = row.cells[0].start, row.cells[-1].end
        if len(rows) > CITED_ALONE and spans and _follows(spans[-1], row):
            passage, first, _ = spans[-1]
            spans[-1] = (passage, first, end)
        else:
            spans.append((row.passage, start, end))
    for passage, start, end in spans:
        yield cite(passage, start, end)


def _follows(span: tuple[ScoredPassage, int, int], row: Row) -> bool:
    """Return whether a row stands in the line behind a span of the same passage."""
    passage, _, end = span
    between = passage.text[end : row.cells[0].start]
    return passage is row.passage and between.count("\n") == 1
