"""Tables in Markdown, as the graph keeps them, taken apart into cells to be shown as a table."""

from __future__ import annotations

from dataclasses import dataclass

from kgplatform.text.cells import find_cell_spans

__all__ = ["Cell", "join_rows", "read_piece", "read_rows"]

NOWHERE = (0, 0)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table, and whether the quoted span is in it."""

    text: str
    is_cited: bool = False


def read_rows(text: str, span: tuple[int, int] = NOWHERE) -> list[list[Cell]]:
    """Return the cells of lines of a table.

    Args:
        text: the lines.
        span: start and end of what is quoted.
    """
    start, end = span
    rows, offset = [], 0
    for line in text.split("\n"):
        cells = [
            Cell(_plain(line[a:b]), is_cited=start < offset + b and offset + a < end)
            for a, b in find_cell_spans(line)
        ]
        if cells and not _is_rule(line):
            rows.append(cells)
        offset += len(line) + 1
    return rows


def read_piece(text: str, start: int, end: int, *, header: str) -> list[list[Cell]]:
    """Return the cells of a piece of a table, the table's header first.

    Args:
        text: the lines of the piece.
        start, end: of the span that is quoted.
        header: the table's first line, which later pieces do not have.
    """
    rows = read_rows(text, (start, end))
    return rows if text.startswith(header) else [*read_rows(header), *rows]


def join_rows(some: list[list[Cell]], others: list[list[Cell]]) -> list[list[Cell]]:
    """Return the cells of one piece with those marked that are quoted in either."""
    return [
        [
            Cell(one.text, is_cited=one.is_cited or other.is_cited)
            for one, other in zip(*rows, strict=True)
        ]
        for rows in zip(some, others, strict=True)
    ]


def _is_rule(line: str) -> bool:
    """Return whether a line is the one between a table's header and its rows."""
    return not set(line) - set("|-: ")


def _plain(cell: str) -> str:
    return cell.replace(r"\|", "|").strip()
