"""Nodes and edges of an export, as programs that are not ours read them.

`READERS` has one for each format that a library reads; `read_neo4j` is for those that Neo4j does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import networkx
import pandas
import rdflib

from kgplatform.export.model import KINDS, TYPES
from kgplatform.graph.connection import Graph
from tests.unit.export.streams import FoundEdge, FoundNode, frozen
from tests.unit.export.triples import read_graph

Found = tuple[set[FoundNode], set[FoundEdge]]

NODES = "MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties"
EDGES = """
MATCH (a)-[r]->(b)
RETURN type(r) AS type, labels(a) AS start_labels, a.id AS start, labels(b) AS end_labels,
  b.id AS end, properties(r) AS properties
"""


def read_json(path: Path) -> Found:
    """Read by the standard library."""
    document = json.loads(path.read_text(encoding="utf-8"))
    kinds = {n["id"]: _kind(n["labels"]) for n in document["nodes"]}
    nodes = {_make_node(n["labels"], n["properties"]) for n in document["nodes"]}
    edges = {
        (r["type"], kinds[r["start"]], r["start"], kinds[r["end"]], r["end"],
         frozen(r["properties"]))
        for r in document["relationships"]
    }  # fmt: skip
    return nodes, edges


def read_graphml(path: Path) -> Found:
    """Read by networkx."""
    read = networkx.read_graphml(path, force_multigraph=True)
    nodes, edges = set(), set()
    for name, found in read.nodes(data=True):
        kind, _, identifier = name.partition(":")
        labels = frozenset(found.pop("labels").split(":"))
        nodes.add((kind, identifier, labels, frozen(_with_lists(found, KINDS[kind]))))
    for start, end, found in read.edges(data=True):
        kind = found.pop("relationship")
        ends = (*start.split(":", 1), *end.split(":", 1))
        edges.add((kind, *ends, frozen(_with_lists(found, TYPES[kind]))))
    return nodes, edges


def _with_lists(found: dict[str, Any], types: Mapping[str, str]) -> dict[str, Any]:
    return {
        name: json.loads(value) if types[name].endswith("[]") else value
        for name, value in found.items()
        if name != "id" or "id" in types
    }


def read_parquet(folder: Path) -> Found:
    """Read by pandas."""
    nodes: set[FoundNode] = set()
    edges: set[FoundEdge] = set()
    for path in folder.iterdir():
        what, _, kind = path.stem.partition("_")
        for row in pandas.read_parquet(path, dtype_backend="pyarrow").to_dict("records"):
            known = {name: _plain(value) for name, value in row.items() if not _is_null(value)}
            if what == "node":
                labels = frozenset(known.pop("labels"))
                nodes.add((kind, known["id"], labels, frozen(known)))
            else:
                ends = [known.pop(n) for n in ("startKind", "start", "endKind", "end")]
                properties = {name.removeprefix("p_"): value for name, value in known.items()}
                edges.add((kind, *ends, frozen(properties)))
    return nodes, edges


def _is_null(value: Any) -> bool:
    return value is None or (not hasattr(value, "__len__") and bool(pandas.isna(value)))


def _plain(value: Any) -> Any:
    return list(value) if hasattr(value, "__len__") and not isinstance(value, str) else value


def read_rdf(path: Path, format: str) -> Found:
    """Read by rdflib; RDF has no order, so lists of nodes come sorted."""
    read = rdflib.Dataset(default_union=True).parse(path, format=format)
    return read_graph((s, p, o) for s, p, o, *_ in read.quads())


def read_neo4j(graph: Graph) -> Found:
    """Read all that a Neo4j holds, which was filled from an export."""
    nodes = [_make_node(row["labels"], row["properties"]) for row in graph.run_text(NODES)]
    edges = [
        (row["type"], _kind(row["start_labels"]), row["start"], _kind(row["end_labels"]),
         row["end"], frozen(_with_texts(row["properties"])))
        for row in graph.run_text(EDGES)
    ]  # fmt: skip
    assert (len(set(nodes)), len(set(edges))) == (len(nodes), len(edges)), "some are there twice"
    return set(nodes), set(edges)


def _make_node(labels: list[str], properties: Mapping[str, Any]) -> FoundNode:
    return (_kind(labels), properties["id"], frozenset(labels), frozen(_with_texts(properties)))


def _kind(labels: list[str]) -> str:
    return next(label for label in labels if label in KINDS)


def _with_texts(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return properties with times as exports have them."""
    return {
        name: value.isoformat().replace("+00:00", "Z")
        if isinstance(value, date | datetime)
        else value
        for name, value in properties.items()
    }


READERS: dict[str, Callable[[Path], Found]] = {
    "json": read_json,
    "graphml": read_graphml,
    "parquet": read_parquet,
    "turtle": partial(read_rdf, format="turtle"),
    "trig": partial(read_rdf, format="trig"),
    "nquads": partial(read_rdf, format="nquads"),
    "jsonld": partial(read_rdf, format="json-ld"),
}
RDF_FORMATS = ("turtle", "trig", "nquads", "jsonld")
