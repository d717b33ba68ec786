"""Decides what is asked as yes or no of two entities: which of them it is says whether it is so."""

from __future__ import annotations

from dataclasses import replace

from kgplatform.answer.comparing.comparison import Comparison, choose
from kgplatform.answer.comparing.measured import choose_by_measure
from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.question.analysis import Asked
from kgplatform.question.comparisons import which_of
from kgplatform.text.words import fold

__all__ = ["decide_which"]


def decide_which(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer whether one entity is older, larger, … than another; None where one value is missing.

    "Is A older than B?" is no where B is the older one.
    """
    which = which_of(asked)
    chosen = which and (choose_by_measure(which, view) or choose(which, view))
    if not which or not chosen or not chosen.certain or not chosen.answer:
        return None
    is_first = fold(chosen.answer) == fold(which.options[0])
    return replace(chosen, answer="yes" if is_first else "no")
