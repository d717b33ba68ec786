"""Finds the tables of a PDF page: first those that lines show, then those that text shows.

Each kind looks only at the words that are in no table yet: a drawn grid is the surest sign,
lines across come next, columns of text last.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.sources.pdf.drawings import Ruling
from kgplatform.sources.pdf.glyphs import PageContent
from kgplatform.sources.pdf.tables_grid import FoundTable
from kgplatform.sources.pdf.tables_lattice import find_lattices, merge_rulings
from kgplatform.sources.pdf.tables_rules import find_ruled
from kgplatform.sources.pdf.tables_streams import find_streams
from kgplatform.sources.pdf.words import Word

__all__ = ["find_tables"]

NEAR = 4.0  # points: a line so close to a drawn grid is a part of it


def find_tables(content: PageContent, words: Sequence[Word]) -> list[FoundTable]:
    """Return the tables of a page from top to bottom, no word in two of them.

    Args:
        content: what the page shows.
        words: its words, of make_words(content.glyphs).
    """
    left = [word for word in words if not word.turned]
    tables = find_lattices(content, left, [word for word in words if word.turned])
    left = _without(left, tables)
    free = [rule for rule in merge_rulings(content.horizontal) if not _is_inside(rule, tables)]
    tables += find_ruled(free, left)
    left = _without(left, tables)
    tables += find_streams(left, tables)
    return sorted(tables, key=lambda table: (table.box[1], table.box[0]))


def _without(words: Sequence[Word], tables: Sequence[FoundTable]) -> list[Word]:
    taken = {id(word) for table in tables for word in table.words}
    return [word for word in words if id(word) not in taken]


def _is_inside(rule: Ruling, tables: Sequence[FoundTable]) -> bool:
    return any(
        table.box[0] - NEAR < (rule.start + rule.end) / 2 < table.box[2] + NEAR
        and table.box[1] - 3 * NEAR < rule.position < table.box[3] + 3 * NEAR
        for table in tables
    )
