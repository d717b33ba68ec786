"""Where a passage says some words: each grade, and what must not count as said."""

from __future__ import annotations

import pytest

from kgplatform.extract.proof.alignment import PassageWords

pytestmark = pytest.mark.unit

TEXT = (
    "The Fram was built by Colin Archer in Larvik, on 26 October 1892. "
    "Paul John Sorg sold it for 1,000 crowns to Bhubaneshwar's two museums. "
    "In January, the average temperature around the café is 4.5 degrees."
)
SENTENCES = [(0, 65), (66, 136), (137, len(TEXT))]


def find(part: str, text: str = TEXT) -> list[tuple[str, str]]:
    sentences = SENTENCES if text is TEXT else [(0, len(text))]
    found = PassageWords(text, sentences).find(part)
    return [(text[item.start : item.end], item.alignment) for item in found]


@pytest.mark.parametrize("part", ["Colin Archer", "built by Colin", "1,000", "4.5 degrees", "café"])
def test_same_words_are_exact(part: str) -> None:
    assert find(part) == [(part, "exact")]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("colin archer", "Colin Archer"),
        ("the Colin Archer", "Colin Archer"),
        ("Cafe", "café"),
        ("Bhubaneshwar", "Bhubaneshwar"),
        ("museum", "museums"),
        ("2 museums", "two museums"),
        ("1000 crowns", "1,000 crowns"),
        ("in Larvik", "in Larvik"),
        ("located in Larvik", "Larvik"),
        ("October 26, 1892", "26 October 1892"),
        ("26th October 1892", "26 October 1892"),
        ("1892-10-26", "26 October 1892"),
        ("October 26", "26 October 1892"),
        ("Colin-Archer", "Colin Archer"),
    ],
)
def test_other_spellings_are_exact_or_normalised(part: str, said: str) -> None:
    ((found, alignment),) = find(part)
    assert found == said
    assert alignment == ("exact" if part == said else "normalised")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("Bhubaneswar", "Bhubaneshwar"),
        ("Paul Sorg", "Paul John Sorg"),
        ("Paul J. Sorg", "Paul John Sorg"),
        ("average temperature of the café", "average temperature around the café"),
        ("temperature of 4.5 degrees", "temperature around the café is 4.5 degrees"),
        ("crowns for Sorg", "Sorg sold it for 1,000 crowns"),
    ],
)
def test_nearly_the_same_words_are_fuzzy(part: str, said: str) -> None:
    assert find(part) == [(said, "fuzzy")]


@pytest.mark.parametrize(
    "part",
    [
        "",
        "the",
        "…",
        "Archer Colin",  # a name has an order
        "Karl Archer",
        "Colin Farrell",
        "000",  # the end of a number
        "1",  # its beginning
        "4",
        "1,001 crowns",
        "26 October 1893",
        "27 October 1892",
        "Larvik museums",  # of two sentences
        "minimum temperature of 4.5 degrees",
        "Fra",
    ],
)
def test_other_words_are_not_found(part: str) -> None:
    assert find(part) == []


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("Austria", "She lives in Australia."),
        ("North Carolina", "She lives in South Carolina."),
        ("1990", "It was popular in the 1990s."),
        ("3.5 km", "It is 3.6 km long."),
        ("Iran", "It borders Iraq."),
    ],
)
def test_similar_names_and_numbers_are_others(part: str, text: str) -> None:
    assert find(part, text) == []


def test_long_description_may_miss_one_plain_word() -> None:
    text = "It has a private railway platform beneath the old hotel building."
    assert find("private railway platform beneath old modern hotel", text) != []
    assert find("private railway platform beneath old Waldorf hotel", text) == []


def test_every_place_is_found_in_order() -> None:
    words = PassageWords("Oslo is big. I like Oslo.", [(0, 12), (13, 25)])
    assert [item.start for item in words.find("Oslo")] == [0, 20]


def test_sentence_run_is_the_shortest_that_covers_the_spans() -> None:
    words = PassageWords(TEXT, SENTENCES)
    assert words.sentence_run([(5, 8)]) == (0, 65)
    assert words.sentence_run([(70, 72), (5, 8)]) == (0, 136)
    assert words.sentence_run([(137, 139)]) == (137, len(TEXT))


def test_text_without_sentences_is_one() -> None:
    assert PassageWords("Oslo", []).sentence_run([(0, 4)]) == (0, 4)
