"""Numbers and dates as a sheet shows them, by the codes of their formats.

The codes that people choose from a menu are read: decimals, thousands, per cent, currencies,
literal text, leading zeros, exponents, dates and times. A number with another code is written as
it is. Some values are written otherwise than shown, so that they can be compared: a date with its
day is year, month and day, which no reader mixes up; a negative number has a minus sign where
accountants write brackets, and zero is 0 where they write a dash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from math import isfinite

from kgplatform.text.dates import MONTHS

__all__ = ["write_date", "write_number"]

SECTIONS = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*)(?:;|$)')
TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|[_*](?P<skipped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]'
    r"|\[(?P<condition>[<>=][^\]]*)\]|\[[^\]]*\]"
    r"|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?,*|\.[0#?]+,*)|(?P<exponent>E[+-]0+)|(?P<other>.)",
    re.IGNORECASE,
)
NOT_DATE = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
MINUTES = re.compile(r"(?<=h)(\]?[^a-z]*)m+|m+(?=[^a-z]*s)", re.IGNORECASE)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SIGNIFICANT = 15  # the digits that sheets keep
MAX_DECIMALS = 30


@dataclass(frozen=True, slots=True)
class _Format:
    """How numbers of a section are written."""

    before: str
    behind: str
    digits: str
    exponent: bool
    percents: int


def write_number(value: float, code: str) -> str:
    """Return a number as its format shows it; as it is where the format cannot be read."""
    plain = f"{value:.{SIGNIFICANT}g}" if isinstance(value, float) else str(value)
    if not isfinite(value):
        return plain
    sections = _split(code)
    section = sections[0]
    if value < 0 and len(sections) > 1:
        section = sections[1]
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    form = _parse(section)
    if form is None:
        return plain
    if not form.digits:
        return " ".join(f"{form.before}{form.behind}".split())
    digits = _write_digits(abs(value), form)
    if digits is None:
        return plain
    sign = "-" if value < 0 and re.search(r"[1-9]", digits) else ""
    return " ".join(f"{sign}{form.before}{digits}{form.behind}".split())


def write_date(value: datetime | date | time | timedelta, code: str) -> str:
    """Return a date or time with the parts that its format shows."""
    shown = MINUTES.sub(r"\1n", NOT_DATE.sub("", code.partition(";")[0])).lower()
    has_seconds = "s" in shown
    if isinstance(value, timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}" + (f":{seconds:02}" if has_seconds else "")
    clock = ""
    if not isinstance(value, datetime | time):
        value = datetime(value.year, value.month, value.day)
    elif "h" in shown or isinstance(value, time):
        clock = value.strftime("%H:%M:%S" if has_seconds or "h" not in shown else "%H:%M")
    if isinstance(value, time) or (clock and not set("dmy") & set(shown)):
        return clock
    return " ".join(filter(None, (_write_day(value, shown), clock)))


def _write_day(value: datetime, shown: str) -> str:
    """Return the parts of a day that are shown: all of it, or its month and year."""
    if re.search(r"(?<!d)dd?(?!d)", shown) or not set("my") & set(shown):
        is_weekday = "ddd" in shown and not re.search(r"(?<!d)dd?(?!d)", shown)
        return WEEKDAYS[value.weekday()] if is_weekday else value.date().isoformat()
    month = MONTHS[value.month - 1] if "m" in shown else ""
    return " ".join(filter(None, (month, str(value.year) if "y" in shown else "")))


@lru_cache(maxsize=512)
def _split(code: str) -> tuple[str, ...]:
    """Return the sections of a code: of positive numbers, negative ones, zero, and text."""
    found = [match[1] for match in SECTIONS.finditer(code)]
    return tuple(found[:-1] if len(found) > 1 and not found[-1] else found) or ("",)


@lru_cache(maxsize=512)
def _parse(section: str) -> _Format | None:
    """Return how a section writes numbers; None where that is not known here."""
    parts, digits, has_exponent = ["", ""], "", False
    for match in TOKEN.finditer(section):
        if match["digits"]:
            if digits:
                return None  # a fraction, or digits in groups
            digits = match["digits"]
        elif match["exponent"]:
            has_exponent = True
        elif match["condition"] or (match["other"] or "") in tuple("@GgyYmMdDhHsS/"):
            return None
        else:
            literal = next(filter(None, (match["quoted"], match["escaped"], match["currency"])), "")
            parts[bool(digits)] += literal or match["other"] or (" " if match["skipped"] else "")
    if not digits and not section:
        return None
    before, behind = re.sub(r"[-+(]", "", parts[0]).lstrip(), re.sub(r"-?\)?\s*$", "", parts[1])
    return _Format(before, behind, digits, has_exponent, "".join(parts).count("%"))


def _write_digits(value: float, form: _Format) -> str | None:
    whole, _, decimals = form.digits.rstrip(",").partition(".")
    thousands = len(form.digits) - len(form.digits.rstrip(","))
    if len(decimals) > MAX_DECIMALS:
        return None
    if form.exponent:
        return f"{value:.{len(decimals)}E}"
    try:
        number = Decimal(f"{value:.{SIGNIFICANT}g}" if isinstance(value, float) else value)
        number = number.scaleb(2 * form.percents - 3 * thousands)
        number = number.quantize(Decimal(1).scaleb(-len(decimals)), rounding=ROUND_HALF_UP)
    except InvalidOperation:
        return None
    integer, _, rest = f"{number:,f}".partition(".")
    if "," not in whole:
        integer = integer.replace(",", "")
    integer = integer.zfill(whole.count("0")) if "," not in whole else integer
    if integer == "0" and "0" not in whole and rest:
        integer = ""
    needed = len(decimals.rstrip("#?"))
    rest = rest[:needed] + rest[needed:].rstrip("0")
    return f"{integer or '0'}.{rest}" if rest else integer
