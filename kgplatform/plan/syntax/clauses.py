"""Relative clauses of a masked question: where they begin, and what behind a phrase is theirs."""

from __future__ import annotations

import re
from typing import Any

from kgplatform.plan.syntax.masks import MASK

__all__ = [
    "AUXILIARIES",
    "BE",
    "DO",
    "IS_MASK",
    "ends_with_its_verb",
    "find_clause",
    "is_bare",
    "is_of_clause",
]

IS_MASK = re.compile(rf"{MASK}\Z")
BE = frozenset("is are was were be been being".split())
DO = frozenset("did does do".split())
BARE_VERBS = frozenset("born died buried filmed shot founded killed raised educated".split())
"""No entity stands right behind them: "the place where Zeta was born the capital"."""
AUXILIARIES = BE | DO | frozenset("has have had".split())


def find_clause(token: Any) -> Any:
    """Return the verb of the relative clause right behind a noun, None where there is none.

    Parsers hang it on a noun farther in front: in "the leader of the party that Zeta is a member
    of" on the leader.
    """
    if token.i + 1 >= len(token.doc) or token.doc[token.i + 1].tag_ not in ("WDT", "WP", "WRB"):
        return None
    verb = token.doc[token.i + 1]
    while verb.dep_ not in ("relcl", "ROOT"):
        verb = verb.head
    return verb if verb.dep_ == "relcl" and verb.i > token.i else None


def is_bare(verb: Any) -> bool:
    """Return whether a relative clause ends with its verb, whatever parsers hang on that."""
    behind = verb.doc[verb.i + 1 : verb.i + 2]
    return verb.text.casefold() in BARE_VERBS and behind.text.casefold() in ("the", "a", "an")


def is_of_clause(doc: Any, start: int, end: int) -> bool:
    """Return whether the name right behind a phrase with a relative clause is the clause's.

    In "did the engineer who designed the airship Zeta die?" parsers take it for who died. The verb
    has its subject before it: the phrase, behind its auxiliary.
    """
    has_subject = start > 0 and doc[start - 1].text.casefold() in AUXILIARIES
    return has_subject and end < len(doc) and IS_MASK.match(doc[end].text) is not None


def ends_with_its_verb(doc: Any, end: int) -> bool:
    """Return whether tokens up to `end` take in the verb of "Where was the son of A born?".

    Behind "In which town was …" it may also be a clause's ("the war that Zeta was killed in").
    """
    last = doc[end - 1]
    if last.tag_ != "VBN" or doc[end:].text.strip(" ?"):
        return False
    if len(doc) > 2 and doc[0].tag_ == "WRB" and doc[1].text.casefold() in BE:
        return True
    is_bare = last.dep_ == "acl" and not any(
        t.dep_.startswith(("aux", "nsubj")) for t in last.children
    )
    return doc[0].tag_ == "IN" and is_bare
