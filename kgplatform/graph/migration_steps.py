"""What migrations do that Cypher cannot: it follows the statements of their files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kgplatform.graph.connection import Graph
from kgplatform.graph.rows import literal_row
from kgplatform.records import Literal
from kgplatform.text.names import make_phrase
from kgplatform.text.values import read_value

__all__ = ["STEPS"]

ROWS_AT_ONCE = 5_000


def _read_literals(graph: Graph) -> None:
    """Read days, numbers and units of all literals out of their words."""
    after = ""
    while rows := graph.read("list_literals", after=after, limit=ROWS_AT_ONCE):
        graph.write("write_literals", rows=[literal_row(_read(**row)) for row in rows])
        after = rows[-1]["id"]


def _read(id: str, value: str, datatype: str) -> Literal:
    return Literal(id, value, datatype, *read_value(value, datatype))


def _make_phrases(graph: Graph) -> None:
    """Turn entities that are words of their document into phrases.

    Those that people decided are no entity are among them; their facts come back into sight.
    """
    after = ""
    graph.write("restore_ignored")
    while rows := graph.read("list_stated_entities", after=after, limit=ROWS_AT_ONCE):
        ids = [row["id"] for row in rows if _is_phrase(**row)]
        graph.write("make_phrases_of_entities", ids=ids)
        after = rows[-1]["id"]
    graph.write("hide_ignored")
    graph.write("mark_derivation", signature=None, threshold=None, links=None)


def _is_phrase(id: str, name: str, documents: Sequence[str]) -> bool:
    return any(make_phrase(document, name).id == id for document in documents)


STEPS: Mapping[str, Callable[[Graph], None]] = {
    "V0016__facts": _read_literals,
    "V0018__phrases": _make_phrases,
}
"""By the name of the migration; each may be run again."""
