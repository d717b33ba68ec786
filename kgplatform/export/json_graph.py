"""JSON: the subgraph as lists of nodes and relationships, with the manifest."""

from __future__ import annotations

import json
from datetime import datetime

from kgplatform.export.manifest import make_manifest
from kgplatform.export.subgraph import Subgraph

__all__ = ["render_json"]


def render_json(subgraph: Subgraph, *, generated_at: datetime) -> str:
    """Return one JSON document {manifest, nodes, relationships}; only its time may differ."""
    document = {
        "manifest": make_manifest(subgraph, generated_at=generated_at),
        "nodes": [
            {"id": node.id, "labels": node.labels, "properties": node.properties}
            for node in subgraph.nodes
        ],
        "relationships": [
            {
                "type": item.type,
                "start": item.start,
                "end": item.end,
                "properties": item.properties,
            }
            for item in subgraph.relationships
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
