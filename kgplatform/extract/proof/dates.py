"""Finds calendar dates in a text in the forms in use, so that two spellings can be compared."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Date", "FoundDate", "find_dates", "parse_date"]

_MONTH_NAMES = (
    "january february march april may june july august september october november december"
).split()
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_YEAR = r"(?P<year>\d{4})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_FORMS = [
    re.compile(rf"\b{form}\b", re.IGNORECASE)
    for form in (
        rf"{_DAY} (?:of )?{_MONTH},? (?:of )?{_YEAR}",
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_YEAR}-(?P<number>\d{{2}})-{_DAY}",
        rf"{_MONTH},? (?:of )?{_YEAR}",
        rf"{_DAY} (?:of )?{_MONTH}",
        rf"{_MONTH} {_DAY}",
    )
]
_YEAR_ALONE = re.compile(
    r"(?<![\w,.$£€])(?P<year>[12]\d{3}|[5-9]\d{2})"
    r"(?![\w%]|[,.]\d|\s*(?:km|kilomet|met|feet|mi\b|miles|people|men|women|million))",
    re.IGNORECASE,
)

Date = tuple[int, int, int]
"""year, month, day; 0 where it is not told"""


class FoundDate(NamedTuple):
    """text[start:end] is the date."""

    date: Date
    start: int
    end: int


def find_dates(text: str, *, years: bool = False) -> list[FoundDate]:
    """Return the dates of a text, left to right.

    Args:
        years: also years that stand alone (500 to 2999) and count nothing; else only dates that
            tell at least two of year, month and day.
    """
    found: list[FoundDate] = []
    if not any(char.isdigit() for char in text):
        return found
    for form in (*_FORMS, _YEAR_ALONE) if years else _FORMS:
        for match in form.finditer(text):
            start, end = match.span()
            date = _read(match)
            if date and all(end <= other.start or other.end <= start for other in found):
                found.append(FoundDate(date, start, end))
    return sorted(found, key=lambda item: item.start)


def parse_date(text: str) -> Date | None:
    """Return the date that a text is, or None if it is not just a date."""
    stripped = text.strip().removeprefix("the ")
    for form in _FORMS:
        match = form.fullmatch(stripped)
        if match:
            return _read(match)
    return None


def _read(match: re.Match[str]) -> Date | None:
    groups = match.groupdict()
    number = groups.get("number")
    # A letter such as "ſ" matches without case but is another one in lower case.
    month = int(number) if number else _MONTHS.get((groups.get("month") or "").lower(), 0)
    day = int(groups.get("day") or 0)
    told = 0 < month <= 12 or match.re is _YEAR_ALONE
    return (int(groups.get("year") or 0), month, day) if day <= 31 and told else None
