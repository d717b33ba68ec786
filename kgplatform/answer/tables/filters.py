"""Finds what words of a question say of rows: a cell, a part of one column's cells, yes or no."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kgplatform.answer.tables.columns import FLAGS, TEXT, Column, WholeTable, said_as
from kgplatform.answer.tables.words import FILLS, is_said_by
from kgplatform.text.demonyms import find_country
from kgplatform.text.words import fold, stem

__all__ = ["Filter", "find_cell", "find_flag", "find_part"]

LONGEST_CELL = 6  # in words, of a cell that a question names
FAILED = {said_as("failed"): said_as("passed")}
"""Words that deny a column of yes and no, to what its header has."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A column and the rows, by number, in which it has what words[start:end] of a question say.

    `joins` says that it is an alternative to the filter before it: "Bergen or Oslo".
    """

    column: Column
    said: str
    rows: frozenset[int]
    start: int
    end: int
    joins: bool = False


def find_cell(words: Sequence[str], at: int, table: WholeTable) -> Filter | None:
    """Return the filter of the longest run of words from here on that is a cell."""
    for length in range(min(LONGEST_CELL, len(words) - at), 0, -1):
        phrase = " ".join(words[at : at + length])
        if length == 1 and phrase in FILLS.all:
            continue
        country = find_country(phrase) if length == 1 else None
        names = {phrase, fold(country)} if country else {phrase}
        columns = table.columns
        whole = {column.place: _rows_with(column, names) for column in columns}
        if not any(whole.values()):
            whole = {c.place: _rows_with_part(c, phrase, length) for c in columns}
        found = [
            Filter(columns[n], phrase, rows, at, at + length) for n, rows in whole.items() if rows
        ]
        if len(found) > 1:  # a header next to it says which: "the Bergen office"
            others = [word for word in words if word != phrase]
            said = [one for one in found if any(is_said_by(one.column.words, w) for w in others)]
            found = said or found
        if len(found) == 1:
            return found[0]
    return None


def _rows_with(column: Column, names: set[str]) -> frozenset[int]:
    if column.holds != TEXT:
        return frozenset()
    return frozenset(n for n, text in enumerate(column.folded) if text in names)


def _rows_with_part(column: Column, phrase: str, length: int) -> frozenset[int]:
    """Return the rows whose cell has several words of a question among others: "Ferrum Pipes"."""
    if column.holds != TEXT or length == 1 or FILLS.all.issuperset(phrase.split()):
        return frozenset()
    return frozenset(n for n, text in enumerate(column.folded) if f" {phrase} " in f" {text} ")


def find_flag(words: Sequence[str], at: int, table: WholeTable) -> Filter | None:
    """Return the filter of a column of yes and no whose header stands here: "in service".

    Its first word will do: what is "free" has a yes under "Free entry".
    """
    for column in table.columns:
        if column.holds != FLAGS:
            continue
        header = [said_as(word) for word in fold(column.header).split()]
        own = [said_as(word) for word in words[at : at + len(header)]]
        if own[:1] == header[:1] and own != header and words[at] not in FILLS.all:
            header = own = own[:1]
        denied = [FAILED.get(word, "") for word in own]
        if header not in (own, denied):
            continue
        wanted = header == own
        rows = frozenset(n for n, value in enumerate(column.flags) if value is wanted)
        return Filter(column, "", rows, at, at + len(header))
    return None


def find_part(words: Sequence[str], at: int, table: WholeTable) -> Filter | None:
    """Return the filter by a word that stands in cells of one column: "pumps", "Kessler".

    A word that is in several columns in other forms is of the one that has it as it is:
    "engineers" are no "Engineering".
    """
    for is_same in (str.__eq__, _is_form, _has_same_stem):
        found = list(_find_parts(words[at], at, table, is_same))
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _is_form(word: str, other: str) -> bool:
    return other in (word, word.removesuffix("s"), word.removesuffix("es"), f"{word}s")


def _has_same_stem(word: str, other: str) -> bool:
    return stem(word) == stem(other)


def _find_parts(
    word: str, at: int, table: WholeTable, is_same: Callable[[str, str], bool]
) -> Iterator[Filter]:
    for column in table.columns:
        if column.holds != TEXT:
            continue
        known = {w: is_same(word, w) for text in set(column.folded) for w in text.split()}
        rows = {n for n, text in enumerate(column.folded) if any(known[w] for w in text.split())}
        if rows:
            yield Filter(column, word, frozenset(rows), at, at + 1)
