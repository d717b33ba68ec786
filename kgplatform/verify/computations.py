"""Computes again what an answer was computed from, of the sources as they are read now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kgplatform.answer.comparing.redoing import compare_again
from kgplatform.answer.computations import COMPARE
from kgplatform.answer.tables.columns import view_table
from kgplatform.answer.tables.reading import read_aggregate
from kgplatform.records import ScoredPassage
from kgplatform.verify.report import CHANGED, HOLDS, MISSING, Check

__all__ = ["check_computations", "list_needed"]

COMPUTATION = "computation"
FindText = Callable[[str, int, int], str | None]
"""Returns a span of a document's text, by the document's id; None where it has no source."""


def list_needed(questions: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return the ids of the documents whose texts the computations are made of."""
    return {
        passage["document_id"]
        for question in questions
        for computation in question.get("computations") or ()
        for passage in computation.get("passages", ())
    }


def check_computations(
    questions: Sequence[Mapping[str, Any]], find_text: FindText
) -> Iterator[Check]:
    """Yield whether each computation gives the same answer."""
    for question in questions:
        asked = question.get("understood") or question["text"]
        for computation in question.get("computations") or ():
            again = _compute(asked, computation, find_text)
            subject = f"{computation['operation']} for '{asked}'"
            if again is None:
                detail = "what it was computed of cannot be read"
                yield Check(COMPUTATION, subject, MISSING, detail)
            elif again == computation["answer"]:
                yield Check(COMPUTATION, subject, HOLDS)
            else:
                detail = f"it gives '{again}', not '{computation['answer']}'"
                yield Check(COMPUTATION, subject, CHANGED, detail)


def _compute(asked: str, computation: Mapping[str, Any], find_text: FindText) -> str | None:
    """Return the answer; None where a source is missing, '' where it cannot be computed."""
    if computation["operation"] == COMPARE:
        return compare_again(asked, {s["name"]: s["written"] for s in computation["sides"]})
    passages = [_read(passage, find_text) for passage in computation["passages"]]
    if not passages or None in passages:
        return None
    table = view_table([passage for passage in passages if passage is not None])
    reading = None if table is None else read_aggregate(asked, [table])
    return reading.answer if reading is not None else ""


def _read(passage: Mapping[str, Any], find_text: FindText) -> ScoredPassage | None:
    start, end = passage["document_start"], passage["document_end"]
    text = None if start is None else find_text(passage["document_id"], start, end)
    if text is None:
        return None
    return ScoredPassage(
        passage_id=passage["passage_id"],
        document_id=passage["document_id"],
        title=passage["title"],
        uri=passage["uri"],
        text=text,
        score=0.0,
        page=passage["page"],
        section=passage["section"],
        header=passage["header"],
    )
