"""Dates in running text and the life dates of a biography."""

from __future__ import annotations

import pytest

from kgplatform.text.dates import find_dates, find_life

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("on 22 July 1832 in", "22 July 1832", (1832, 7, 22)),
        ("on July 22, 1832, he", "July 22, 1832", (1832, 7, 22)),
        ("in October 1892.", "October 1892", (1892, 10, 0)),
        ("in 1892 she", "1892", (1892, 0, 0)),
        ("on 22 Jul 1832 in", "22 Jul 1832", (1832, 7, 22)),
        ("hired | 2016-05-02 |", "2016-05-02", (2016, 5, 2)),
        ("signed 02.05.2016", "02.05.2016", (2016, 5, 2)),
    ],
)
def test_find_dates_reads_a_form(text: str, written: str, value: tuple[int, int, int]) -> None:
    (date,) = find_dates(text)
    assert text[date.start : date.end] == written
    assert date.value == value


@pytest.mark.parametrize(
    "text", ["1,892 men", "about 1892 people", "$1892", "3000", "EUR 850", "contract SC-1992-031"]
)
def test_find_dates_leaves_quantities_alone(text: str) -> None:
    assert find_dates(text) == ()


def test_find_life_reads_birth_and_death_of_a_parenthesis() -> None:
    text = "Colin Archer (22 July 1832, Larvik – 8 February 1921) was a shipbuilder."
    birth, death = find_life(text)
    assert (birth.event, death.event) == ("birth", "death")
    assert birth.date is not None
    assert death.date is not None
    assert birth.date.value == (1832, 7, 22)
    assert death.date.value == (1921, 2, 8)
    assert "Larvik" in text[birth.start : birth.end]


@pytest.mark.parametrize(
    "inside",
    [
        "born 5 April 1937, died 25 September 2004",
        "born 5 April 1937 in Haifa; d. 25 September 2004",
        "5 April 193725 September 2004",
        "April 5, 1937September 25, 2004",
        "born Gad Levi; April 5, 1937 September 25, 2004",
    ],
)
def test_find_life_reads_two_dates_without_a_dash(inside: str) -> None:
    birth, death = find_life(f"Gadi Yatziv ({inside}) was an academic.")
    assert birth.date is not None
    assert death.date is not None
    assert (birth.event, birth.date.value) == ("birth", (1937, 4, 5))
    assert (death.event, death.date.value) == ("death", (2004, 9, 25))


def test_find_life_reads_sentences_where_there_is_no_parenthesis() -> None:
    spans = find_life("She was born on 3 May 1900 in Bergen. She died in Oslo in 1980.")
    assert [(s.event, s.date.value[0] if s.date else None) for s in spans] == [
        ("birth", 1900),
        ("death", 1980),
    ]


def test_find_life_finds_none_in_a_film() -> None:
    assert find_life("Levity (2003) is a film by Ed Solomon.") == ()
