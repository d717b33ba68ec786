"""A fact as a rule found it, before it becomes a statement, and how sure each kind of rule is."""

from __future__ import annotations

from typing import NamedTuple

from kgplatform.extract.grammar.arguments import Argument
from kgplatform.records import Qualifier, Statement

__all__ = ["CONFIDENCE", "Found", "Stated"]

CONFIDENCE = {
    "life": 0.98,
    "maker": 0.95,
    "class": 0.93,
    "apposition": 0.93,
    "place": 0.93,
    "nationality": 0.92,
    "clause": 0.9,
    "alias": 0.88,
    "kinship": 0.85,
    "office": 0.85,
}
"""Share of right facts by construction, from the 450 judged ones (benchmarks/extraction.py); the
rarer constructions are rounded down."""


class Found(NamedTuple):
    """Subject, relation and object with their spans.

    `words` is the relation as the text puts it, where it is not a canonical one; `construction` is
    a key of CONFIDENCE, `at` the character at which the verb or noun stands that states the fact.
    """

    subject: Argument
    relation: str
    object: Argument
    construction: str
    qualifiers: tuple[Qualifier, ...] = ()
    words: str = ""
    at: int = -1


class Stated(NamedTuple):
    """A statement, and the character at which the word stands that states it; -1 for no word."""

    statement: Statement
    at: int
