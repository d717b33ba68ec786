"""Tables with the places of their cells in a document, in whichever form they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgplatform.records import Document
from kgplatform.records.document import Table
from kgplatform.text.aligned import AlignedTable, find_aligned
from kgplatform.text.cells import DATE, FIGURES, TEXT, kind_of_cell, kind_of_column
from kgplatform.text.table_rows import cell_spans

__all__ = ["PlacedTable", "find_placed"]

Span = tuple[int, int]

LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """A table's rows, the first of which is its header, and where each begins.

    Attributes:
        caption: what it is called, if anything.
        cells: rows of one width; the names of a header that it has not are empty.
        starts: where the line of each row begins in the document.
        spans: of the cells of each row; None where it is Markdown, which gives them.
    """

    caption: str
    cells: tuple[tuple[str, ...], ...]
    starts: Sequence[int]
    spans: tuple[tuple[Span, ...], ...] | None = None

    @property
    def end(self) -> int:
        """Where its last row ends."""
        return max(end for _, end in self.spans_of(len(self.cells) - 1))

    def spans_of(self, number: int) -> Sequence[Span]:
        """Return where the cells of a row stand in the document."""
        if self.spans is not None:
            return self.spans[number]
        at = self.starts[number]
        return [(at + start, at + end) for start, end in cell_spans(self.cells[number])]


def find_placed(document: Document) -> Iterator[PlacedTable]:
    """Yield the tables of a document: first each of its own, then those written with blanks."""
    for table in document.tables:
        yield _place(document, table)
    for aligned in find_aligned(document.text):
        yield _place_aligned(aligned)


def _place(document: Document, table: Table) -> PlacedTable:
    starts = [line.start() for line in LINE.finditer(document.text, table.start, table.end)]
    # Below the header there is a line of dashes.
    return PlacedTable(table.caption.strip(), table.cells, [starts[0], *starts[2:]])


def _place_aligned(table: AlignedTable) -> PlacedTable:
    """Return a table written with blanks; a first line that is no header is a row."""
    cells, spans = table.cells, table.spans
    starts = [min(start for start, end in row if end) for row in spans]
    if not _is_header(cells):
        empty = len(cells[0])
        cells, spans = (("",) * empty, *cells), (((0, 0),) * empty, *spans)
        starts = [starts[0], *starts]
    return PlacedTable("", cells, starts, spans)


def _is_header(cells: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is words above columns of which one has figures or dates."""
    kinds = [kind_of_column(texts) for texts in zip(*cells[1:], strict=True)]
    is_words = all(kind_of_cell(text) == TEXT for text in cells[0])
    return is_words and any(kind in FIGURES or kind == DATE for kind in kinds)
