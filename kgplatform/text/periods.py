"""Reads a date or an interval as its first and last day, and finds them in running text.

"3 March 2025", "Q2 2024", "the 1990s", "from March 2020 until May 2021", "since 2014". What counts
from another day ("on Monday", "last year", "2 July") is resolved against the day that the text was
written on, and against nothing where that is unknown (`relative_days`). English forms are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta

from kgplatform.text.dates import NO_YEAR
from kgplatform.text.numbers import read_ordinal
from kgplatform.text.relative_days import RELATIVE_FORMS, read_relative
from kgplatform.text.spans_of_days import (
    DAYTIME,
    MONTH,
    NTH,
    SEASON,
    SEASON_BEGINS,
    WEEKDAY,
    YEAR,
    Period,
    month_of,
    part_of_year,
    to_period,
)

__all__ = ["Period", "find_periods", "read_period"]

_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DECADES = "twenties thirties forties fifties sixties seventies eighties nineties".split()
_HUNDREDS = {"seventeen": 1700, "eighteen": 1800, "nineteen": 1900}
_CENTURY_WORDS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    "thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|"
    "twenty-first"
)
Reader = Callable[[re.Match[str]], Period | None]


def _calendar_day(match: re.Match[str]) -> Period | None:
    day = int(re.sub(r"\D", "", match["day"]))
    return to_period(int(match["year"]), month_of(match["month"]), day)


def _slashed(match: re.Match[str]) -> Period | None:
    """Read "25/12/2024" or "12/25/2024"; where both may be the month, nothing."""
    a, b, year = int(match["a"]), int(match["b"]), int(match["year"])
    if a == b or b > 12 >= a:
        return to_period(year, a, b)
    return to_period(year, b, a) if a > 12 >= b else None


def _quarter(match: re.Match[str]) -> Period | None:
    return part_of_year(int(match["year"]), _number_of(match["nth"]), 3)


def _half(match: re.Match[str]) -> Period | None:
    return part_of_year(int(match["year"]), _number_of(match["nth"]), 6)


def _number_of(nth: str) -> int:
    return int(nth) if nth.isdigit() else (read_ordinal(nth.lower()) or 0)


def _season(match: re.Match[str]) -> Period | None:
    year, first = int(match["year"]), SEASON_BEGINS[match["season"].lower()]
    return _join(to_period(year, first), to_period(year + (first > 10), (first + 1) % 12 + 1))


def _two_years(match: re.Match[str]) -> Period | None:
    """Read "2023/24" and "FY 2023/24", where the second year follows the first."""
    first = int(match["year"])
    second = int(match["next"] or first % 100)
    last = first - first % 100 + second
    last += 100 if last < first else 0
    return _join(to_period(first), to_period(last)) if last - first < 100 else None


def _decade(match: re.Match[str]) -> Period | None:
    first = int(match["year"])
    return _join(to_period(first), to_period(first + 9))


def _worded_decade(match: re.Match[str]) -> Period | None:
    first = _HUNDREDS[match["hundred"].lower()] + 20 + 10 * _DECADES.index(match["ten"].lower())
    return _join(to_period(first), to_period(first + 9))


def _century(match: re.Match[str]) -> Period | None:
    number = read_ordinal(match["nth"].lower()) or read_ordinal(match["nth"].split("-")[-1]) or 0
    number += 20 if match["nth"].lower().startswith("twenty-") else 0
    if number == 0:
        return None
    if (match["era"] or "").strip().upper().startswith("B"):
        return Period(_era_year(100 * number, "01-01"), _era_year(100 * number - 99, "12-31"))
    return _join(to_period(100 * number - 99), to_period(100 * number))


def _era(match: re.Match[str]) -> Period | None:
    if match["before"]:
        year = int(match["before"].replace(",", ""))
        return Period(_era_year(year, "01-01"), _era_year(year, "12-31"))
    return to_period(int(match["after"] or match["since"]))


def _era_year(before: int, day: str) -> str:
    """Return a day of a year before Christ; ISO 8601 counts a year 0."""
    return f"{'-' if before > 1 else ''}{before - 1:04}-{day}"


def _join(first: Period | None, last: Period | None) -> Period | None:
    if first is None or last is None:
        return None
    return Period(first.start, last.end, first.is_relative or last.is_relative)


_FORMS: tuple[tuple[str, Reader], ...] = (
    (
        rf"(?P<year>{YEAR})-(?P<month>\d\d)-(?P<day>\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?",
        _calendar_day,
    ),
    (
        rf"(?:{WEEKDAY},? )?(?P<day>{_DAY}) (?:of )?(?P<month>{MONTH}) ?,? ?(?:of )?"
        rf"(?P<year>{YEAR})",
        _calendar_day,
    ),
    (rf"(?:{WEEKDAY},? )?(?P<month>{MONTH}) (?P<day>{_DAY}) ?,? (?P<year>{YEAR})", _calendar_day),
    (rf"(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.(?P<year>{YEAR})", _calendar_day),
    (rf"(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})/(?P<year>{YEAR})", _slashed),
    (
        rf"(?P<month>{MONTH}) ?,? ?(?:of )?(?P<year>{YEAR})",
        lambda m: to_period(int(m["year"]), month_of(m["month"])),
    ),
    (
        rf"(?P<year>{YEAR})-(?P<month>0[1-9]|1[0-2])(?![\d-])",
        lambda m: to_period(int(m["year"]), int(m["month"])),
    ),
    (rf"Q(?P<nth>[1-4])[ /-]?(?:of )?(?P<year>{YEAR})", _quarter),
    (rf"(?P<year>{YEAR})[ /-]?Q(?P<nth>[1-4])", _quarter),
    (rf"(?:the )?(?P<nth>{NTH}) quarter (?:of )?(?P<year>{YEAR})", _quarter),
    (rf"H(?P<nth>[12])[ /-]?(?P<year>{YEAR})", _half),
    (rf"(?:the )?(?P<nth>first|second) half (?:of )?(?P<year>{YEAR})", _half),
    (
        rf"(?:FY ?|(?:the )?(?:fiscal|financial) (?:year )?)(?P<year>{YEAR})"
        r"(?:[/–-](?P<next>\d\d))?",
        _two_years,
    ),
    (rf"(?:the )?(?P<season>{SEASON}) (?:of )?(?P<year>{YEAR})", _season),
    (r"(?:the )?(?P<year>[12]\d\d0)s", _decade),
    (
        rf"(?:the )?(?P<hundred>{'|'.join(_HUNDREDS)})[ -](?P<ten>{'|'.join(_DECADES)})",
        _worded_decade,
    ),
    (
        rf"(?:the )?(?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{_CENTURY_WORDS})[ -]century"
        r"(?P<era> B\.?C\.?(?:E\b\.?)?| A\.?D\b\.?| C\.?E\b\.?)?",
        _century,
    ),
    (
        r"(?P<before>\d{1,3}(?:,\d{3})+|\d+) B\.?C\.?(?:E\b\.?)?|(?P<after>\d{1,4}) (?:AD|CE)\b"
        r"|A\.?D\.? (?P<since>\d{1,4})",
        _era,
    ),
    (rf"(?P<year>{YEAR})[/–-](?P<next>\d\d)(?![\d-])", _two_years),
    (rf"(?:the year )?(?P<year>{YEAR}|[5-9]\d\d)", lambda m: to_period(int(m["year"]))),
)
"""The forms of dates that need no other day, longest first."""

_COMPILED = [(re.compile(form, re.IGNORECASE), read) for form, read in _FORMS]
_PART = (
    r"(?:(?:the )?(?:(?:very )?(?:earl(?:y|ier)|mid|later?)[ -]|"
    r"(?:beginning|middle|end|start) of )(?:the )?)"
)
_LEAD = re.compile(
    r"(?:in|on|at|during|of|dated|around|about|circa|c\.|ca\.) (?=\S)"
    rf"|(?:the )?{DAYTIME} of (?:the )?|{_PART}",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf",? (?:at )?\d{{1,2}}[:.]\d\d(?: ?[ap]\.?m\.?)?$| (?:in the )?{DAYTIME}$", re.IGNORECASE
)
_WEEK_OF = re.compile(r"(?:the )?week (?:of|beginning|starting) (.+)", re.IGNORECASE)
_TO = r"(?:\s?[–—-]\s?| (?:to|until|till|through) )"
_BETWEEN = re.compile(rf"(?:from )?(.+?){_TO}(.+)|between (.+?) and (.+)|(\S+)/(\S+-\S+)", re.I)
_OPEN = re.compile(
    r"(?P<from>since|from|as of|as from|starting|effective|with effect from)\b (?P<day>.+?)"
    r"(?: on| onwards?)?|(?P<until>until|till|up to|by|no later than|through) (?P<last>.+)"
    r"|(?P<before>before|prior to) (?P<next>.+)|after (?P<previous>.+)",
    re.IGNORECASE,
)


def read_period(text: str, *, reference: str = "", is_future: bool = False) -> Period | None:
    """Return the first and the last day that a text means, None where it is no date.

    Args:
        text: the words of the date or interval alone.
        reference: the day that the text was written on (ISO 8601), or "".
        is_future: whether the text speaks of what is to come: its "Monday" is the next one.
    """
    day = date.fromisoformat(reference) if reference else None
    return _read(" ".join(text.split()).strip(" ,.;"), day, is_future=is_future)


def _read(text: str, day: date | None, *, is_future: bool) -> Period | None:
    point = _read_point(text, day, is_future=is_future)
    if point is not None:
        return point
    for match in _splits(text):
        first, last = (part for part in match if part is not None)
        found = _read_between(first.strip(), last.strip(), day, is_future=is_future)
        if found is not None:
            return found
    is_open = _OPEN.fullmatch(text)
    return _read_open(is_open, day) if is_open else None


def _splits(text: str) -> Iterator[tuple[str | None, ...]]:
    """Yield what may be the two ends of an interval, at each place where it may be cut."""
    between = re.fullmatch(r"between (.+?) and (.+)", text, re.IGNORECASE)
    if between:
        yield between.groups()
    plain = re.sub(r"^from ", "", text, flags=re.IGNORECASE)
    for cut in re.finditer(rf"{_TO}|/(?=\d{{4}}-)", plain):
        yield plain[: cut.start()], plain[cut.end() :]


def _read_point(text: str, day: date | None, *, is_future: bool) -> Period | None:
    for pattern, read in _COMPILED:
        match = pattern.fullmatch(text)
        if match:
            return read(match)
    week = _WEEK_OF.fullmatch(text)
    if week:
        found = _read_point(week[1], day, is_future=is_future)
        return _week_of(found) if found else None
    relative = read_relative(text, day, is_future=is_future)
    if relative is not None:
        return relative
    lead, time = _LEAD.match(text), _TIME.search(text)
    rest = text[lead.end() :] if lead else text[: time.start()] if time else ""
    return _read_point(rest, day, is_future=is_future) if rest else None


def _week_of(found: Period) -> Period:
    if not found.start:
        return found
    first = date.fromisoformat(found.start)
    monday = first - timedelta(days=first.weekday())
    return replace(found, start=str(monday), end=str(monday + timedelta(days=6)))


def _read_between(first: str, last: str, day: date | None, *, is_future: bool) -> Period | None:
    """Return the interval between two days; what one leaves out, the other says."""
    end = _read_point(last, day, is_future=is_future)
    start = _read_point(first, day, is_future=is_future)
    if (
        end is not None
        and end.start
        and (start is None or start.is_relative)
        and not end.is_relative
    ):
        start = _completed(first, last) or start
    if end is None and start is not None:  # "March 3-5, 2025"
        month = re.match(MONTH, first, re.IGNORECASE)
        year = re.search(rf",? {YEAR}$", last)
        end = _read_point(f"{month.group()} {last}", day, is_future=is_future) if month else None
        start = _read_point(f"{first}{year.group()}", day, is_future=False) if year else start
    if start is None or end is None:
        return None
    if start.is_relative and end.is_relative and start.end:
        end = _read_point(last, date.fromisoformat(start.end), is_future=True) or end
    found = _join(start, end)
    return found if found and (found.start <= found.end or not found.end) else None


def _completed(first: str, last: str) -> Period | None:
    """Return a day with the month and the year of the day that follows it: "3 to 5 March 2025"."""
    tails = [last[match.start() :] for match in re.finditer(rf"{MONTH}\b|{YEAR}$", last)]
    readings = (_read_point(f"{first} {tail}", None, is_future=False) for tail in reversed(tails))
    return next((found for found in readings if found and found.start), None)


def _read_open(match: re.Match[str], day: date | None) -> Period | None:
    """Return an interval of which one end is not said."""
    if match["day"]:
        found = _read_point(match["day"], day, is_future=False)
        return replace(found, end="") if found else None
    is_future = bool(match["last"])
    said = match["last"] or match["next"] or match["previous"]
    found = _read_point(said, day, is_future=is_future or bool(match["next"]))
    if found is None:
        return None
    if match["last"]:
        return replace(found, start="")
    if match["next"]:
        return replace(found, start="", end=_moved(found.start, -1))
    return replace(found, start=_moved(found.end, 1), end="")


def _moved(day: str, days: int) -> str:
    return str(date.fromisoformat(day) + timedelta(days=days)) if day and day[0] != "-" else ""


def _unnamed(form: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", form)


_ANY = "|".join(f"(?:{_unnamed(form)})" for form, _ in _FORMS[:-1])
_POINT = rf"{_PART}?(?:{_ANY}|(?:the year )?(?<![,.$£€]){YEAR}(?i:{NO_YEAR})|{RELATIVE_FORMS})"
_SHORT = rf"(?:{MONTH}(?: {_DAY})?|{_DAY}(?: {MONTH})?)"
_FOUND = re.compile(
    rf"(?<![\w.,/-])(?:(?:[Ff]rom |[Bb]etween )?(?:{_POINT}|{_SHORT})(?:{_TO}| and )(?:{_POINT})"
    rf"|(?:(?:[Ss]ince|[Uu]ntil|[Tt]ill|[Bb]y|[Bb]efore|[Aa]fter|[Ff]rom) )?(?:{_POINT}))(?![\w/-])"
)


def find_periods(text: str) -> list[tuple[int, int]]:
    """Return the spans of the dates and intervals of a text, with "since", "until" and the like."""
    found = (match for match in _FOUND.finditer(text) if read_period(match.group()) is not None)
    return [match.span() for match in found]
