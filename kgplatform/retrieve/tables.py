"""Adds whole tables to the evidence, for questions over their rows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.hydrate import fetch_passages
from kgplatform.retrieve.passages import search_text
from kgplatform.text.table_rows import is_table

__all__ = ["add_tables", "find_tables"]

MOST_TABLES = 24
MOST_ROWS = 50_000
"""Of all tables that are read whole: some 25 MB, a second."""


def add_tables(evidence: Evidence, *, graph: Graph) -> Evidence:
    """Return the evidence with all rows of the tables that its passages are of."""
    ids = [passage.passage_id for passage in evidence.passages if is_table(passage.text)]
    return _add(evidence, ids, graph=graph) if ids else evidence


def find_tables(
    evidence: Evidence,
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    within: Collection[str] | None = None,
) -> Evidence:
    """Return the evidence with all rows of the tables that it or a search for the question finds.

    A question that computes over rows has few words of any of them, so that its table may be
    behind other passages. One search more, and only where there are tables.
    """
    [row] = graph.read("count_tables")
    if not row["tables"]:
        return evidence
    ids = [passage.passage_id for passage in evidence.passages]
    hits = search_text(question, graph=graph, embedder=embedder, within=within)
    return _add(evidence, [*ids, *hits.ids], graph=graph)


def _add(evidence: Evidence, ids: Sequence[str], *, graph: Graph) -> Evidence:
    rows = graph.read("fetch_table_passages", ids=list(ids), most_rows=MOST_ROWS, limit=MOST_TABLES)
    chosen, left = [], MOST_ROWS
    for row in rows:
        left -= row["rows"]
        if left >= 0:
            chosen.append(row["passage_ids"])
    scores = dict.fromkeys((key for keys in chosen for key in keys), 0.0)
    scores |= {p.passage_id: p.score for p in evidence.passages if p.passage_id in scores}
    passages = {passage.passage_id: passage for passage in fetch_passages(scores, graph=graph)}
    tables = tuple(tuple(passages[key] for key in keys) for keys in chosen)
    stated = Step("tables", {"tables": len(tables), "passages": len(passages)})
    return replace(evidence, tables=tables, steps=(*evidence.steps, stated))
