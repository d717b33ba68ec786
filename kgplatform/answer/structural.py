"""Reads what a structural question got: the table's cell it asks for, or why there is no part.

KGP leaves a named table to its reader (Wang et al. 2024, section 4). A cell whose row and column
the question names needs none; and where a part of a document is asked for and nothing tells of
which document, the person must be told, since there is no evidence that a reader could judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from kgplatform.answer.citations import cite
from kgplatform.answer.question import SPAN, Asked
from kgplatform.answer.reading import Reading
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.kgp.structural.evidence import CELL
from kgplatform.retrieve.kgp.structure import MATCH

__all__ = ["abstain_unmatched", "read_cell"]


def abstain_unmatched(
    evidence: Evidence, *, reader: Literal["llm", "extractive"]
) -> Reading | None:
    """Return an abstention that says why no part of a document came, where one was asked for."""
    problems = [step.detail.get("problem", "") for step in evidence.steps if step.name == MATCH]
    reason = "; ".join(filter(None, problems))
    if evidence.passages or not reason:
        return None
    return Reading("", abstained=True, reader=reader, steps=(Step("abstain", {"reason": reason}),))


def read_cell(asked: Asked, evidence: Evidence) -> Reading | None:
    """Return the cell that a question asks for as its answer, cited where it stands.

    None where retrieval told no cell or several, or where the question has to be decided rather
    than looked up: yes or no, this or that.
    """
    cells: list[Mapping[str, Any]] = [s.detail for s in evidence.steps if s.name == CELL]
    if len(cells) != 1 or asked.kind != SPAN:
        return None
    [cell] = cells
    sources = [p for p in evidence.passages if p.passage_id == cell["passage_id"]]
    if not sources:
        return None
    return Reading(
        answer=" ".join(cell["value"].split()),
        abstained=False,
        reader="extractive",
        citations=(cite(sources[0], cell["start"], cell["end"]),),
        steps=(Step("answer", {"citations": 1}),),
    )
