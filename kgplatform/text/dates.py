"""Dates as they stand in running text, and the life dates at the head of a biography.

Only English forms are read: "2 November 1932", "November 2, 1932", "November 1932", "1932", also
with "Nov", and what tables and forms have, "1932-11-02" and "02.11.1932". A year that is a part of
an amount or a code is none.

`find_dates` reads a text for answers; `find_calendar_dates` has more forms ("the 2nd of November"),
so that two spellings of a date can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kgplatform.text.amounts import find_values
from kgplatform.text.raised import RAISED

__all__ = [
    "MONTHS",
    "NO_YEAR",
    "Date",
    "DateSpan",
    "FoundDate",
    "LifeSpan",
    "find_calendar_dates",
    "find_dates",
    "find_life",
    "number_month",
    "parse_date",
]

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_MONTH = (
    "(?P<month{n}>" + "|".join(f"{month}|{month[:3]}\\b\\.?" for month in MONTHS) + "|Sept\\b\\.?)"
)
_YEAR = r"(?P<year{n}>[12]\d{{3}}|[5-9]\d{{2}})"
_FORMS = (
    r"(?P<day1>\d{1,2})(?:st|nd|rd|th)?\s+" + _MONTH.format(n=1) + r",?\s+" + _YEAR.format(n=1),
    _MONTH.format(n=2) + r"\s+(?P<day2>\d{1,2})(?:st|nd|rd|th)?,?\s+" + _YEAR.format(n=2),
    _MONTH.format(n=3) + r"\s+" + _YEAR.format(n=3),
    r"(?P<year5>[12]\d{3})-(?P<month5>0[1-9]|1[0-2])-(?P<day5>0[1-9]|[12]\d|3[01])",
    r"(?P<day6>0?[1-9]|[12]\d|3[01])\.(?P<month6>0?[1-9]|1[0-2])\.(?P<year6>[12]\d{3})",
    r"(?<![\d,.$£€])"
    + _YEAR.format(n=4)
    + r"(?![\d%]|,\d|\.\d|\s*(?:km|metres|meters|feet|people|men))",
)
DATE = re.compile(r"\b(?:" + "|".join(_FORMS) + rf")(?![^\W{RAISED}])")
DASH = re.compile(r"\s*[–—-]\s*|\s+to\s+")
HEAD_CHARS = 320  # life dates stand at the head of an article
_DAY, _NAMED = r"\d{1,2}(?:st|nd|rd|th)?", "(?:" + "|".join(MONTHS) + ")"
_WHOLE = rf"(?:{_DAY}\s+{_NAMED}|{_NAMED}\s+{_DAY}),?\s+[12]\d{{3}}"
TWO_DATES = re.compile(rf"(?P<first>{_WHOLE})\s*(?P<second>{_WHOLE})")
"""Copied texts lose the dash of "(4 October 1916 – 5 May 2002)"."""
PARENTHESIS = re.compile(r"\(([^()]{4,160})\)")
BORN = re.compile(r"^\W*(?:\w+[^\d]{0,40}?)?\b(?:born|b\.)", re.IGNORECASE)
DIED = re.compile(r"^\W*(?:died|d\.|†)", re.IGNORECASE)
THEN_DIED = re.compile(r"[\s,;]+(?:and )?(?:died\b|d\.|†)", re.IGNORECASE)

_MONTH_NUMBERS = {month.lower(): number for number, month in enumerate(MONTHS, start=1)}
_MONTH_NUMBERS |= {name[:3]: number for name, number in _MONTH_NUMBERS.items()} | {"sept": 9}
_ANY_MONTH = "(?P<month>" + "|".join(sorted(_MONTH_NUMBERS, key=len, reverse=True)) + r")\.?"
_ANY_YEAR = r"(?P<year>\d{4})"
_ANY_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_CALENDAR_FORMS = [
    re.compile(rf"\b{form}\b", re.IGNORECASE)
    for form in (
        rf"{_ANY_DAY} (?:of )?{_ANY_MONTH},? (?:of )?{_ANY_YEAR}",
        rf"{_ANY_MONTH} {_ANY_DAY},? {_ANY_YEAR}",
        rf"{_ANY_YEAR}-(?P<number>\d{{2}})-{_ANY_DAY}",
        rf"{_ANY_MONTH},? (?:of )?{_ANY_YEAR}",
        rf"{_ANY_DAY} (?:of )?{_ANY_MONTH}",
        rf"{_ANY_MONTH} {_ANY_DAY}",
    )
]
NO_YEAR = (
    rf"(?![^\W{RAISED}]|%|[,.]\d|\s*(?:km|kilomet|met|feet|mi\b|miles|people|men|women|million))"
)
"""What behind a number says that it counts something."""
_YEAR_ALONE = re.compile(
    rf"(?<![\w,.$£€])(?P<year>[12]\d{{3}}|[5-9]\d{{2}}){NO_YEAR}", re.IGNORECASE
)

Date = tuple[int, int, int]
"""year, month, day; 0 where it is not given"""


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A date at text[start:end]; `value` is (year, month, day), 0 where it is not said."""

    start: int
    end: int
    value: tuple[int, int, int]

    def moved(self, by: int) -> DateSpan:
        """Return the same date in a text that starts so many characters earlier."""
        return DateSpan(self.start + by, self.end + by, self.value)


