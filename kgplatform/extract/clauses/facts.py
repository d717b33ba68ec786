"""A fact as a clause states it, before it becomes a statement."""

from __future__ import annotations

from typing import Any, NamedTuple

from kgplatform.extract.grammar.arguments import Argument
from kgplatform.records import Qualifier

__all__ = ["CONFIDENCE", "Fact"]

CONFIDENCE = {
    "clause": 0.85,
    "copula": 0.85,
    "participle": 0.8,
    "relative clause": 0.8,
    "shared subject": 0.75,
    "apposition": 0.8,
    "title": 0.85,
    "affiliation": 0.7,
    "nominalisation": 0.65,
    "speech": 0.6,
    "verb": 0.6,
}
"""How sure each construction is."""


class Fact(NamedTuple):
    """Subject, relation and object with their spans.

    `verb` is the verb that its polarity and modality are of, with the `chain` of those that govern
    it; None where a noun states it.
    """

    subject: Argument
    relation: str
    canonical: str
    object: Argument
    construction: str
    verb: Any = None
    chain: tuple[Any, ...] = ()
    qualifiers: tuple[Qualifier, ...] = ()
