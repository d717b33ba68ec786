from __future__ import annotations

import pytest

from kgplatform.models.english import indefinite_article

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("words", "article"),
    [
        ("novelist", "a"),
        ("American writer", "an"),
        ("European city", "a"),
        ("university", "a"),
        ("unincorporated town", "an"),
        ("unemployed clerk", "an"),
        ("union", "a"),
        ("hour", "an"),
        ("US-based magazine", "a"),
    ],
)
def test_article_goes_by_the_first_sound(words: str, article: str) -> None:
    assert indefinite_article(words) == article
