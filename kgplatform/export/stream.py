"""Nodes, then relationships, of a scope: what every format is written from, in one pass.

Rows come a part at a time and in a fixed order (by kind or type, then by id), so that memory stays
the same however large the graph is, and equal graphs give equal files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from kgplatform.export.model import KINDS, TYPES, Node, Relationship
from kgplatform.export.paths import hide
from kgplatform.export.scope import IDS_PER_QUERY, Selection, in_parts
from kgplatform.export.spans import list_marks
from kgplatform.graph.connection import Graph

__all__ = ["GraphStream", "SelectedStream", "kind_of"]

MARKS = ("CITES", "STATED_IN")
"""Types of relationships that mark a span of a passage; they are read with it."""


class GraphStream(Protocol):
    """A part of the graph that is read once, nodes before relationships."""

    def nodes(self) -> Iterator[Node]:
        """Yield each node, by kind in the order of KINDS, then by id."""

    def relationships(self) -> Iterator[Relationship]:
        """Yield each relationship between these nodes."""

    def facts(self, question_id: str) -> list[dict[str, Any]]:
        """Return the facts that an answer cites, and those that its quotes state."""


class SelectedStream:
    """Streams a selection from Neo4j.

    Args:
        graph: where it is.
        selection: ids by kind; None: all of the graph.
        with_boxes: whether spans come with their places on pages.
        paths: whether addresses of files have their folders.
    """

    def __init__(
        self,
        graph: Graph,
        selection: Selection | None,
        *,
        with_boxes: bool = False,
        paths: bool = False,
    ) -> None:
        self._graph = graph
        self._selection = selection
        self._chosen = None if selection is None else {k: set(ids) for k, ids in selection.items()}
        self._with_boxes = with_boxes
        self._paths = paths

    def nodes(self) -> Iterator[Node]:
        """Yield each node."""
        for kind in KINDS:
            for rows in self._pages(kind):
                for row in rows:
                    yield hide(make_node(kind, row), paths=self._paths)

    def relationships(self) -> Iterator[Relationship]:
        """Yield each relationship: by the kind it begins at, but for those that mark spans."""
        for kind in KINDS:
            for ids in self._ids(kind):
                yield from self._starting_at(kind, ids)
        for ids in self._ids("Passage"):
            rows = self._graph.read("fetch_export_spans", ids=ids, with_lines=self._with_boxes)
            for row in rows:
                yield from filter(self._is_chosen, list_marks(row, _clean))

    def facts(self, question_id: str) -> list[dict[str, Any]]:
        """Return the facts that an answer cites, and those that its quotes state."""
        rows = self._graph.read("list_quoted_facts", id=question_id)
        return [_with_texts(row) for row in rows]

    def _starting_at(self, kind: str, ids: Sequence[str]) -> Iterator[Relationship]:
        types = [name for name in TYPES if name != "STATED_IN"]
        rows = self._graph.read("fetch_export_relationships", kind=kind, ids=list(ids), types=types)
        for row in rows:
            end_kind = kind_of(row["ends"])
            if row["type"] in MARKS and end_kind == "Passage":
                continue
            made = Relationship(
                type=row["type"],
                start_kind=kind,
                start=row["start"],
                end_kind=end_kind,
                end=row["end"],
                properties=_clean(row["properties"], TYPES[row["type"]]),
                relation=row["relation"] or "",
                value=None if row["value"] is None else (row["value"], row["datatype"] or ""),
            )
            if self._is_chosen(made):
                yield made

    def _is_chosen(self, made: Relationship) -> bool:
        if self._chosen is None:
            return True
        return made.start in self._chosen.get(made.start_kind, ()) and made.end in (
            self._chosen.get(made.end_kind, ())
        )

    def _ids(self, kind: str) -> Iterator[list[str]]:
        if self._selection is not None:
            yield from in_parts(self._selection.get(kind, []))
            return
        for rows in self._pages(kind):
            yield [row["properties"]["id"] for row in rows]

    def _pages(self, kind: str) -> Iterator[list[dict[str, Any]]]:
        if self._selection is not None:
            for ids in in_parts(self._selection.get(kind, [])):
                yield self._graph.read("fetch_export_nodes", kind=kind, ids=ids)
            return
        after = ""
        while rows := self._graph.read(
            "list_export_nodes", kind=kind, after=after, limit=IDS_PER_QUERY
        ):
            yield rows
            after = rows[-1]["properties"]["id"]


def make_node(kind: str, row: Mapping[str, Any]) -> Node:
    """Return the node of a row {labels, properties, cited}."""
    properties = _clean(row["properties"], KINDS[kind])
    return Node(
        properties["id"], kind, tuple(sorted(row["labels"])), properties, tuple(row["cited"])
    )


def kind_of(labels: Sequence[str]) -> str:
    """Return the kind among a node's labels."""
    return next(label for label in labels if label in KINDS)


def _clean(properties: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Return the properties that exports hold, times as texts.

    Nulls are left out, and empty lists, which neither CSV nor RDF can tell from them.
    """
    given = ((name, properties.get(name)) for name in known)
    return {name: _as_text(value) for name, value in given if value is not None and value != []}


def _with_texts(value: Any) -> Any:
    """Return a value of a query with times as texts."""
    if isinstance(value, dict):
        return {name: _with_texts(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_texts(item) for item in value]
    return _as_text(value)


def _as_text(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, date) else value
