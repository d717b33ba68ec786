from __future__ import annotations

import pytest

from kgplatform.extract.grammar.straighten import quoted_titles, straighten

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "straight"),
    [
        ("Levy( born 1968) is", "Levy (born 1968) is"),
        ('the film" Jaws" and', 'the film "Jaws" and'),
        ('he said "no" to', 'he said "no" to'),
        ("f(x) = ( y )", "f(x) = ( y )"),
        ("", ""),
        ("(", "("),
    ],
)
def test_blanks_change_places_with_brackets_and_quotes(text: str, straight: str) -> None:
    assert straighten(text) == straight


@pytest.mark.parametrize(
    "text", ["a( b", 'x" y" z', '"The Big Sleep" was', "( ( (", '" " "', "é( ü"]
)
def test_no_character_moves_more_than_one_place(text: str) -> None:
    assert len(straighten(text, name=(0, 1))) == len(text)


def test_a_name_becomes_one_word() -> None:
    text = "The Day They Robbed the Bank is a film."
    assert straighten(text, name=(0, 28)) == "B" + "o" * 24 + "ton is a film."


def test_short_and_single_words_stay() -> None:
    assert straighten("A B is", name=(0, 3)) == "A B is"
    assert straighten("Fram is", name=(0, 4)) == "Fram is"


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ('in "The Big Sleep" by', ["The Big Sleep"]),
        ("in “A Song of Ice and Fire.” by", ["A Song of Ice and Fire"]),
        ('he said "I will not go" and', []),
        ('known as "Jaws" and', []),
        ('"the Good" and', []),
    ],
)
def test_titles_in_quotes(text: str, titles: list[str]) -> None:
    assert [text[slice(*span)] for span in quoted_titles(text)] == titles
