"""A Cypher script: a statement a line, for `cypher-shell -f` and an empty database.

It is written for other programs and never run here. Texts in it are literals of printable ASCII but
for escapes, so that no character of a document can end one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from kgplatform.export.exporter import ExportedStream, ExportOptions, refuse_triple_terms
from kgplatform.export.files import opened_text
from kgplatform.export.model import KINDS, TYPES, Node, Relationship

__all__ = ["export_cypher"]

K = TypeVar("K")
T = TypeVar("T")

ROWS_A_STATEMENT = 500
ESCAPED = re.compile(r"[^ -&(-\[\]-~]")
TIMES = {"date": "date", "datetime": "datetime"}


def export_cypher(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write the stream as statements that make it in an empty database."""
    refuse_triple_terms(options, "Cypher")
    with opened_text(out) as file:
        for kind in KINDS:
            file.write(
                f"CREATE CONSTRAINT export_{kind.lower()}_id IF NOT EXISTS "
                f"FOR (n:{kind}) REQUIRE n.id IS UNIQUE;\n"
            )
        for labels, nodes in _batches(stream.nodes(), lambda node: (node.kind, node.labels)):
            file.write(_create_nodes(labels[0], labels[1], nodes))
        for ends, items in _batches(
            stream.relationships(), lambda item: (item.type, item.start_kind, item.end_kind)
        ):
            file.write(_create_relationships(ends, items))


def _batches(items: Iterable[T], key: Callable[[T], K]) -> Iterator[tuple[K, list[T]]]:
    """Yield those of one key, a statement's worth at a time, and what is left of each at the end.

    Keys are few: kinds with their labels, types with the kinds of their ends.
    """
    waiting: dict[K, list[T]] = {}
    for item in items:
        found = key(item)
        rows = waiting.setdefault(found, [])
        rows.append(item)
        if len(rows) == ROWS_A_STATEMENT:
            yield found, waiting.pop(found)
    yield from waiting.items()


def _create_nodes(kind: str, labels: Iterable[str], nodes: Iterable[Node]) -> str:
    rows = ", ".join(_map(node.properties, KINDS[kind]) for node in nodes)
    named = "".join(f":`{label.replace('`', '``')}`" for label in labels)
    return f"UNWIND [{rows}] AS row CREATE (n{named}) SET n = row;\n"


def _create_relationships(ends: tuple[str, str, str], items: Iterable[Relationship]) -> str:
    kind, start, end = ends
    rows = ", ".join(
        f"[{_text(item.start)}, {_text(item.end)}, {_map(item.properties, TYPES[kind])}]"
        for item in items
    )
    return (
        f"UNWIND [{rows}] AS row MATCH (a:{start} {{id: row[0]}}) MATCH (b:{end} {{id: row[1]}}) "
        f"CREATE (a)-[r:{kind}]->(b) SET r = row[2];\n"
    )


def _map(properties: Mapping[str, Any], types: Mapping[str, str]) -> str:
    pairs = (f"{name}: {_value(value, types[name])}" for name, value in properties.items())
    return f"{{{', '.join(pairs)}}}"


def _value(value: Any, kind: str) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(item, kind.removesuffix('[]')) for item in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(float(value) if kind == "float" else value)
    return f"{TIMES[kind]}({_text(value)})" if kind in TIMES else _text(value)


def _text(value: str) -> str:
    return f"'{ESCAPED.sub(_escape, value)}'"


def _escape(found: re.Match[str]) -> str:
    """Return a character as UTF-16 code units, which both Cypher 5 and 25 read."""
    if found[0] in "\\'":
        return f"\\{found[0]}"
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2))
