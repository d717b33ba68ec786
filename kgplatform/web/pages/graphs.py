"""Graphs as the script of the pages draws them: nodes, edges, and where more of them is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kgplatform.records import ENTITY_TYPES

__all__ = [
    "describe_value",
    "is_entity",
    "kind_of",
    "picture_facts",
    "picture_paths",
    "picture_schema",
]

Picture = dict[str, Any]
ENTITY, LITERAL, CENTRE, CITED = "entity", "literal", "centre", "cited"
NAMED_RELATIONS = 1  # on an edge between types; a table beside has all of them


def is_entity(type_: str) -> bool:
    """Return whether an end of a fact is an entity: datatypes do not begin with a capital."""
    return type_ != "Phrase" and not type_[:1].islower()


def kind_of(type_: str) -> str:
    """Return what an end of a fact is drawn as."""
    return ENTITY if is_entity(type_) else LITERAL


def picture_facts(
    facts: Iterable[Mapping[str, Any]], *, centres: Sequence[str] = (), more: str | None = None
) -> Picture:
    """Return facts as nodes and edges; those that an answer rests on mark their ends.

    Args:
        facts: {statement_id, relation, subject, object, passage_id, start, end, is_cited} each;
            the last may be missing.
        centres: ids of the entities that stand out.
        more: the address of the facts behind these; None: there are none.
    """
    nodes: dict[str, dict[str, Any]] = {}
    edges: dict[str, dict[str, Any]] = {}
    for fact in facts:
        for end in (fact["subject"], fact["object"]):
            kinds = [kind_of(end["type"]), *([CENTRE] if end["id"] in centres else [])]
            node = nodes.setdefault(end["id"], {**end, "kind": " ".join(kinds)})
            if fact.get("is_cited") and CITED not in node["kind"]:
                node["kind"] += f" {CITED}"
        edges[fact["statement_id"]] = {
            "id": fact["statement_id"],
            "source": fact["subject"]["id"],
            "target": fact["object"]["id"],
            "label": fact["relation"],
            **{part: fact[part] for part in ("passage_id", "start", "end")},
        }
    return {"nodes": list(nodes.values()), "edges": list(edges.values()), "more": more}


def picture_schema(rows: Iterable[Mapping[str, Any]]) -> Picture:
    """Return rows of `show_schema` as nodes and edges, one edge from a type to another."""
    relations: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        start, _, end = row["schema_path"]
        pair = (start["properties"]["name"], end["properties"]["name"])
        relations.setdefault(pair, []).append(row["relation"])
    names = dict.fromkeys(name for pair in relations for name in pair)
    edges = [
        {"id": f"{a} {b}", "source": a, "target": b, "label": _label(held)}
        for (a, b), held in relations.items()
    ]
    nodes = [
        {"id": name, "name": name, "type": "", "kind": ENTITY if name in ENTITY_TYPES else LITERAL}
        for name in names
    ]
    return {"nodes": nodes, "edges": edges, "more": None}


def picture_paths(rows: Iterable[Mapping[str, Any]]) -> Picture:
    """Return the paths among the values of a query's rows as nodes and edges.

    Where there is none, rows with a subject, a relation and an object are facts.
    """
    nodes: dict[str, dict[str, Any]] = {}
    edges: dict[str, dict[str, Any]] = {}
    for row in rows:
        for path in (value for value in row.values() if _is_path(value)):
            for start, tie, end in zip(path[::2], path[1::2], path[2::2], strict=False):
                source, target = (start, end) if tie["direction"] == "out" else (end, start)
                label = tie["properties"].get("relation", tie["type"])
                _add(nodes, edges, _node(source), _node(target), label)
        if {"subject", "relation", "object"} <= row.keys():
            ends = [_node(row[part]) for part in ("subject", "object")]
            _add(nodes, edges, ends[0], ends[1], str(row["relation"]))
    return {"nodes": list(nodes.values()), "edges": list(edges.values()), "more": None}


def describe_value(value: Any) -> str:
    """Return a value of a query's row for people: nodes by name, paths as what they lead over."""
    if value is None:
        return ""
    if _is_node(value):
        return str(_node(value)["name"])
    if _is_path(value):
        return " ".join(
            _describe_tie(part) if "type" in part else describe_value(part) for part in value
        )
    if isinstance(value, list):
        return ", ".join(map(describe_value, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {describe_value(part)}" for name, part in value.items())
    return f"{value:,}" if type(value) is int else str(value)


def _add(
    nodes: dict[str, dict[str, Any]],
    edges: dict[str, dict[str, Any]],
    start: dict[str, Any],
    end: dict[str, Any],
    label: str,
) -> None:
    for node in (start, end):
        nodes.setdefault(node["id"], node)
    key = f"{start['id']} {label} {end['id']}"
    edges.setdefault(key, {"id": key, "source": start["id"], "target": end["id"], "label": label})


def _describe_tie(tie: Mapping[str, Any]) -> str:
    return f"‒ {tie['type']} →" if tie["direction"] == "out" else f"← {tie['type']} ‒"


def _is_path(value: object) -> bool:
    return isinstance(value, list) and len(value) > 1 and _is_node(value[0])


def _is_node(value: object) -> bool:
    return isinstance(value, Mapping) and "labels" in value and "properties" in value


def _node(value: Any) -> dict[str, Any]:
    """Return a node of the graph, or a name in its place, as it is drawn."""
    if not _is_node(value):
        name = value["name"] if isinstance(value, Mapping) and "name" in value else str(value)
        return {"id": name, "name": name, "type": "", "kind": ENTITY}
    held, labels = value["properties"], value["labels"]
    shown = ("name", "title", "text", "value", "heading", "caption", "relation", "id")
    name = next((str(held[part]) for part in shown if held.get(part)), labels[0])
    kind = ENTITY if "Entity" in labels else LITERAL
    return {"id": str(held.get("id", name)), "name": name, "type": labels[0], "kind": kind}


def _label(relations: Sequence[str]) -> str:
    others = len(relations) - NAMED_RELATIONS
    shown = ", ".join(relations[:NAMED_RELATIONS])
    return f"{shown} and {others} more" if others > 0 else shown
