"""What a model is shown of the passages: those that are likely first, and all where these fail.

A small model takes its answer from whatever it is shown, so that a passage beside the point costs
answers as well as tokens (Shi et al. 2023, "Large language models can be easily distracted by
irrelevant context"). Where the likely passages have no answer, the others may have it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kgplatform.answer.asked.question import Asked
from kgplatform.answer.llm import COUNTING
from kgplatform.answer.reading import Reading
from kgplatform.answer.spans.several import asks_for_several
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.hydrate import narrow_evidence

__all__ = ["choose_likely", "read_likely_first"]


def choose_likely(asked: Asked, evidence: Evidence) -> Evidence:
    """Return the evidence of the likely passages alone, or all of it.

    All where the method does not tell what is likely, and where things are to be counted or listed,
    each of which may stand in another passage, or be looked up in whole tables.
    """
    is_cut = evidence.reads == "passages" and 0 < evidence.likely < len(evidence.passages)
    gathers = asks_for_several(asked) or COUNTING.search(asked.text) is not None
    if not is_cut or gathers or evidence.tables:
        return evidence
    return narrow_evidence(evidence, evidence.likely)


def read_likely_first(
    asked: Asked, evidence: Evidence, read: Callable[[Evidence], Reading]
) -> Reading:
    """Read the likely passages, and all of them where that was an abstention.

    Args:
        asked: the question, analysed.
        evidence: best passages first.
        read: asks the model.
    """
    likely = choose_likely(asked, evidence)
    if likely is evidence:
        return read(evidence)
    reading = read(likely)
    found = len(evidence.passages)
    told = Step("read_likely", {"passages": len(likely.passages), "of": found})
    if not reading.abstained:
        return replace(reading, steps=(told, *reading.steps))
    again = read(evidence)
    steps = (told, *reading.steps, Step("read_all", {"passages": found}), *again.steps)
    return replace(again, usage=reading.usage + again.usage, steps=steps)
