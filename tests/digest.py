"""A digest of a whole graph, to tell whether two ingests made the same one.

Leaves out what may differ (times, runs, questions, migrations, who wrote last, the bytes of a file
of several documents) and what is not the platform's.
"""

from __future__ import annotations

import hashlib
import json

from kgplatform.graph.connection import Graph

NODES = """
MATCH (n) WHERE any(label IN labels(n) WHERE label STARTS WITH '__KGPlatform')
  AND NOT n:IngestRun AND NOT n:Question AND NOT n:Migration AND NOT n:Configuration
  AND NOT n:WriterLock
RETURN labels(n) AS labels,
       n {.*, ingestedAt: null, fileSha256: null, linkedAt: null, decidedAt: null, replaced: null,
          vector: size(n.vector)} AS properties
"""
RELATIONSHIPS = """
MATCH (a)-[r]->(b) WHERE NOT a:Question
  AND any(label IN labels(a) WHERE label STARTS WITH '__KGPlatform')
  AND any(label IN labels(b) WHERE label STARTS WITH '__KGPlatform')
RETURN a.id AS start, type(r) AS type, properties(r) AS properties, b.id AS end
"""


def graph_digest(graph: Graph) -> str:
    """Return a hash of all nodes and relationships with their properties."""
    rows = [*graph.run_text(NODES), *graph.run_text(RELATIONSHIPS)]
    for row in rows:
        if "labels" in row:
            row["labels"] = sorted(row["labels"])
    lines = sorted(json.dumps(row, sort_keys=True, default=str) for row in rows)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
