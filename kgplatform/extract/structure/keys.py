"""Which column of a table names its rows, and which distinguish rows of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgplatform.extract.structure.columns import Column
from kgplatform.text.cells import CODE, DATE, TEXT, kind_of_column

__all__ = ["RowKey", "find_row_key"]

MOST_OTHERS = 2
MOST_WORDS = 6  # on average of what names a row, unless it is the first text of the table
SAMPLE = 1_000  # cells that show what a column holds
MIN_FILLED = 0.8  # of the rows have a name


@dataclass(frozen=True, slots=True)
class RowKey:
    """`place` names the rows, None where nothing does; `others` distinguish rows of one name."""

    place: int | None
    others: tuple[int, ...] = ()


def find_row_key(columns: Sequence[Column], texts: Sequence[Sequence[str]]) -> RowKey:
    """Return what names the rows of a table.

    That is the first column of different names or codes; prose is left out, and one
    where a few rows have no name will do.

    Args:
        columns: what is known of each.
        texts: the cells of each, those of sums left out.
    """
    kinds = [kind_of_column(cells[:SAMPLE]) for cells in texts]
    worded = [n for n, kind in enumerate(kinds) if kind in (TEXT, CODE)]
    may_name = [n for n in worded if n == worded[0] or not _is_prose(texts[n])]
    for n in may_name:
        if all(texts[n]) and _is_distinct(texts[n]):
            return RowKey(n)
    filled = [n for n in may_name if sum(map(bool, texts[n])) >= MIN_FILLED * len(texts[n])]
    for n in filled:
        if _is_distinct([text for text in texts[n] if text]):
            return RowKey(n)
    best = sorted(filled, key=lambda n: -len(set(texts[n])))[:1]
    named = [n for n in best if _names_rows(columns[n], texts[n], is_first=n == 0)]
    place = named[0] if named else None
    dates = [n for n, kind in enumerate(kinds) if kind == DATE or columns[n].are_years]
    apart = [n for n in dict.fromkeys([*dates, *filled]) if n != place]
    if place is None and not dates:
        apart = [0, *apart]
    return RowKey(place, _distinguish(place, apart, texts))


def _names_rows(column: Column, texts: Sequence[str], *, is_first: bool) -> bool:
    """Return whether texts that come again are names of rows, and no statuses or kinds of them."""
    is_named = is_first or not column.header or bool(column.type) or column.are_names
    return is_named or 2 * len(set(texts)) >= len(texts)


def _distinguish(
    place: int | None, others: Sequence[int], texts: Sequence[Sequence[str]]
) -> tuple[int, ...]:
    """Return as few columns as distinguish the rows, with the one that names them."""
    taken = [] if place is None else [place]
    count = len(set(texts[place])) if place is not None else 1
    for n in others:
        if len(taken) - (place is not None) == MOST_OTHERS or count == len(texts[0]):
            break
        more = len(set(zip(*(texts[one] for one in (*taken, n)), strict=True)))
        if more > count:
            taken.append(n)
            count = more
    return tuple(n for n in taken if n != place)


def _is_distinct(texts: Sequence[str]) -> bool:
    return len(set(texts)) == len(texts) > 0


def _is_prose(texts: Sequence[str]) -> bool:
    return sum(len(text.split()) for text in texts) > MOST_WORDS * len(texts)
