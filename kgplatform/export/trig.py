"""TriG: the export as one named graph, so that what is said about it stands outside of it.

In the default graph the export is a prov:Bundle with its time, its scope and the version that made
it; its address is made from the scope and the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pyoxigraph
from pyoxigraph import Literal, NamedNode, Quad

from kgplatform.export.exporter import ExportedStream, ExportOptions
from kgplatform.export.rdf import list_triples
from kgplatform.export.terms import KG, PREFIXES, PROV, RDF, XSD, address
from kgplatform.records.ids import content_id

__all__ = ["export_trig", "list_quads"]


def export_trig(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write the stream as TriG."""
    quads = list_quads(stream, options)
    pyoxigraph.serialize(quads, str(out), pyoxigraph.RdfFormat.TRIG, prefixes=PREFIXES)


def list_quads(stream: ExportedStream, options: ExportOptions) -> Iterator[Quad]:
    """Yield what describes the export, then its triples in the graph of its name."""
    time, scope = stream.generated_at.isoformat(timespec="seconds"), stream.scope
    name = NamedNode(address("export", content_id("export", scope.kind, scope.value, time)))
    moment = Literal(time, datatype=NamedNode(f"{XSD}dateTime"))
    yield Quad(name, NamedNode(f"{RDF}type"), NamedNode(f"{PROV}Bundle"))
    yield Quad(name, NamedNode(f"{PROV}generatedAtTime"), moment)
    yield Quad(name, NamedNode(f"{KG}scope"), Literal(f"{scope.kind} {scope.value}".strip()))
    yield Quad(name, NamedNode(f"{KG}kgplatformVersion"), Literal(version("kgplatform")))
    for triple in list_triples(stream, triple_terms=options.triple_terms):
        yield Quad(triple.subject, triple.predicate, triple.object, name)
