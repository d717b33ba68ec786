"""Reads what an answer measures: a date, or a number with its unit.

What a text is, is read from the text alone; units are brought to one base a dimension.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kgplatform.text.dates import Date, find_calendar_dates
from kgplatform.text.figures import parse_figure, without_about
from kgplatform.text.numbers import read_ordinal
from kgplatform.text.units import DIMENSIONS_OF_UNITS

__all__ = ["Measure", "as_year", "is_count", "read_measure"]

YEAR_OF_ERA = re.compile(
    r"(?P<before>\d{1,3}(?:,\d{3})+|\d+)\s*(?:BCE?|B\.C\.(?:E\.)?)"
    r"|(?P<after>\d{1,4})\s*(?:AD|CE|A\.D\.|C\.E\.)|(?:AD|A\.D\.)\s*(?P<since>\d{1,4})",
    re.IGNORECASE,
)
FIRST_LONG_YEAR = 10_000
CURRENCY = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Measure:
    """What a text measures: a date, or a number of a dimension ('' is a bare number).

    `value` is comparable within one kind and dimension; of a date it is the (year, month, day), 0
    where it is not given.
    """

    kind: Literal["date", "quantity"]
    value: float
    dimension: str = ""
    date: Date = (0, 0, 0)


def is_count(measure: Measure) -> bool:
    """Return whether a measure is of counted items, as "94 people", or a bare number."""
    return (
        measure.kind == "quantity"
        and measure.dimension not in DIMENSIONS_OF_UNITS
        and not CURRENCY.fullmatch(measure.dimension)
    )


def as_year(measure: Measure) -> Measure:
    """Return a bare whole number of one to four digits as the year it is next to other dates."""
    if measure.kind == "date" or measure.dimension or not 0 < measure.value < FIRST_LONG_YEAR:
        return measure
    date = (int(measure.value), 0, 0)
    return Measure("date", _order(date), date=date) if date[0] == measure.value else measure


def read_measure(text: str) -> Measure | None:
    """Return what a text measures as a whole, None for a name.

    "1,200 km", "5 ft 11 in", "$3.5M", "about 40 years", "three", "2 May 1900", "1900", "44 BC". A
    number of four digits without more is a year.
    """
    plain = without_about(text)
    date = _read_date(plain)
    if date:
        return Measure("date", _order(date), date=date)
    figure = parse_figure(plain) if read_ordinal(plain.casefold()) is None else None
    if figure is None or figure.number is None or figure.per:
        return None
    if figure.unit is not None:
        unit = figure.unit
        return Measure("quantity", figure.number * unit.size + unit.zero, unit.dimension)
    return Measure("quantity", figure.number, figure.currency or figure.noun)


def _read_date(text: str) -> Date | None:
    era = YEAR_OF_ERA.fullmatch(text)
    if era and era["before"]:
        return (-int(era["before"].replace(",", "")), 0, 0)
    if era:
        return (int(era["after"] or era["since"]), 0, 0)
    found = find_calendar_dates(text, years=True)
    if len(found) != 1 or not found[0].date[0]:
        return None
    outside = text[: found[0].start] + text[found[0].end :]
    return (
        None
        if re.sub(r"[\W_]|T00:00:00Z|T00:00:00|\b(?:on|in|the)\b", "", outside)
        else found[0].date
    )


def _order(date: Date) -> float:
    year, month, day = date
    return year * 10_000.0 + month * 100 + day
