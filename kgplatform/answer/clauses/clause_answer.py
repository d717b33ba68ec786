"""A clause of the evidence that answers by itself, and the answer made of the best of several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgplatform.answer.citations import cite
from kgplatform.answer.reading import Reading
from kgplatform.records import ScoredPassage, Step

__all__ = ["FoundClause", "answer_with_best"]


@dataclass(frozen=True, slots=True)
class FoundClause:
    """What text[start:end] of a passage states, in a sentence; more `held` words are better."""

    passage: ScoredPassage
    sentence: tuple[int, int]
    start: int
    end: int
    held: float


def answer_with_best(found: Iterable[FoundClause], *, step: str, kind: str) -> Reading | None:
    """Return the first of the best as the answer; None where nothing was found.

    Args:
        found: in the order of the evidence.
        step: the name of the step that reports it.
        kind: what the step calls the answer.
    """
    best = max(found, key=lambda stated: stated.held, default=None)
    if best is None:
        return None
    answer = " ".join(best.passage.text[best.start : best.end].split())
    return Reading(
        answer,
        abstained=False,
        reader="extractive",
        citations=(cite(best.passage, *best.sentence),),
        steps=(Step(step, {kind: answer}), Step("answer", {"citations": 1})),
    )
