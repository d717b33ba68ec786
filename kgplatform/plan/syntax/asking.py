"""Puts noun phrases as questions: who is asked for, and who what."""

from __future__ import annotations

import re

__all__ = ["PERSON_NOUNS", "ask_for", "clean", "is_person"]

PERSON_ENDINGS = ("or", "ist", "ian", "eer", "wright", "founder", "president")
PERSON_NOUNS = frozenset(
    "person people woman actor actors cast member members winner winners founder founders spouse "
    "man husband wife father mother child children "
    "son daughter brother sister sibling siblings parent "
    "parents king queen author writer singer producer director composer performer creator owner "
    "president leader minister head mayor governor relative relatives successor predecessor artist "
    "screenwriter editor developer narrator character characters designer player players coach "
    "manager chairperson student teacher employer architect guest guests individual individuals "
    "grandfather grandmother uncle aunt".split()
)
NOT_PERSONS = frozenset("color colour sector factor error floor motor harbor door mentor".split())


def ask_for(phrase: str, head: str, *, is_plural: bool) -> str:
    """Return "Who is the director of Jaws?" for a phrase and its head noun."""
    wh = "Who" if is_person(head) else "What"
    verb = "are" if is_plural else "is"
    named = re.sub(r"^(?:a|an|one|some|any)\s+", "the ", phrase.strip(), flags=re.IGNORECASE)
    return f"{wh} {verb} {named}?"


def is_person(noun: str) -> bool:
    """Return whether a noun is mostly of people, by a list and its ending."""
    lowered = noun.casefold()
    if lowered in NOT_PERSONS:
        return False
    singular = lowered[:-1] if lowered.endswith("s") else lowered
    return lowered in PERSON_NOUNS or singular in PERSON_NOUNS or singular.endswith(PERSON_ENDINGS)


def clean(question: str) -> str:
    """Return a question with single spaces and one question mark."""
    spaced = re.sub(r"\s+", " ", question).strip(" ,")
    return re.sub(r"\s+([,?'’])", r"\1", spaced).rstrip("? ,") + "?"
