"""Answers as they are recorded in the graph, made whole again, so that they can be shown later."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from kgplatform.answer.places import place_citations
from kgplatform.answer.questions import Questions, Resources
from kgplatform.answer.record import DETAILS
from kgplatform.records import Answer, Citation
from kgplatform.records.json import from_json

__all__ = ["Recalled", "list_answer_facts", "recall_answer", "recall_conversation"]

MOST_FACTS = 200
CITATION = frozenset(field.name for field in fields(Citation))


@dataclass(frozen=True, slots=True)
class Recalled:
    """A recorded answer: when it was asked, as what it was understood, of which conversation."""

    answer: Answer
    asked_at: str
    understood: str
    conversation: str | None


def recall_answer(resources: Resources, question_id: str) -> Recalled:
    """Return the answer that was given to a question; what it cited as far as it was kept.

    Its statements are not among it: `list_answer_facts` has them as the graph has them now.

    Raises:
        NotFound: there is no such question.
    """
    return _make(resources, Questions(resources).show(question_id))


def recall_conversation(resources: Resources, questions: list[dict[str, Any]]) -> list[Recalled]:
    """Return the same for the questions of a conversation, as it is shown."""
    return [_make(resources, row) for row in questions]


def list_answer_facts(
    resources: Resources, question_id: str, *, limit: int = MOST_FACTS
) -> list[dict[str, Any]]:
    """Return the facts behind an answer, those that it cites first; see the query."""
    return resources.graph().read("list_question_facts", id=question_id, limit=limit)


def _make(resources: Resources, row: dict[str, Any]) -> Recalled:
    graph = resources.graph()
    [kept] = graph.read("fetch_answer_details", id=row["id"])
    details = json.loads(kept["details"] or "{}")
    confidence = details.get("confidence")
    given = {
        "question_id": row["id"],
        "question": row["text"],
        "evidence": [_citation(citation) for citation in row["citations"]],
        "statements": [],
        "steps": [],
        "usage": {"prompt_tokens": row["tokens"]},
        "timings_ms": {},
        **{name: row[name] for name in ("answer", "abstained", "method", "reader")},
        **{name: details[name] for name in DETAILS if name in details},
    }
    answer = from_json(Answer, {**given, "measured": {"confidence": confidence}})
    placed = place_citations(answer, graph)
    return Recalled(placed, str(row["asked_at"]), row["understood"], row["conversation"])


def _citation(kept: dict[str, Any]) -> dict[str, Any]:
    """Return a citation as it was kept; the graph says on which page it is."""
    return {"page": None, **{name: value for name, value in kept.items() if name in CITATION}}
