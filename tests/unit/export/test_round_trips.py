"""Each format is read by another program, and gives the same nodes and edges again."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import networkx
import pandas
import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from kgplatform.export.model import KINDS, TYPES
from tests.unit.export.streams import (
    NODES,
    RELATIONSHIPS,
    STREAM,
    FoundEdge,
    FoundNode,
    MadeStream,
    export,
    frozen,
    list_edges,
    list_nodes,
)
from tests.unit.export.triples import read_graph

pytestmark = [
    pytest.mark.unit,
    pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning:rdflib"),
]


def test_json_holds_all(tmp_path: Path) -> None:
    document = json.loads(export(tmp_path, "json").read_text())
    kinds = {n["id"]: next(k for k in n["labels"] if k in KINDS) for n in document["nodes"]}
    assert {
        (kinds[n["id"]], n["id"], frozenset(n["labels"]), frozen(n["properties"]))
        for n in document["nodes"]
    } == list_nodes()
    assert {
        (r["type"], kinds[r["start"]], r["start"], kinds[r["end"]], r["end"],
         frozen(r["properties"]))
        for r in document["relationships"]
    } == list_edges()  # fmt: skip


def test_graphml_is_read_by_networkx(tmp_path: Path) -> None:
    read = networkx.read_graphml(export(tmp_path, "graphml"), force_multigraph=True)
    nodes, edges = set(), set()
    for name, found in read.nodes(data=True):
        kind, _, identifier = name.partition(":")
        labels = frozenset(found.pop("labels").split(":"))
        nodes.add((kind, identifier, labels, frozen(_with_lists(found, KINDS[kind]))))
    for start, end, found in read.edges(data=True):
        kind = found.pop("relationship")
        ends = (*start.split(":"), *end.split(":"))
        edges.add((kind, *ends, frozen(_with_lists(found, TYPES[kind]))))
    assert nodes == list_nodes()
    assert edges == list_edges()


def _with_lists(found: dict[str, Any], types: dict[str, str]) -> dict[str, Any]:
    return {
        name: json.loads(value) if types[name].endswith("[]") else value
        for name, value in found.items()
        if name != "id" or "id" in types
    }


def test_parquet_is_read_by_pandas(tmp_path: Path) -> None:
    folder = export(tmp_path, "parquet")
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
    assert nodes == list_nodes()
    assert edges == list_edges()


def _is_null(value: Any) -> bool:
    return value is None or (not hasattr(value, "__len__") and bool(pandas.isna(value)))


def _plain(value: Any) -> Any:
    return list(value) if hasattr(value, "__len__") and not isinstance(value, str) else value


@pytest.mark.parametrize("format", ["turtle", "trig", "nquads", "jsonld"])
def test_rdf_is_read_by_rdflib(tmp_path: Path, format: str) -> None:
    name = {"jsonld": "json-ld"}.get(format, format)
    read = rdflib.Dataset(default_union=True).parse(export(tmp_path, format), format=name)
    triples = [(s, p, o) for s, p, o, *_ in read.quads()]
    nodes, edges = read_graph(triples)
    assert nodes == list_nodes(unordered=True)
    assert edges == list_edges()


@pytest.mark.parametrize("format", ["turtle", "trig", "nquads"])
def test_rdf_with_triple_terms_is_read_by_oxigraph(tmp_path: Path, format: str) -> None:
    known = pyoxigraph.RdfFormat.from_extension(
        {"turtle": "ttl", "nquads": "nq"}.get(format, format)
    )
    path = export(tmp_path, format, triple_terms=True)
    quads = list(pyoxigraph.parse(path=str(path), format=known))
    terms = [quad.object for quad in quads if isinstance(quad.object, pyoxigraph.Triple)]
    assert [str(term) for term in terms] == [
        "<urn:kgplatform:entity:e1> <urn:kgplatform:relation:born%20in%20%2F%20%3Con%3E> "
        '"1920-05-01"^^<http://www.w3.org/2001/XMLSchema#date>'
    ]
    plain = export(tmp_path / "plain", format)
    others = {quad for quad in quads if not isinstance(quad.object, pyoxigraph.Triple)}
    assert set(pyoxigraph.parse(path=str(plain), format=known)) == others


def test_rdf_formats_say_the_same(tmp_path: Path) -> None:
    turtle = rdflib.Graph().parse(export(tmp_path, "turtle"), format="turtle")
    jsonld = rdflib.Graph().parse(export(tmp_path, "jsonld"), format="json-ld")
    assert isomorphic(turtle, jsonld)
    assert not any(isinstance(term, rdflib.BNode) for triple in turtle for term in triple)


def test_csv_has_what_the_import_needs(tmp_path: Path) -> None:
    folder = export(tmp_path, "csv")
    command = (folder / "import.txt").read_text()
    files = {path.name for path in folder.glob("*.csv")}
    assert all(f"={name}" in command for name in files)
    assert "--array-delimiter=U+001F" in command
    nodes: defaultdict[str, int] = defaultdict(int)
    for name in files:
        read = pandas.read_csv(folder / name, keep_default_na=False, na_values=[])
        nodes[name.partition("_")[0]] += len(read)
        header = list(read.columns)
        assert header[0].startswith("id:ID(") if name.startswith("node") else ":TYPE" in header
    assert dict(nodes) == {"node": len(NODES), "relation": len(RELATIONSHIPS)}
    passage = pandas.read_csv(folder / "node_Passage.csv")
    assert passage["text:string"][0] == NODES[2].properties["text"]


@pytest.mark.parametrize("format", ["json", "turtle", "jsonld", "graphml", "cypher", "html"])
def test_an_export_is_the_same_each_time(tmp_path: Path, format: str) -> None:
    backwards = MadeStream(NODES[::-1], RELATIONSHIPS)
    one, two = (
        export(tmp_path / name, format, stream)
        for name, stream in (("a", STREAM), ("b", backwards))
    )
    assert one.read_bytes() == two.read_bytes()
