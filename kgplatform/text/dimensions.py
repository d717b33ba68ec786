"""The dimensions that values have: how questions ask for them, what names them, their units.

"How heavy is it?", "What does it weigh?" and a column "Weight (kg)" are of one dimension, and so is
what answers them, "61 kg". Closed lists of the everyday ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["DIMENSIONS", "Dimension", "asked_dimensions", "dimension_of_unit"]


@dataclass(frozen=True, slots=True)
class Dimension:
    """A dimension: what "how …" asks for it, the nouns that name it, and its units.

    `units` are long or capital-sensitive alternatives of a regular expression, longest first.
    """

    name: str
    how: frozenset[str]
    nouns: frozenset[str]
    units: str


def _dimension(name: str, how: str, nouns: str, units: str) -> Dimension:
    return Dimension(name, frozenset(how.split()), frozenset(nouns.split()), units)


DIMENSIONS = (
    _dimension(
        "duration",
        "long",
        "duration period term time length runtime notice lifetime downtime",
        r"(?:(?:working|business|calendar|operating|man)[ -])?"
        r"(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?)"
        r"|ms|sec|mins?|hrs?|h|s",
    ),
    _dimension(
        "mass",
        "heavy",
        "weight mass load payload",
        r"kilogram(?:me)?s?|kilos?|grams?|tonnes?|tons?|pounds?|ounces?|lbs?|oz|kg|mg|g|t",
    ),
    _dimension(
        "area",
        "",
        "area size",
        r"square (?:metres?|meters?|kilometres?|kilometers?|feet|miles?|yards?|inches)"
        r"|sq\.? ?(?:m|ft|km|mi)|sqm|hectares?|acres?|km²|km2|m²|m2|ha",
    ),
    _dimension(
        "length",
        "long tall high wide deep far thick",
        "length height width depth distance altitude elevation thickness diameter range size",
        r"kilomet(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|met(?:re|er)s?|miles?|feet"
        r"|foot|inch(?:es)?|yards?|km|cm|mm|ft|m",
    ),
    _dimension(
        "volume",
        "",
        "volume capacity size",
        r"cubic (?:met(?:re|er)s?|feet)|lit(?:re|er)s?|gallons?|barrels?|m³|ml|l",
    ),
    _dimension(
        "temperature",
        "hot cold warm",
        "temperature",
        r"degrees?(?: (?:Celsius|Fahrenheit))?|° ?[CF]|℃|K",
    ),
    _dimension("power", "powerful", "power output", r"kilowatts?|megawatts?|watts?|kW|MW|GW|W|hp"),
    _dimension("energy", "", "energy consumption", r"kilowatt[ -]hours?|kWh|MWh|GWh|Wh|kJ|MJ"),
    _dimension("speed", "fast", "speed velocity", r"km/h|m/s|mph|kph|knots?"),
    _dimension("flow", "", "flow rate throughput", r"m³/h|m³/s|l/min|l/h|l/s"),
    _dimension("data", "", "size memory storage capacity", r"[kKMGTP]i?B|(?:mega|giga|tera)bytes?"),
    _dimension("bandwidth", "fast", "bandwidth speed rate", r"[kMG]bit/s|[kMG]bps"),
    _dimension("sound", "loud noisy", "noise loudness sound", r"dB\(A\)|dB|decibels?"),
    _dimension("pressure", "", "pressure", r"bar|hPa|kPa|MPa|Pa|psi"),
    _dimension("voltage", "", "voltage", r"kV|mV|volts?|V"),
    _dimension("frequency", "", "frequency", r"[kMG]?Hz"),
    _dimension(
        "share",
        "",
        "percentage share rate availability target level",
        r"percentage points?|percent|per cent|%|‰",
    ),
)

HOW = re.compile(r"\bhow ([a-z]+)\b", re.IGNORECASE)
WEIGHS = re.compile(r"\bhow much\b.*\bweighs?\b", re.IGNORECASE)
"""The one verb that asks for a dimension."""

STORED = re.compile(
    r"\bhow (?:large|big)\b.*\b(?:files?|body|requests?|messages?|uploads?|downloads?|attachments?|"
    r"images?|databases?|archives?|payloads?|backups?|logs?|caches?|heap)\b",
    re.IGNORECASE,
)
"""What is large by its bytes; anything else by its area, people, or money."""


def asked_dimensions(question: str) -> tuple[Dimension, ...]:
    """Return the dimensions that "how long" and its like may ask for; none for other questions."""
    if WEIGHS.search(question):
        return tuple(one for one in DIMENSIONS if one.name == "mass")
    if STORED.search(question):
        return tuple(one for one in DIMENSIONS if one.name == "data")
    words = {match.group(1).casefold() for match in HOW.finditer(question)}
    return tuple(one for one in DIMENSIONS if words & one.how)


def dimension_of_unit(unit: str) -> str:
    """Return the name of the dimension that a unit is of; empty where it is none of them."""
    return next((one.name for one in DIMENSIONS if re.fullmatch(one.units, unit)), "")
