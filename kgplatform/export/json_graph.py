"""JSON: nodes and relationships as two lists, then the manifest, in one document."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from kgplatform.export.exporter import ExportedStream, ExportOptions, refuse_triple_terms
from kgplatform.export.files import opened_text
from kgplatform.export.manifest import node_json, relation_json

__all__ = ["export_json"]


def export_json(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write {nodes, relationships, manifest}; only the manifest's time may differ."""
    refuse_triple_terms(options, "JSON")
    stream.has_manifest_inside = True
    with opened_text(out) as file:
        file.write("{\n")
        _write_list(file, "nodes", map(node_json, stream.nodes()))
        _write_list(file, "relationships", map(relation_json, stream.relationships()))
        file.write('  "manifest": ')
        stream.manifest().write(file, indent="  ")
        file.write("\n}\n")


def _write_list(file: IO[str], name: str, items: Iterable[Any]) -> None:
    file.write(f'  "{name}": [')
    separator = "\n"
    for item in items:
        file.write(f"{separator}    {json.dumps(item, ensure_ascii=False)}")
        separator = ",\n"
    file.write("\n  ],\n")
