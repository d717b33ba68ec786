"""Finds names that are alike and were not joined, for people to decide about."""

from __future__ import annotations

from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.candidates import EntityName
from kgplatform.ingest.resolution.resolve import fetch_threshold, propose_links

__all__ = ["list_alike"]


def list_alike(graph: Graph, *, limit: int) -> list[dict[str, Any]]:
    """Return pairs of names that may be one entity, the likeliest first.

    All names are compared anew, as when entities are resolved; nothing is written. What people
    decided is left out.

    Args:
        graph: where the names are.
        limit: most pairs.

    Returns:
        {id, name, type, may_be} each; `may_be` holds the other one: {id, name, type, method,
        score}, the score 0..1, higher is surer.
    """
    proposals = propose_links(graph)
    clusters = proposals.cluster(fetch_threshold(graph))
    canonical = {joined.member: joined.canonical for joined in clusters.memberships}
    decided = {frozenset(pair) for pair in proposals.different}
    entities = proposals.entities
    rows: dict[frozenset[str], dict[str, Any]] = {}
    for link in sorted(proposals.links, key=lambda link: (-link.score, link.name, link.anchor)):
        ends = frozenset(canonical.get(key, key) for key in (link.name, link.anchor))
        if len(ends) > 1 and not {ends, frozenset((link.name, link.anchor))} & decided:
            other = {"method": link.method, "score": link.score, **_named(entities[link.anchor])}
            rows.setdefault(ends, {**_named(entities[link.name]), "may_be": [other]})
        if len(rows) == limit:
            break
    return list(rows.values())


def _named(entity: EntityName) -> dict[str, str]:
    return {"id": entity.id, "name": entity.name, "type": entity.type}
