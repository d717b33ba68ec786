"""Gives answers the identifiers and names that the graph knows, so that sets compare entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgplatform.graph.connection import Graph
from kgplatform.pipelines.plan.answering import Naming
from kgplatform.pipelines.plan.values import Item
from kgplatform.text.measures import read_measure
from kgplatform.text.names import normalize_name

__all__ = ["name_by_graph"]


def name_by_graph(graph: Graph) -> Naming:
    """Return what looks answers up among a graph's entities: one query for a list of answers.

    A name that several entities go by, a number and a date are left as they are.
    """

    def name(items: Sequence[Item]) -> tuple[Item, ...]:
        names = sorted({normalize_name(i.text) for i in items if read_measure(i.text) is None})
        rows = graph.read("list_things_of_names", names=names) if names else []
        things = {row["normalized"]: row for row in rows}
        return tuple(_named(item, things.get(normalize_name(item.text))) for item in items)

    return name


def _named(item: Item, thing: dict[str, object] | None) -> Item:
    if thing is None:
        return item
    names = thing["names"] if isinstance(thing["names"], list) else []
    aliases = tuple(dict.fromkeys(str(n) for n in names if n != item.text))
    return replace(item, id=str(thing["qid"] or thing["id"]), aliases=aliases)
