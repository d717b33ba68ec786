from __future__ import annotations

import pytest

from kgplatform.graph.fulltext import MAX_TERMS, any_word_query, phrase_query

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("who built Fram?", r"who built Fram\?"),
        ("R&D && AND (x)", r"R&D and \(x\)"),
        ('a "b" c:d/e\\', r"a \"b\" c\:d\/e\\"),
        ("?! -- ", ""),
        ("NOT OR", "not or"),
    ],
)
def test_any_word_query_escapes_operators(text: str, query: str) -> None:
    assert any_word_query(text) == query


def test_any_word_query_of_a_long_text_has_its_first_different_words() -> None:
    text = " ".join(f"the word{n}" for n in range(10_000))
    words = any_word_query(text).split()
    assert words == ["the", *(f"word{n}" for n in range(MAX_TERMS - 1))]


@pytest.mark.parametrize("word", ["a-", "\u4e2d"])
def test_any_word_query_of_one_endless_word_is_bounded(word: str) -> None:
    assert 0 < any_word_query(word * 5_000).count(word[0]) <= MAX_TERMS


def test_any_word_query_keeps_words_that_a_short_text_repeats() -> None:
    assert any_word_query("to be or to be") == "to be or to be"


def test_phrase_query_is_quoted_or_empty() -> None:
    assert phrase_query("Aurora (ship)") == r'"Aurora \(ship\)"'
    assert phrase_query("...") == ""
