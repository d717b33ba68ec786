"""The variants of `plan` by name: who plans, and by which method each sub-question's passages come.

`plan` takes the best planner there is and the platform's method; `plan-PLANNER` and
`plan-PLANNER-METHOD` any other, as in plan-syntactic-passages.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgplatform.plan import PLAN
from kgplatform.retrieve import METHOD_FORMS, is_method

__all__ = [
    "ANSWERING_FORMS",
    "AUTO",
    "CHAT",
    "FORM",
    "PLANNERS",
    "SYNTACTIC",
    "Variant",
    "find_variant",
    "is_answering",
]

FORM = "plan-PLANNER-METHOD"
AUTO = "auto"
CHAT = "chat"
SYNTACTIC = "syntactic"
PLANNERS = (AUTO, CHAT, SYNTACTIC)
ANSWERING_FORMS = (*METHOD_FORMS, PLAN, FORM)
"""What a method may be called that answers questions; capitals stand for what is to be chosen."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A planner of PLANNERS, and a retrieval method or "auto"."""

    planner: str = AUTO
    method: str = AUTO

    @property
    def asks_chat(self) -> bool:
        """Whether it plans with the chat model, where there is one."""
        return self.planner != SYNTACTIC

    @property
    def needs_chat(self) -> bool:
        """Whether it cannot plan without one."""
        return self.planner == CHAT


def find_variant(name: str) -> Variant | None:
    """Return the variant of a method's name, None where it names none."""
    if name == PLAN:
        return Variant()
    first, _, rest = name.partition("-")
    planner, dash, method = rest.partition("-")
    if first != PLAN or planner not in PLANNERS or (dash and not is_method(method)):
        return None
    return Variant(planner, method or AUTO)


def is_answering(name: str) -> bool:
    """Tell whether a name is that of a retrieval method, of `plan`, or of a variant of one."""
    return is_method(name) or find_variant(name) is not None
