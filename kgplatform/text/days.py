"""Whether a text is of the day or year that a question names."""

from __future__ import annotations

import re

from kgplatform.text.dates import DateSpan, find_dates

__all__ = ["agree", "has_day", "is_of_other_day"]

NUMBERED = re.compile(r"(?:[A-Z]-|[#/]|\bNo\.? ?)$")


def is_of_other_day(question: str, text: str) -> bool:
    """Return whether a text names days or years, and none that the question names."""
    asked, stated = _find_days(question), _find_days(text)
    return bool(asked and stated) and not any(agree(a, b) for a in asked for b in stated)


def has_day(question: str, text: str) -> bool:
    """Return whether a text names a day that the question names; a question without one is of any.

    A year alone is no day of it.
    """
    asked, stated = _find_days(question), _find_days(text)
    return not asked or any(agree(a, b) and _is_as_exact(a, b) for a in asked for b in stated)


def _find_days(text: str) -> list[DateSpan]:
    """Return the dates of a text; no number of a document is one ("SC-2024-031")."""
    return [
        date
        for date in find_dates(text)
        if not NUMBERED.search(text[: date.start]) and text[date.end : date.end + 1] != "-"
    ]


def agree(asked: DateSpan, other: DateSpan) -> bool:
    """Return whether two dates can be one; a part that is not said may be any."""
    pairs = zip(asked.value, other.value, strict=True)
    return all(0 in pair or pair[0] == pair[1] for pair in pairs)


def _is_as_exact(asked: DateSpan, other: DateSpan) -> bool:
    return all(b or not a for a, b in zip(asked.value, other.value, strict=True))
