"""What the documents say of a claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kgplatform.records.answer import Citation
from kgplatform.records.usage import Usage

__all__ = ["CHECKED_PASSAGES", "CheckedClaim", "Verdict"]

CHECKED_PASSAGES = 10
"""That are found for a claim, where nothing else is said."""

Verdict = Literal["supported", "contradicted", "disputed", "none"]


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim with the sentences for it and against it; the wire form of `check --json`.

    `verdict` is supported or contradicted, disputed where there are sentences of both kinds, and
    none where there are none. A citation's score is how sure the judge is, 0..1.
    """

    claim: str
    verdict: Verdict
    supporting: tuple[Citation, ...]
    contradicting: tuple[Citation, ...]
    judge: str
    passages: int
    usage: Usage = field(default_factory=Usage)
    timings_ms: dict[str, float] = field(default_factory=dict)
