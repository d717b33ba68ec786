"""N-Quads: a line a fact, for tools that read line by line; the named graph is that of TriG."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph

from kgplatform.export.exporter import ExportedStream, ExportOptions
from kgplatform.export.trig import list_quads

__all__ = ["export_nquads"]


def export_nquads(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write the stream as N-Quads."""
    pyoxigraph.serialize(list_quads(stream, options), str(out), pyoxigraph.RdfFormat.N_QUADS)
