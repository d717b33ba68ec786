"""Shows whole tables to a chat model in a few lines: columns with the kind and some of their cells.

Cells with a word of the question come first, so that a condition can be written as the column
writes it (value linking, as text-to-SQL calls it; Lin et al. 2020, BRIDGE, section 3.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.answer.aggregate.columns import DATES, FIGURES, FLAGS, Column, WholeTable, is_blank
from kgplatform.answer.text import content_stems
from kgplatform.models.prompts import disarm

__all__ = ["MARKER", "write_tables"]

MARKER = "tables"
MOST_CELLS = 8
LONGEST_CELL = 60  # characters


def write_tables(tables: Sequence[WholeTable], question: str) -> str:
    """Return numbered tables, a line a column; `question` says which cells are worth showing."""
    stems = content_stems(question)
    return disarm("\n\n".join(_write(n, t, stems) for n, t in enumerate(tables, 1)), MARKER)


def _write(number: int, table: WholeTable, stems: frozenset[str]) -> str:
    heading = f"Table {number}: {table.title} ({len(table.rows)} rows)"
    return "\n".join([heading, *(f"- {_describe(column, stems)}" for column in table.columns)])


def _describe(column: Column, stems: frozenset[str]) -> str:
    texts = [text for text in column.texts if not is_blank(text)]
    empty = ", some empty" if len(texts) < len(column.texts) else ""
    if not texts:
        return f"{column.header}: all empty"
    if column.holds == FLAGS:
        return f"{column.header}: {' or '.join(sorted(set(texts)))}{empty}"
    if column.holds in (FIGURES, DATES):
        told = {row: value for row, value in enumerate(column.values) if value is not None}
        ends = (min(told.values()), max(told.values()))
        low, high = (next(column.texts[r] for r, v in told.items() if v == end) for end in ends)
        return f"{column.header}: {column.holds} from {low} to {high}{empty}"
    return f"{column.header}: {_list_cells(texts, stems)}{empty}"


def _list_cells(texts: Sequence[str], stems: frozenset[str]) -> str:
    """Return different cells, those with a word of the question first."""
    cells = sorted(dict.fromkeys(texts), key=lambda text: not content_stems(text) & stems)
    shown = "; ".join(cell[:LONGEST_CELL] for cell in cells[:MOST_CELLS])
    return shown if len(cells) <= MOST_CELLS else f"{shown}; … ({len(cells)} different)"
