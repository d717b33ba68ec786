"""A figure with its unit, a length of time in minutes, or a date, so that two can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgplatform.text.dates import DateSpan, find_dates
from kgplatform.text.raised import plain_figures
from kgplatform.text.units import find_unit

__all__ = ["Quantity", "read_quantity"]

DATE, TIME = "date", "time"
ISO = re.compile(r"(?<![\w-])(\d{4})-(\d\d)-(\d\d)(?![\w-])")
FIGURE = re.compile(
    r"(?P<before>[A-Z]{3} |[$£€])?(?<![\w.,-])(?P<number>\d[\d,]*(?:\.\d+)?)(?![\w-])"
)
UNIT = re.compile(r"^[ -]?(?P<unit>[^\W\d]+[²³]?(?:/\w+)?|%)")
IN_YEAR = re.compile(
    r"(?:^\W*|\b(?:in|since|year)\W+)(?:(?:early|mid|late|about|around)[ -])?$", re.IGNORECASE
)
AFTER_YEAR = re.compile(
    r"\s*(?:[.,;)]|$)|\s+(?:by|in|and|with|at|on|for|from|as|when|under|to|but|after|before)\b"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that is comparable with others of the same unit, and how it is written."""

    number: float
    unit: str
    written: str


def read_quantity(text: str, *, unit: str = "") -> Quantity | None:
    """Return the one quantity of a line or cell: its date, its length of time, or its first figure.

    Args:
        text: the line or cell.
        unit: of figures that have none of their own, as a table's header gives it.
    """
    text = plain_figures(text)
    iso = ISO.search(text)
    if iso:
        year, month, day = map(int, iso.groups())
        return Quantity(_days(year, month, day), DATE, iso.group())
    dates = [date for date in find_dates(text) if date.value[1] or _is_year(text, date)]
    if len(dates) == 1:
        return Quantity(_days(*dates[0].value), DATE, text[dates[0].start : dates[0].end])
    return None if dates else _read_figure(text, unit)


def _is_year(text: str, date: DateSpan) -> bool:
    """Return whether a number that can be a year is one: "in 1998.", but no "EUR 980"."""
    before, after = text[: date.start], text[date.end :]
    return IN_YEAR.search(before) is not None and AFTER_YEAR.match(after) is not None


def _days(year: int, month: int, day: int) -> float:
    return year * 372 + max(0, month - 1) * 31 + day  # only ever compared with each other


def _read_figure(text: str, unit: str) -> Quantity | None:
    minutes, first, last = 0.0, 0, 0
    for match in FIGURE.finditer(text):
        number = float(match["number"].replace(",", ""))
        following = UNIT.match(text[match.end() :])
        own = following["unit"].casefold().removesuffix("s") if following else ""
        of_time = find_unit(own) if own else None
        if following and of_time is not None and of_time.dimension == "time":
            minutes += number * of_time.size / 60
            first, last = first or match.start(), match.end() + len(following.group())
        elif not minutes:
            before = (match["before"] or "").strip()
            return Quantity(number, before or own or unit, match.group())
    return Quantity(minutes, TIME, text[first:last]) if minutes else None
