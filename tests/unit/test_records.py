from __future__ import annotations

import pytest

from kgplatform.records import ScoredPassage, ScoredStatement, Step, Usage
from kgplatform.records.json import to_json

pytestmark = pytest.mark.unit


def test_to_json_writes_qualifiers_as_objects() -> None:
    statement = ScoredStatement(
        "s", "Fram", "built by", "Archer", (("time", "1892"),), "p", 0, 4, 0.5
    )
    assert to_json([statement])[0]["qualifiers"] == [{"relation": "time", "value": "1892"}]


def test_to_json_shows_how_a_statement_stands() -> None:
    statement = ScoredStatement(
        *("s", "Meridian", "bought", "Orlo", (), "p", 0, 4, 0.5),
        polarity="denied",
        attribution="the union",
    )
    shown = to_json(statement)
    assert (shown["polarity"], shown["modality"]) == ("denied", "asserted")
    assert shown["attribution"] == "the union"
    assert not statement.is_plain


def test_to_json_flattens_steps() -> None:
    assert to_json(Step("expand", {"passages": 3})) == {"step": "expand", "passages": 3}


def test_usage_adds_up() -> None:
    total = Usage(1, 100, 10, 0) + Usage(2, 50, 5, 1)
    assert total == Usage(3, 150, 15, 1)


@pytest.mark.parametrize(
    ("title", "section", "head"),
    [
        ("Fram", "Voyages > South", "Fram > Voyages > South"),
        ("Fram", "Fram > Voyages", "Fram > Voyages"),
        ("Fram", "Framing", "Fram > Framing"),
        ("Fram", "", "Fram"),
        ("", "Voyages", "Voyages"),
    ],
)
def test_the_head_of_a_passage_says_each_heading_once(title: str, section: str, head: str) -> None:
    assert ScoredPassage("p", "d", title, "", "text", 1.0, section=section).head == head
