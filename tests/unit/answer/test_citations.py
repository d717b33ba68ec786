"""A quote counts only where it stands in the passage."""

from __future__ import annotations

import pytest

from kgplatform.answer.citations import cite, locate
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

TEXT = "The Fram was built in Larvik.\nShe was “launched” in  October 1892 — by Colin Archer."


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        pytest.param("built in Larvik", "built in Larvik", id="exact"),
        pytest.param("  built in Larvik. ", "built in Larvik.", id="outer white space"),
        pytest.param("BUILT in larvik", "built in Larvik", id="case"),
        pytest.param("Larvik. She was", "Larvik.\nShe was", id="line break"),
        pytest.param('was "launched" in October', "was “launched” in  October", id="typography"),
        pytest.param("October 1892 - by Colin", "October 1892 — by Colin", id="dash"),
        pytest.param(
            "The Fram was bilt in Larvik", "The Fram was built in Larvik", id="one letter missing"
        ),
    ],
)
def test_locate_finds_the_real_span(quote: str, expected: str) -> None:
    span = locate(quote, TEXT)
    assert span is not None
    assert TEXT[slice(*span)] == expected


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param("", id="empty"),
        pytest.param("   ", id="blank"),
        pytest.param("built in Bergen", id="another word"),
        pytest.param("Larvic", id="too short to align"),
        pytest.param("Fram was sunk by a storm in Larvik", id="invented sentence"),
    ],
)
def test_locate_refuses_what_is_not_there(quote: str) -> None:
    assert locate(quote, TEXT) is None


def test_locate_keeps_offsets_right_after_a_letter_that_folds_to_two() -> None:
    text = "Die Straße   nach Oslo"
    span = locate("strasse nach oslo", text)
    assert span is not None
    assert text[slice(*span)] == "Straße   nach Oslo"


def test_cite_quotes_the_passage_itself() -> None:
    passage = passage_of("Fram", TEXT, score=0.7)
    citation = cite(passage, 4, 8)
    assert citation.quote == "Fram"
    assert (citation.passage_id, citation.title, citation.score) == ("p-fram", "Fram", 0.7)
