"""Reads the number of a table or section from its caption or heading, and compares numbers.

"Table 6.1: Size of the market", "Table SA3. | Cases", "7.4. Concentration", "CHAPTER 6 – Market",
"Appendix A: Losses", "IV. Results". A number is compared by its parts, Roman ones by their value.
"""

from __future__ import annotations

import re

from kgplatform.text.numbers import read_roman

__all__ = ["read_caption_label", "read_heading_label", "same_label", "strip_label"]

DIGITS = r"[A-Z]{0,3}[–.-]?\d+(?:\s?\.\s?\d+)*[a-z]?"
LETTER = r"[A-Z]|[IVX]+"
CAPTION = re.compile(rf"\W*(?i:table|tab|tbl)\b\.?\s*(?i:no\.?\s*)?({DIGITS}|{LETTER})\b")
KEYWORD_HEADING = re.compile(
    r"\W*(?:\w{1,3}\s+)?"  # "A Appendix A", as some typesetting programs number appendices
    r"(?i:section|sec|chapter|chap|ch|part|clause|article|annexe?|appendix|§)\.?\s*"
    rf"({DIGITS}|{LETTER})\b"
)
NUMBERED_HEADING = re.compile(rf"\W*({DIGITS}|{LETTER})(?:[.):]\s|[.):]?\s+(?=\S))")
LONE_LETTERS = frozenset({"A", "I"})
"""As first words of a heading they are words, unless a mark follows."""


def read_caption_label(caption: str) -> str:
    """Return a table's number in its caption, "6.1" or "SA3"; empty where it has none."""
    found = CAPTION.match(caption)
    return _clean(found[1]) if found else ""


def read_heading_label(heading: str) -> str:
    """Return a section's number in its heading, "6.1", "A" or "IV"; empty where it has none."""
    if found := KEYWORD_HEADING.match(heading):
        return _clean(found[1])
    found = NUMBERED_HEADING.match(heading)
    if found is None:
        return ""
    is_word = found[1] in LONE_LETTERS and not found[0].rstrip().endswith((".", ")", ":"))
    return "" if is_word else _clean(found[1])


def strip_label(name: str) -> str:
    """Return a caption or heading without its number: "Size of the market"."""
    found = CAPTION.match(name) or KEYWORD_HEADING.match(name)
    if found is None and read_heading_label(name):
        found = NUMBERED_HEADING.match(name)
    return name[found.end() :].lstrip(" .:|–-") if found else name


def same_label(one: str, other: str) -> bool:
    """Return whether two numbers are the same: "II" and "2", "6.1" and "6.1.", "sa3" and "SA3"."""
    return bool(one and other) and _parts(one) == _parts(other)


def _clean(label: str) -> str:
    return re.sub(r"\s", "", label).rstrip(".").upper()


def _parts(label: str) -> list[str]:
    parts = re.split(r"[.–-]", _clean(label))
    values = [read_roman(part.casefold()) for part in parts]
    return [
        str(value) if value is not None else part.lstrip("0") or "0"
        for part, value in zip(parts, values, strict=True)
    ]
