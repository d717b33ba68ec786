"""Identifiers in a question, as "VX-300" or "INC-20431": words known by their own letters alone.

An embedder holds VX-300 for VX-153, and of a long table each passage is much like the next. So
where no passage that was ranked high has such a word of the question, the best that has it comes
first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

__all__ = ["find_codes", "put_bearers_first"]

CODE = re.compile(
    r"(?<![\w./-])(?=[\w./-]*[^\W\d_])(?=[\w./-]*\d)\w+(?:[./-]\w+)*(?![\w-])"
    r"|(?<![\w.,/-])\d{5,}(?![\w-])"
)
ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s)", re.IGNORECASE)

Ranked = list[tuple[str, float]]


def find_codes(question: str) -> list[str]:
    """Return the words of a question that have letters and digits, and long numbers."""
    found = (match.group() for match in CODE.finditer(question))
    return [code for code in found if not ORDINAL.fullmatch(code)]


def put_bearers_first(
    codes: Sequence[str], ranked: Ranked, texts: Mapping[str, str], *, top_k: int
) -> Ranked:
    """Return the ranking, with a passage in front that has a code which none of the best has.

    Args:
        codes: of the question.
        ranked: passage ids with their scores, best first.
        texts: id to title and text.
        top_k: how many of them are taken.
    """
    for code in reversed(codes):
        pattern = re.compile(rf"(?<![\w-]){re.escape(code)}(?![\w-])", re.IGNORECASE)
        holders = (n for n, (key, _) in enumerate(ranked) if pattern.search(texts[key]))
        first = next(holders, None)
        if first is not None and first >= top_k:
            key, _ = ranked[first]
            ranked = [(key, ranked[0][1]), *ranked[:first], *ranked[first + 1 :]]
    return ranked
