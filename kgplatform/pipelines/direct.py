"""Answers a question by one method: its evidence is retrieved, and read."""

from __future__ import annotations

import time
from collections.abc import Sequence

from kgplatform.errors import UsageError
from kgplatform.events import RETRIEVAL, evidence_fields, observe
from kgplatform.pipelines.methods import open_complement, open_method, settle_method
from kgplatform.pipelines.tables import bring_tables
from kgplatform.question.limits import check_question
from kgplatform.records import Answer, Evidence
from kgplatform.retrieve.documents import check_documents
from kgplatform.retrieve.hydrate import narrow_evidence
from kgplatform.runtime.resources import Resources

__all__ = ["answer_directly", "check_asked", "find_evidence"]


def check_asked(question: str, top_k: int) -> None:
    """Refuse a question that is none, and too few passages.

    Raises:
        UsageError: the question has no word, or too many; top_k is below 1.
    """
    check_question(question)
    if top_k < 1:
        raise UsageError(f"top_k is {top_k}: ask for at least one passage.")


def find_evidence(
    resources: Resources,
    question: str,
    *,
    method: str,
    top_k: int,
    documents: Sequence[str] | None,
) -> Evidence:
    """Return the evidence a method finds; see `Platform.retrieve` for arguments and errors."""
    check_asked(question, top_k)
    method = settle_method(method, question)
    retriever = open_method(resources, method)
    graph, embedder = resources.searched
    if documents is not None:
        check_documents(graph, documents)
    shows_content = resources.settings.log_content
    with observe(RETRIEVAL, shows_content=shows_content, method=method, top_k=top_k) as seen:
        seen.add_content(question=lambda: question)
        found = retriever(question, graph=graph, embedder=embedder, top_k=top_k, within=documents)
        evidence = bring_tables(found, question, graph=graph, embedder=embedder, within=documents)
        seen.add(**evidence_fields(evidence))
    return evidence


def answer_directly(
    resources: Resources,
    question: str,
    *,
    method: str,
    top_k: int,
    reader: str,
    documents: Sequence[str] | None,
) -> Answer:
    """Return the answer, not recorded; see `Platform.ask` for arguments and errors."""
    from kgplatform.answer import read  # which is not loaded to retrieve
    from kgplatform.answer.abstaining import tell_abstention
    from kgplatform.answer.likely import find_depth

    started = time.perf_counter()
    method = settle_method(method, question)
    depth = find_depth(question, top_k)
    found = find_evidence(resources, question, method=method, top_k=depth, documents=documents)
    evidence = found if depth == top_k else narrow_evidence(found, top_k)
    retrieved = time.perf_counter()
    reading = read(
        question,
        evidence,
        reader=reader,
        chat=resources.chat,
        linguistics=resources.linguistics,
        complement=open_complement(resources, method, documents),
    )
    done = time.perf_counter()
    answer = Answer(
        question_id="",
        question=question,
        answer=reading.answer,
        abstained=reading.abstained,
        method=method,
        reader=reading.reader,
        evidence=reading.citations,
        statements=reading.statements,
        steps=(*evidence.steps, *reading.steps),
        usage=evidence.usage + reading.usage,
        timings_ms={
            "retrieve": round((retrieved - started) * 1000, 1),
            "read": round((done - retrieved) * 1000, 1),
            "total": round((done - started) * 1000, 1),
        },
    )
    return tell_abstention(
        answer, evidence, resources.linguistics.split_sentences, resources.embedder
    )
