"""Tables as Markdown: the one form in which a table's cells stand in a document's text.

Every row is one line, so that a long table can be cut between rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgplatform.sources.limits import PassedLimit

__all__ = ["Grid", "clean_cell", "drop_empty", "is_table", "table_markdown"]

MAX_CELLS = 3_000_000  # rows times columns; each takes 100 to 200 bytes
Grid = tuple[tuple[str, ...], ...]
START = "| "


def is_table(text: str) -> bool:
    """Return whether a text is the Markdown of a table, or of a later piece of one."""
    return text.startswith(START)


def clean_cell(text: str) -> str:
    """Return a cell's text on one line."""
    return " ".join(text.split())


def drop_empty(rows: Iterable[Sequence[str]]) -> Grid:
    """Return the rows that hold something, all of one width, without empty columns at the sides.

    Cells are cleaned; short rows are filled up.

    Raises:
        PassedLimit: filled up, it would have too many cells.
    """
    kept: list[list[str]] = []
    left, right = 0, 0
    for row in rows:
        cells = [clean_cell(cell) for cell in row]
        filled = [index for index, cell in enumerate(cells) if cell]
        if filled:
            left = min(left, filled[0]) if kept else filled[0]
            right = max(right, filled[-1] + 1)
            kept.append(cells[:right])
            if len(kept) * right > MAX_CELLS:
                raise PassedLimit(f"has a table of more than {MAX_CELLS:,} cells (rows x columns)")
    return tuple(tuple((row + [""] * right)[left:right]) for row in kept)


def table_markdown(cells: Sequence[Sequence[str]]) -> str:
    """Return a grid as a Markdown table, its first row as the header; no line feed at the end."""
    lines = [_row(row) for row in cells]
    lines.insert(1, _row(["---"] * len(cells[0])))
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return START + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"
