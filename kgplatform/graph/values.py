"""Turns the driver's values into ones that other rooms and JSON know."""

from __future__ import annotations

from typing import Any

from kgplatform.graph.driver import (
    Date,
    DateTime,
    Duration,
    Node,
    Path,
    Relationship,
    Time,
    neo4j,
)

__all__ = ["plain_rows"]

VECTOR_PROPERTY = "vector"
SCALARS = frozenset({str, int, float, bool, type(None)})


def plain_rows(result: neo4j.Result) -> list[dict[str, Any]]:
    """Return the rows of a result as dicts by column name."""
    columns = result.keys()
    return [dict(zip(columns, map(_plain, record), strict=True)) for record in result]


def _plain(value: Any) -> Any:
    """Return a value of the driver's as one that other rooms and JSON know.

    Long lists of ids and numbers are what most queries return, hence the short way for them.
    """
    if type(value) in SCALARS or (type(value) is list and SCALARS.issuperset(map(type, value))):
        return value
    if isinstance(value, list):
        return [item if type(item) in SCALARS else _plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, DateTime | Date | Time):
        return value.to_native()
    if isinstance(value, Duration):
        return value.iso_format()
    return _plain_element(value)


def _plain_element(value: Any) -> Any:
    """Return a node or relationship as a dict, a path as the list of its elements.

    A whole node is there to be looked at, so its vector is left out.
    """
    if isinstance(value, Node):
        properties = {key: value[key] for key in value if key != VECTOR_PROPERTY}
        return {"labels": sorted(value.labels), "properties": _plain(properties)}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": {key: _plain(value[key]) for key in value}}
    if isinstance(value, Path):
        hops = zip(value.relationships, value.nodes[1:], strict=True)
        return [_plain_element(e) for e in (value.start_node, *(e for hop in hops for e in hop))]
    return value
