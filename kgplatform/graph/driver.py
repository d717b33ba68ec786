"""Loads Neo4j's driver, in a command without pandas.

Where pandas is installed the driver loads it, so that its values may be parameters of queries.
"""

from __future__ import annotations

from kgplatform.unused import left_out

with left_out({"pandas": None}):
    import neo4j
    from neo4j import exceptions as driver_errors
    from neo4j.graph import Node, Path, Relationship
    from neo4j.time import Date, DateTime, Duration, Time
    from neo4j.vector import Vector

__all__ = [
    "Date",
    "DateTime",
    "Duration",
    "Node",
    "Path",
    "Relationship",
    "Time",
    "Vector",
    "driver_errors",
    "neo4j",
]
