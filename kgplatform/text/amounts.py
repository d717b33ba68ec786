"""Values as business texts write them: amounts of money, quantities with units, codes, contacts.

Each is one span: "EUR 2,615", "3 hours 20 minutes", "+44 20 7946 0018", "4.1.3", "TKT-118". Numbers
that are only a part of one, or that number a clause, are no values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.text.currencies import CODES, NAMES, SIGNS
from kgplatform.text.dimensions import DIMENSIONS, dimension_of_unit
from kgplatform.text.numbers import DIGITS
from kgplatform.text.raised import ENDS_NUMBER

__all__ = ["CURRENCY", "Value", "find_values", "is_number_of_clause"]


@dataclass(frozen=True, slots=True)
class Value:
    """A value at text[start:end].

    `kind` is MONEY, QUANTITY, FREQUENCY, PHONE, EMAIL, VERSION or CODE; `dimension` and `unit` are
    said about a quantity.
    """

    start: int
    end: int
    kind: str
    dimension: str = ""
    unit: str = ""


NUMBER_WORD = (
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|half an?|an?"
)
SCALE = r"(?: ?(?:thousand|million|billion|trillion|bn|[mk])\b)?"
CURRENCY = re.compile(rf"(?:{CODES})|{SIGNS}")
"""A currency's code or sign by itself."""

MONEY = re.compile(
    rf"(?:(?<!\w)(?:(?:{CODES})\b ?|(?:{SIGNS}) ?)(?:{DIGITS}){SCALE}){ENDS_NUMBER}"
    rf"|(?<![\w.,])(?:{DIGITS}){SCALE} ?(?:(?:{CODES}|{NAMES})\b|{SIGNS})(?!\w)"
)
UNITS = "|".join(f"(?:{one.units})" for one in DIMENSIONS if one.name != "flow")
RATES = next(one.units for one in DIMENSIONS if one.name == "flow")
LESS = r"months?|weeks?|days?|hours?|minutes?|mins?|seconds?|sec|inch(?:es)?|in"
"""Units of what is left over: "3 hours 20 minutes"."""
_NUMBERS = rf"(?:{DIGITS}|\b(?:{NUMBER_WORD}))"
_TO = rf"(?: ?(?:–|-|to|or) ?(?:{_NUMBERS}))?"
QUANTITY = re.compile(
    rf"(?<![\w.,/+-])(?P<number>[-−]?{_NUMBERS}){_TO}[ -]?"
    rf"(?P<unit>{RATES}|{UNITS})(?![\w²³/-])"
    rf"(?:(?<=[a-z]) (?:and )?(?:{_NUMBERS}) ?(?:{LESS})(?![\w²³/]))*",
)
WORDED = re.compile(rf"(?:{NUMBER_WORD})", re.IGNORECASE)
FREQUENCY = re.compile(
    rf"\b(?:every (?:(?:other|second|third|{NUMBER_WORD}|\d+) )?(?:working )?"
    r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|\w+days?|evening|"
    r"morning)"
    rf"|(?:once|twice|(?:{NUMBER_WORD}|\d+) times)(?: (?:every|an?|each|per|in) (?:\w+ )?"
    r"(?:hour|day|week|month|quarter|year|season|decade)s?)"
    r"|hourly|daily|nightly|weekly|fortnightly|biweekly|monthly|quarterly|yearly|annually)\b",
    re.IGNORECASE,
)
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(
    r"(?<![\w+])(?:(?:\+|00)[1-9]\d{0,2}[ ./-]?(?:\(0?\d*\)[ -]?)?\d(?:[ ./-]?\d){5,12}"
    r"|\(?0\d{2,5}\)?[ /-]\d(?:[ -]?\d){4,9}|\(?\d{3}\)?[ .-]\d{3}[.-]\d{4})(?![\w-])"
)
VERSION = re.compile(
    r"(?<![\w.])v?\d+(?:\.\d+){2,3}(?:-[a-z][\w.]*)?(?![\w-])"
    r"|(?<=[Vv]ersion )\d+(?:\.\d+)*(?![\w-])|(?<=[Rr]elease )\d+(?:\.\d+)+(?![\w-])"
    r"|(?<![\w.])v\d+(?:\.\d+)*(?![\w-])"
)
CODE = re.compile(
    r"(?<![\w-])(?:[A-Z]{1,6}[A-Z0-9]*(?:-[A-Z0-9]+)*-\d+[A-Z0-9]*(?:-\w+)*"
    r"|[a-z]+(?:-[a-z0-9]+)*-\d+)(?![\w-])"
)
CLAUSE = re.compile(r"(?:^|(?<=\n))[ \t]*(?:[-*#]+ )?\(?(\d+(?:\.\d+)*)[.)](?=\s+\S)", re.MULTILINE)


@lru_cache(maxsize=256)
def find_values(text: str) -> tuple[Value, ...]:
    """Return the values of a text in order; none lies in another, an earlier kind has the span."""
    found: list[Value] = []
    for kind, pattern in (
        ("EMAIL", EMAIL),
        ("PHONE", PHONE),
        ("VERSION", VERSION),
        ("CODE", CODE),
        ("MONEY", MONEY),
        ("FREQUENCY", FREQUENCY),
    ):
        for match in pattern.finditer(text):
            _add(found, Value(*match.span(), kind))
    for match in QUANTITY.finditer(text):
        unit = match["unit"]
        if len(unit) <= 2 and WORDED.fullmatch(match["number"]):
            continue  # "a g", "one m"
        if match["number"].casefold() in ("a", "an"):
            continue  # "a day" is seldom meant as one
        _add(found, Value(*match.span(), "QUANTITY", dimension_of_unit(unit), unit))
    return tuple(sorted(found, key=lambda value: value.start))


def _add(found: list[Value], value: Value) -> None:
    if not any(value.start < other.end and other.start < value.end for other in found):
        found.append(value)


def is_number_of_clause(text: str, start: int, end: int) -> bool:
    """Return whether a number stands before a clause or an item of a list, "5. Warranty"."""
    at = text.rfind("\n", 0, start) + 1
    match = CLAUSE.match(text, at)
    return match is not None and match.start(1) <= start and end <= match.end()
