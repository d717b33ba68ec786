"""From a question to its plan, by the planner named or the best there is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgplatform.models.conversation import UnusableReply
from kgplatform.pipelines.plan.variants import PLANNERS, SYNTACTIC, TUNED, choose_planner
from kgplatform.plan.completeness import find_gaps
from kgplatform.plan.in_context import SHOWN, plan_in_context
from kgplatform.plan.language import Plan
from kgplatform.plan.printer import print_plan
from kgplatform.plan.repaired import Repair
from kgplatform.plan.shapes import pattern_of
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.question.limits import check_question
from kgplatform.records import Step, Usage
from kgplatform.records.json import to_json
from kgplatform.runtime.resources import Resources

__all__ = ["PLANNERS", "Planned", "make_plan"]


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with where it comes from: a planner, or "file"; what was repaired; what it cost.

    `note` says why another planner than the one asked for wrote it, `gaps` what the model's plan
    before it left unasked.
    """

    plan: Plan
    planner: str
    repairs: tuple[Repair, ...] = ()
    usage: Usage = field(default_factory=Usage)
    note: str = ""
    gaps: tuple[str, ...] = ()

    def describe(self) -> Step:
        """Return the plan as commands print it."""
        stated: dict[str, Any] = {
            "planner": self.planner,
            "pattern": pattern_of(self.plan),
            "plan": print_plan(self.plan),
        }
        if self.repairs:
            stated["repairs"] = [to_json(repair) for repair in self.repairs]
        if self.gaps:
            stated["first_plan_left_out"] = list(self.gaps)
        if self.note:
            stated["model_reply_unusable"] = self.note
        return Step("plan", stated)


def make_plan(
    resources: Resources,
    question: str,
    *,
    planner: str = "auto",
    demonstrations: Path | None = None,
    fall_back: bool = True,
) -> Planned:
    """Return the plan of a question, by the planner named or the best there is.

    A model that writes no plan that can be run is replaced by the syntactic planner, and the plan
    says so, but where the model itself is measured.

    Args:
        resources: whose models.
        question: in plain English.
        planner: of PLANNERS.
        demonstrations: a file of planning data, whose nearest items a chat model is shown; None:
            that of the settings.
        fall_back: plan by syntax where the model writes none.

    Raises:
        UnusableReply: the model wrote none, and `fall_back` is off.
        EvaluationError: the file is no planning data.
        UsageError: there is no such planner, it needs a model that is not set, or the question has
            no word, or too many.
        ModelError: the model is not available.
    """
    check_question(question)
    chosen, model = choose_planner(planner, resources)
    if model is None:
        return Planned(plan_by_syntax(question, resources.linguistics), SYNTACTIC)
    shown = 0 if chosen == TUNED else SHOWN
    try:
        found, usage = plan_in_context(
            question,
            model,
            resources.embedder,
            demonstrations=demonstrations or resources.demonstrations,
            shown=shown,
            find_gaps=find_gaps,
        )
    except UnusableReply as exc:
        if not fall_back:
            raise
        plan = plan_by_syntax(question, resources.linguistics)
        return Planned(plan, SYNTACTIC, usage=exc.usage, note=f"{model.name}: {exc.reason}")
    return Planned(found.plan, chosen, found.repairs, usage, gaps=found.gaps)
