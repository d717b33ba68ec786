"""Rows of queries as pictures and as words."""

from __future__ import annotations

from typing import Any

import pytest

from kgplatform.web.pages.graphs import describe_value, picture_paths, picture_schema

pytestmark = pytest.mark.unit


def node(name: str, label: str = "Entity") -> dict[str, Any]:
    return {"labels": [label], "properties": {"id": name.lower(), "name": name}}


def tie(kind: str, direction: str = "out", **properties: Any) -> dict[str, Any]:
    return {"type": kind, "properties": properties, "direction": direction}


PATH = [
    node("Fram"),
    tie("RELATED", relation="built by"),
    node("Archer"),
    tie("IN", "in"),
    node("Larvik"),
]


def test_paths_are_drawn_with_what_ties_their_nodes() -> None:
    drawn = picture_paths([{"path": PATH, "count": 3}, {"path": PATH, "count": 4}])
    assert [shown["name"] for shown in drawn["nodes"]] == ["Fram", "Archer", "Larvik"]
    assert [edge["label"] for edge in drawn["edges"]] == ["built by", "IN"]
    assert [edge["target"] for edge in drawn["edges"]] == ["archer", "archer"]


def test_rows_of_facts_are_drawn_and_other_rows_are_not() -> None:
    fact = {"subject": "Fram", "relation": "built by", "object": "Archer"}
    [edge] = picture_paths([fact])["edges"]
    assert (edge["source"], edge["label"], edge["target"]) == ("Fram", "built by", "Archer")
    assert picture_paths([{"label": "Entity", "count": 3}])["nodes"] == []


def test_a_schema_has_one_edge_from_a_type_to_another() -> None:
    path = [node("Person", "EntityType"), tie("SCHEMA"), node("Date", "EntityType")]
    rows = [{"schema_path": path, "relation": name} for name in ("born", "died", "sailed")]
    drawn = picture_schema(rows)
    assert [edge["label"] for edge in drawn["edges"]] == ["born and 2 more"]
    assert {shown["id"]: shown["kind"] for shown in drawn["nodes"]} == {
        "Person": "entity",
        "Date": "literal",
    }


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, ""),
        (12345, "12,345"),
        (node("Fram"), "Fram"),
        (PATH, "Fram ‒ RELATED → Archer ← IN ‒ Larvik"),
        (["a", 1], "a, 1"),
        ({"relation": "time", "value": "1922"}, "relation: time, value: 1922"),
    ],
)
def test_a_value_is_said_in_words(value: object, words: str) -> None:
    assert describe_value(value) == words
