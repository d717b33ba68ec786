"""Limits that rows have to keep: "more than 100 euros", "after 2020", "in the third quarter"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.text.currencies import CODES, NAMES, SIGNS
from kgplatform.text.dates import MONTHS, find_dates, number_month

__all__ = ["DATE", "MONEY", "NUMBER", "Limit", "take_limits"]

DATE, NUMBER, MONEY = "date", "number", "money"
"""What a limit is about."""

NOT_FIGURE = rf"(?:{CODES})|{SIGNS}"
LIMIT = re.compile(
    r"\b(?:(?P<above>(?:more|greater|higher|larger|longer|bigger) than|over|above|exceed(?:s|ing)?)"
    r"|(?P<least>at least|no less than|a minimum of)"
    r"|(?P<below>(?:less|lower|smaller|shorter|fewer) than|under|below)"
    r"|(?P<most>at most|up to|no more than|a maximum of))"
    rf"\s+(?P<before>(?:{NOT_FIGURE})\s?)?(?P<figure>\d[\d,.]*)(?P<scale>k|m)?\b"
    rf"(?P<behind>\s?(?:(?:{CODES}|{NAMES})\b|{SIGNS}))?",
    re.IGNORECASE,
)
SCALES = {"k": 1_000.0, "m": 1_000_000.0}
RELATIONS = {"above": ">", "least": ">=", "below": "<", "most": "<="}
BETWEEN = re.compile(r"\bbetween (?P<low>.+?) and (?P<high>.+?)(?=$|[?,])", re.IGNORECASE)
BEFORE_DATE = re.compile(
    r"\b(?:(?P<above>later than|after)|(?P<least>since|from)|(?P<below>earlier than|before)"
    r"|(?P<most>until|till|by|up to)|(?P<same>in|on|of|during|dated))\s+"
    r"(?:the year |the (?:start|beginning) of |the )?$",
    re.IGNORECASE,
)
_MONTHS = "|".join(MONTHS)
MONTH = re.compile(rf"\b(?:in|of|from|during) (?P<month>{_MONTHS})\b(?! \d)", re.IGNORECASE)
MONTHS_RANGE = re.compile(
    rf"\b(?:from |between )(?P<low>{_MONTHS}) (?:to|until|till|through|and) (?P<high>{_MONTHS})\b"
    r"(?: (?:of )?(?P<year>[12]\d{3}))?",
    re.IGNORECASE,
)
QUARTER = re.compile(
    r"\b(?:(?:in|of|from|during) )?(?:the )?"
    r"(?:(?P<word>first|second|third|fourth|1st|2nd|3rd|4th) quarter|Q(?P<number>[1-4]))\b",
    re.IGNORECASE,
)
QUARTERS = ("first 1st 1", "second 2nd 2", "third 3rd 3", "fourth 4th 4")


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that a row's figure or date has to keep.

    `about` is NUMBER, MONEY or DATE; a date is (year, month, day), 0 where it is not said, and is
    compared as far as it is said.
    """

    relation: str
    about: str
    figure: float = 0.0
    date: tuple[int, int, int] = (0, 0, 0)
    written: str = ""

    def keeps_figure(self, value: float) -> bool:
        """Return whether a figure is within the limit."""
        return _compare((value,), self.relation, (self.figure,))

    def keeps_date(self, value: tuple[int, int, int]) -> bool:
        """Whether a date is within the limit; False where it is less exact than the limit."""
        stated = [n for n, part in enumerate(self.date) if part]
        if any(not value[n] for n in stated):
            return False
        there, wanted = (tuple(date[n] for n in stated) for date in (value, self.date))
        return _compare(there, self.relation, wanted)


def _compare(value: tuple[float, ...], relation: str, limit: tuple[float, ...]) -> bool:
    return {
        ">": value > limit,
        ">=": value >= limit,
        "<": value < limit,
        "<=": value <= limit,
        "=": value == limit,
    }[relation]


def take_limits(text: str) -> tuple[tuple[Limit, ...], str]:
    """Return the limits of a question, and the question without them."""
    found: list[tuple[int, int, Limit]] = []
    for between in BETWEEN.finditer(text):
        ends = [between["low"].strip(), between["high"].strip()]
        both = [limit for end, r in zip(ends, (">=", "<="), strict=True) if (limit := _end(end, r))]
        if len(both) == 2:
            found += [(*between.span(), limit) for limit in both]
    for quarter in QUARTER.finditer(text):
        said = (quarter["word"] or quarter["number"]).casefold()
        last = 3 * next(n for n, names in enumerate(QUARTERS, 1) if said in names.split())
        for relation, month in ((">=", last - 2), ("<=", last)):
            limit = Limit(relation, DATE, date=(0, month, 0), written=quarter.group().strip())
            found.append((*quarter.span(), limit))
    for months in MONTHS_RANGE.finditer(text):
        for name, relation in (("low", ">="), ("high", "<=")):
            day = (int(months["year"] or 0), number_month(months[name]), 0)
            found.append((*months.span(), Limit(relation, DATE, date=day, written=months.group())))
    for start, end, limit in (*_find_figures(text), *_find_dates(text)):
        if all(end <= other[0] or other[1] <= start for other in found):
            found.append((start, end, limit))
    for start, end in sorted({(start, end) for start, end, _ in found}, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return tuple(limit for *_, limit in found), " ".join(text.split())


def _end(written: str, relation: str) -> Limit | None:
    """Return one end of "between … and …"; None where it is neither a date nor a figure."""
    dates = find_dates(written)
    if len(dates) == 1 and len(written.split()) <= 3:
        return Limit(relation, DATE, date=dates[0].value, written=written)
    figure = re.fullmatch(rf"(?:{NOT_FIGURE})?\s?(\d[\d,.]*)(?:\s\w+)?", written)
    value = _read(figure[1]) if figure else None
    return None if value is None else Limit(relation, NUMBER, figure=value, written=written)


def _find_figures(text: str) -> Iterator[tuple[int, int, Limit]]:
    for match in LIMIT.finditer(text):
        value = _read(match["figure"])
        if value is None:
            continue
        about = MONEY if match["before"] or match["behind"] else NUMBER
        relation = next(RELATIONS[name] for name in RELATIONS if match[name])
        value *= SCALES.get((match["scale"] or "").casefold(), 1.0)
        yield *match.span(), Limit(relation, about, figure=value, written=match.group())


def _read(figure: str) -> float | None:
    plain = figure.rstrip(".,").replace(",", "")
    return float(plain) if plain.count(".") <= 1 else None


def _find_dates(text: str) -> Iterator[tuple[int, int, Limit]]:
    for date in find_dates(text):
        before = BEFORE_DATE.search(text[: date.start])
        if before is None:
            continue
        relation = next((RELATIONS[name] for name in RELATIONS if before[name]), "=")
        written = text[before.start() : date.end]
        yield before.start(), date.end, Limit(relation, DATE, date=date.value, written=written)
    for match in MONTH.finditer(text):
        same = (0, number_month(match["month"]), 0)
        yield *match.span(), Limit("=", DATE, date=same, written=match.group())
