"""Weekdays and hours as texts give them: "Monday to Friday, 9:00 to 17:00"."""

from __future__ import annotations

import re

__all__ = ["ASKS_HOURS", "find_hours"]

ASKS_HOURS = re.compile(
    r"\b(?:opening|open|office|business|working|visiting|service|trading) (?:hours|times|days)\b",
    re.IGNORECASE,
)
_DAY = (
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|weekdays|"
    r"weekends?|working days|every day|daily)"
)
_HOUR = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_CLOCK = (
    r"(?:\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\b\.?)?(?: (?:hrs|hours|h)\b)?|"
    r"\d{1,2} ?[ap]\.?m\b\.?|noon|midnight|"
    rf"(?:half(?: past)?|quarter (?:past|to)) {_HOUR}|(?:\d{{1,2}}|{_HOUR}) o['’]clock)"
)
_TO = r"(?: ?[–—-] ?| (?:to|through|until|till|and) )"
_DAYS = rf"{_DAY}(?:{_TO}{_DAY}|(?:, {_DAY})+,? and {_DAY})?"
_CLOCKS = rf"{_CLOCK}(?:{_TO}{_CLOCK})?"
HOURS = re.compile(
    rf"\b(?:{_DAYS},? (?:from |between |at )?\(?{_CLOCKS}\)?|{_CLOCKS},? (?:on |from )?{_DAYS}|"
    rf"{_CLOCKS}|{_DAYS})(?!\w)"
)


def find_hours(text: str) -> list[tuple[int, int]]:
    """Return the spans of weekdays, of hours, and of both together, each as long as it goes."""
    return [match.span() for match in HOURS.finditer(text)]
