"""Looks around an entity: its facts by relation, what they tie it to, ways to another one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, TypedDict, Unpack

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.entities import fetch_entities, find_entity, group_of

__all__ = [
    "MOST_STEPS",
    "Narrowed",
    "count_relations",
    "find_paths",
    "list_facts",
    "show_neighbourhood",
]

MOST_STEPS = 8
"""Of a way from one entity to another, steps between names of one entity among them."""


class Narrowed(TypedDict, total=False):
    """What an entity's facts are narrowed down by; what is left out or None changes nothing.

    Attributes:
        relation: this one alone, in any case.
        type: only those whose other end is of this type, or a literal of this datatype.
        time: only those that hold then: a day, month or year, as 2024-05-03, 2024-05 or 2024.
    """

    relation: str | None
    type: str | None
    time: str | None


def list_facts(
    graph: Graph,
    reference: str,
    *,
    skip: int = 0,
    limit: int,
    documents: Sequence[str] | None = None,
    **narrowed: Unpack[Narrowed],
) -> list[dict[str, Any]]:
    """Return the statements that an entity is subject or object of, by relation and time.

    Args:
        graph: where they are.
        reference: a name or an id.
        skip: how many of the first are left out.
        limit: most statements.
        documents: ids of the only documents that state them; None: all.
        narrowed: `relation`, `type` and `time`, as Narrowed has them.

    Returns:
        {statement_id, relation, subject, object, qualifiers, polarity, modality, source,
        passage_id, document, start, end, quote, attribution} each; subject and object are {id,
        name, type}, qualifiers {relation, value}.

    Raises:
        NotFound, UsageError: the reference means no entity or several, or the time is none.
    """
    time = narrowed.get("time")
    if time is not None and not _is_time(time):
        raise UsageError(f"'{time}' is no time: give a day, month or year, as 2024-05-03 or 2024.")
    return graph.read(
        "list_entity_edges",
        id=find_entity(graph, reference),
        skip=skip,
        limit=limit,
        documents=documents,
        **{name: narrowed.get(name) for name in Narrowed.__annotations__},
    )


def show_neighbourhood(
    graph: Graph,
    reference: str,
    *,
    limit: int,
    documents: Sequence[str] | None = None,
    **narrowed: Unpack[Narrowed],
) -> dict[str, Any]:
    """Return the graph around an entity; see `list_facts` for the arguments and errors.

    Returns:
        {nodes, edges}: nodes are {id, name, type}, the entity first; edges are facts with the ids
        of their nodes as subject and object.
    """
    [key, *_] = group_of(graph, find_entity(graph, reference))
    [row] = fetch_entities(graph, [key])
    nodes = {key: {name: row[name] for name in ("id", "name", "type")}}
    facts = list_facts(graph, key, limit=limit, documents=documents, **narrowed)
    return _as_graph(nodes, facts)


def count_relations(graph: Graph, reference: str) -> list[dict[str, Any]]:
    """Return {relation, type, count} of an entity's facts, the most frequent first.

    `type` is that of the other end, as in `list_facts`, which also has the arguments and errors.
    """
    return graph.read("count_entity_relations", id=find_entity(graph, reference))


def find_paths(graph: Graph, start: str, end: str, *, limit: int) -> list[dict[str, Any]]:
    """Return the shortest ways from one entity to another over plain facts, the shortest first.

    Ways lead from subject to object; where there is none, over what is named in qualifiers as well.

    Args:
        graph: where they are.
        start: a name or an id.
        end: another one.
        limit: most ways.

    Returns:
        {facts}: each as in `list_facts`, in the order of the way.

    Raises:
        NotFound, UsageError: a reference means no entity or several, or both mean one.
    """
    ends = [group_of(graph, find_entity(graph, reference)) for reference in (start, end)]
    if ends[0][0] == ends[1][0]:
        raise UsageError(f"'{start}' and '{end}' are one entity: name two.")
    asked = {"start": ends[0], "end": ends[1], "limit": limit}
    rows = graph.read("list_paths", **asked) or graph.read("list_paths_with_qualifiers", **asked)
    ids = sorted({key for row in rows for key in row["statements"]})
    facts = {row["statement_id"]: row for row in graph.read("fetch_statement_rows", ids=ids)}
    return [{"facts": [facts[key] for key in row["statements"]]} for row in rows]


def _is_time(text: str) -> bool:
    """Return whether a text is a day, month or year of the calendar."""
    padded = text + {4: "-01-01", 7: "-01"}.get(len(text), "")
    try:
        return date.fromisoformat(padded).isoformat() == padded
    except ValueError:
        return False


def _as_graph(nodes: dict[str, Any], facts: list[dict[str, Any]]) -> dict[str, Any]:
    edges = []
    for fact in facts:
        for part in ("subject", "object"):
            nodes.setdefault(fact[part]["id"], fact[part])
        ends = {part: fact[part]["id"] for part in ("subject", "object")}
        edges.append({**fact, **ends})
    return {"nodes": list(nodes.values()), "edges": edges}
