"""What a value is, as a program compares it: the days of a date, number and unit of a quantity."""

from __future__ import annotations

import re
from typing import NamedTuple

from kgplatform.text.amounts import find_values, is_number_of_clause
from kgplatform.text.figures import parse_figure
from kgplatform.text.numbers import DIGITS, SCALES
from kgplatform.text.periods import find_periods, read_period
from kgplatform.text.raised import ENDS_NUMBER

__all__ = ["FoundLiteral", "ReadValue", "find_literals", "read_value"]

NO_VALUES = ("EMAIL", "PHONE", "VERSION", "CODE")
NUMBER = re.compile(
    rf"(?<![\w.,:/+#-])(?:{DIGITS})(?: (?:{'|'.join(SCALES)}))?{ENDS_NUMBER}(?![\w:/-]|[.,]\d)"
)


class ReadValue(NamedTuple):
    """The parts of a value, in the order of records.Literal; "" and None are not known."""

    start: str = ""
    end: str = ""
    number: float | None = None
    unit: str = ""
    currency: str = ""
    is_relative: bool = False


class FoundLiteral(NamedTuple):
    """text[start:end] is a value; `datatype` is date or quantity."""

    start: int
    end: int
    datatype: str


def read_value(
    text: str, datatype: str, *, reference: str = "", is_future: bool = False
) -> ReadValue:
    """Return the parts of a value as the text writes it.

    A length of time ("ten years") is a date without days, with its number and its unit.

    Args:
        text: the words of the value alone ("3 March 2025").
        datatype: date, quantity or string.
        reference: the day that the text was written on (ISO 8601), which relative dates count from.
        is_future: whether it is said of what is to come, whose "Monday" is the next one.
    """
    if datatype == "date":
        period = read_period(text, reference=reference, is_future=is_future)
        if period is not None:
            return ReadValue(period.start, period.end, is_relative=period.is_relative)
    figure = parse_figure(text) if datatype in ("date", "quantity") else None
    if figure is None or (datatype == "date" and not figure.is_time):
        return ReadValue()
    return ReadValue(number=figure.number, unit=figure.unit_name, currency=figure.currency)


def find_literals(text: str) -> list[FoundLiteral]:
    """Return the dates, amounts, measures and other numbers of a text, in order, none in another.

    Codes, numbers of clauses and of telephones are no values. A date comes with the word that opens
    its interval ("since 2014", "until 15 January").
    """
    values = find_values(text)
    found: list[FoundLiteral] = []
    taken = [(one.start, one.end) for one in values if one.kind in NO_VALUES]
    for start, end, datatype in (
        *((one.start, one.end, "quantity") for one in values if one.kind == "MONEY"),
        *((start, end, "date") for start, end in find_periods(text)),
        *((one.start, one.end, "quantity") for one in values if one.kind == "QUANTITY"),
        *((*span, "quantity") for span in _find_numbers(text)),
    ):
        if all(end <= a or b <= start for a, b in taken):
            taken.append((start, end))
            found.append(FoundLiteral(start, end, datatype))
    return sorted(found)


def _find_numbers(text: str) -> list[tuple[int, int]]:
    spans = (match.span() for match in NUMBER.finditer(text))
    return [span for span in spans if not is_number_of_clause(text, *span)]
