"""The options of `plan`: who plans, and by which method each sub-question's passages come.

`plan` takes the best planner there is (a tuned model, else the chat model, else syntax) and the
platform's method; `plan-PLANNER-METHOD`, or either, others, as in plan-syntactic-passages.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Protocol

from pydantic import AfterValidator

from kgplatform.errors import UsageError
from kgplatform.models.conversation import ChatModel
from kgplatform.pipelines.methods import is_method
from kgplatform.plan import PLAN, PLANNERS, Planner
from kgplatform.plugins import AUTO, PIPELINES
from kgplatform.retrieve.options import Recipe

__all__ = [
    "CHAT",
    "FORM",
    "PLANNERS",
    "SYNTACTIC",
    "TUNED",
    "PlanOptions",
    "PlannerModels",
    "choose_planner",
    "find_plan",
    "is_answering",
]

FORM = "plan-PLANNER-METHOD"
TUNED = "tuned"
CHAT = "chat"
SYNTACTIC = "syntactic"


def _check_method(name: str) -> str:
    if name != AUTO and not is_method(name):
        raise ValueError("It is the name of no retrieval method.")
    return name


class PlanOptions(Recipe):
    """Who plans, and the retrieval method that finds the passages of each step."""

    REST = "method"

    planner: Planner = "auto"
    method: Annotated[str, AfterValidator(_check_method)] = AUTO


class PlannerModels(Protocol):
    """The models that may plan; each None where none is configured."""

    @property
    def tuned_planner(self) -> ChatModel | None:
        """One tuned on planning data."""

    @property
    def chat(self) -> ChatModel | None:
        """Any chat model."""

    @property
    def demonstrations(self) -> Path:
        """The planning data that a chat model is shown."""


def choose_planner(planner: str, models: PlannerModels) -> tuple[str, ChatModel | None]:
    """Return a planner of PLANNERS that is not "auto", and the model that it asks, if any.

    Raises:
        UsageError: there is no such planner, or its model is not configured.
    """
    if planner not in PLANNERS:
        raise UsageError(f"There is no planner '{planner}': choose {', '.join(PLANNERS)}.")
    if planner in (AUTO, TUNED) and (tuned := models.tuned_planner):
        return TUNED, tuned
    if planner in (AUTO, CHAT) and (chat := models.chat):
        return CHAT, chat
    if planner in (TUNED, CHAT):
        role, which = ("planner", "tuned") if planner == TUNED else ("chat", "chat")
        raise UsageError(
            f"The planner '{planner}' needs a {which} model: set {role}_base_url and "
            f"{role}_model, or choose the planner '{SYNTACTIC}'."
        )
    return SYNTACTIC, None


def find_plan(name: str) -> PlanOptions | None:
    """Return the options of a form of `plan`, None where a name is none."""
    pipeline, recipe = PIPELINES.split(name)
    if pipeline != PLAN:
        return None
    return PlanOptions() if recipe is None else PlanOptions.parse(recipe)


def is_answering(name: str) -> bool:
    """Return whether a name is that of a retrieval method or a pipeline, or a form of one."""
    pipeline, _ = PIPELINES.split(name)
    if pipeline == PLAN:
        return find_plan(name) is not None
    return pipeline in PIPELINES or is_method(name)
