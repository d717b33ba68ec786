"""Answers a question by its plan: each step is retrieved and read, the rest is computed.

The room plan/ knows neither methods nor readers; here they are injected.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kgplatform.answer.reading import Reading
from kgplatform.errors import UsageError
from kgplatform.events import RETRIEVAL, evidence_fields, observe
from kgplatform.pipelines.direct import Outcome, check_asked, make_answer
from kgplatform.pipelines.observed import observe_answer
from kgplatform.pipelines.plan.answerers import TEXT, make_answerer, read_part
from kgplatform.pipelines.plan.answering import Answered
from kgplatform.pipelines.plan.executor import execute
from kgplatform.pipelines.plan.outcome import Execution, ask_whole
from kgplatform.pipelines.plan.planning import Planned, make_plan
from kgplatform.pipelines.plan.values import Item
from kgplatform.pipelines.plan.variants import FORM, PlanOptions, find_plan
from kgplatform.pipelines.protocol import AnswerOptions
from kgplatform.plan import PLAN
from kgplatform.plan.check import check_plan
from kgplatform.plan.language import Plan
from kgplatform.plan.repair import read_plan
from kgplatform.question.analysis import analyse
from kgplatform.question.limits import check_length
from kgplatform.records import Answer, Evidence, Question, ScoredPassage
from kgplatform.runtime.resources import Resources

__all__ = ["ByPlan", "answer_plan_text", "open_by_plan", "run_plan"]

NO_QUESTION = "(a plan without a question)"


@dataclass(frozen=True, slots=True)
class ByPlan:
    """Plans a question, and answers by its plan; where that comes to nothing, by asking itself.

    Args:
        resources: whose graph and models.
        name: of the method, as the answer names it.
        options: who plans, and what finds the passages of each step.
        how: how it answers.
    """

    resources: Resources
    name: str
    options: PlanOptions
    how: AnswerOptions = field(default_factory=AnswerOptions)

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        """Return all that the steps found, the best of each first, with what it cost.

        `top_k` passages are found for each step. See `Platform.retrieve` for what is raised.
        """
        how = replace(self.how, top_k=top_k, explains=False)
        shown = self.resources.settings.log_content
        with observe(RETRIEVAL, shows_content=shown, method=self.name, top_k=top_k) as seen:
            seen.add_content(question=lambda: question.text)
            found = replace(self, how=how).answer(question).measured.retrieved
            seen.add(**evidence_fields(found))
        return found

    def answer(self, question: Question) -> Answer:
        """Return the answer; see `Platform.ask` for what is raised.

        Raises:
            UnusableReply: the model wrote no plan, and `how.fall_back` is off.
        """
        check_asked(question.text, self.how.top_k)
        started = time.perf_counter()
        planned = make_plan(
            self.resources,
            question.text,
            planner=self.options.planner,
            fall_back=self.how.fall_back,
        )
        execution = run_plan(
            self.resources,
            planned.plan,
            self.how,
            method=self.options.method,
            documents=question.documents,
            whole=question.text,
        )
        outcome = _sum_up(planned, execution, started)
        return make_answer(self.resources, question.text, outcome, self.how, method=self.name)


def open_by_plan(resources: Resources, method: str, how: AnswerOptions) -> ByPlan:
    """Return the pipeline of a form of plan.

    Raises:
        UsageError: the method is none.
    """
    options = find_plan(method)
    if options is None:
        raise UsageError(f"There is no method '{method}': choose {PLAN} or {FORM}.")
    return ByPlan(resources, method, options, how)


def answer_plan_text(
    resources: Resources,
    text: str,
    how: AnswerOptions,
    *,
    method: str = "auto",
    over: str = TEXT,
    documents: tuple[str, ...] | None = None,
    record: Callable[[Answer], Answer] = lambda answer: answer,
) -> tuple[Planned, Answer]:
    """Return the plan in a text and its answer; slips in the text are set right.

    Args:
        resources: whose graph and models.
        text: the plan, with whatever stands around it.
        how: how each step is answered.
        method: that finds the passages of each step, or "auto".
        over: what answers the steps: one of SOURCES.
        documents: ids of the only documents to look in; None: all.
        record: keeps the answer, and returns it as it is kept; by default nothing is kept.

    Raises:
        PlanError: there is no plan in it, or it cannot be run.
        UsageError: it asks too long a question.
    """
    for line in text.split("\n"):  # a sub-question stands on one
        check_length(line)
    started = time.perf_counter()
    found = read_plan(text)
    planned = Planned(found.plan, "file", found.repairs)
    question = planned.plan.question or NO_QUESTION

    def answer() -> Answer:
        execution = run_plan(
            resources, planned.plan, how, method=method, over=over, documents=documents
        )
        outcome = _sum_up(planned, execution, started)
        return record(make_answer(resources, question, outcome, how, method=PLAN))

    shown = resources.settings.log_content
    return planned, observe_answer(
        question, answer, method=PLAN, top_k=how.top_k, shows_content=shown
    )


def run_plan(
    resources: Resources,
    plan: Plan,
    how: AnswerOptions,
    *,
    method: str = "auto",
    over: str = TEXT,
    documents: tuple[str, ...] | None = None,
    whole: str = "",
) -> Execution:
    """Execute a plan; see `answer_plan_text` for the arguments not here.

    Args:
        resources: whose graph and models.
        plan: is checked first.
        how: how each step is answered.
        method: that finds the passages of each step, or "auto".
        over: one of SOURCES.
        documents: ids of the only documents to look in; None: all.
        whole: the question that is asked itself where the plan comes to nothing that can be its
            answer; '' for none.

    Raises:
        PlanError: the plan cannot be run.
        KgPlatformError: what retrieving and reading raise.
    """
    check_plan(plan)
    answerer = make_answerer(resources, how, method=method, over=over, documents=documents)

    def judge(question: str, known: Sequence[tuple[str, str]]) -> Answered:
        return _judge(resources, how, question, known)

    execution = execute(plan, answerer, judge=judge if resources.chat else None)
    if not whole or analyse(whole).admits([item.text for item in execution.items]):
        return execution
    return ask_whole(execution, whole, answerer)


def _judge(
    resources: Resources, how: AnswerOptions, question: str, known: Sequence[tuple[str, str]]
) -> Answered:
    """Let the reader decide a comparison from the answers alone (appendix C.2, Compare)."""
    facts = [
        ScoredPassage(f"sub-answer {number}", "", asked, "", f"{asked} {answer}.", 1.0)
        for number, (asked, answer) in enumerate(known, start=1)
    ]
    reading = read_part(resources, Question(question), Evidence(passages=tuple(facts)), how)
    if reading.abstained:
        return Answered(usage=reading.usage, problem="the reader cannot compare the sides")
    source = f"{reading.reader} reader"
    return Answered((Item(reading.answer),), usage=reading.usage, source=source)


def _sum_up(planned: Planned, execution: Execution, started: float) -> Outcome:
    """Return what came of a plan, with what planning and all steps cost.

    A plan finds and reads in turns: the answer is not read from the evidence as a whole, and its
    own usage is none.
    """
    readers = {answered.source for step in execution.steps for _, answered in step.asked}
    reading = Reading(
        execution.answer,
        abstained=not execution.items,
        reader="llm" if "llm reader" in readers else "extractive",
        citations=execution.citations,
        statements=execution.statements,
    )
    steps = (planned.describe(), *execution.describe())
    usage = planned.usage + execution.usage
    evidence = replace(execution.evidence, steps=steps, usage=usage)
    return Outcome(evidence, evidence, reading, time.perf_counter() - started, 0.0)
