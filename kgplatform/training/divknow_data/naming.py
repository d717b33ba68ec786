"""Whether a text names an entity or a date, in whatever spelling; other ways to write a date."""

from __future__ import annotations

import calendar

from kgplatform.sources.facts.documents import name_key
from kgplatform.text.dates import Date, find_calendar_dates

__all__ = ["ReadText", "date_forms", "is_clean_name", "same_date"]


class ReadText:
    """A text, read once, of which is asked what it names."""

    def __init__(self, text: str) -> None:
        self._folded = f" {name_key(text)} " if text else ""
        self._dates = [found.date for found in find_calendar_dates(text, years=True)]

    def names(self, name: str) -> bool:
        """Return whether the text has a name, whatever its case, accents and punctuation."""
        return f" {name_key(name)} " in self._folded

    def states(self, date: str) -> bool:
        """Return whether the text has a date, in any form, or more exactly, or less so."""
        return any(_agree(own, stated) for stated in _read(date) for own in self._dates)


def same_date(one: str, other: str) -> bool:
    """Return whether two dates are the same as far as both give it: "1832" is "22 July 1832"."""
    return any(_agree(a, b) for a in _read(one) for b in _read(other))


def is_clean_name(name: str) -> bool:
    """Whether a name can stand in a question: no escape was left in it, no page of senses."""
    return "\\" not in name and not name.endswith("(disambiguation)")


def date_forms(text: str) -> tuple[str, ...]:
    """Return a date as it is written, then in the other usual orders: "July 22, 1832"."""
    forms = [text]
    for year, month, day in _read(text)[:1]:
        if year and month and day:
            name = calendar.month_name[month]
            forms += [f"{day} {name} {year}", f"{name} {day}, {year}"]
    return tuple(dict.fromkeys(forms))


def _read(text: str) -> list[Date]:
    return [found.date for found in find_calendar_dates(text, years=True)]


def _agree(one: Date, other: Date) -> bool:
    return all(a == b or not a or not b for a, b in zip(one, other, strict=True))
