"""What a reader hands back: an answer or an abstention, with everything it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kgplatform.records import Citation, ScoredStatement, Step, Usage

__all__ = ["Reading"]

NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Reading:
    """A reader's result. `answer` is empty exactly when `abstained`; citations are best first."""

    answer: str
    abstained: bool
    reader: Literal["llm", "extractive"]
    citations: tuple[Citation, ...] = ()
    statements: tuple[ScoredStatement, ...] = ()
    usage: Usage = NO_USAGE
    steps: tuple[Step, ...] = ()
