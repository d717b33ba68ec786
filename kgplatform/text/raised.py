"""Raised and lowered characters: powers, units, and the marks of notes behind a figure.

Flattened, "40" with the mark of a second note is 402. So what is raised is written with characters
that are raised by themselves ("40²", "10⁶", "m³"), or behind a caret ("40^a"), and a figure is read
without its marks.
"""

from __future__ import annotations

import re

__all__ = ["RAISED", "lower_text", "raise_text", "without_marks"]

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"
"""The characters of raised numbers."""

_UP = str.maketrans("0123456789+-=()ni−", RAISED + "⁻")
_DOWN = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_HAS_RAISED_FORM = re.compile(r"[-+−=()\d]*(?:\d|[+−-])[-+−=()\d]*|[ni]", re.ASCII)
_SIGNS = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W\d_]{3}| ")
_ABBREVIATION = re.compile(r"[^\W\d_]{2,4}\.?")
_POWER = re.compile(rf"(?<![\d.,])10[{RAISED}]+")
_MARKS = re.compile(
    rf"(?<=\d)(?:[{RAISED}]+|\^\(?[\w,;* ]{{1,6}}\)?|[*†‡§¶]+)(?![\w^])|(?<=\d )[*†‡]+$"
)


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
    """Return a figure without the marks of notes behind its digits; a power of ten is left."""
    return text if _POWER.search(text) else _MARKS.sub("", text)
