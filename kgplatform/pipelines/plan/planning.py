"""Answers by plan: from a question to its plan, and from a plan to an answer of the platform.

The room plan/ knows neither methods nor readers; here they are handed to it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kgplatform.answer.abstaining import tell_abstention
from kgplatform.answer.reader import DEFAULT_TOP_K
from kgplatform.answer.reading import Reading
from kgplatform.models.conversation import UnusableReply
from kgplatform.pipelines.plan.answerers import TEXT, make_answerer, read_part
from kgplatform.pipelines.plan.answering import Answered
from kgplatform.pipelines.plan.executor import execute
from kgplatform.pipelines.plan.outcome import Execution, ask_whole
from kgplatform.pipelines.plan.values import Item
from kgplatform.pipelines.plan.variants import PLANNERS, SYNTACTIC, TUNED, choose_planner
from kgplatform.plan import PLAN
from kgplatform.plan.check import check_plan
from kgplatform.plan.completeness import find_gaps
from kgplatform.plan.in_context import SHOWN, plan_in_context
from kgplatform.plan.language import Plan
from kgplatform.plan.printer import print_plan
from kgplatform.plan.repair import read_plan
from kgplatform.plan.repaired import Repair
from kgplatform.plan.shapes import pattern_of
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.question.analysis import analyse
from kgplatform.question.limits import check_length, check_question
from kgplatform.records import Answer, Evidence, ScoredPassage, Step, Usage
from kgplatform.records.json import to_json
from kgplatform.runtime.resources import Resources

__all__ = [
    "PLANNERS",
    "Planned",
    "answer_by_plan",
    "answer_plan_text",
    "make_plan",
    "read_by_plan",
    "run_plan",
]

MS_PER_S = 1000


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

    def tell(self) -> Step:
        """Return the plan as commands print it."""
        told: dict[str, Any] = {
            "planner": self.planner,
            "pattern": pattern_of(self.plan),
            "plan": print_plan(self.plan),
        }
        if self.repairs:
            told["repairs"] = [to_json(repair) for repair in self.repairs]
        if self.gaps:
            told["first_plan_left_out"] = list(self.gaps)
        if self.note:
            told["model_reply_unusable"] = self.note
        return Step("plan", told)


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


def run_plan(
    resources: Resources,
    plan: Plan,
    *,
    top_k: int,
    method: str = "auto",
    reader: str = "auto",
    documents: Sequence[str] | None = None,
    over: str = TEXT,
    fall_back: bool = True,
    whole: str = "",
) -> Execution:
    """Execute a plan; see `make_answerer` and `Platform.retrieve` for the arguments not here.

    Args:
        resources: whose graph and models.
        plan: is checked first.
        whole: the question that is asked itself where the plan comes to nothing that can be its
            answer; '' for none.

    Raises:
        PlanError: the plan cannot be run.
        KgPlatformError: what retrieving and reading raise.
    """
    check_plan(plan)
    answerer = make_answerer(
        resources,
        over=over,
        method=method,
        top_k=top_k,
        reader=reader,
        documents=documents,
        fall_back=fall_back,
    )

    def judge(question: str, known: Sequence[tuple[str, str]]) -> Answered:
        return _judge(resources, reader, question, known, fall_back=fall_back)

    execution = execute(plan, answerer, judge=judge if resources.chat else None)
    if not whole or analyse(whole).admits([item.text for item in execution.items]):
        return execution
    return ask_whole(execution, whole, answerer)


def answer_by_plan(resources: Resources, planned: Planned, question: str, **how: Any) -> Answer:
    """Return a plan's answer in the platform's form; `how` is what `run_plan` takes.

    The answer is not recorded: its question_id is empty.
    """
    started = time.perf_counter()
    evidence, reading = read_by_plan(resources, planned, **how)
    total = round((time.perf_counter() - started) * MS_PER_S, 1)
    answer = Answer(
        question_id="",
        question=question,
        answer=reading.answer,
        abstained=reading.abstained,
        method=PLAN,
        reader=reading.reader,
        evidence=reading.citations,
        statements=reading.statements,
        steps=evidence.steps,
        usage=evidence.usage,
        timings_ms={"retrieve": 0.0, "read": 0.0, "total": total},
    )
    return tell_abstention(
        answer, evidence, resources.linguistics.split_sentences, resources.embedder
    )


def read_by_plan(resources: Resources, planned: Planned, **how: Any) -> tuple[Evidence, Reading]:
    """Return what a plan's steps found, with what all of it cost, and the answer.

    A plan finds and reads in turns: the answer is not read from the evidence as a whole, and its
    own usage is none. `how` is what `run_plan` takes.
    """
    execution = run_plan(resources, planned.plan, **how)
    steps = (planned.tell(), *execution.tell())
    usage = planned.usage + execution.usage
    readers = {answered.source for step in execution.steps for _, answered in step.asked}
    reading = Reading(
        execution.answer,
        abstained=not execution.items,
        reader="llm" if "llm reader" in readers else "extractive",
        citations=execution.citations,
        statements=execution.statements,
    )
    return replace(execution.evidence, steps=steps, usage=usage), reading


def answer_plan_text(resources: Resources, text: str, **how: Any) -> tuple[Planned, Answer]:
    """Return the plan in a text and its answer, not recorded; slips in the text are set right.

    Raises:
        PlanError: there is no plan in it, or it cannot be run.
        UsageError: it asks too long a question.
    """
    for line in text.split("\n"):  # a sub-question stands on one
        check_length(line)
    found = read_plan(text)
    planned = Planned(found.plan, "file", found.repairs)
    question = planned.plan.question or "(a plan without a question)"
    return planned, answer_by_plan(resources, planned, question, **{"top_k": DEFAULT_TOP_K, **how})


def _judge(
    resources: Resources,
    reader: str,
    question: str,
    known: Sequence[tuple[str, str]],
    *,
    fall_back: bool,
) -> Answered:
    """Let the reader decide a comparison from the answers alone (appendix C.2, Compare)."""
    facts = [
        ScoredPassage(f"sub-answer {number}", "", asked, "", f"{asked} {answer}.", 1.0)
        for number, (asked, answer) in enumerate(known, start=1)
    ]
    reading = read_part(
        resources, question, Evidence(passages=tuple(facts)), reader=reader, fall_back=fall_back
    )
    if reading.abstained:
        return Answered(usage=reading.usage, problem="the reader cannot compare the sides")
    source = f"{reading.reader} reader"
    return Answered((Item(reading.answer),), usage=reading.usage, source=source)
