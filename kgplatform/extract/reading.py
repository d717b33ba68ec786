"""What an extractor gives for one passage; every extractor gives the same kind."""

from __future__ import annotations

from dataclasses import dataclass, field

from kgplatform.records import Mention, Statement, UnprovenFact, Usage

__all__ = ["GIVEN", "Reading"]

GIVEN = "given"
"""The extractor's name where facts were given as data and nothing had to be read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What an extractor read in one passage.

    Attributes:
        unproven: facts it was told that the passage does not show, each with the reason.
        failure: why the passage could not be read, or None.
        dropped: items of a reply that could not be used, counted by reason.
        repaired: faults of a reply that were clear enough to be set right, counted by kind.
        usage: what a chat model was asked for it.
    """

    mentions: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()
    unproven: tuple[UnprovenFact, ...] = ()
    failure: str | None = None
    dropped: tuple[tuple[str, int], ...] = ()
    repaired: tuple[tuple[str, int], ...] = ()
    usage: Usage = field(default_factory=Usage)
