"""What is read from a model's reply."""

from __future__ import annotations

import pytest

from kgplatform.wikidata.question.writing import read_query

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ('{"sparql": " ASK { } "}', "ASK { }"),
        ("Here:\n```sparql\nASK { }\n```\nDone.", "ASK { }"),
        ("ASK { }", "ASK { }"),
        ('{"query": "ASK { }"}', ""),
        ('["ASK { }"]', ""),
        ('{"sparql": 3}', ""),
        ("", ""),
    ],
)
def test_query_is_found_in_the_reply(text: str, query: str) -> None:
    assert read_query(text) == query
