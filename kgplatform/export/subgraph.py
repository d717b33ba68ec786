"""The part of the graph behind one answer, as plain values in a fixed order.

Formats write from this and never from the graph, so that all of them say the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kgplatform.errors import NotFound
from kgplatform.export.citations import KeptCitation, read_citations
from kgplatform.graph.connection import Graph

__all__ = ["Node", "Relationship", "Subgraph", "fetch_question_subgraph", "make_subgraph"]

LABEL_ORDER = ("Question", "Passage", "Document", "Statement", "Entity", "Phrase", "Literal")


@dataclass(frozen=True, slots=True)
class Node:
    """A node; `label` is the one that says what it is, `labels` are all, sorted."""

    id: str
    label: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship between the nodes with the ids `start` and `end`."""

    type: str
    start: str
    end: str
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Nodes by kind and id, relationships by type and ends: the same graph, the same order.

    `citations` are all that the answer quoted, also what the graph does not hold (any more).
    """

    question_id: str
    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]
    citations: tuple[KeptCitation, ...] = ()

    def with_label(self, label: str) -> list[Node]:
        """Return the nodes of a kind, by id."""
        return [node for node in self.nodes if node.label == label]

    def of_type(self, kind: str) -> list[Relationship]:
        """Return the relationships of a type, by their ends."""
        return [item for item in self.relationships if item.type == kind]


def fetch_question_subgraph(graph: Graph, question_id: str) -> Subgraph:
    """Return what the answer to a question rests on; one query.

    Raises:
        NotFound: the graph has no question with that id.
        GraphError: the graph cannot be read.
    """
    rows = graph.read("fetch_question_subgraph", question_id=question_id)
    if not rows:
        raise NotFound(f"The graph has no question '{question_id}'; `ask` prints the id it made.")
    row = rows[0]
    return make_subgraph(question_id, row["nodes"], row["relationships"], row["citations"] or ())


def make_subgraph(
    question_id: str,
    nodes: Iterable[Mapping[str, Any]],
    relationships: Iterable[Mapping[str, Any]],
    citations: Iterable[str] = (),
) -> Subgraph:
    """Return the rows of the query in order, without what is null."""
    made_nodes = [_make_node(row) for row in nodes]
    made_relationships = [
        Relationship(row["type"], row["start"], row["end"], _without_nulls(row["properties"]))
        for row in relationships
    ]
    cited = {item.end for item in made_relationships if item.type == "CITES"}
    return Subgraph(
        question_id,
        tuple(sorted(made_nodes, key=lambda node: (LABEL_ORDER.index(node.label), node.id))),
        tuple(sorted(made_relationships, key=_relationship_order)),
        read_citations(citations, cited=cited),
    )


def _make_node(row: Mapping[str, Any]) -> Node:
    labels = tuple(sorted(row["labels"]))
    label = next(label for label in LABEL_ORDER if label in labels)
    properties = _without_nulls(row["properties"])
    return Node(properties["id"], label, labels, properties)


def _relationship_order(item: Relationship) -> tuple[str, str, str, str]:
    rest = json.dumps(item.properties, sort_keys=True)  # the same ends may be joined twice
    return item.type, item.start, item.end, rest


def _without_nulls(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {key: properties[key] for key in sorted(properties) if properties[key] is not None}
