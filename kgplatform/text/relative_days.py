"""Reads days that count from the day of a text: "on Monday", "last year", "2 July", "Q2".

Where the text leaves open whether it means what was or what will be, a day of the week is the last
one, and a day of a month, a month or a quarter the one nearest to the day of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from kgplatform.text.numbers import read_number_at, read_ordinal
from kgplatform.text.spans_of_days import (
    DAYTIME,
    MONTH,
    NTH,
    SEASON,
    SEASON_BEGINS,
    WEEKDAY,
    WEEKDAYS,
    Period,
    month_of,
    part_of_year,
    to_period,
)

__all__ = ["RELATIVE_FORMS", "read_relative"]

Reader = Callable[[re.Match[str], date, bool], Period | None]

UNKNOWN = Period(is_relative=True)
_DAYS = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1}
_UNIT = "(?:day|week|fortnight|month|quarter|year|decade|century|weekend)"
_COUNT = (
    r"(?:an?|\d{1,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
    r"twenty|thirty|forty|fifty)\b)"
)
_LAST = {"last": -1, "this": 0, "current": 0, "next": 1, "coming": 1}
_WHICH = r"(?:(?:earlier |later )?(?:last|this|next)|the (?:last|current|coming) (?!day))"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"


def _named_day(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    del is_future
    return _of_day(day + timedelta(days=_DAYS[match["day"].lower()]))


def _around(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    del is_future
    return _of_day(day + timedelta(days=-2 if match["side"] else 2))


def _this_time(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    del is_future
    return _of_day(day - timedelta(days=1 if match["last"] else 0))


def _weekday(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    wanted = WEEKDAYS.index(match["weekday"].capitalize())
    which = (match["which"] or "").lower()
    ahead = (wanted - day.weekday()) % 7
    if which == "next":  # of the next week
        return _of_day(day + timedelta(days=7 - day.weekday() + wanted))
    if is_future or which == "this":
        return _of_day(day + timedelta(days=ahead))
    back = -ahead % 7
    return _of_day(day - timedelta(days=back or (7 if which == "last" else 0)))


def _unit(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    del is_future
    step = _LAST[match["which"].lower().split()[-1]]
    return _stepped(day, match["unit"].lower(), step)


def _ago(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    del is_future
    number = read_number_at(f"{match['count']} ") or (1.0, 0)
    step = int(number[0]) * (-1 if match["ago"] else 1)
    return _stepped(day, match["unit"].lower(), step)


def _stepped(day: date, unit: str, step: int) -> Period | None:
    """Return the day, week, month or year that is so many of them on, or back."""
    if unit in ("day", "week", "fortnight", "weekend"):
        days = {"day": 1, "fortnight": 14}.get(unit, 7)
        other = day + timedelta(days=days * step)
        monday = other - timedelta(days=other.weekday())
        if unit == "day":
            return _of_day(other)
        first = monday + timedelta(days=5) if unit == "weekend" else monday
        return Period(str(first), str(monday + timedelta(days=6)))
    if unit == "month":
        months = day.year * 12 + day.month - 1 + step
        return to_period(months // 12, months % 12 + 1)
    if unit == "quarter":
        quarters = day.year * 4 + (day.month - 1) // 3 + step
        return part_of_year(quarters // 4, quarters % 4 + 1, 3)
    size = {"year": 1, "decade": 10, "century": 100}[unit]
    first_year = (day.year // size + step) * size + (unit == "century")
    begin, end = to_period(first_year), to_period(first_year + size - 1)
    return Period(begin.start, end.end) if begin and end else None


def _season(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    begins = SEASON_BEGINS[match["season"].lower()]
    return _which_of(lambda year: _season_of(year, begins), match["which"], day, is_future)


def _season_of(year: int, begins: int) -> Period | None:
    first, last = to_period(year, begins), to_period(year + (begins > 10), (begins + 1) % 12 + 1)
    return Period(first.start, last.end) if first and last else None


def _month(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    month = month_of(match["month"])
    return _which_of(lambda year: to_period(year, month), match["which"], day, is_future)


def _day_of_month(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    number, month = int(re.sub(r"\D", "", match["day"])), month_of(match["month"])
    return _which_of(lambda year: to_period(year, month, number), "", day, is_future)


def _quarter(match: re.Match[str], day: date, is_future: bool) -> Period | None:
    nth = match["nth"]
    number = int(nth) if nth.isdigit() else (read_ordinal(nth.lower()) or 0)
    return _which_of(lambda year: part_of_year(year, number, 3), "", day, is_future)


def _which_of(
    of_year: Callable[[int], Period | None], which: str | None, day: date, is_future: bool
) -> Period | None:
    """Return the last, the next or the nearest of what every year has once."""
    found = [one for year in range(day.year - 2, day.year + 3) if (one := of_year(year))]
    today, said = str(day), (which or "").lower().split()[-1:]
    before = [one for one in found if one.end < today]
    after = [one for one in found if one.start > today]
    if said == ["last"]:
        return before[-1] if before else None
    if said in (["next"], ["coming"]):
        return after[0] if after else None
    if said == ["this"]:
        return next((one for one in found if one.start[:4] == str(day.year)), None)
    if is_future:
        return next((one for one in found if one.end >= today), None)
    return min(found, key=lambda one: _distance(one, day), default=None)


def _distance(period: Period, day: date) -> int:
    first, last = date.fromisoformat(period.start), date.fromisoformat(period.end)
    return 0 if first <= day <= last else min(abs((first - day).days), abs((last - day).days))


def _of_day(day: date) -> Period:
    return Period(str(day), str(day))


_FORMS: tuple[tuple[str, Reader], ...] = (
    (
        rf"(?:earlier |later )?(?P<day>today|tonight|(?:yesterday|tomorrow))(?: {DAYTIME})?",
        _named_day,
    ),
    (r"the day (?P<side>before) yesterday|the day after tomorrow", _around),
    (rf"(?P<last>last night)|this {DAYTIME}", _this_time),
    (rf"(?:(?P<which>last|next|this) )?(?P<weekday>{WEEKDAY})(?: {DAYTIME})?", _weekday),
    (rf"(?P<which>{_WHICH}) ?(?P<unit>{_UNIT})", _unit),
    (rf"(?P<which>{_WHICH}) ?(?P<season>{SEASON})", _season),
    (rf"(?P<which>(?:last|this|next)) (?P<month>{MONTH})", _month),
    (rf"(?P<count>{_COUNT}) (?P<unit>{_UNIT})s? (?P<ago>ago)", _ago),
    (rf"in (?P<count>{_COUNT}) (?P<unit>{_UNIT})s?['’]s? time(?P<ago>)", _ago),
    (rf"(?:{WEEKDAY},? )?(?P<day>{_DAY}) (?:of )?(?P<month>{MONTH})", _day_of_month),
    (rf"(?:{WEEKDAY},? )?(?P<month>{MONTH}) (?P<day>{_DAY})", _day_of_month),
    (r"Q(?P<nth>[1-4])", _quarter),
    (rf"the (?P<nth>{NTH}) quarter(?: of the year)?", _quarter),
    (rf"(?P<which>)(?P<month>{MONTH})", _month),
)
_COMPILED = [(re.compile(form, re.IGNORECASE), read) for form, read in _FORMS]

RELATIVE_FORMS = "|".join(
    f"(?i:{re.sub(r'[(][?]P<[^>]+>', '(?:', form)})" for form, _ in _FORMS[:-1]
)
"""As alternatives of a regular expression; a month's bare name is left out ("may", "March on")."""


def read_relative(text: str, day: date | None, *, is_future: bool) -> Period | None:
    """Return the days that a text means, counted from a day; None where it is none of these forms.

    Args:
        text: its words alone.
        day: of the text, None where it is not known: then the days are not known either.
        is_future: whether it speaks of what is to come.
    """
    for pattern, read in _COMPILED:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        if day is None:
            return UNKNOWN
        found = read(match, day, is_future)
        return Period(found.start, found.end, is_relative=True) if found else UNKNOWN
    return None
