"""What migrations do that Cypher cannot: it follows the statements of their files."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kgplatform.graph.connection import Graph
from kgplatform.graph.rows import literal_row
from kgplatform.records import Literal
from kgplatform.text.values import read_value

__all__ = ["STEPS"]

LITERALS_AT_ONCE = 5_000


def _read_literals(graph: Graph) -> None:
    """Read days, numbers and units of all literals out of their words."""
    after = ""
    while rows := graph.read("list_literals", after=after, limit=LITERALS_AT_ONCE):
        graph.write("write_literals", rows=[literal_row(_read(**row)) for row in rows])
        after = rows[-1]["id"]


def _read(id: str, value: str, datatype: str) -> Literal:
    return Literal(id, value, datatype, *read_value(value, datatype))


STEPS: Mapping[str, Callable[[Graph], None]] = {"V0016__facts": _read_literals}
"""By the name of the migration; each may be run again."""
