"""Reads long results of a query page by page, so that no list grows with the graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kgplatform.graph.connection import Graph

__all__ = ["read_pages"]

ROWS_PER_PAGE = 5_000


def read_pages(
    graph: Graph, query_name: str, *, size: int = ROWS_PER_PAGE, **parameters: Any
) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a query that takes $after and $limit and orders by its column `id`."""
    after = ""
    while rows := graph.read(query_name, after=after, limit=size, **parameters):
        yield rows
        after = rows[-1]["id"]
