from __future__ import annotations

from math import log

import pytest

from kgplatform.ingest.links.keywords import (
    TitleFinder,
    choose_keywords,
    title_feature,
    title_key,
    words_of,
)
from kgplatform.text.names import iterate_tokens

pytestmark = pytest.mark.unit


def _named(text: str, *titles: str) -> set[str]:
    return TitleFinder(titles).find(list(iterate_tokens(text)), text)


def _choose(words, frequencies, **limits):
    options = {"passages": 100, "limit": 10, "max_frequency": 50, **limits}
    return choose_keywords(words, frequencies=frequencies, **options)


def test_words_are_folded_and_stop_words_are_none():
    words = words_of(iterate_tokens("The Élan of the Fram: a fram, I say."))
    assert words == {"elan": 1, "fram": 2}


def test_keywords_come_by_weight():
    """ship: 1 · ln(1 + 100/20) = 1.79; fram: (1 + ln 2) · ln(1 + 100/10) = 4.06."""
    chosen = _choose({"ship": 1, "fram": 2}, {"ship": 20, "fram": 10})
    assert [word for word, _ in chosen] == ["fram", "ship"]
    assert [weight for _, weight in chosen] == pytest.approx([1 + log(2), 1.0])


def test_keywords_of_equal_weight_come_by_alphabet_and_are_limited():
    words = {"polar": 1, "arctic": 1, "north": 1}
    chosen = _choose(words, dict.fromkeys(words, 5), limit=2)
    assert [word for word, _ in chosen] == ["arctic", "north"]


@pytest.mark.parametrize(("frequency", "kept"), [(1, False), (2, True), (50, True), (51, False)])
def test_keyword_is_shared_but_not_by_too_many(frequency, kept):
    assert bool(_choose({"fram": 1}, {"fram": frequency})) is kept


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("He sailed on Fram north.", {"fram"}, id="without its parenthesis"),
        pytest.param("The Polar Ship Fram sank.", {"polar ship fram"}, id="longest"),
        pytest.param("In a fram of mind.", set(), id="not written as a name"),
        pytest.param("Frame by Framing", set(), id="whole words only"),
    ],
)
def test_title_is_found_where_a_text_names_it(text, found):
    assert _named(text, "Fram (ship)", "Polar Ship Fram") == found


def test_title_is_found_twice_in_a_row_and_at_the_end():
    assert _named("Nansen, Fram", "Fram", "Nansen") == {"fram", "nansen"}


@pytest.mark.parametrize("title", ["It", "1984", "Who Am I", "The", "", "A " * 13 + "Ship"])
def test_title_that_says_nothing_is_none(title):
    finder = TitleFinder([title])
    assert finder.own(title) == set()
    assert finder.find(list(iterate_tokens(title)), title) == set()


def test_own_title_is_a_keyword_though_the_text_does_not_name_it():
    assert TitleFinder(["Fram (ship)"]).own("Fram (ship)") == {"fram"}


def test_title_feature_is_no_word():
    assert title_feature(title_key("Fram (ship)")) not in words_of(iterate_tokens("Fram"))
