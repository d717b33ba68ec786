"""Turns the driver's values into ones that other rooms and JSON know."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np

from kgplatform.graph.driver import (
    Date,
    DateTime,
    Duration,
    Node,
    Path,
    Relationship,
    Time,
    Vector,
    neo4j,
)

__all__ = ["plain_row", "plain_rows", "vector_array"]

VECTOR_PROPERTY = "vector"
SCALARS = frozenset({str, int, float, bool, type(None)})


def plain_rows(result: neo4j.Result, limit: int | None = None) -> list[dict[str, Any]]:
    """Return the first `limit` rows of a result, or all, as dicts by column name."""
    columns = result.keys()
    return [plain_row(columns, record) for record in islice(result, limit)]


def plain_row(columns: Iterable[str], record: neo4j.Record) -> dict[str, Any]:
    """Return a row of a result as a dict by column name."""
    return dict(zip(columns, map(_plain, record), strict=True))


def vector_array(value: Any) -> np.ndarray:
    """Return the numbers of a vector, which older servers keep as a list."""
    return value.to_numpy() if isinstance(value, Vector) else np.asarray(value)


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

    A relationship of a path says which way it leads, since a path may go against it. A whole node
    is there to be looked at, so its vector is left out.
    """
    if isinstance(value, Node):
        properties = {key: value[key] for key in value if key != VECTOR_PROPERTY}
        return {"labels": sorted(value.labels), "properties": _plain(properties)}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": {key: _plain(value[key]) for key in value}}
    if isinstance(value, Path):
        elements = [_plain_element(value.start_node)]
        for tie, end in zip(value.relationships, value.nodes[1:], strict=True):
            direction = "out" if tie.end_node == end else "in"
            elements += [{**_plain_element(tie), "direction": direction}, _plain_element(end)]
        return elements
    return value
