"""Numbers in words, ordinals, Roman numerals, and those of several words."""

from __future__ import annotations

import pytest

from kgplatform.text.numbers import (
    join_numerals,
    read_number,
    read_ordinal,
    read_roman,
)


@pytest.mark.parametrize(
    ("word", "value"),
    [("one", 1), ("nineteen", 19), ("ninety", 90), ("first", None), ("tone", None)],
)
def test_number_words(word: str, value: int | None) -> None:
    assert read_number(word) == value


@pytest.mark.parametrize(
    ("word", "position"),
    [
        ("first", 1),
        ("12th", 12),
        ("2nd", 2),
        ("thirtieth", 30),
        ("opening", 1),
        ("last", -1),
        ("final", -1),
        ("penultimate", -2),
        ("4", None),
        ("nth", None),
    ],
)
def test_ordinals(word: str, position: int | None) -> None:
    assert read_ordinal(word) == position


@pytest.mark.parametrize(
    ("word", "value"),
    [("i", 1), ("iv", 4), ("viii", 8), ("xxxix", 39), ("", None), ("mix", None), ("iiii", None)],
)
def test_roman_numerals(word: str, value: int | None) -> None:
    assert read_roman(word) == value


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ("twenty first page", (21, 2, True)),
        ("forty two pages", (42, 2, False)),
        ("second to last", (-2, 3, True)),
        ("third from the end", (-3, 4, True)),
        ("next to last", (-2, 3, True)),
        ("last but one", (-2, 3, True)),
        ("second last table", (-2, 2, True)),
        ("second table", None),
        ("next last", None),
        ("twenty pages", None),
    ],
)
def test_numerals_of_several_words(words: str, joined: tuple[int, int, bool] | None) -> None:
    assert join_numerals(words.split()) == joined
