"""Words for what RDF writes in codes: names of IRIs, and dates and numbers as people write them."""

from __future__ import annotations

import re
from urllib.parse import unquote

from kgplatform.sources.facts.values import one_line
from kgplatform.text.classes import CAMEL_BORDER

__all__ = ["UNKNOWN_VALUE", "local_name", "read_literal"]

UNKNOWN_VALUE = "/.well-known/genid/"
"""Stands in the address that Wikidata gives in the place of a value that is said to be unknown."""

MONTHS = (
    "January February March April May June July August September October November December"
).split()
DATE_TYPES = {"xsd:date", "xsd:dateTime", "xsd:gYear", "xsd:gYearMonth", "xsd:dateTimeStamp"}
NUMBER_TYPES = {
    f"xsd:{name}"
    for name in (
        "decimal integer int long short byte float double nonNegativeInteger positiveInteger "
        "nonPositiveInteger negativeInteger unsignedInt unsignedLong unsignedShort unsignedByte"
    ).split()
}
DATE = re.compile(
    r"(?P<year>[-+]?\d{4,})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
    r"(?:T(?P<time>[\d:.]+))?(?:Z|[+-]\d\d:\d\d)?"
)


def local_name(iri: str) -> str:
    """Return the name that stands at the end of an IRI: "Colin_Archer", "birthPlace" in words."""
    name = unquote(re.split(r"[/#]", iri.rstrip("/#"))[-1])
    name = name.rpartition(":")[2] or name
    words = one_line(name.replace("_", " "))
    is_camel = words[:1].islower()
    return CAMEL_BORDER.sub(" ", words).lower() if is_camel else words or iri


def read_literal(text: str, datatype: str, *, is_wikidata: bool) -> tuple[str, str]:
    """Return a literal in words and its kind: "1892-10-26" is the date "26 October 1892".

    Args:
        is_wikidata: then a first of January is read as its year, because Wikidata's simple
            values write a year that way.
    """
    if datatype in DATE_TYPES:
        return _date(text, is_wikidata=is_wikidata), "date"
    if datatype in NUMBER_TYPES:
        return text.strip().removeprefix("+"), "quantity"
    return one_line(text), "string"


def _date(text: str, *, is_wikidata: bool) -> str:
    match = DATE.fullmatch(text.strip())
    if match is None:
        return one_line(text)
    month, day = int(match["month"] or 0), int(match["day"] or 0)
    if month > len(MONTHS):
        return one_line(text)
    if is_wikidata and (month, day) == (1, 1):
        month = day = 0
    number = int(match["year"])
    year = str(number) if number > 0 else f"{1 - number} BC"  # XML Schema 1.1: year 0 is 1 BC
    words = [str(day)] if day else []
    words += [MONTHS[month - 1]] if month else []
    time = (match["time"] or "").removesuffix(":00")
    return " ".join([*words, year]) + (f" {time}" if time.strip("0:.") else "")
