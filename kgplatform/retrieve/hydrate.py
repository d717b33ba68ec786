"""Turns ranked passage ids into Evidence: texts, sources and the statements they state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rapidfuzz import fuzz

from kgplatform.graph.connection import Graph
from kgplatform.records import Evidence, ScoredPassage, ScoredStatement, Step

__all__ = ["fetch_evidence", "fetch_passages", "narrow_evidence", "read_statement"]

STATEMENTS_PER_PASSAGE = 2  # on average: the reader gets few facts, the nearest to the question


def fetch_evidence(
    question: str, ranked: Mapping[str, float], *, graph: Graph, steps: tuple[Step, ...]
) -> Evidence:
    """Return the evidence for passage ids with scores, in the order given.

    A statement scores its passage's score times the share of words it has in common with the
    question (rapidfuzz token_set_ratio, 0..1).
    """
    ids = list(ranked)
    passages = fetch_passages(ranked, graph=graph)
    rows = graph.read("fetch_statements", passage_ids=ids)
    statements = [
        read_statement(row, score=ranked[row["passage_id"]] * _likeness(question, row["text"]))
        for row in rows
    ]
    statements.sort(key=lambda s: (-s.score, s.statement_id))
    kept = tuple(statements[: STATEMENTS_PER_PASSAGE * len(ids)])
    return Evidence(passages=passages, statements=kept, steps=steps)


def fetch_passages(ranked: Mapping[str, float], *, graph: Graph) -> tuple[ScoredPassage, ...]:
    """Return the passages for ids with scores, in the order given."""
    rows = graph.read("fetch_passages", ids=list(ranked))
    return tuple(_scored_passage(row, ranked[row["id"]]) for row in rows)


def narrow_evidence(evidence: Evidence, top_k: int | None) -> Evidence:
    """Return the evidence of the first `top_k` passages, the others excluded; None: all of it.

    Their statements are those that `evidence` has, as many as go with so many passages; those
    that a method has chosen for the reader are not fewer.
    """
    if top_k is None:
        return evidence
    passages = evidence.passages[:top_k]
    passed_over = (*evidence.passages[top_k:], *evidence.passed_over)
    if evidence.reads != "passages":
        return replace(evidence, passages=passages, passed_over=passed_over)
    ids = {passage.passage_id for passage in passages}
    statements = [s for s in evidence.statements if s.passage_id in ids]
    kept = tuple(statements[: STATEMENTS_PER_PASSAGE * len(passages)])
    return replace(evidence, passages=passages, statements=kept, passed_over=passed_over)


def _scored_passage(row: dict[str, Any], score: float) -> ScoredPassage:
    return ScoredPassage(
        passage_id=row["id"],
        document_id=row["document_id"],
        title=row["title"],
        uri=row["uri"],
        text=row["text"],
        score=score,
        page=row["page"],
        section=row["section"] or "",
        header=_header_of(row["text"], row["header"] or ""),
    )


def _header_of(text: str, header: str) -> str:
    """Return a table's header for a later piece of it; the first one begins with it."""
    return "" if text.startswith(header) else header


def read_statement(row: Mapping[str, Any], *, score: float) -> ScoredStatement:
    """Return a row of a query that fetches statements as evidence."""
    return ScoredStatement(
        statement_id=row["id"],
        subject=row["subject"],
        relation=row["relation"],
        object=row["object"],
        qualifiers=tuple((relation, value) for relation, value in sorted(row["qualifiers"])),
        passage_id=row["passage_id"],
        start=row["start"],
        end=row["end"],
        score=score,
        polarity=row["polarity"],
        modality=row["modality"],
        attribution=row["attribution"] or "",
    )


def _likeness(question: str, text: str) -> float:
    return fuzz.token_set_ratio(question.casefold(), text.casefold()) / 100
