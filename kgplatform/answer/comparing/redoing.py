"""Compares two sides again, from what was written of each and the question alone."""

from __future__ import annotations

from collections.abc import Mapping

from kgplatform.answer.comparing.compared import number_of, wants_smaller

__all__ = ["compare_again"]

SEPARATOR = ", "


def compare_again(asked: str, written: Mapping[str, str]) -> str:
    """Return the side that the question is for, or yes or no; '' where that does not follow.

    Args:
        asked: the question.
        written: what the sources have of each side, by its name.
    """
    if len(written) != 2:
        return ""
    lowered = asked.casefold()
    for name in written:
        lowered = lowered.replace(name.casefold(), " ")
    numbers = {name: number_of(text) for name, text in written.items()}
    (one, first), (other, second) = numbers.items()
    if first is None or second is None:
        places = [set(text.split(SEPARATOR)) for text in written.values()]
        return "yes" if places[0] & places[1] else "no"
    if first == second:
        return ""
    smaller, larger = (one, other) if first < second else (other, one)
    return smaller if wants_smaller(lowered) else larger
