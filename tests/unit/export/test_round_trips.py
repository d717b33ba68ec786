"""Each format is read by another program, and gives the same nodes and edges again."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pandas
import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from tests.unit.export.readers import RDF_FORMATS, READERS
from tests.unit.export.streams import (
    NODES,
    RELATIONSHIPS,
    STREAM,
    MadeStream,
    export,
    list_edges,
    list_nodes,
)

pytestmark = [
    pytest.mark.unit,
    pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning:rdflib"),
]


@pytest.mark.parametrize("format", READERS)
def test_a_format_is_read_by_others(tmp_path: Path, format: str) -> None:
    nodes, edges = READERS[format](export(tmp_path, format))
    assert nodes == list_nodes(unordered=format in RDF_FORMATS)
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
