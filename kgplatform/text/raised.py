"""Raised and lowered characters: powers, units, and the marks of notes behind a figure.

Flattened, "40" with the mark of a second note is 402. So what is raised is written with characters
that are raised by themselves ("40²", "10⁶", "m³"), or behind a caret ("40^a"), and a figure is read
without its marks.
"""

from __future__ import annotations

import re

__all__ = [
    "ENDS_NUMBER",
    "MARKS",
    "POWER",
    "RAISED",
    "lower_text",
    "plain_figures",
    "raise_text",
    "read_power",
    "without_marks",
]

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"
"""The characters of raised numbers."""

MARKS = rf"(?:[{RAISED}]+(?:,[{RAISED}]+)*|\^[^\W\d_]{{1,3}}|\s?[*†‡§¶]+)"
"""Marks of notes behind a figure."""

ENDS_NUMBER = rf"(?![^\W{RAISED}])(?!(?<=\b10)[{RAISED}])"
"""What must follow a number in running text: no word, but marks of notes; 10⁶ is no ten."""

POWER = rf"(?:\s?[×x·*]\s?10(?P<power>⁻?[{RAISED[:10]}]{{1,2}})(?![{RAISED}]))?"
"""What a figure may be multiplied by: "× 10⁶"."""

_UP = str.maketrans("0123456789+-=()ni−", RAISED + "⁻")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_DOWN = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_HAS_RAISED_FORM = re.compile(r"[-+−=()\d]*(?:\d|[+−-])[-+−=(),\d]*|[ni]", re.ASCII)
_SIGNS = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W\d_]{3}| ")
_ABBREVIATION = re.compile(r"[^\W\d_]{2,4}\.?")
_SCIENTIFIC = re.compile(rf"(?P<digits>\d[\d,]*(?:\.\d+)?){POWER}(?<=[{RAISED}])")
_ON_FIGURE = re.compile(rf"(?<![\d.,])(?!10[{RAISED}])(?<![×x·*])(\d[\d.,]*){MARKS}(?![\w^])")
_ON_WORD = re.compile(rf"(?<=[^\W\d_]{{3}})(?:[{RAISED[:10]}]+|\^[^\W\d_]|\s?[*†‡§¶]+)(?!\w)")


def raise_text(text: str) -> str:
    """Return raised text as it stands behind other text: "2" is "²", "a" is "^a", "th" is "th".

    Longer words are no part of what they stand behind.
    """
    text = " ".join(text.split())
    if _HAS_RAISED_FORM.fullmatch(text):
        return text.translate(_UP)
    if not text or _SIGNS.fullmatch(text) or _ABBREVIATION.fullmatch(text):
        return text  # 20°, 40*, 19th, Mlle
    return f" {text} " if _WORD.search(text) else f"^{text}"


def lower_text(text: str, *, behind: str) -> str:
    """Return lowered text as it stands behind other text: H2O, v_max, x₁ behind a digit.

    Args:
        text: the lowered text.
        behind: the text before it.
    """
    text = " ".join(text.split())
    if text.isdecimal():
        return text.translate(_DOWN) if behind[-1:].isdigit() else text
    return f"_{text}" if text[:1].isalnum() and behind[-1:].isalnum() else text


def without_marks(text: str) -> str:
    """Return a text without the marks of notes behind its figures and words: 40² is 40.

    Units and powers (km², 10⁶) stay.
    """
    if text.isascii() and "^" not in text and "*" not in text:
        return text
    return _ON_WORD.sub("", _ON_FIGURE.sub(r"\1", text))


def plain_figures(text: str) -> str:
    """Return a text with its figures as bare digits: 40² is 40, and 3 × 10⁶ is 3000000."""
    return without_marks(text if text.isascii() else _SCIENTIFIC.sub(_write_out, text))


def read_power(power: str | None) -> float:
    """Return what the raised digits of "× 10⁶" multiply by; 1 for none."""
    return 10.0 ** int(power.translate(_PLAIN)) if power else 1.0


def _write_out(match: re.Match[str]) -> str:
    value = float(match["digits"].replace(",", "")) * read_power(match["power"])
    return f"{value:.15f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.15g}"
