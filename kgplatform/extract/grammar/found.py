"""A fact as a rule found it, before it becomes a statement, and how sure each kind of rule is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kgplatform.extract.facts import make_statement
from kgplatform.extract.grammar.arguments import Argument
from kgplatform.records import Literal, Passage, Qualifier, Statement

__all__ = ["CONFIDENCE", "Found", "Stated", "is_circular", "state_fact"]

EXTRACTOR_NAME = "spacy"

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


def is_circular(subject: Argument, obj: Argument) -> bool:
    """Return whether a fact would be of an entity and itself, or of words that overlap."""
    overlaps = subject.start < obj.end and obj.start < subject.end
    return subject.target.id == obj.target.id or overlaps


def state_fact(
    passage: Passage,
    span: tuple[int, int],
    subject: Argument,
    relation: str,
    obj: Argument,
    *,
    confidence: float,
    qualifiers: Sequence[Qualifier],
    canonical: str = "",
    polarity: str = "affirmed",
    modality: str = "asserted",
    attribution: str = "",
) -> Statement:
    """Return the statement of a fact between two arguments; see make_statement."""
    if isinstance(subject.target, Literal):  # every rule checks it
        raise TypeError("the subject of a statement must be no value")
    return make_statement(
        passage,
        span,
        subject=subject.target,
        relation=relation,
        obj=obj.target,
        subject_span=(subject.start, subject.end),
        object_span=(obj.start, obj.end),
        extractor=EXTRACTOR_NAME,
        confidence=confidence,
        qualifiers=qualifiers,
        alignment=(subject.alignment, obj.alignment),
        canonical=canonical,
        polarity=polarity,
        modality=modality,
        attribution=attribution,
    )
