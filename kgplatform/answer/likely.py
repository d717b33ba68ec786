"""What a model is shown in turn: what is likely first, and more where that has no answer.

A small model takes its answer from whatever it is shown, so that an irrelevant passage costs
answers as well as tokens (Shi et al. 2023, "Large language models can be easily distracted by
irrelevant context"). Where the likely passages have no answer, the others may have it; and where
chains of facts or their sentences have none, their passages may, which say more than these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kgplatform.answer.llm import COUNTING
from kgplatform.answer.reading import Reading
from kgplatform.answer.spans.candidates import asks_for_several
from kgplatform.question.analysis import Asked, analyse
from kgplatform.question.comparisons import compares
from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.hydrate import narrow_evidence

__all__ = ["find_depth", "list_views", "read_in_turn", "show_passages"]

COMPARED = 10  # passages by which two entities are compared


def find_depth(question: str, top_k: int) -> int:
    """Return how many passages to find for a reader of `top_k`: more where it compares by them.

    No more where a page, table or section is asked for, whose passages are read together.
    """
    if parse_structure(question) or not compares(analyse(question)):
        return top_k
    return max(top_k, COMPARED)


def list_views(asked: Asked, evidence: Evidence) -> list[Evidence]:
    """Return what a model is shown in turn until it finds an answer; the last one is all there is.

    Facts and chosen lines come before their passages, likely passages before all. All come at once
    where the method does not say what is likely, and where entities are to be counted or listed,
    each of which may stand in another passage, or be looked up in whole tables.
    """
    if not evidence.likely:
        return [evidence]
    if evidence.reads != "passages":
        return [evidence, *list_views(asked, show_passages(evidence))]
    gathers = asks_for_several(asked) or COUNTING.search(asked.text) is not None
    if gathers or evidence.tables or evidence.likely >= len(evidence.passages):
        return [evidence]
    return [narrow_evidence(evidence, evidence.likely), evidence]


def read_in_turn(asked: Asked, evidence: Evidence, read: Callable[[Evidence], Reading]) -> Reading:
    """Read what is likely, and more as long as that is an abstention.

    Args:
        asked: the question, analysed.
        evidence: best passages first.
        read: asks the model.
    """
    first, *others = list_views(asked, evidence)
    reading = read(first)
    if not others:
        return reading
    reading = replace(reading, steps=(_describe(first, evidence), *reading.steps))
    for view in others:
        if not reading.abstained:
            break
        again = read(view)
        steps = (*reading.steps, _describe(view, evidence), *again.steps)
        reading = replace(again, usage=reading.usage + again.usage, steps=steps)
    return reading


def show_passages(evidence: Evidence) -> Evidence:
    """Return the evidence with passages to read in place of chains of facts or their sentences.

    For a reader without a model, which costs no tokens: of 60 questions of 2Wiki it answers 30
    rightly from the passages, 21 from the sentences.
    """
    return replace(evidence, reads="passages") if evidence.likely else evidence


def _describe(view: Evidence, evidence: Evidence) -> Step:
    if view.reads == "statements":
        return Step("show_model", {"facts": len(view.statements)})
    if view.reads == "lines":
        return Step("show_model", {"lines": len(view.lines)})
    return Step("show_model", {"passages": len(view.passages), "of": len(evidence.passages)})
