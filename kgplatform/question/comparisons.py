"""Comparisons asked as yes or no: "Is A older than B?", "Are A and B from the same country?"."""

from __future__ import annotations

import re
from dataclasses import replace

from kgplatform.question.analysis import CHOICE, YES_NO, Asked, analyse

__all__ = ["SAME_COUNTRY", "compares", "which_of"]

THAN = re.compile(
    r"^(?P<verb>\w+) (?P<rest>.+?) (?:than|(?P<order>before|after)) (?P<second>[^,]+?)\W*$",
    re.IGNORECASE,
)
ARTICLE = re.compile(r"^the ", re.IGNORECASE)
OWN = re.compile(r"^['’]s? ")
OWN_AT_END = re.compile(r"['’]s?$")
IN_ORDER = {"before": "earlier", "after": "later"}
SAME_COUNTRY = re.compile(r"\b(?:same|share)\b.*\b(?:country|nationality|nation)\b", re.IGNORECASE)
EARLIER_OR_LATER = re.compile(r"\b(?:earlier|later|sooner)\b", re.IGNORECASE)


def compares(asked: Asked) -> bool:
    """Return whether a question is answered by comparing two entities that it names."""
    if asked.kind == YES_NO and SAME_COUNTRY.search(asked.text):
        return True
    return asked.kind == CHOICE or which_of(asked) is not None


def which_of(asked: Asked) -> Asked | None:
    """Return the choice behind a question of yes and no; the answer is yes if it is the first.

    "Does A have more staff than B?" becomes "Which one does have more staff, A or B?". None where
    the question compares no two entities that it names.
    """
    match = THAN.match(asked.text) if asked.kind == YES_NO else None
    if match is None:
        return None
    second = OWN_AT_END.sub("", ARTICLE.sub("", match["second"]))
    names = [name.removeprefix(f"{match['verb']} ") for name in asked.names]
    if len(names) != 2 or names[1] != second:
        return None
    rest = ARTICLE.sub("", match["rest"])
    if not rest.startswith(names[0]):
        return None
    stated = OWN.sub("", rest.removeprefix(names[0])).strip()
    if not stated:
        return None
    if match["order"] and not EARLIER_OR_LATER.search(stated):
        stated = f"{stated} {IN_ORDER[match['order'].casefold()]}"
    text = f"Which one {match['verb'].casefold()} {stated}, {names[0]} or {second}?"
    return replace(analyse(text), kind=CHOICE, options=(names[0], second))
