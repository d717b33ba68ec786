"""Runs a plan (Wang et al. 2024, section 3.4): sub-questions answered, sets and values computed.

Steps that do not wait for one another run at once, in one bounded pool. Answers are lists: a
sub-question with a placeholder is asked once for each of its answers. A step that fails leaves the
steps that need it undone, and the execution says so; nothing is made up.

Departures: comparisons are by value where values can be read (the paper asks the QA model each
time); set operations compare entities, not strings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from itertools import islice, product
from typing import Any

from kgplatform.events import carry
from kgplatform.pipelines.plan.answering import Answered, Answerer, SubQuestion
from kgplatform.pipelines.plan.compare import compare, join_spans
from kgplatform.pipelines.plan.options import list_options, widen_options
from kgplatform.pipelines.plan.outcome import Execution, StepResult
from kgplatform.pipelines.plan.values import Item, intersect, unite
from kgplatform.plan.check import check_plan
from kgplatform.plan.language import (
    COMPARE,
    FINISH,
    GET_ANSWER,
    INTERSECTION,
    SEARCH,
    UNION,
    Argument,
    Call,
    Plan,
    Reference,
    Text,
    list_references,
)
from kgplatform.plan.syntax.comparisons import LIVED

__all__ = ["DEFAULT_MOST_VALUES", "DEFAULT_WORKERS", "Judge", "execute"]

DEFAULT_WORKERS = 4
TWO = 2  # dates that a life is given by
DEFAULT_MOST_VALUES = 10
"""Answers of one step that the next is asked for: more are mostly a plan that went astray."""

Judge = Callable[[str, Sequence[tuple[str, str]]], Answered]
"""From the original question and (sub-question, its answer) to an answer: a model's judgement of
a comparison that values alone do not decide."""


def execute(
    plan: Plan,
    answer: Answerer,
    *,
    workers: int = DEFAULT_WORKERS,
    most_values: int = DEFAULT_MOST_VALUES,
    judge: Judge | None = None,
) -> Execution:
    """Run a plan to its answer.

    Args:
        plan: is checked first.
        answer: answers a sub-question.
        workers: sub-questions asked at once.
        most_values: of a placeholder's answers, the sub-question is asked for the first so many.
        judge: decides comparisons that values do not.

    Raises:
        PlanError: the plan cannot be run.
        KgPlatformError: a service that a step needs is not available.
    """
    check_plan(plan)
    run = _Run(plan, most_values=most_values, judge=judge)
    with ThreadPoolExecutor(workers, thread_name_prefix="plan") as pool:
        run.all(answer, pool)
    names = [s.name for s in plan.statements if s.name in run.done]
    steps = tuple(run.done[name] for name in names)
    final = next(step for step in steps if step.function == FINISH)
    return Execution(final.items, steps, complete=not any(step.problem for step in steps))


@dataclass
class _Waiting:
    """A step whose sub-questions are being asked."""

    questions: list[SubQuestion]
    futures: list[Future[Answered]]
    problem: str = ""


@dataclass
class _Run:
    """The state of one execution; only the calling thread changes it."""

    plan: Plan
    most_values: int
    judge: Judge | None
    done: dict[str, StepResult] = field(default_factory=dict)

    def all(self, answer: Answerer, pool: ThreadPoolExecutor) -> None:
        """Do every step as soon as what it needs is there."""
        calls = {
            s.name: s.value
            for s in self.plan.statements
            if isinstance(s.value, Call) and s.value.function != SEARCH
        }
        order = TopologicalSorter({name: self._needs(call) for name, call in calls.items()})
        order.prepare()
        waiting: dict[str, _Waiting] = {}
        while order.is_active():
            for name in order.get_ready():
                call = calls[name]
                if call.function == GET_ANSWER:
                    waiting[name] = self._ask(call, answer, pool)
                else:
                    self.done[name] = self._compute(name, call)
                    order.done(name)
            pending = [f for w in waiting.values() for f in w.futures if not f.done()]
            if pending and all(not _is_over(w) for w in waiting.values()):
                wait(pending, return_when=FIRST_COMPLETED)
            for name in [name for name, w in waiting.items() if _is_over(w)]:
                self.done[name] = _collect(name, waiting.pop(name))
                order.done(name)

    def _needs(self, call: Call) -> set[str]:
        """Return the steps that a call waits for, looking through texts and searches."""
        found: set[str] = set()
        unseen = list(list_references(call))
        while unseen:
            name = unseen.pop().name
            value = self.plan.find(name)
            if isinstance(value, Call) and value.function != SEARCH:
                found.add(name)
            elif value is not None:
                unseen += list_references(value)
        return found

    def _ask(self, call: Call, answer: Answerer, pool: ThreadPoolExecutor) -> _Waiting:
        """Start asking a sub-question, once for each value of its placeholders."""
        name, text = self._text(call.argument("query"))
        info = self._follow(call.argument("info"))
        query = self._text(info.argument("query"))[1] if isinstance(info, Call) else text
        names = list(dict.fromkeys(r.name for t in (text, query) for r in list_references(t)))
        lists = [self._items(Reference(n)) for n in names]
        empty = [n for n, items in zip(names, lists, strict=True) if not items]
        if empty:
            return _Waiting([], [], f"not asked, because {' and '.join(empty)} has no answer")
        total = 1
        for items in lists:
            total *= len(items)
        chosen = islice(product(*lists), self.most_values)
        questions = [
            SubQuestion(
                name,
                _fill(text, dict(zip(names, values, strict=True))),
                _fill(query, dict(zip(names, values, strict=True))),
                tuple(zip(names, values, strict=True)),
            )
            for values in chosen
        ]
        over = total - len(questions)
        problem = f"asked for {len(questions)} of {total} answers before it" if over > 0 else ""
        return _Waiting(questions, [pool.submit(carry(answer), q) for q in questions], problem)

    def _compute(self, name: str, call: Call) -> StepResult:
        match call.function:
            case "Compare":
                return self._compare(name, call)
            case "Finish_The_Plan":
                return StepResult(name, FINISH, self._items(call.argument("Answer")))
            case _:
                return self._combine(name, call)

    def _combine(self, name: str, call: Call) -> StepResult:
        lists = [self._items(argument) for _, argument in call.arguments]
        stated = [_written(argument) for _, argument in call.arguments]
        failed = [
            f"{name} has no answer"
            for name, argument, items in zip(stated, call.arguments, lists, strict=True)
            if not items and self._problem(argument[1])
        ]
        problem = " and ".join(failed)
        if call.function == UNION:
            if problem and any(lists):
                problem += ", so the union may lack some"
            return StepResult(name, UNION, unite(lists), problem=problem)
        items = () if failed else intersect(lists)
        return StepResult(name, INTERSECTION, items, problem=problem)

    def _compare(self, name: str, call: Call) -> StepResult:
        question = self._asked_text(call.argument("Original_Query"))
        subquestions = [self._asked_text(a) for a in _as_list(call.argument("Subquestions"))]
        answers = [self._items(a) for a in _as_list(call.argument("Answers"))]
        sides = tuple(_as_list(call.argument("Subquestions")))
        compared: Sequence[Sequence[Item]] = answers
        if LIVED.search(question) and len(sides) > TWO and len(sides) % TWO == 0:
            compared, sides = join_spans(answers), sides[::TWO]
        decision = compare(question, self._options(question, sides), compared)
        detail: tuple[tuple[str, Any], ...] = (("compared", decision.compared),)
        if decision.problem and self.judge and all(answers):
            known = [
                (asked, "; ".join(item.text for item in items))
                for asked, items in zip(subquestions, answers, strict=True)
            ]
            answered = self.judge(question, known)
            pairs = ((SubQuestion(name, question, question), answered),)
            detail = (*detail, ("by_value", decision.problem))
            return StepResult(name, COMPARE, answered.items, pairs, answered.problem, detail)
        return StepResult(name, COMPARE, decision.items, (), decision.problem, detail)

    def _options(self, question: str, sides: tuple[Argument | None, ...]) -> list[str]:
        """Return what the sides of a comparison are called, in the question's words if it can be.

        Where a side's sub-question has an answer in it ("When was {Ans_1} born?"), the side is what
        that answer's own sub-question is about: the first that the question names.
        """
        levels = [[self._asked_text(side) for side in sides]]
        while sides and all(before := [self._question_before(side) for side in sides]):
            sides = tuple(before)
            levels.append([self._asked_text(side) for side in sides])
        for asked in reversed(levels):
            options = list_options(asked)
            if all(option in question for option in options):
                return widen_options(options, asked, question)
        return list_options(levels[0])

    def _question_before(self, argument: Argument | None) -> Argument | None:
        """Return the sub-question whose answer a sub-question has in it."""
        _, text = self._text(argument)
        before = next((self._follow(reference) for reference in list_references(text)), None)
        return before.argument("query") if isinstance(before, Call) else None

    def _follow(self, argument: Argument | None) -> Argument | Call | None:
        """Return what a name stands for in the end."""
        value: Argument | Call | None = argument
        while isinstance(value, Reference):
            value = self.plan.find(value.name)
        return value

    def _text(self, argument: Argument | None) -> tuple[str, Text]:
        value = self._follow(argument)
        name = argument.name if isinstance(argument, Reference) else ""
        return name, value if isinstance(value, Text) else Text(())

    def _asked_text(self, argument: Argument | None) -> str:
        """Return a text with its placeholders filled by all their answers."""
        _, text = self._text(argument)
        return "".join(
            part if isinstance(part, str) else ", ".join(i.text for i in self._items(part))
            for part in text.parts
        )

    def _step(self, argument: Argument | None) -> StepResult | None:
        name = argument.name if isinstance(argument, Reference) else ""
        while name and name not in self.done:
            value = self.plan.find(name)
            name = value.name if isinstance(value, Reference) else ""
        return self.done.get(name)

    def _items(self, argument: Argument | None) -> tuple[Item, ...]:
        step = self._step(argument)
        return step.items if step else ()

    def _problem(self, argument: Argument) -> str:
        step = self._step(argument)
        return step.problem if step else ""


def _is_over(waiting: _Waiting) -> bool:
    return all(future.done() for future in waiting.futures)


def _collect(name: str, waiting: _Waiting) -> StepResult:
    """Return an asked step; answers to all its values are one list, each once."""
    answered = [future.result() for future in waiting.futures]
    items = unite([one.items for one in answered])
    failed = [one.problem or "nothing was found" for one in answered if not one.items]
    stated = [waiting.problem] if waiting.problem and (items or not answered) else []
    if items and failed:
        stated.append(f"no answer for {len(failed)} of {len(answered)}")
    problem = "; ".join((*stated, *dict.fromkeys(failed)))
    pairs = tuple(zip(waiting.questions, answered, strict=True))
    return StepResult(name, GET_ANSWER, items, pairs, problem)


def _fill(text: Text, values: dict[str, Item]) -> str:
    return "".join(p if isinstance(p, str) else values[p.name].text for p in text.parts)


def _as_list(argument: Argument | None) -> tuple[Argument, ...]:
    return argument if isinstance(argument, tuple) else ()


def _written(argument: Argument) -> str:
    return argument.name if isinstance(argument, Reference) else "a value"
