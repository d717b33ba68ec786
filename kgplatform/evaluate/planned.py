"""The method `plan`, to be measured: it finds and reads in turns, so it answers by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.prompts import load_prompt
from kgplatform.pipelines.methods import DEFAULT_METHOD, method_settings
from kgplatform.pipelines.plan.variants import AUTO, CHAT, PlannerModels, Variant, choose_planner
from kgplatform.plan.items import TASK
from kgplatform.records import Evidence
from kgplatform.records.ids import content_id

__all__ = ["PlannedMethod", "PlanningPlatform", "plan_settings"]


class PlanningPlatform(PlannerModels, Protocol):
    """What is needed of the platform."""

    def read_by_plan(
        self,
        question: str,
        *,
        method: str,
        top_k: int,
        reader: str,
        documents: Sequence[str] | None,
        fall_back: bool,
    ) -> tuple[Evidence, Reading]:
        """Return what a question's plan finds in the documents of these ids, and its answer.

        Args:
            fall_back: whether another reader takes the place of a model that replies nonsense.
        """


@dataclass
class PlannedMethod:
    """A variant of plan.

    Args:
        name: of the variant.
        corpus: what is searched.
        platform: runs the plans.
        top_k: passages that the reader gets for a sub-question.
        reader: reads them: llm or extractive.
    """

    name: str
    corpus: SearchedCorpus
    platform: PlanningPlatform
    top_k: int
    reader: str
    _reading: Reading = field(init=False)

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return all that the plan's steps found, the best of each step first."""
        del top_k
        evidence, self._reading = self.platform.read_by_plan(
            question.text,
            method=self.name,
            top_k=self.top_k,
            reader=self.reader,
            documents=self.corpus.list_allowed(question),
            fall_back=False,
        )
        return evidence

    def read(self, question: EvaluationQuestion, evidence: Evidence) -> Reading:
        """Return what the plan came to."""
        del question, evidence
        return self._reading


def plan_settings(variant: Variant, models: PlannerModels) -> dict[str, Any]:
    """Return what shapes a plan's answers beside the code: JSON values, no secrets.

    Raises:
        UsageError: the planner, or the method of its steps, needs a model that is not configured.
    """
    planner, model = choose_planner(variant.planner, models)
    method = DEFAULT_METHOD if variant.method == AUTO else variant.method
    found = {**method_settings(method, models.chat), "planner": planner}
    if model is None:
        return found
    if planner == CHAT:
        shown = models.demonstrations.read_text(encoding="utf-8")
        found = {**found, "demonstrations": content_id("demonstrations", shown)}
    prompts = {**found.get("method_prompts", {}), TASK: load_prompt(TASK).version}
    return {**found, "planner_model": model.name, "method_prompts": prompts}
