"""Adds the tables that a question over rows may be about, whole, to the evidence."""

from __future__ import annotations

from collections.abc import Collection

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.question.table_query import asks_of_rows, computes_over_rows
from kgplatform.records import Evidence
from kgplatform.retrieve.tables import add_tables, find_tables

__all__ = ["bring_tables"]


def bring_tables(
    evidence: Evidence,
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    within: Collection[str] | None = None,
) -> Evidence:
    """Return the evidence with whole tables where the question may be over their rows.

    Args:
        evidence: what a method found.
        question: in plain English.
        graph: where the tables are.
        embedder: the one of the graph's vectors.
        within: ids of the only documents to look in; None: all.
    """
    if computes_over_rows(question):
        return find_tables(evidence, question, graph=graph, embedder=embedder, within=within)
    return add_tables(evidence, graph=graph) if asks_of_rows(question) else evidence
