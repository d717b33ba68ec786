"""Long results of a query page by page, long lists part by part: no query grows with the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from kgplatform.graph.connection import Graph

__all__ = ["in_parts", "read_column_pages", "read_pages"]

ROWS_PER_PAGE = 5_000

Item = TypeVar("Item")


def read_pages(
    graph: Graph, query_name: str, *, size: int = ROWS_PER_PAGE, **parameters: Any
) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a query that takes $after and $limit and orders by its column `id`."""
    after = ""
    while rows := graph.read(query_name, after=after, limit=size, **parameters):
        yield rows
        after = rows[-1]["id"]


def read_column_pages(graph: Graph, query_name: str, size: int) -> Iterator[dict[str, Any]]:
    """Yield the one row a page of a query that gives columns as lists, and its last id as `last`.

    One row of lists crosses the wire several times as fast as a row for each of many nodes.
    """
    after = ""
    while True:
        (row,) = graph.read(query_name, after=after, limit=size)
        if not row["last"]:
            return
        yield row
        after = row["last"]


def in_parts(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield the items in lists of at most `size`."""
    remaining = iter(items)
    while part := list(islice(remaining, size)):
        yield part
