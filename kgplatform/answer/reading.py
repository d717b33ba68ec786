"""What a reader hands back: an answer or an abstention, with everything it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kgplatform.records import Citation, ScoredStatement, Step, Usage

__all__ = ["Reading"]

NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Reading:
    """A reader's result. `answer` is empty exactly when `abstained`; citations are best first.

    `confidence` says how sure the reader is of `answer`, or of `rejected` where it abstained, on
    a scale of its own (0..1, higher is surer); None where it cannot tell. `rejected` is the best
    answer that an abstention turned away, so that thresholds can be judged afterwards. `missing`
    names what an abstaining reader would have to know more of. `by_fact`: values of both sides, or
    a fact of the graph or a knowledge base, say so; no span was chosen by its likelihood.
    """

    answer: str
    abstained: bool
    reader: Literal["llm", "extractive"]
    citations: tuple[Citation, ...] = ()
    statements: tuple[ScoredStatement, ...] = ()
    usage: Usage = NO_USAGE
    steps: tuple[Step, ...] = ()
    confidence: float | None = None
    rejected: str = ""
    missing: tuple[str, ...] = ()
    by_fact: bool = False
