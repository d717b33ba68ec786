from __future__ import annotations

import pytest

from kgplatform.graph.fulltext import any_word_query, phrase_query

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


def test_phrase_query_is_quoted_or_empty() -> None:
    assert phrase_query("Aurora (ship)") == r'"Aurora \(ship\)"'
    assert phrase_query("...") == ""
