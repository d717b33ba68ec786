"""Reads a figure as a text writes it: its number, unit or counted noun, and currency.

"£84m", "EUR 2,615.00", "1,200 km", "5 ft 11 in", "6 per cent", "two hundred and ten", "45 people".
A range ("5 to 10 km") has no number of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kgplatform.text.currencies import Currency, find_currency
from kgplatform.text.numbers import DIGITS, SCALES, read_number_at, read_ordinal
from kgplatform.text.raised import plain_figures
from kgplatform.text.units import Unit, find_unit

__all__ = ["Figure", "parse_figure", "without_about"]

ABOUT = re.compile(
    r"(?:(?:about|around|circa|c\.|ca\.|approximately|roughly|an estimated|some|over|under|nearly|"
    r"almost|only|up to|at least|at most|as (?:much|many|little|few) as|(?:no )?(?:more|less|"
    r"fewer) than|exactly|just|between|from|the|all)\s+|~)+",
    re.IGNORECASE,
)
LETTERS = {"k": 1e3, "m": 1e6, "b": 1e9}
"""What a letter right behind a sum of money means."""
RANGE = re.compile(
    r"\s?(?:to|and|or|–|—|-)\s?(?=[^\s\d]{0,4}\s?\d)|\s(?:to|and|or)\s", re.IGNORECASE
)
SCALE = re.compile(rf"[\s-]?(?:of a )?({'|'.join(SCALES)})s?\b\.?", re.IGNORECASE)
LETTER = re.compile(r"\s?([kmb])\b", re.IGNORECASE)
MARKS = str.maketrans({"'": "′", "’": "′", '"': "″", "”": "″"})  # of feet and inches
PER = re.compile(r"\s+(?:per|an?|each|every)\s+|\s*/\s*")
LESS = re.compile(r"(?:\s*,\s*|\s+and\s+|\s*)(?=\d)")
NOUN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
IN_BRACKETS = re.compile(rf"\(\s?({DIGITS})\s?\)")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure; `number` is None for a range.

    `unit` is what it is measured in, `noun` what it counts where that is no unit, `per` what it is
    a rate of ("hectare"), `currency` an ISO 4217 code.
    """

    number: float | None
    unit: Unit | None = None
    noun: str = ""
    per: str = ""
    currency: str = ""

    @property
    def is_time(self) -> bool:
        """Whether it is a length of time."""
        return self.unit is not None and self.unit.dimension == "time" and not self.per

    @property
    def unit_name(self) -> str:
        """The unit or the noun, with what it is a rate of."""
        name = self.unit.name if self.unit else self.noun
        return f"{name} per {self.per}" if name and self.per else name


def parse_figure(text: str) -> Figure | None:
    """Return the figure that a text is as a whole, None where it is none."""
    plain = without_about(text)
    bracketed = IN_BRACKETS.fullmatch(plain)
    if bracketed:  # of accounts: a loss
        plain = f"-{bracketed[1]}"
    sign = "-" if re.match(r"[-−]\s?\D", plain) else ""
    plain = plain[1:].lstrip() if sign else plain
    before = find_currency(plain)
    own = before[0] if before else None
    rest = plain[before[1] :].lstrip() if before else plain
    found = read_number_at(rest) or _one(rest)
    if found is None:
        return None if before else _read_ordinal(plain)
    number, end = found
    if read_ordinal(rest.casefold()) is not None and rest[:1].isdigit() and not before:
        return _read_ordinal(rest)
    number, rest = _scaled(-number if sign else number, rest[end:], is_money=before is not None)
    upper = RANGE.match(rest)
    if upper:
        higher = parse_figure(rest[upper.end() :])
        return _without_number(higher, own) if higher else None
    return _read_rest(number, rest, own)


def without_about(text: str) -> str:
    """Return a figure in plain digits, without "about", "more than" and the like before it."""
    return ABOUT.sub("", plain_figures(" ".join(text.split())), count=1).rstrip(".;,")


def _without_number(higher: Figure, own: Currency | None) -> Figure:
    """Return a range by its higher end, with the currency of the lower one."""
    currency = higher.currency or (own[0] if own else "")
    return replace(higher, number=None, currency=currency)


def _one(text: str) -> tuple[float, int] | None:
    """Read "a fortnight" as one."""
    article = re.match(r"an? ", text, re.IGNORECASE)
    return (1.0, article.end()) if article and find_unit(text[article.end() :]) else None


def _read_ordinal(text: str) -> Figure | None:
    place = read_ordinal(text.casefold())
    return Figure(float(place)) if place is not None and place > 0 else None


def _scaled(number: float, rest: str, *, is_money: bool) -> tuple[float, str]:
    """Return a number with the scale behind it, and what follows."""
    while match := SCALE.match(rest):
        number, rest = number * SCALES[match[1].lower()], rest[match.end() :]
    letter = LETTER.match(rest)
    if letter:
        behind = find_currency(rest[letter.end() :].lstrip())
        if is_money or behind or letter[1] == "M":  # "3.5 m" has metres
            return number * LETTERS[letter[1].lower()], rest[letter.end() :]
    return number, rest


def _read_rest(number: float, rest: str, own: Currency | None) -> Figure | None:
    """Return a number with its currency, unit or noun; None where more than these follow."""
    rest = rest.strip()
    if own is None and (after := find_currency(rest)):
        own, rest = after[0], rest[after[1] :].strip()
    if own is not None:
        number = round(number * own[2], 10)
        per = PER.match(f" {rest}")
        return Figure(number, noun=own[1], currency=own[0]) if per or not rest else None
    if not rest:
        return Figure(number)
    return _with_unit(number, rest.lstrip("-")) or _with_noun(number, rest)


def _with_unit(number: float, rest: str) -> Figure | None:
    unit = find_unit(rest)
    if unit is not None:
        return Figure(number, unit)
    for split in PER.finditer(rest):
        unit, base = find_unit(rest[: split.start()]), rest[split.end() :]
        if unit is not None:
            other = find_unit(base)
            return Figure(number, unit, per=other.name if other else base)
    return _with_less(number, rest.translate(MARKS))


def _with_less(number: float, rest: str) -> Figure | None:
    """Return "5 ft 11 in" as one number in the first unit."""
    for gap in LESS.finditer(rest):
        unit = find_unit(rest[: gap.start()])
        less = parse_figure(rest[gap.end() :]) if unit else None
        if unit is None or less is None or less.unit is None or less.number is None:
            continue
        if less.unit.dimension == unit.dimension and less.unit.size < unit.size:
            return Figure(number + less.number * less.unit.size / unit.size, unit)
    return None


def _with_noun(number: float, rest: str) -> Figure | None:
    """Return "45 people" as a count; several words behind a number are a name, or say more."""
    if not NOUN.fullmatch(rest):
        return None
    noun = rest.lower()
    is_plural = noun.endswith("s") and not noun.endswith("ss") and len(noun) > 3
    return Figure(number, noun=noun[:-1] if is_plural else noun)
