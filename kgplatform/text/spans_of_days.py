"""Spans of days by the calendar: what periods and relative days are made of."""

from __future__ import annotations

import calendar
from dataclasses import dataclass

from kgplatform.text.dates import MONTHS, number_month

__all__ = [
    "DAYTIME",
    "MONTH",
    "NTH",
    "SEASON",
    "SEASON_BEGINS",
    "WEEKDAY",
    "WEEKDAYS",
    "YEAR",
    "Period",
    "month_of",
    "part_of_year",
    "to_period",
]

MONTH = "(?:" + "|".join(rf"{month}|{month[:3]}\b\.?" for month in MONTHS) + r"|Sept\b\.?)"
YEAR = r"[12]\d{3}"
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
WEEKDAY = "(?:" + "|".join(WEEKDAYS) + ")"
SEASON_BEGINS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
"""The month that each begins with, as meteorologists of the northern half count."""
SEASON = f"(?:{'|'.join(SEASON_BEGINS)})"
NTH = r"(?:first|second|third|fourth|1st|2nd|3rd|4th)"
DAYTIME = r"(?:morning|afternoon|evening|night)"


@dataclass(frozen=True, slots=True)
class Period:
    """First and last day (ISO 8601), "" where an interval is open.

    `is_relative` says that it counts from another day than it names; both days are "" where that
    day is unknown.
    """

    start: str = ""
    end: str = ""
    is_relative: bool = False


def month_of(written: str) -> int:
    """Return the number of a month in letters or digits, 0 for none."""
    return number_month(written.rstrip("."))


def to_period(year: int, month: int = 0, day: int = 0) -> Period | None:
    """Return a day, or a whole month or year; None where the calendar has no such one."""
    if not (0 <= month <= 12 and 0 < year < 10_000):
        return None
    last = calendar.monthrange(year, month or 12)[1]
    if day > last:
        return None
    return Period(
        f"{year:04}-{month or 1:02}-{day or 1:02}", f"{year:04}-{month or 12:02}-{day or last:02}"
    )


def part_of_year(year: int, number: int, months: int) -> Period | None:
    """Return the quarter (of 3 months) or half (of 6) of a year with a number from 1 on."""
    first, last = to_period(year, (number - 1) * months + 1), to_period(year, number * months)
    return Period(first.start, last.end) if first and last else None
