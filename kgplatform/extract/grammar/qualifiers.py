"""Reads the time and place that a clause gives in addition to its subject and object.

Only what hangs on the clause's own verb (or, in "from 1994 to 1999", one step below) counts; a
date that hangs on another word dates that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from kgplatform.extract.grammar.arguments import Argument, Arguments, literal_argument
from kgplatform.records import Literal, Qualifier

__all__ = ["PERIOD", "is_date", "qualifiers_of"]

PLACE_PREPOSITIONS = {"in", "at", "near"}
TIME_RELATIONS = {
    "from": "start time",
    "since": "start time",
    "until": "end time",
    "till": "end time",
    "to": "end time",
}
LEANING = {"by", "in", "on", "at"}
ONCE = ("time", "start time", "end time")  # a second date is of something else
CALENDAR = re.compile(r"\d{3,4}|\b(?:19|20)\d\ds\b|century", re.IGNORECASE)
PERIOD = re.compile(
    r"(?:from |between )?(.*?\d{3,4}(?: ?BC)?)\s*(?:–|—|-|to|until|and|till)\s*(.*?\d{3,4}.*)"
)


def is_date(argument: Argument) -> bool:
    """Whether an argument is a calendar date: "1994", not "three years"."""
    target = argument.target
    return isinstance(target, Literal) and target.datatype == "date" and _on_calendar(target.value)


def qualifiers_of(
    head: Any, arguments: Arguments, *, exclude: tuple[Argument, ...]
) -> tuple[Qualifier, ...]:
    """Return the times and places on a clause's head word, in the order of the text.

    Args:
        exclude: the fact's own parts.
    """
    taken = {argument.target.id for argument in exclude}
    found: dict[str, Qualifier] = {}
    for preposition, token in _modifiers(head):
        argument = arguments.of(token)
        if argument is None or argument.target.id in taken:
            continue
        for qualifier in _read(preposition, argument, arguments):
            if qualifier.target.id not in taken:
                key = qualifier.relation if qualifier.relation in ONCE else qualifier.target.id
                found.setdefault(key, qualifier)
    return tuple(sorted(found.values(), key=lambda item: item.start))


def _modifiers(head: Any) -> Iterator[tuple[str, Any]]:
    """Yield (preposition, word) of what modifies a head."""
    for child in head.children:
        if child.dep_ in ("prep", "agent"):
            for obj in child.children:
                if obj.dep_ == "pobj":
                    yield child.lower_, obj
                    if child.lower_ in LEANING:  # "built by Archer in Larvik in 1892"
                        yield from _leaning_on(obj)
                elif obj.dep_ == "prep":  # "from 1994 to 1999"
                    yield from ((obj.lower_, inner) for inner in obj.children)
        elif child.dep_ == "npadvmod":
            yield "", child


def _leaning_on(noun: Any) -> Iterator[tuple[str, Any]]:
    """Yield the places and dates that the parser hung on an agent or a place before them."""
    for child in noun.children:
        if child.dep_ == "prep" and child.lower_ in LEANING:
            for obj in child.children:
                yield child.lower_, obj
                yield from _leaning_on(obj)


def _read(preposition: str, argument: Argument, arguments: Arguments) -> Iterator[Qualifier]:
    target = argument.target
    if not isinstance(target, Literal):
        if argument.kind == "Place" and preposition in PLACE_PREPOSITIONS:
            yield Qualifier("place", *argument)
        return
    if not is_date(argument):
        return
    period = PERIOD.fullmatch(target.value)
    if period and preposition != "in":
        for group, relation in ((1, "start time"), (2, "end time")):
            span = tuple(argument.start + offset for offset in period.span(group))
            part = literal_argument(arguments.passage, (span[0], span[1]), "date")
            yield Qualifier(relation, part.target, part.start, part.end)
    else:
        yield Qualifier(TIME_RELATIONS.get(preposition, "time"), *argument)


def _on_calendar(value: str) -> bool:
    return bool(CALENDAR.search(value))
