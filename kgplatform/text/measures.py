"""Reads what an answer measures: a date, or a number with its unit.

What a text is, is read from the text alone; units are brought to one base a dimension.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from kgplatform.text.dates import Date, find_calendar_dates
from kgplatform.text.numbers import NUMBER_WORDS
from kgplatform.text.raised import plain_figures

__all__ = ["Measure", "as_year", "is_count", "read_measure"]

UNITS: dict[str, tuple[str, float]] = {
    "mm": ("length", 0.001),
    "millimetre": ("length", 0.001),
    "cm": ("length", 0.01),
    "centimetre": ("length", 0.01),
    "m": ("length", 1.0),
    "metre": ("length", 1.0),
    "km": ("length", 1000.0),
    "kilometre": ("length", 1000.0),
    "inch": ("length", 0.0254),
    "in": ("length", 0.0254),
    "″": ("length", 0.0254),
    "′": ("length", 0.3048),
    "ft": ("length", 0.3048),
    "foot": ("length", 0.3048),
    "yard": ("length", 0.9144),
    "mi": ("length", 1609.344),
    "mile": ("length", 1609.344),
    "m2": ("area", 1.0),
    "m²": ("area", 1.0),
    "square metre": ("area", 1.0),
    "hectare": ("area", 10_000.0),
    "ha": ("area", 10_000.0),
    "acre": ("area", 4046.8564224),
    "km2": ("area", 1e6),
    "km²": ("area", 1e6),
    "square kilometre": ("area", 1e6),
    "square mile": ("area", 2_589_988.110336),
    "sq mi": ("area", 2_589_988.110336),
    "mg": ("mass", 1e-6),
    "g": ("mass", 0.001),
    "gram": ("mass", 0.001),
    "kg": ("mass", 1.0),
    "kilogram": ("mass", 1.0),
    "tonne": ("mass", 1000.0),
    "ton": ("mass", 1000.0),
    "lb": ("mass", 0.45359237),
    "pound": ("mass", 0.45359237),
    "m/s": ("speed", 1.0),
    "metre per second": ("speed", 1.0),
    "km/h": ("speed", 1 / 3.6),
    "kph": ("speed", 1 / 3.6),
    "kilometre per hour": ("speed", 1 / 3.6),
    "mph": ("speed", 0.44704),
    "mile per hour": ("speed", 0.44704),
    "knot": ("speed", 1852 / 3600),
    "k": ("temperature", 1.0),
    "kelvin": ("temperature", 1.0),
    "°c": ("temperature", 1.0),
    "celsius": ("temperature", 1.0),
    "°f": ("temperature", 5 / 9),
    "fahrenheit": ("temperature", 5 / 9),
    "second": ("time", 1.0),
    "sec": ("time", 1.0),
    "s": ("time", 1.0),
    "min": ("time", 60.0),
    "minute": ("time", 60.0),
    "h": ("time", 3600.0),
    "hr": ("time", 3600.0),
    "hour": ("time", 3600.0),
    "day": ("time", 86_400.0),
    "week": ("time", 604_800.0),
    "month": ("time", 2_629_746.0),
    "year": ("time", 31_556_952.0),
    "%": ("share", 0.01),
    "percent": ("share", 0.01),
    "$": ("dollar", 1.0),
    "usd": ("dollar", 1.0),
    "dollar": ("dollar", 1.0),
    "us dollar": ("dollar", 1.0),
    "united states dollar": ("dollar", 1.0),
    "€": ("euro", 1.0),
    "eur": ("euro", 1.0),
    "euro": ("euro", 1.0),
    "£": ("sterling", 1.0),
    "pound sterling": ("sterling", 1.0),
}
"""A unit's dimension and how much of the dimension's base it is (SI; international yard and pound
agreement of 1959; a month and a year are the Gregorian mean)."""

ZEROS = {"°c": 273.15, "celsius": 273.15, "°f": 459.67 * 5 / 9, "fahrenheit": 459.67 * 5 / 9}
"""Where a scale of temperature begins, in kelvins."""

DIMENSIONS = frozenset(dimension for dimension, _ in UNITS.values())
BRITISH = {"feet": "foot", "inches": "inch", "miles": "mile", "knots": "knot", "sq": "square"}
SCALES = {"k": 1e3, "m": 1e6, "mn": 1e6, "b": 1e9, "bn": 1e9}
"""What a letter right behind a sum of money means."""
MULTIPLIERS = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "bn": 1e9,
    "trillion": 1e12,
}
NUMBER = re.compile(
    r"(?P<sign>[-−+])?\s*(?P<money>[$€£])?\s*"
    r"(?P<number>\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    r"\s*(?P<rest>.*)",
    re.DOTALL,
)
MARKS = str.maketrans({"'": "′", "’": "′", '"': "″", "”": "″"})  # of feet and inches
PART = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]+|[′″])\.?(?:\s*(?:,|and\b)?\s*)", re.IGNORECASE)
YEAR_OF_ERA = re.compile(
    r"(?P<before>\d{1,3}(?:,\d{3})+|\d+)\s*(?:BCE?|B\.C\.(?:E\.)?)"
    r"|(?P<after>\d{1,4})\s*(?:AD|CE|A\.D\.|C\.E\.)|(?:AD|A\.D\.)\s*(?P<since>\d{1,4})",
    re.IGNORECASE,
)
FIRST_LONG_YEAR = 10_000
ABOUT = re.compile(r"^(?:about|around|circa|c\.|ca\.|approximately|over|nearly|almost)\s+", re.I)


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
    return measure.kind == "quantity" and measure.dimension not in DIMENSIONS


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
    plain = ABOUT.sub("", plain_figures(text).strip().rstrip("."))
    date = _read_date(plain)
    if date:
        return Measure("date", _order(date), date=date)
    parts = _read_parts(plain.translate(MARKS))
    if parts:
        return parts
    match = NUMBER.fullmatch(plain)
    if match is None:
        return _read_words(plain)
    number = float(re.sub(r"[,\s\u00a0\u202f]", "", match["number"]))
    number = -number if (match["sign"] or "") in "-−" and match["sign"] else number
    return _with_unit(number, match["rest"], match["money"])


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


def _read_words(text: str) -> Measure | None:
    first, _, rest = text.partition(" ")
    number = NUMBER_WORDS.get(first.casefold())
    if number is None:
        return None
    measure = _with_unit(float(number), rest, None)
    return measure if measure and (measure.dimension or not rest) else None


def _with_unit(number: float, rest: str, money: str | None) -> Measure | None:
    """Return a number with its unit; None where words that are no unit follow many others."""
    words = rest.replace("-", " ").replace("° ", "°").strip().casefold().split()
    if words and (money or words[0].upper() == rest[:1] == "M"):  # "3.5 m" has metres
        number *= SCALES.get(words[0], 1)
        words = words[1:] if words[0] in SCALES else words
    while words and words[0] in MULTIPLIERS:
        number *= MULTIPLIERS[words.pop(0)]
    unit = " ".join(words).strip(" .")
    if money and not unit:
        unit = money
    if not unit:
        return Measure("quantity", number)
    known = _find_unit(unit)
    if known:
        dimension, size = UNITS[known]
        return Measure("quantity", number * size + ZEROS.get(known, 0.0), dimension)
    is_count = len(words) == 1 and words[0].isalpha()  # "94 people": counted items
    return Measure("quantity", number, _singular(words[0])) if is_count else None


def _read_parts(text: str) -> Measure | None:
    """Return the sum of parts in ever smaller units: "5 ft 11 in", "1 h 30 min"."""
    measures, sizes, at = [], [], 0
    while match := PART.match(text, at):
        unit = _find_unit(match[2].casefold())
        if unit is None:
            return None
        dimension, size = UNITS[unit]
        measures.append(Measure("quantity", float(match[1]) * size, dimension))
        sizes.append(size)
        at = match.end()
    is_whole = at == len(text) and len(measures) > 1
    if (
        not is_whole
        or len({m.dimension for m in measures}) > 1
        or sizes != sorted(set(sizes))[::-1]
    ):
        return None
    return Measure("quantity", sum(m.value for m in measures), measures[0].dimension)


def _find_unit(unit: str) -> str | None:
    plain = re.sub(r"^degrees? ", "", unit)
    spelled = " ".join(BRITISH.get(word, word) for word in plain.split())
    spelled = re.sub(r"meter(s?)\b", r"metre\1", spelled)
    spelled = re.sub(r"s(?= per )", "", spelled)
    for form in (unit, spelled, spelled.removesuffix("s"), spelled.removesuffix(" old")):
        if form in UNITS:
            return form
    years = re.fullmatch(r"(year|month|day)s?(?: old| of age)?", spelled)
    return years[1] if years else None


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
