"""Records an asked question in the graph, with a relationship to everything its answer cites.

The record is the audit trail: it is what Neo4j Browser shows and what an export starts from. The
quotes are also kept with the question itself: the relationships go with the passages when a
document is changed or removed, and what came from outside the graph has none.
"""

from __future__ import annotations

import getpass
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from kgplatform.answer.computations import list_computations
from kgplatform.answer.places import place_citations
from kgplatform.errors import NotFound, ReadOnlyGraph
from kgplatform.graph.connection import Graph, Transaction
from kgplatform.progress import NOTICES
from kgplatform.records import Answer
from kgplatform.records.ids import content_id
from kgplatform.records.json import to_json

__all__ = ["DETAILS", "keep_answer", "write_question"]

DETAILS = ("abstention", "nearest", "steps", "usage", "timings_ms")
"""Fields of an answer that are kept with its question as one text."""


def keep_answer(
    graph: Graph,
    answer: Answer,
    *,
    record: bool = True,
    understood: str | None = None,
    conversation: str | None = None,
    how: Mapping[str, Any] | None = None,
) -> Answer:
    """Return an answer as it is recorded now, with the places of its citations.

    It has no id where the graph may only be read, or nothing is to be recorded.

    Args:
        graph: where the cited passages and statements are.
        answer: what was answered.
        record: whether it is recorded.
        understood: what the question was taken to ask, where that is not its text.
        conversation: id of the one that it is part of.
        how: options and models that it was answered with, for an audit.

    Raises:
        NotFound, GraphError: as `write_question`.
    """
    key, now = "", datetime.now(UTC)
    answer = place_citations(answer, graph)
    if record:
        try:
            key = write_question(
                graph,
                answer,
                asked_at=now,
                understood=understood,
                conversation=conversation,
                how=how,
            )
        except ReadOnlyGraph:
            NOTICES.info("The question is not recorded: the graph may only be read.")
    return replace(answer, question_id=key)


def write_question(
    graph: Graph,
    answer: Answer,
    *,
    asked_at: datetime,
    understood: str | None = None,
    conversation: str | None = None,
    how: Mapping[str, Any] | None = None,
) -> str:
    """Write the question with its answer and citations, in one transaction.

    It is a record separate from the documents, so it waits for no other writer's turn.

    The id comes from the question's text, the method, the reader and the time of asking: an
    answer that was looked at or exported stays, however often the question is asked again.

    Args:
        graph: where the cited passages and statements are.
        answer: what was answered; its own `question_id` is not looked at.
        asked_at: when, with a time zone.
        understood: what the question was taken to ask, where that is not its text.
        conversation: id of the one that it is part of.
        how: options and models that it was answered with, for an audit.

    Returns:
        The question's id.

    Raises:
        NotFound: a cited passage or statement is no longer in the graph; nothing is written.
        GraphError: Neo4j is not available or refuses.
    """
    question_id = content_id(
        "question", answer.question, answer.method, answer.reader, asked_at.isoformat()
    )
    passages, statements = _cited_passages(answer), _cited_statements(answer)
    with graph.transaction() as transaction:
        rows = transaction.run(
            "write_question",
            id=question_id,
            text=answer.question,
            answer=answer.answer,
            abstained=answer.abstained,
            method=answer.method,
            reader=answer.reader,
            asked_at=asked_at,
            tokens=answer.usage.prompt_tokens + answer.usage.completion_tokens,
            passages=passages,
            statements=statements,
            citations=_kept_citations(answer, transaction) or None,
            details=_details(answer, transaction, how or {}),
            understood=understood,
            conversation=conversation,
        )
        if rows[0]["passages"] != len(passages) or rows[0]["statements"] != len(statements):
            # Documents can be replaced between retrieving and recording; half a trail is none.
            raise NotFound(
                "What the answer cites is no longer in the graph, which has changed since: "
                "ask again."
            )
    return question_id


def _details(answer: Answer, transaction: Transaction, how: Mapping[str, Any]) -> str:
    """Return as JSON what of an answer is shown again, and stands nowhere else in the graph."""
    written = to_json(answer)
    kept = {name: written[name] for name in DETAILS}
    kept["confidence"] = answer.measured.confidence
    kept["computations"] = list_computations(answer, lambda ids: _find_places(ids, transaction))
    kept["versions"] = {"kgplatform": version("kgplatform")}
    kept["asked_by"] = _user_name()
    kept |= how
    return json.dumps(kept, ensure_ascii=False, default=str)


def _user_name() -> str:
    """Return the name of the user whose process asks; '' where the system has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _find_places(
    ids: Sequence[str], transaction: Transaction
) -> dict[str, tuple[str | None, int | None]]:
    """Return the hash of each passage's document, and where the passage begins in its text."""
    rows = transaction.run("fetch_cited_places", ids=list(ids)) if ids else []
    return {row["id"]: (row["sha256"], row["start"]) for row in rows}


def _cited_passages(answer: Answer) -> list[dict[str, Any]]:
    return [
        {
            "id": citation.passage_id,
            "rank": rank,
            "score": citation.score,
            "start": citation.start,
            "end": citation.end,
            "quote": citation.quote,
        }
        for rank, citation in enumerate(answer.evidence, start=1)
        if citation.document_id
    ]


def _cited_statements(answer: Answer) -> list[dict[str, Any]]:
    return [
        {"id": statement.statement_id, "rank": rank, "score": statement.score}
        for rank, statement in enumerate(answer.statements, start=1)
    ]


def _kept_citations(answer: Answer, transaction: Transaction) -> list[str]:
    """Return all that was quoted, each as JSON, with what is needed to check it against a file."""
    ids = sorted({citation.passage_id for citation in answer.evidence if citation.document_id})
    places = _find_places(ids, transaction)
    kept = []
    for rank, citation in enumerate(answer.evidence, start=1):
        sha256, offset = places.get(citation.passage_id, (None, None))
        fields = {
            "rank": rank,
            "score": citation.score,
            "title": citation.title,
            "uri": citation.uri,
            "document_id": citation.document_id,
            "sha256": sha256,
            "passage_id": citation.passage_id,
            "start": citation.start,
            "end": citation.end,
            "document_start": None if offset is None else offset + citation.start,
            "document_end": None if offset is None else offset + citation.end,
            "quote": citation.quote,
            "page": citation.page,
            "section": citation.section,
            "table": citation.table,
            "row": citation.row,
            "column": citation.column,
        }
        kept.append(json.dumps(fields, ensure_ascii=False))
    return kept
