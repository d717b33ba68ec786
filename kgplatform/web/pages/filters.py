"""How values read on a page: numbers, times, durations, addresses of files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote, unquote, urlsplit

__all__ = ["FILTERS"]

MS_PER_S = 1000
MINUTE_S = 60


def format_count(number: float) -> str:
    """Return a number with its thousands apart."""
    return f"{number:,}"


def format_ms(milliseconds: float) -> str:
    """Return a time that something took, in the unit that suits it."""
    if milliseconds < MS_PER_S:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / MS_PER_S
    if seconds < MINUTE_S:
        return f"{seconds:.1f} s"
    return f"{int(seconds // MINUTE_S)} min {seconds % MINUTE_S:.0f} s"


def format_day(moment: Any) -> str:
    """Return a moment as day and minute; '' where there is none."""
    if moment is None or moment == "":
        return ""
    if not isinstance(moment, datetime):
        native = getattr(moment, "to_native", None)
        moment = native() if native else datetime.fromisoformat(str(moment))
    return moment.strftime("%Y-%m-%d %H:%M")


def file_name(uri: str) -> str:
    """Return the last part of an address, for people; the whole of what has no path."""
    path = unquote(urlsplit(uri).path)
    return PurePosixPath(path).name or uri


def in_address(text: str) -> str:
    """Return a text as one part of an address's path."""
    return quote(text, safe="")


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


FILTERS: dict[str, Callable[..., str]] = {
    "count": format_count,
    "ms": format_ms,
    "day": format_day,
    "file_name": file_name,
    "in_address": in_address,
    "plural": plural,
}
