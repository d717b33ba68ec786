"""Words of questions over rows: those that say nothing, and what headers and rows are called by."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from kgplatform.answer.aggregate.columns import TEXT, Column, WholeTable
from kgplatform.answer.grids import SAYS_NOTHING
from kgplatform.answer.same_words import filed_word
from kgplatform.answer.text import STOP_WORDS

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
bring brought place placed find found see saw need needs use used let run
"""
_AROUND = """
there all any each every list show name tell me us we our ours you your company firm organisation
organization business currently now today yet still moment sheet file row rows entry entries
records only just altogether together across whole overall ever another among amongst sum amount
value values figure figures it its single total totals due ago so far please
"""
FILLS: Final = _Fills(
    STOP_WORDS, SAYS_NOTHING | frozenset(f"{_VERBS} {_AROUND}".split()) | CASES | KINDS
)

OF_MONEY = frozenset("spend spent pay pays paid cost costs buy bought charge charged worth".split())
"""Words for which a column of money accounts."""

PEOPLE = frozenset(
    filed_word(word)
    for word in "employee people person staff colleague everybody everyone worker member".split()
)
OF_PEOPLE = frozenset(
    filed_word(word)
    for word in "employee person role position job department surname colleague".split()
)
"""Headers of a table of people."""

ALSO_SAID = {
    filed_word(word): filed_word(header)
    for word, header in (("joined", "start"), ("blame", "cause"), ("due", "end"))
}
SHORTEST_OF_COMPOUND = 4


def is_said_by(header: AbstractSet[str], word: str) -> bool:
    """Tell whether a header has a word, another for the same, or a compound of it: "Rainfall".

    Args:
        header: its words, as `filed_word` compares them.
        word: one of the question.
    """
    own = filed_word(word)
    if own in header or ALSO_SAID.get(own) in header:
        return True
    is_long = len(own) >= SHORTEST_OF_COMPOUND
    return is_long and any(_is_half(own, other) for other in header)


def _is_half(word: str, other: str) -> bool:
    """Tell whether a word is one half of a compound of two."""
    rest = len(other) - len(word)
    return rest >= SHORTEST_OF_COMPOUND and (other.startswith(word) or other.endswith(word))


def names_rows(word: str, table: WholeTable) -> bool:
    """Tell whether a word stands for what the rows are: "parts", or "people" of a staff list."""
    own = filed_word(word)
    if own in table.head or own in table.columns[0].words:
        return True
    return own in PEOPLE and is_of_people(table)


def is_of_people(table: WholeTable) -> bool:
    """Tell whether the rows are people."""
    return any(column.words & OF_PEOPLE for column in table.columns)


def find_people(table: WholeTable) -> Column | None:
    """Return the column of people's names; None where the table is not plainly of people."""
    called = PEOPLE | {filed_word("name")}
    names = [c for c in table.columns if c.holds == TEXT and c.words & called]
    names = [column for column in names if not column.is_numbering]
    return names[0] if names and is_of_people(table) else None
