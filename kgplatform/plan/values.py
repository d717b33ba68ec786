"""Answers as values: when two are the same thing, and which of two is more.

Plans compute with answers, so "USA" and "United States of America" (an alias), "1,000 m" and
"1 km", "2 May 1900" and "1900-05-02" must be one each. What a text is, the text alone tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from kgplatform.extract.names import normalize_name, strip_disambiguation
from kgplatform.extract.proof.dates import Date, find_dates

__all__ = [
    "Item",
    "Measure",
    "intersect",
    "is_same",
    "read_measure",
    "unite",
]

Kind = Literal["date", "quantity", "name"]

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
    "second": ("time", 1.0),
    "s": ("time", 1.0),
    "min": ("time", 60.0),
    "minute": ("time", 60.0),
    "h": ("time", 3600.0),
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

BRITISH = {"meter": "metre", "meters": "metre", "feet": "foot", "inches": "inch", "sq": "square"}
MULTIPLIERS = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "bn": 1e9,
    "trillion": 1e12,
}
NUMBER_WORDS = {
    word: float(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
NUMBER = re.compile(
    r"(?P<sign>[-−+])?\s*(?P<money>[$€£])?\s*"
    r"(?P<number>\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    r"\s*(?P<rest>.*)",
    re.DOTALL,
)
YEAR_OF_ERA = re.compile(r"(\d{1,4})\s*(?:BCE?|B\.C\.(?:E\.)?)", re.IGNORECASE)
EXACT = 1e-9  # relative difference within which two converted numbers are one
ABOUT = re.compile(r"^(?:about|around|circa|c\.|ca\.|approximately|over|nearly|almost)\s+", re.I)


@dataclass(frozen=True, slots=True)
class Item:
    """One answer: its text, and the thing's identifier and other names where they are known.

    `id` is an identifier of one graph (an entity's id, a Wikidata identifier); two items that both
    have one are the same exactly when it is equal. `support` tells where it comes from.
    """

    text: str
    id: str = ""
    aliases: tuple[str, ...] = ()
    support: tuple[str, ...] = field(default=(), compare=False)

    @property
    def keys(self) -> frozenset[str]:
        """The names it goes by, normalised."""
        names = {self.text, strip_disambiguation(self.text), *self.aliases}
        return frozenset(normalize_name(name) for name in names if name.strip())


@dataclass(frozen=True, slots=True)
class Measure:
    """What a text measures: a date, or a number of a dimension ('' is a bare number).

    `value` is comparable within one kind and dimension; of a date it is the (year, month, day), 0
    where it is not told.
    """

    kind: Literal["date", "quantity"]
    value: float
    dimension: str = ""
    date: Date = (0, 0, 0)


def read_measure(text: str) -> Measure | None:
    """Return what a text measures as a whole, None for a name.

    "1,200 km", "$3.5 million", "about 40 years", "three", "2 May 1900", "1900", "44 BC". A number
    of four digits without more is a year.
    """
    plain = ABOUT.sub("", text.strip().rstrip("."))
    date = _read_date(plain)
    if date:
        return Measure("date", _order(date), date=date)
    match = NUMBER.fullmatch(plain)
    if match is None:
        return _read_words(plain)
    number = float(re.sub(r"[,\s\u00a0\u202f]", "", match["number"]))
    number = -number if (match["sign"] or "") in "-−" and match["sign"] else number
    return _with_unit(number, match["rest"], match["money"])


def _read_date(text: str) -> Date | None:
    before = YEAR_OF_ERA.fullmatch(text)
    if before:
        return (-int(before[1]), 0, 0)
    found = find_dates(text, years=True)
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
    measure = _with_unit(number, rest, None)
    return measure if measure and (measure.dimension or not rest) else None


def _with_unit(number: float, rest: str, money: str | None) -> Measure | None:
    """Return a number with its unit; None where words that are no unit follow many others."""
    words = rest.replace("-", " ").strip().casefold().split()
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
        return Measure("quantity", number * size, dimension)
    is_count = len(words) == 1 and words[0].isalpha()  # "94 people": counted things
    return Measure("quantity", number, _singular(words[0])) if is_count else None


def _find_unit(unit: str) -> str | None:
    spelled = " ".join(BRITISH.get(word, word) for word in unit.split())
    spelled = re.sub(r"met(?:er)(s?)\b", r"metre\1", spelled)
    for form in (unit, spelled, spelled.removesuffix("s"), spelled.removesuffix(" old")):
        if form in UNITS:
            return form
    years = re.fullmatch(r"(year|month|day)s?(?: old| of age)?", spelled)
    return years[1] if years else None


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def is_same(one: Item, other: Item) -> bool:
    """Tell whether two answers are one thing, one number or one date.

    A date that tells less ("1900") is not the same as one that tells more.
    """
    if one.id and other.id:
        return one.id == other.id
    if one.keys & other.keys:
        return True
    left, right = read_measure(one.text), read_measure(other.text)
    if left is None or right is None or left.kind != right.kind:
        return False
    if left.kind == "date":
        return left.date == right.date
    if left.dimension != right.dimension:
        return False
    return abs(left.value - right.value) <= EXACT * max(abs(left.value), abs(right.value))


def unite(lists: Iterable[Sequence[Item]]) -> tuple[Item, ...]:
    """Return every answer once, in the order of first appearance, with all it goes by."""
    united: list[Item] = []
    places: dict[str, list[int]] = {}
    for item in (item for items in lists for item in items):
        place = _find(item, united, places)
        if place is None:
            place = len(united)
            united.append(item)
        else:
            united[place] = _join(united[place], item)
        for key in _index_keys(item):
            slots = places.setdefault(key, [])
            if place not in slots:
                slots.append(place)
    return tuple(united)


def intersect(lists: Sequence[Sequence[Item]]) -> tuple[Item, ...]:
    """Return the answers that all lists have, in the order of the first."""
    kept = unite(lists[:1])
    for items in lists[1:]:
        places: dict[str, list[int]] = {}
        for number, other in enumerate(items):
            for key in _index_keys(other):
                places.setdefault(key, []).append(number)
        matched = ((item, _find(item, items, places)) for item in kept)
        kept = tuple(_join(item, items[at]) for item, at in matched if at is not None)
    return kept


def _index_keys(item: Item) -> frozenset[str]:
    """Return keys of which any two items that are the same share one."""
    measure = read_measure(item.text)
    told = {f"#{measure.kind}"} if measure else set()
    return item.keys | told | ({f"@{item.id}"} if item.id else set())


def _find(item: Item, items: Sequence[Item], places: dict[str, list[int]]) -> int | None:
    near = dict.fromkeys(at for key in sorted(_index_keys(item)) for at in places.get(key, ()))
    return next((at for at in sorted(near) if is_same(item, items[at])), None)


def _join(one: Item, other: Item) -> Item:
    names = dict.fromkeys((*one.aliases, other.text, *other.aliases))
    names.pop(one.text, None)
    support = tuple(dict.fromkeys((*one.support, *other.support)))
    return replace(one, id=one.id or other.id, aliases=tuple(names), support=support)
