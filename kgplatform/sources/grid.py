"""Tables as Markdown: the one form in which a table's cells stand in a document's text.

Every row is one line, so that a long table can be cut between rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["clean_cell", "drop_empty", "is_table", "table_markdown"]

Grid = tuple[tuple[str, ...], ...]
START = "| "


def is_table(text: str) -> bool:
    """Tell whether a text is the Markdown of a table, or of a later piece of one."""
    return text.startswith(START)


def clean_cell(text: str) -> str:
    """Return a cell's text on one line."""
    return " ".join(text.split())


def drop_empty(rows: Iterable[Sequence[str]]) -> Grid:
    """Return the rows that hold something, all of one width, without empty columns at the sides.

    Cells are cleaned; short rows are filled up.
    """
    kept = [cells for row in rows if any(cells := [clean_cell(cell) for cell in row])]
    filled = [[index for index, cell in enumerate(row) if cell] for row in kept]
    left = min((columns[0] for columns in filled), default=0)
    right = max((columns[-1] + 1 for columns in filled), default=0)
    return tuple(tuple((row + [""] * right)[left:right]) for row in kept)


def table_markdown(cells: Sequence[Sequence[str]]) -> str:
    """Return a grid as a Markdown table, its first row as the header; no line feed at the end."""
    lines = [_row(row) for row in cells]
    lines.insert(1, _row(["---"] * len(cells[0])))
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return START + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"
