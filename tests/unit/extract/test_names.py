from __future__ import annotations

import pytest

from kgplatform.text.names import make_entity, normalize_name

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("The Beatles", "beatles"),
        ("Pál Gábor", "pal gabor"),
        ("Scott’s", "scott"),
        ("  HMS  Erebus. ", "hms erebus"),
        ("A", "a"),
        ("The The", "the"),
        ("!!!", "!!!"),
        ("東京", "東京"),
    ],
)
def test_normalize_name_folds_what_spellings_differ_in(name: str, key: str) -> None:
    assert normalize_name(name) == key


def test_disambiguated_titles_are_two_entities_with_one_name() -> None:
    ship, novel = make_entity("Aurora (ship)"), make_entity("Aurora (novel)")
    assert ship.id != novel.id
    assert ship.normalized_name == novel.normalized_name == "aurora"
    assert ship.aliases == ("Aurora",)


def test_name_that_is_only_a_parenthesis_keeps_it() -> None:
    assert make_entity("(500)").normalized_name == "500"
