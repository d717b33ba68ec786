"""Units of measure: their names in the singular, their symbols, dimensions and sizes.

Sizes are in the base of a dimension: SI, with the international yard and pound agreement of 1959;
a month and a year are the Gregorian mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["DIMENSIONS_OF_UNITS", "Unit", "find_unit"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its name in the singular; `zero` is where a scale of temperature begins."""

    name: str
    dimension: str
    size: float
    zero: float = 0.0


_TABLE = """
length: millimetre .001 mm; centimetre .01 cm; metre 1 m; kilometre 1000 km; inch .0254 in ″;
  foot .3048 ft ′; yard .9144 yd; mile 1609.344 mi; nautical_mile 1852 nmi
area: square_centimetre .0001 cm² cm2; square_metre 1 m² m2 sqm sq_m; hectare 10000 ha;
  acre 4046.8564224; square_kilometre 1000000 km² km2 sq_km; square_foot .09290304 sq_ft;
  square_yard .83612736; square_mile 2589988.110336 sq_mi
volume: millilitre .000001 ml; centilitre .00001 cl; litre .001 l; cubic_metre 1 m³ m3;
  cubic_foot .028316846592; gallon .00454609; barrel .158987294928
mass: milligram .000001 mg; gram .001 g gramme; kilogram 1 kg kilo kilogramme; tonne 1000 t;
  ton 1000; pound .45359237 lb lbs; ounce .028349523125 oz
speed: metre_per_second 1 m/s; kilometre_per_hour .2777777777777778 km/h kph;
  mile_per_hour .44704 mph; knot .5144444444444445 kn
flow: cubic_metre_per_hour .0002777777777777778 m³/h; cubic_metre_per_second 1 m³/s;
  litre_per_second .001 l/s; litre_per_minute .00001666666666666667 l/min;
  litre_per_hour .0000002777777777777778 l/h
temperature: kelvin 1 k; degree 1 °
time: millisecond .001 ms; second 1 s sec; minute 60 min; hour 3600 h hr; day 86400;
  working_day 86400 business_day; calendar_day 86400; week 604800; fortnight 1209600;
  month 2629746; quarter 7889238; year 31556952 yr; decade 315569520; century 3155695200
share: % .01 percent per_cent pc; percentage_point .01; ‰ .001 per_mille
power: watt 1 W; kilowatt 1000 kW; megawatt 1000000 MW; gigawatt 1000000000 GW; horsepower 745.7 hp
energy: joule 1 J; kilojoule 1000 kJ; megajoule 1000000 MJ; watt_hour 3600 Wh;
  kilowatt_hour 3600000 kWh; megawatt_hour 3600000000 MWh; gigawatt_hour 3600000000000 GWh
data: byte 1 B; kilobyte 1000 kB KB; megabyte 1000000 MB; gigabyte 1000000000 GB;
  terabyte 1000000000000 TB; petabyte 1000000000000000 PB; kibibyte 1024 KiB;
  mebibyte 1048576 MiB; gibibyte 1073741824 GiB; tebibyte 1099511627776 TiB
bandwidth: kilobit_per_second 1000 kbit/s kbps; megabit_per_second 1000000 Mbit/s Mbps;
  gigabit_per_second 1000000000 Gbit/s Gbps
sound: decibel 1 dB dB(A)
pressure: pascal 1 Pa; hectopascal 100 hPa; kilopascal 1000 kPa; megapascal 1000000 MPa;
  bar 100000; psi 6894.757
voltage: millivolt .001 mV; volt 1 V; kilovolt 1000 kV
frequency: hertz 1 Hz; kilohertz 1000 kHz; megahertz 1000000 MHz; gigahertz 1000000000 GHz
"""
_SCALES = (
    Unit("degree Celsius", "temperature", 1.0, 273.15),
    Unit("degree Fahrenheit", "temperature", 5 / 9, 459.67 * 5 / 9),
)
_PLURALS = {"feet": "foot", "inches": "inch", "centuries": "century", "sq": "square"}


def _read_table() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for line in _TABLE.replace(";\n  ", ";").strip().splitlines():
        dimension, _, entries = line.partition(":")
        for entry in entries.split(";"):
            name, size, *symbols = (part.replace("_", " ") for part in entry.split())
            unit = Unit(name, dimension, float(size))
            units.update(dict.fromkeys((name, *symbols), unit))
    for unit, forms in zip(_SCALES, (("°c", "℃", "celsius"), ("°f", "fahrenheit")), strict=True):
        units.update(dict.fromkeys((unit.name.lower(), *forms), unit))
    return units


_UNITS = _read_table()
_FOLDED = {form.casefold(): unit for form, unit in reversed(_UNITS.items())}

DIMENSIONS_OF_UNITS = frozenset(unit.dimension for unit in _UNITS.values())
"""The dimensions that units have; anything else is counted."""


def find_unit(text: str) -> Unit | None:
    """Return the unit that a text names: "km", "Kilometres", "square feet", "miles per hour"."""
    text = " ".join(text.replace("° ", "°").split())
    if text in _UNITS:
        return _UNITS[text]
    plain = " ".join(_PLURALS.get(word, word) for word in text.casefold().split())
    plain = re.sub(r"meter(s?)\b", r"metre\1", plain)
    plain = re.sub(r"liter(s?)\b", r"litre\1", plain)
    plain = re.sub(r"s(?= per )|(?<=degree)s(?= )", "", plain)
    plain = re.sub(r" (?:old|of age)$", "", plain)
    forms = (plain, plain.removesuffix("s"), plain.removesuffix("."), plain.replace("-", " "))
    return next((_FOLDED[form] for form in forms if form in _FOLDED), None)
