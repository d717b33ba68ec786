"""Loads Neo4j's driver, in a command without pandas.

Where pandas is installed the driver loads it, only so that its values may be parameters: that takes
longer than most commands, none of which has such a parameter. A program of others gets all of it.
"""

from __future__ import annotations

import sys

COMMAND, UNUSED = "kgplatform.entry", "pandas"  # to import the first is to begin a command

_hides = COMMAND in sys.modules and UNUSED not in sys.modules
if _hides:
    sys.modules[UNUSED] = None  # type: ignore[assignment]  # so that importing it fails
try:
    import neo4j
    from neo4j import exceptions as driver_errors
    from neo4j.graph import Node, Path, Relationship
    from neo4j.time import Date, DateTime, Duration, Time
    from neo4j.vector import Vector
finally:
    if _hides:
        del sys.modules[UNUSED]

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
