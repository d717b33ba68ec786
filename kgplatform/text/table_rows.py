"""A table's rows as lines of Markdown, and where the cells stand in such a line.

Every row is one line, so that a long table can be cut between rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["BETWEEN", "cell_spans", "is_table", "write_row"]

START, BETWEEN, END = "| ", " | ", " |"


def write_row(cells: Sequence[str]) -> str:
    """Return the line of a row."""
    return START + BETWEEN.join(map(_escaped, cells)) + END


def cell_spans(cells: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where each cell of a row stands in the line that `write_row` makes of it."""
    at = len(START)
    for cell in cells:
        end = at + len(_escaped(cell))
        yield at, end
        at = end + len(BETWEEN)


def is_table(text: str) -> bool:
    """Return whether a text is the Markdown of a table, or of a later piece of one."""
    return text.startswith(START)


def _escaped(cell: str) -> str:
    return cell.replace("|", r"\|")