@dataclass(frozen=True, slots=True)
class LifeSpan:
    """The part of a text that speaks of a birth or a death (`event`), with its date if any."""

    event: str
    start: int
    end: int
    date: DateSpan | None


def find_dates(text: str) -> tuple[DateSpan, ...]:
    """Return the dates of a text in order."""
    found = [_to_date(match) for match in DATE.finditer(text)]
    return tuple(date for date in found if date.value[1] or not _is_in_value(text, date))


def _is_in_value(text: str, date: DateSpan) -> bool:
    return any(value.start <= date.start and date.end <= value.end for value in find_values(text))


def _to_date(match: re.Match[str]) -> DateSpan:
    groups = match.groupdict()
    year = next(int(groups[f"year{n}"]) for n in range(1, 7) if groups[f"year{n}"])
    written = next((groups[f"month{n}"] for n in (1, 2, 3, 5, 6) if groups[f"month{n}"]), "")
    day = next((int(groups[f"day{n}"]) for n in (1, 2, 5, 6) if groups[f"day{n}"]), 0)
    return DateSpan(match.start(), match.end(), (year, number_month(written), day))


def number_month(written: str) -> int:
    """Return the number of a month that is written in letters or digits; 0 for none."""
    if not written or written.isdigit():
        return int(written or 0)
    return next(
        n for n, month in enumerate(MONTHS, start=1) if month[:3] == written[:3].capitalize()
    )


def find_life(text: str) -> tuple[LifeSpan, ...]:
    """Return birth and death as the first parenthesis with dates gives them.

    "(2 November 1932, Pest – 21 October 1987)" is a birth and a death; "(born 1977)" a birth.
    Failing that, "born on 22 July 1832" and "died … on 8 February 1921" in the sentences are read.
    """
    for match in PARENTHESIS.finditer(text[:HEAD_CHARS]):
        spans = _life_of_parenthesis(text, match.start(1), match.end(1))
        if spans:
            return spans
    return _life_of_sentences(text)


def _life_of_parenthesis(text: str, start: int, end: int) -> tuple[LifeSpan, ...]:
    inside = text[start:end]
    if not DATE.search(inside):
        return ()
    if DIED.search(inside):
        return (_life("death", text, start, end),)
    for left, right in _split_life(inside):
        later = inside[right:]
        if DATE.search(inside[:left]) and (DATE.search(later) or not later.strip()):
            birth = _life("birth", text, start, start + left)
            return (birth, _life("death", text, start + right, end))
    return (_life("birth", text, start, end),) if BORN.search(inside) else ()


def _split_life(inside: str) -> Iterator[tuple[int, int]]:
    """Yield where a birth may end and a death begin: between two dates, at a dash, at "died"."""
    for pair in TWO_DATES.finditer(inside):
        yield pair.end("first"), pair.start("second")
    for between in (*THEN_DIED.finditer(inside), *DASH.finditer(inside)):
        yield between.span()


def _life_of_sentences(text: str) -> tuple[LifeSpan, ...]:
    found: list[LifeSpan] = []
    for event, pattern in (("birth", r"\bborn\b"), ("death", r"\bdied\b")):
        match = re.search(pattern + r"[^.;]{0,90}", text)
        if match and DATE.search(match.group()):
            found.append(_life(event, text, match.start(), match.end()))
    return tuple(found)


def _life(event: str, text: str, start: int, end: int) -> LifeSpan:
    match = DATE.search(text[start:end])  # a slice, as a date may begin where another one ends
    return LifeSpan(event, start, end, _to_date(match).moved(start) if match else None)


class FoundDate(NamedTuple):
    """text[start:end] is the date."""

    date: Date
    start: int
    end: int


def find_calendar_dates(text: str, *, years: bool = False) -> list[FoundDate]:
    """Return the calendar dates of a text, left to right.

    Args:
        years: also years that stand alone (500 to 2999) and count nothing; else only dates that
            give at least two of year, month and day.
    """
    found: list[FoundDate] = []
    if not any(char.isdigit() for char in text):
        return found
    for form in (*_CALENDAR_FORMS, _YEAR_ALONE) if years else _CALENDAR_FORMS:
        for match in form.finditer(text):
            start, end = match.span()
            date = _read_calendar(match)
            if date and all(end <= other.start or other.end <= start for other in found):
                found.append(FoundDate(date, start, end))
    return sorted(found, key=lambda item: item.start)


def parse_date(text: str) -> Date | None:
    """Return the date that a text is, or None if it is not just a date."""
    stripped = text.strip().removeprefix("the ")
    for form in _CALENDAR_FORMS:
        match = form.fullmatch(stripped)
        if match:
            return _read_calendar(match)
    return None


def _read_calendar(match: re.Match[str]) -> Date | None:
    groups = match.groupdict()
    number = groups.get("number")
    # A letter such as "ſ" matches without case but is another one in lower case.
    month = int(number) if number else _MONTH_NUMBERS.get((groups.get("month") or "").lower(), 0)
    day = int(groups.get("day") or 0)
    stated = 0 < month <= 12 or match.re is _YEAR_ALONE
    return (int(groups.get("year") or 0), month, day) if day <= 31 and stated else None
