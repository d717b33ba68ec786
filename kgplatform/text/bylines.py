"""The lines at the head of a text that say who wrote it, where and when.

"By Morag Sinclair, 3 March 2025", "Reading, 1 February 2024 –", "LONDON (Agency), 3 March 2025 –".
They date a text and are no facts of it. A contract says itself when it is made, and minutes when
the meeting was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from kgplatform.text.periods import read_period
from kgplatform.text.spans_of_days import MONTH, WEEKDAY, YEAR

__all__ = ["Byline", "day_of", "find_bylines", "find_date_of_text"]

HEAD_CHARS = 1_200
HEAD_LINES = 10
MAX_LINE_CHARS = 160  # a byline is short; a dateline begins a paragraph of any length
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
DAY = (
    rf"(?:{WEEKDAY},? )?(?:{_NUMBER} (?:day of )?(?:of )?{MONTH},? (?:of )?{YEAR}"
    rf"|{MONTH} {_NUMBER},? {YEAR}|{YEAR}-\d\d-\d\d|\d{{1,2}}\.\d{{1,2}}\.{YEAR})"
)
_NAME = r"[^\W\d_a-z][\w.'’-]*"
_NAMES = (
    rf"(?!{WEEKDAY}|{MONTH}){_NAME}(?:,? (?:and |of |for |in |de |von |van |& )?{_NAME}){{0,7}}"
)
_TIME = r"(?:,? (?:at )?\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?(?: [A-Z]{2,4})?)?"
_MARKS = r"[\s*_>#|•·–—-]*"
_SAYS = r"(?:Published|Posted|Issued|Dated?|Filed|Released|Written)(?: on)?:?\s+"
BYLINE = re.compile(
    rf"{_MARKS}(?:(?:[Bb]y|BY|Author:|Words:|Text:|{_SAYS}[Bb]y)\s+{_NAMES}(?:[,|•·–—\s-]+(?:on )?"
    rf"(?P<day>{DAY}){_TIME})?|(?:{_SAYS})?(?P<alone>{DAY}){_TIME}(?:[,|•·–—\s-]+[Bb]y {_NAMES})?"
    rf"|(?:{_NAME}[ ,]*){{1,4}}, (?P<placed>{DAY})){_MARKS}\.?\s*"
)
"""A whole line."""
DATELINE = re.compile(
    rf"\s*(?P<place>{_NAME}(?:[ ,/]+{_NAME}){{0,4}})(?: \([\w .&-]{{2,30}}\))?,? "
    rf"(?P<day>{DAY}|{MONTH} {_NUMBER})(?: \([\w .&-]{{2,30}}\))?\s*(?:[–—:]|--?)\s+"
    rf"(?!{MONTH})(?=[^\W\d_a-z]|[\"“‘])"
    r"|\s*[A-Z][A-Z .,'’-]+ \([\w .&-]{2,30}\)\s*[–—]\s+(?=[A-Z])"
)
"""The beginning of a paragraph."""
MADE = re.compile(
    r"\b(?:[Tt]his|THIS) (?:[\w’'-]+ ){1,6}?(?:is |was )?(?:hereby )?(?:made|entered into|dated|"
    r"signed|concluded|executed)\b(?: and entered into)?(?: (?:on|as of|this|effective|the))* "
    rf"(?P<day>{DAY})",
)
MEETING = re.compile(
    r"\b(?:Minutes|Meeting|Agenda|Memo(?:randum)?|Notes|Newsletter|Bulletin|Protocol|Record)"
    rf"(?:[,:–-]|\s+(?:of|from|held|on|for|to|No)\b)[^\n.]{{0,80}}?(?P<day>{DAY})",
    re.IGNORECASE,
)


class Byline(NamedTuple):
    """text[start:end] says who wrote it or when; `day` is ISO 8601, "" where it gives none.

    `is_dateline` says that it begins a paragraph, the first sentence of which stands behind it.
    """

    start: int
    end: int
    day: str
    is_dateline: bool = False


def day_of(written: str) -> str:
    """Return the day that a source's own metadata gives, "" where it is none.

    ISO 8601, the date of an e-mail's header (RFC 5322) and of a PDF ("D:20250303…"), or words.
    """
    written = " ".join(written.split())
    packed = re.match(r"(?:D:)?(\d{4})(\d\d)(\d\d)(?!\d{1,3}$)", written)
    if packed:
        written = "-".join(packed.groups())
    if re.match(r"\d{4}-\d\d-\d\d\b|\d{4}-\d\d-\d\dT", written):
        return _one_day(written[:10])
    try:
        return parsedate_to_datetime(written).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return _one_day(written)


def _one_day(written: str) -> str:
    period = read_period(re.sub(r" day of ", " ", written))
    is_day = period is not None and not period.is_relative and period.start == period.end
    return period.start if period is not None and is_day else ""


def find_bylines(text: str) -> list[Byline]:
    """Return the bylines and datelines at the head of a text, in order.

    Args:
        text: from the beginning of a document.
    """
    found: list[Byline] = []
    for start, end in _lines(text):
        line = text[start:end]
        whole = BYLINE.fullmatch(line) if len(line) <= MAX_LINE_CHARS else None
        head = DATELINE.match(line) if whole is None else None
        if whole is not None:
            written = next(filter(None, whole.groupdict().values()), "")
            found.append(Byline(start, end, _one_day(written)))
        elif head is not None:
            found.append(
                Byline(start, start + head.end(), _one_day(head["day"] or ""), is_dateline=True)
            )
    return found


def _lines(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for line in text[:HEAD_CHARS].splitlines(keepends=True)[: 2 * HEAD_LINES]:
        if line.strip():
            end = at + len(line.rstrip())
            yield at, end if at + len(line) < HEAD_CHARS else max(end, at)
        at += len(line)


def find_date_of_text(text: str) -> str:
    """Return the day that a text says it was written on, made or held (ISO 8601), or "".

    A byline or a dateline first, then a contract's "This Agreement is made on", then the day of
    the meeting in the first line of minutes.

    Args:
        text: of a document.
    """
    head = text[:HEAD_CHARS]
    if not re.search(YEAR, head):
        return ""
    dated = (byline.day for byline in find_bylines(text) if byline.day)
    made = (_one_day(match["day"]) for match in MADE.finditer(head))
    first = "\n".join(text[start:end] for start, end in list(_lines(text))[:2])
    meeting = (_one_day(match["day"]) for match in MEETING.finditer(first))
    return next((day for days in (dated, made, meeting) for day in days if day), "")
