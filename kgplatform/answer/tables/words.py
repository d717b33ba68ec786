"""Words of questions over rows: those that say nothing, and what headers and rows are called by."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from kgplatform.answer.structured.grids import SAYS_NOTHING
from kgplatform.answer.tables.columns import TEXT, Column, WholeTable, said_as
from kgplatform.text.words import STOP_WORDS

__all__ = [
    "CASES",
    "FILLS",
    "KINDS",
    "OF_MONEY",
    "find_people",
    "is_said_by",
    "names_rows",
]


class _Fills(NamedTuple):
    """Words that no table has to account for; `plain` ones are in no header either."""

    plain: frozenset[str]
    all: frozenset[str]


CASES = frozenset("case cases time times row rows entry entries record records".split())
"""What is counted where rows are, whatever they are of."""

KINDS = frozenset("kind kinds type types sort sorts".split())
"""Words by which what a cell says is asked for, and not which row has it."""

_VERBS = """
come comes came get gets got give gives given make makes made take takes took taken receive
received live lives live living employ employs work works working worked belong belongs sit sits
exist exists register registered record recorded measure measured happen happened occur occurred
bring brought place placed find found see saw need needs use used let put going according
"""
_AROUND = """
there all any each every list show name tell me us we our ours you your company firm organisation
organization business currently now today yet still moment sheet file row rows entry entries
records only just altogether together across whole overall ever another among amongst sum amount
value values figure figures it its single total totals due ago so far please companies firms
something everything anything thing things item items right though even however also term terms
since against export
"""
FILLS: Final = _Fills(
    STOP_WORDS, SAYS_NOTHING | frozenset(f"{_VERBS} {_AROUND}".split()) | CASES | KINDS
)

OF_MONEY = frozenset("spend spent pay pays paid cost costs buy bought earn earned worth".split())
"""Words for which a column of money accounts."""

PEOPLE = frozenset(
    said_as(word)
    for word in "employee people person staff colleague everybody everyone worker member".split()
)
OF_PEOPLE = frozenset(
    said_as(word) for word in "employee role position job department surname colleague".split()
)
"""Headers of a table of people."""

_SAME = """
joined start; blame cause; due end; lent loan; sold sale; sell sale; child children; children child;
insured insurance; building property; property building; valuable value; everyone name
"""
ALSO_SAID = {
    said_as(word): said_as(header) for word, header in (pair.split() for pair in _SAME.split(";"))
}
"""Words of questions to those of headers that they ask for."""

SHORTEST_OF_COMPOUND = 4


def is_said_by(header: AbstractSet[str], word: str) -> bool:
    """Return whether a header has a word, another for the same, or a compound of it: "Rainfall".

    Args:
        header: its words, as `said_as` compares them.
        word: one of the question.
    """
    own = said_as(word)
    if own in header or ALSO_SAID.get(own) in header or word.removesuffix("s") in header:
        return True
    is_long = len(own) >= SHORTEST_OF_COMPOUND
    return is_long and any(_is_half(own, other) for other in header)


def _is_half(word: str, other: str) -> bool:
    """Return whether a word is one half of a compound of two."""
    rest = len(other) - len(word)
    return rest >= SHORTEST_OF_COMPOUND and (other.startswith(word) or other.endswith(word))


def names_rows(word: str, table: WholeTable) -> bool:
    """Return whether a word stands for what the rows are: "parts", or "people" of a staff list."""
    own = said_as(word)
    if own in table.head or own in table.columns[0].words:
        return True
    return own in PEOPLE and is_of_people(table)


def is_of_people(table: WholeTable) -> bool:
    """Return whether the rows are people."""
    return any(column.words & OF_PEOPLE for column in table.columns)


def find_people(table: WholeTable) -> Column | None:
    """Return the column of people's names; None where the table is not plainly of people."""
    called = PEOPLE | {said_as("name")}
    names = [c for c in table.columns if c.holds == TEXT and c.words & called]
    names = [column for column in names if not column.is_numbering]
    return names[0] if names and is_of_people(table) else None
