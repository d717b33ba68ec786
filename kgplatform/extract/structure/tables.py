"""Facts of a table: each row's entity, the header of each column as relation, and the cell.

The row's entity is the cell of the column that names the rows. Where a name comes in several rows,
the cells that distinguish these are qualifiers of their facts; where nothing names the rows (years
and their figures), the facts are about the table's subject. So are rows that sum up others, which
are no entities. A column without a header states nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgplatform.extract.structure.columns import read_column, read_target, read_values
from kgplatform.extract.structure.keys import find_row_key
from kgplatform.extract.structure.known import KnownNames
from kgplatform.extract.structure.parts import Part, StatedFact
from kgplatform.extract.structure.placed import PlacedTable
from kgplatform.records import Entity
from kgplatform.text.cells import TEXT, find_totals, is_blank, is_figure, kind_of_cell

__all__ = ["TableView"]

MAX_NAME_CHARS = 200
MIN_WIDTH = (
    3  # of a table in which a row of a label and a figure can be recognised among the others
)
GROUP = "group"
"""The relation of a row to the group of rows that it stands in, whose column has no header."""


class TableView:
    """A table with what its columns hold, and what names its rows.

    Args:
        table: with a header and rows.
        subject: what the table, or the document, is about; None where nothing says so.
        date: the day (ISO 8601) that the document was written on, if known.
    """

    def __init__(self, table: PlacedTable, subject: Entity | None, *, date: str = "") -> None:
        self._header, self._rows = table.cells[0], table.cells[1:]
        self._table, self._starts, self._subject = table, table.starts[1:], subject
        sums = find_totals(self._rows)
        self._sums = sums | {n for n, row in enumerate(self._rows) if _is_summary(row)}
        body = [row for n, row in enumerate(self._rows) if n not in self._sums]
        texts = list(zip(*body, strict=True)) or [()] * len(self._header)
        self._columns = [
            read_column(name, cells, date=date)
            for name, cells in zip(self._header, texts, strict=True)
        ]
        self._key = find_row_key(self._columns, texts)
        place = self._key.place
        if place is not None and not self._columns[place].type:
            self._columns[place] = replace(self._columns[place], type=self._type_of_rows())

    @property
    def names(self) -> frozenset[str]:
        """The names of the rows where each has its own, case folded."""
        place = self._key.place
        if place is None or self._key.others:
            return frozenset()
        rows = (row[place] for n, row in enumerate(self._rows) if n not in self._sums)
        return frozenset(map(str.casefold, filter(None, rows)))

    def _type_of_rows(self) -> str:
        """Return of what type rows are by their numbers: "Employee ID" next to "Name"."""
        return next((one.type for one in self._columns if one.identifies and one.type), "")

    def facts(self, start: int, end: int, known: KnownNames) -> Iterator[StatedFact]:
        """Yield the facts of the rows that a stretch of the document has a part of.

        Args:
            known: entities that a cell may name: rows of tables, and titles of documents.
        """
        first = max(bisect_left(self._starts, start + 1) - 1, 0)
        for number in range(first, bisect_left(self._starts, end)):
            row, spans = self._rows[number], self._table.spans_of(number + 1)
            line = (self._starts[number], max(end for _, end in spans))
            if line[1] <= start:
                continue
            if number in self._sums:
                yield from self._sum(row, spans, line)
            else:
                yield from self._row(row, spans, line, known)

    def _row(
        self,
        row: Sequence[str],
        spans: Sequence[tuple[int, int]],
        line: tuple[int, int],
        known: KnownNames,
    ) -> Iterator[StatedFact]:
        key = self._key
        subject = self._name(row, spans, known)
        if subject is None:
            return
        cells = {
            n: self._cell(text, n, spans[n], known)
            for n, text in enumerate(row)
            if n != key.place and not is_blank(text)
        }
        others = {n: (self._header[n] or GROUP, cells[n][0]) for n in key.others if n in cells}
        for n, parts in cells.items():
            if not self._header[n] or (key.place is None and n in others):
                continue
            more = () if n in others else tuple(others.values())
            for part in parts:
                yield StatedFact(subject, self._header[n], part, *line, qualifiers=more)

    def _cell(self, text: str, place: int, where: tuple[int, int], known: KnownNames) -> list[Part]:
        """Return the values of a cell; one that is a known name as a whole is that."""
        found = read_values(text, self._columns[place], where)
        if len(found) == 1:
            found = [(known.resolve(text, target), span) for target, span in found]
        return [Part(target, *span) for target, span in found]

    def _name(
        self, row: Sequence[str], spans: Sequence[tuple[int, int]], known: KnownNames
    ) -> Part | None:
        """Return what a row is about; None where it has no name."""
        place = self._key.place
        if place is None:
            at = next((n for n, text in enumerate(row) if text), None)
            if self._subject is None or at is None:
                return None
            return Part(self._subject, *spans[at], is_implied=True)
        text = row[place]
        if is_blank(text) or len(text) > MAX_NAME_CHARS or not any(map(str.isalnum, text)):
            return None
        target = known.resolve(text, read_target(text, self._columns[place], is_key=True))
        return Part(target, *spans[place])

    def _sum(
        self, row: Sequence[str], spans: Sequence[tuple[int, int]], line: tuple[int, int]
    ) -> Iterator[StatedFact]:
        """Yield the facts of a row that sums up others: "Total" of the table's subject."""
        at = next((n for n, text in enumerate(row) if text), None)
        if self._subject is None or at is None or is_figure(row[at]):
            return
        label = row[at].strip(" :")
        subject = Part(self._subject, *spans[at], is_implied=True)
        places = [n for n, text in enumerate(row) if text != row[at] and not is_blank(text)]
        for n in places:
            relation = label if len(places) == 1 else f"{label} {self._header[n]}".strip()
            target = read_target(row[n], self._columns[n])
            yield StatedFact(subject, relation, Part(target, *spans[n]), *line)


def _is_summary(row: Sequence[str]) -> bool:
    """Return whether a row is a label with a figure, and names nothing: "", "", "VAT", "12.40"."""
    texts = list(dict.fromkeys(filter(None, row)))
    is_pair = len(row) >= MIN_WIDTH and len(texts) == 2
    if not is_pair or not is_figure(texts[1]) or kind_of_cell(texts[0]) != TEXT:
        return False
    return not row[0] or row[0] == row[1]
