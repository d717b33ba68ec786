"""What reading a plan with slips comes to: the plan, and what was set right."""

from __future__ import annotations

from dataclasses import dataclass

from kgplatform.plan.language import Plan

__all__ = ["ReadPlan", "Repair"]


@dataclass(frozen=True, slots=True)
class Repair:
    """A slip that was set right; `line` is of the text as it came, counted from 1."""

    line: int
    slip: str
    before: str
    after: str

    def describe(self) -> str:
        """Return what was done, in words."""
        if not self.before:
            return f"line {self.line}: {self.slip}: added {self.after!r}"
        read = f"read as {self.after!r}" if self.after else "left out"
        return f"line {self.line}: {self.slip}: {self.before!r} {read}"


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """A plan with what had to be repaired for it.

    `gaps` is what the plan before it left unasked, where a model was asked for another.
    """

    plan: Plan
    repairs: tuple[Repair, ...] = ()
    gaps: tuple[str, ...] = ()
