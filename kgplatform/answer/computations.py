"""What an answer was computed from, so that it can be computed again from the sources alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kgplatform.records import Answer, ScoredPassage, Step

__all__ = ["AGGREGATE", "COMPARE", "list_computations"]

AGGREGATE, COMPARE = "aggregate", "compare"
"""Steps that compute: over the rows of a table; of two sides."""

Places = Mapping[str, tuple[str | None, int | None]]
"""Passage id to the hash of its document and where it begins there."""


def list_computations(
    answer: Answer, find_places: Callable[[Sequence[str]], Places]
) -> list[dict[str, Any]]:
    """Return what was computed, step by step, with the passages or sides it was computed of.

    Args:
        answer: as it was made, with all that was retrieved.
        find_places: returns where passages stand.
    """
    return list(_list_computations(answer, find_places))


def _list_computations(
    answer: Answer, find_places: Callable[[Sequence[str]], Places]
) -> Iterator[dict[str, Any]]:
    for step in answer.steps:
        if step.name == AGGREGATE:
            table = _find_table(answer, step)
            places = find_places([passage.passage_id for passage in table])
            passages = [_describe(passage, places) for passage in table]
            yield {**step.detail, "answer": answer.answer, "passages": passages}
        elif step.name == COMPARE and step.detail.get("compared"):
            sides = [
                {"name": name, "written": written}
                for name, written in step.detail["compared"].items()
            ]
            certain = step.detail.get("certain")
            yield {"operation": COMPARE, "sides": sides, "certain": certain,
                   "answer": answer.answer}  # fmt: skip


def _find_table(answer: Answer, step: Step) -> tuple[ScoredPassage, ...]:
    """Return the passages of the table that the cited rows are of."""
    cited = {citation.passage_id for citation in answer.evidence}
    tables = answer.measured.retrieved.tables
    named = [table for table in tables if table and table[0].title == step.detail.get("table")]
    for table in (*named, *tables):
        if cited.intersection(passage.passage_id for passage in table):
            return table
    return ()


def _describe(passage: ScoredPassage, places: Places) -> dict[str, Any]:
    """Return a passage without its text, which its source has."""
    sha256, start = places.get(passage.passage_id, (None, None))
    end = None if start is None else start + len(passage.text)
    names = ("passage_id", "document_id", "title", "uri", "page", "section", "header")
    known = {name: getattr(passage, name) for name in names}
    return {**known, "sha256": sha256, "document_start": start, "document_end": end}
