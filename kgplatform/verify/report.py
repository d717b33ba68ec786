"""What a verification finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["CHANGED", "HOLDS", "MISSING", "MOVED", "STATES", "Check", "Report"]

HOLDS, MOVED, CHANGED, MISSING = "holds", "moved", "changed", "source missing"
STATES = (HOLDS, MOVED, CHANGED, MISSING)
"""As the manifest says; at another place of its source; not there, or not the same; no source to
look at."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked.

    Attributes:
        kind: content, signature, document, quote, passage or computation.
        subject: what it is, for people.
        state: one of STATES.
        detail: why, where it does not hold.
        uri: of the source.
        start: where the quote was found in the source's text.
    """

    kind: str
    subject: str
    state: str
    detail: str = ""
    uri: str = ""
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of an export, and what no source can prove."""

    checks: Sequence[Check]
    not_proved: str

    @property
    def holds(self) -> bool:
        """Whether everything does."""
        return all(check.state == HOLDS for check in self.checks)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many checks of each kind have each state."""
        kinds = dict.fromkeys(check.kind for check in self.checks)
        return {
            kind: dict(Counter(check.state for check in self.checks if check.kind == kind))
            for kind in kinds
        }
