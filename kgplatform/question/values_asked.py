"""What kind of value a question asks for: money, a quantity of a dimension, a contact.

"What is the monthly fee?" is answered by an amount of money, "How long is the warranty?" by a
duration and by no other number. Questions that ask for no value want nothing here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.question.analysis import SPAN, Asked
from kgplatform.text.amounts import Value, find_values
from kgplatform.text.dimensions import DIMENSIONS, Dimension, asked_dimensions

__all__ = ["Wanted", "find_answer_type"]

_WHAT = r"\b(?:what|which)\b(?: (?:is|are|was|were))?(?: (?:the|an?|your|our|their|its))? "
_HEAD = r"(?:(?!(?:of|for|in|on|at|to|from|by|that|which)\b)[\w’'-]+ ){0,3}?"
"""Words between "what is the" and the noun that says what is asked for."""

KINDS = tuple(
    (re.compile(pattern, re.IGNORECASE), kind)
    for pattern, kind in (
        (rf"{_WHAT}{_HEAD}(?:e-?mail)\b|\be-?mail address\b", "EMAIL"),
        (
            rf"{_WHAT}{_HEAD}(?:phone|telephone|hotline|mobile|fax)s?\b(?! (?:model|plan|system))"
            r"|\b(?:phone|telephone|hotline|mobile|fax) number\b",
            "PHONE",
        ),
        (r"\b(?:what|which) version\b|\bwhat is the (?:\w+ ){0,2}version\b", "VERSION"),
        (
            r"\b(?:what|which) (?:ticket|case|incident|order|contract|invoice|change|part|article|"
            r"item|serial|reference) (?:number|no|id|code|key)\b"
            r"|\bwhich ticket\b"
            r"|\bwhat is the (?:\w+ )?(?:ticket|case|incident|order|contract|invoice|part|article|"
            r"serial|reference) (?:number|id|code|key)\b",
            "CODE",
        ),
        (r"\bhow often\b|\bhow frequently\b", "FREQUENCY"),
    )
)
SHARE = re.compile(rf"{_WHAT}{_HEAD}(?:percentage|share of|per cent|percent)\b", re.IGNORECASE)
NOUN_OF_DIMENSION = re.compile(
    rf"{_WHAT}{_HEAD}(?P<noun>weight|mass|height|width|length|depth|temperature|duration|speed|"
    r"voltage|pressure|altitude|bandwidth|floor area|surface area|diameter|warranty period|"
    r"notice period|payload)\b",
    re.IGNORECASE,
)
FILED_AS = {
    "EMAIL": ("email mail contact", "email mail address"),
    "PHONE": ("phone telephone tel mobile contact", "phone telephone number"),
    "FREQUENCY": ("frequency interval schedule", "often frequently frequency"),
}
"""Kinds to the nouns that fields have for them, and to the words by which they are asked for."""

PRICES = frozenset("price prices cost costs fee amount paid pay charge charged".split())
"""Words for amounts of money, of which a text may have another one than the question."""

WEIGHING = frozenset("weigh weighs weighed last lasts lasted take takes took".split())
"""Verbs that stand with "how much" and "how long"."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kind of `amounts.Value` that is asked for, and the dimensions that a quantity may have.

    `nouns` are words by which a field or column may name it, `said_as` what stands for them in the
    question, as "heavy" does for "weight".
    """

    kind: str
    dimensions: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    said_as: frozenset[str] = frozenset()

    def fits(self, value: Value) -> bool:
        """Return whether a value may answer."""
        if self.kind != value.kind:
            return False
        return not self.dimensions or value.dimension in self.dimensions

    def is_in(self, text: str, start: int, end: int) -> bool:
        """Return whether text[start:end] holds such a value."""
        return any(
            start <= value.start and value.end <= end and self.fits(value)
            for value in find_values(text)
        )


@lru_cache(maxsize=16)
def find_answer_type(asked: Asked) -> Wanted | None:
    """Return what value a question asks for; None where it asks for something else."""
    if asked.kind != SPAN:
        return None
    kinds = [kind for pattern, kind in KINDS if pattern.search(asked.text)]
    if kinds:
        nouns, said_as = FILED_AS.get(kinds[0], ("", ""))
        return Wanted(kinds[0], frozenset(), frozenset(nouns.split()), frozenset(said_as.split()))
    if asked.answer_type == "MONEY":
        return Wanted("MONEY", nouns=PRICES, said_as=PRICES | {"money", "much"})
    if SHARE.search(asked.text):
        return Wanted("QUANTITY", frozenset(("share",)))
    dimensions = _find_dimensions(asked.text)
    return _of_dimensions(dimensions) if dimensions else None


def _find_dimensions(text: str) -> tuple[Dimension, ...]:
    """Return the dimensions asked for: of "how high is the temperature" the one that is named."""
    how = asked_dimensions(text)
    if how:
        words = set(text.casefold().rstrip(" ?").split())
        return tuple(one for one in DIMENSIONS if words & one.nouns) or how
    named = NOUN_OF_DIMENSION.search(text)
    noun = named["noun"].casefold().split()[-1] if named else ""
    return tuple(one for one in DIMENSIONS if noun in one.nouns)


def _of_dimensions(dimensions: tuple[Dimension, ...]) -> Wanted:
    return Wanted(
        "QUANTITY",
        frozenset(one.name for one in dimensions),
        frozenset(noun for one in dimensions for noun in one.nouns),
        frozenset(word for one in dimensions for word in one.how) | WEIGHING,
    )
