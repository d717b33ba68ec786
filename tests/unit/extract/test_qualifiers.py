from __future__ import annotations

import pytest

from tests.unit.extract.reading_aid import read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("end", "qualifiers"),
    [
        ("in 1920", [("time", "1920")]),
        ("on 3 May 1920", [("time", "3 May 1920")]),
        ("from 1920 to 1930", [("start time", "1920"), ("end time", "1930")]),
        ("since 1920", [("start time", "1920")]),
        ("until 1920", [("end time", "1920")]),
        ("for three years", [("duration", "three years")]),
    ],
)
def test_times_of_a_clause(end: str, qualifiers: list[tuple[str, str]]) -> None:
    text = f"John Smith lived in London {end}."
    (lived,) = [s for s in read(text).statements if s.relation == "lived in"]
    assert [(q.relation, text[q.start : q.end]) for q in lived.qualifiers] == qualifiers


def test_a_second_place_of_the_same_relation_qualifies_nothing() -> None:
    text = "John Smith lived in Paris and London."
    lived = [s for s in read(text).statements if s.relation == "lived in"]
    assert {s.qualifiers for s in lived} == {()}
    assert len(lived) == 2
