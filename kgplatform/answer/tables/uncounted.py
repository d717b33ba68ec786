"""Keeps a reader from answering what only all rows of a table can say, and says what is missing.

A model that is asked "How many loans are not back?" counts the rows that it is shown, badly, and
finds some cell with its figure to cite. Where the program could not compute the answer, it may only
be said by text, or, of what one row says, by a table that was read whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgplatform.answer.reading import Reading
from kgplatform.answer.tables.columns import WholeTable
from kgplatform.answer.tables.matching import match_partly
from kgplatform.question.table_query import (
    adds_up_rows,
    computes_over_rows,
    parse_row_question,
)
from kgplatform.records import Evidence, Step
from kgplatform.text.table_rows import is_table

__all__ = ["refuse_uncounted"]

NO_TABLE = "only all rows of a table could say, and no table was found that has what is asked"


def refuse_uncounted(
    question: str, evidence: Evidence, reading: Reading, tables: Sequence[WholeTable]
) -> Reading:
    """Return a reading, or an abstention in place of a figure that rests on some rows of a table.

    An abstention of the reader's own gets the same reason.

    Args:
        question: in plain English.
        evidence: what was read.
        reading: what the reader made of it.
        tables: those of the evidence, as `view_tables` returns them.
    """
    if not computes_over_rows(question):
        return reading
    if not reading.abstained and not _rests_on_some_rows(question, evidence, reading):
        return reading
    missing = _explain_missing(question, tables)
    if reading.abstained and not missing:
        return reading
    return replace(
        reading,
        answer="",
        abstained=True,
        citations=(),
        statements=(),
        rejected=reading.answer or reading.rejected,
        steps=(*reading.steps, Step("abstain", {"reason": missing or NO_TABLE})),
    )


def _rests_on_some_rows(question: str, evidence: Evidence, reading: Reading) -> bool:
    """Whether an answer rests on tables alone, and needs more of their rows than were read."""
    cited = {citation.passage_id for citation in reading.citations}
    read = {passage.passage_id: passage for passage in evidence.passages}
    if not cited or not all(is_table(read[key].text) for key in cited if key in read):
        return False
    if adds_up_rows(question):
        return True
    tables = [{passage.passage_id for passage in table} for table in evidence.tables]
    return any(table & cited and not table <= read.keys() for table in tables)


def _explain_missing(question: str, tables: Sequence[WholeTable]) -> str:
    """Return which words of a question the table has nothing for that has something for most.

    Nothing where no table has something for as many words as it has nothing for.
    """
    best: tuple[int, str] | None = None
    for table in tables:
        for asked in parse_row_question(question):
            matched, left = match_partly(asked, table)
            stated = len(matched.filters) + len(matched.named) + len(matched.limited)
            if stated >= max(1, len(left)) and (best is None or len(left) < best[0]):
                best = (len(left), _write_missing(table.title, left))
    return best[1] if best else ""


def _write_missing(title: str, left: tuple[str, ...]) -> str:
    if not left:
        return f'the question leaves open which column of the table "{title}" is meant'
    words = ", ".join(f'"{word}"' for word in left)
    return f'only all rows could say, and the table "{title}" has nothing called {words}'
