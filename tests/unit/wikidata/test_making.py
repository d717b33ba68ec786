"""Why no questions can be made."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kgplatform.errors import NotFound
from kgplatform.graph.connection import Graph
from kgplatform.progress import NO_PROGRESS
from kgplatform.training.divknow_data.making import read_material
from kgplatform.wikidata.terms import Endpoint

pytestmark = pytest.mark.unit

FACT = {
    "id": "s1", "subject": "Fram", "subject_qid": None, "subject_type": "Work",
    "relation": "director", "object": "Mara Voss", "object_qid": None, "object_type": "Person",
    "document_id": "d1", "title": "Fram", "sentence": "Mara Voss directed Fram.",
}  # fmt: skip


class _Graph:
    """Answers each named query with the rows given for it."""

    def __init__(self, **rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def read(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        return [] if parameters.get("after") else [dict(row) for row in self._rows.get(name, [])]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ({}, "is linked: run kgplatform wikidata link"),
        ({"list_linked_qids": [{"qid": "Q1", "mentions": 2}]}, "no text states a fact about"),
        (
            {
                "list_linked_qids": [{"qid": "Q1", "mentions": 2}],
                "list_linked_facts": [{"id": "s1"}],
                "fetch_linked_facts": [FACT],
            },
            "none that one of the 1 facts",
        ),
    ],
    ids=["nothing linked", "no facts", "other things linked"],
)
def test_the_reason_is_told_why_there_is_no_material(
    rows: dict[str, list[dict[str, Any]]], told: str
) -> None:
    graph, endpoint = cast(Graph, _Graph(**rows)), cast(Endpoint, None)
    with pytest.raises(NotFound, match=told):
        read_material(graph, endpoint, progress=NO_PROGRESS)
