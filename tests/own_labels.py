"""Nodes of tests as the platform writes them: with the label that is ours alone beside the kind."""

from __future__ import annotations

import re
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.graph.labels import KINDS, own_label

NODE = re.compile(rf"(\(\w*:({'|'.join(KINDS)})(?::\w+)*)(?=[ )\n{{])")

PLAIN = """
MATCH (s:__KGPlatformStatement__) WHERE s.isPlain IS NULL
SET s.canonical = s.relation, s.polarity = 'affirmed', s.modality = 'asserted', s.isPlain = true
MERGE (t:__KGPlatformRelationType__ {name: s.relation})
ON CREATE SET t:RelationType
MERGE (s)-[:HAS_RELATION]->(t)
"""

VECTORS = [
    f"""
    MATCH (n:{own_label(kind)}) WHERE n.embedding IS NOT NULL
    CREATE (n)-[:HAS_EMBEDDING]->(e:{kind}Embedding:{own_label(kind + "Embedding")})
    WITH n, e CALL db.create.setNodeVectorProperty(e, 'vector', n.embedding) REMOVE n.embedding
    """
    for kind in ("Passage", "Statement", "RelationType")
]


def own(text: str) -> str:
    """Return a Cypher text with our own label at each node of one of our kinds."""
    return NODE.sub(lambda found: f"{found[1]}:{own_label(found[2])}", text)


def write_own(graph: Graph, text: str, /, **parameters: Any) -> list[dict[str, Any]]:
    """Run a text that writes nodes as the platform would.

    Its statements are plain facts, and what it gives as `embedding` goes on nodes of its own.
    """
    rows = graph.run_text(own(text), **parameters)
    for more in (PLAIN, *VECTORS):
        graph.run_text(more)
    return rows
