"""What a value is, as a program compares it: the days of a date, number and unit of a quantity."""

from __future__ import annotations

import calendar
from dataclasses import dataclass

from kgplatform.text.dates import parse_date

__all__ = ["ReadValue", "read_value"]


@dataclass(frozen=True, slots=True)
class ReadValue:
    """The parts of a value; see records.Literal, which has the same. "" and None are not known."""

    start: str = ""
    end: str = ""
    number: float | None = None
    unit: str = ""
    currency: str = ""
    is_relative: bool = False


def read_value(text: str, datatype: str, *, reference: str = "") -> ReadValue:
    """Return the parts of a value as the text writes it.

    Args:
        text: the words of the value alone ("3 March 2025").
        datatype: date, quantity or string.
        reference: the day that the text was written on (ISO 8601), which relative dates count from.
    """
    del reference
    date = parse_date(text) if datatype == "date" else None
    if date is None or not date[0]:
        return ReadValue()
    year, month, day = date
    first = f"{year:04}-{month or 1:02}-{day or 1:02}"
    last_day = day or calendar.monthrange(year, month or 12)[1]
    return ReadValue(first, f"{year:04}-{month or 12:02}-{last_day:02}")
