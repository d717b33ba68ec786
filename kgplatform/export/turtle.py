"""Turtle: one graph, read by every RDF program."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph

from kgplatform.export.exporter import ExportedStream, ExportOptions
from kgplatform.export.rdf import list_triples
from kgplatform.export.terms import PREFIXES

__all__ = ["export_turtle"]


def export_turtle(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write the stream as Turtle; the time is no part of it, so equal graphs give equal files."""
    triples = list_triples(stream, triple_terms=options.triple_terms)
    pyoxigraph.serialize(triples, str(out), pyoxigraph.RdfFormat.TURTLE, prefixes=PREFIXES)
