"""Applies what people decided about one name that is two entities: a sense of its own.

A sense is an entity next to the name's: in the documents of the decision, mentions and facts point
to it instead. It is applied again at each resolution, because a document that is read again names
the plain entity; taking the decision back lets everything point there as before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kgplatform.graph.connection import Graph

__all__ = ["Decision", "fetch_decisions", "move_parts", "resolve_senses", "restore_sense"]

PAIR_KINDS = ("same", "different", "sense")
UNDOING = "replaced"
"""The field of a decision that says how it is undone."""


class Decision(NamedTuple):
    """What a person decided of entities.

    `kind` is same or different, of `left` and `right`; sense, of which `right` is the new one in
    some `documents`; name, of which `value` is the name of `left` and `right` its key; type or
    ignored, of all `entities` of which `left` is the canonical one. `names` is what they were
    called, `replaced` holds the rows of the decisions that it took back, as JSON.
    """

    id: str
    kind: str
    left: str
    right: str
    documents: tuple[str, ...] = ()
    value: str = ""
    entities: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    replaced: str = "[]"
    decided_at: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the decision as a JSON-ready dict, without how it is undone."""
        return {name: value for name, value in self._asdict().items() if name != UNDOING}

    @property
    def pair(self) -> frozenset[str]:
        """The two entities that it parts or joins; none where it is about one."""
        return frozenset((self.left, self.right) if self.kind in PAIR_KINDS else ())


def fetch_decisions(graph: Graph) -> list[Decision]:
    """Return all decisions, the oldest first."""
    lists = ("documents", "entities", "names")
    return [
        Decision(**{**row, **{name: tuple(row[name]) for name in lists}})
        for row in graph.read("list_entity_decisions")
    ]


def resolve_senses(graph: Graph) -> int:
    """Let the documents of each sense point to it; return how many links moved."""
    moved = 0
    for decision in fetch_decisions(graph):
        if decision.kind == "sense":
            documents = list(decision.documents)
            moved += move_parts(graph, decision.left, decision.right, documents, sense=True)
    return moved


def restore_sense(graph: Graph, decision: Decision) -> int:
    """Let what points to a sense point to the plain entity again, and remove the sense."""
    documents = list(decision.documents)
    return move_parts(graph, decision.right, decision.left, documents, sense=False)


def move_parts(graph: Graph, start: str, end: str, documents: list[str], *, sense: bool) -> int:
    """Let what documents say of one entity point to another; return how many links moved."""
    rows = graph.write(
        "move_entity_parts", source=start, target=end, documents=documents, sense=sense
    )
    moved = int(rows[0]["moved"]) if rows else 0
    if moved:
        graph.write("decide_entity_types", document_ids=[], entity_ids=[start, end])
    return moved
