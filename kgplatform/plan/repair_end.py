"""Ends plans where they end: models go on with questions of their own, or stop before the end."""

from __future__ import annotations

from kgplatform.plan.check import find_problems
from kgplatform.plan.language import FINISH, FUNCTIONS, ORIGINAL_QUESTION, Plan, Statement
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.repaired import Repair

__all__ = ["FINAL", "cut_after_finish", "finish"]

FINAL = "Final_Answer"


def cut_after_finish(plan: Plan) -> tuple[Plan, list[Repair]]:
    """Leave out what follows the end: models go on with questions of their own."""
    for place, statement in enumerate(plan.statements):
        is_end = getattr(statement.value, "function", "") == FINISH
        following = plan.statements[place + 1 :]
        starts_anew = any(s.name == ORIGINAL_QUESTION for s in following)
        if is_end and following and starts_anew:
            kept = Plan(plan.statements[: place + 1], plan.question_type)
            stated = f"{len(following)} statements"
            return kept, [Repair(following[0].line, "goes on after the end", stated, "")]
    return plan, []


def finish(plan: Plan) -> tuple[Plan, list[Repair]]:
    """End a plan whose only fault is that it has no end, if its last result is not used."""
    problems = [problem for problem in find_problems(plan) if problem.fatal]
    last = plan.statements[-1]
    if (
        len(problems) != 1
        or FINISH not in problems[0].message
        or "never" not in problems[0].message
    ):
        return plan, []
    function = FUNCTIONS.get(getattr(last.value, "function", ""))
    if function is None or function.returns not in FUNCTIONS[FINISH].parameters["Answer"]:
        return plan, []
    name = last.name if last.name != FINAL else "Result"
    end = parse_plan(f"{FINAL}: str = {FINISH}(Answer = {name})").statements[0]
    named = Statement(name, last.value, last.line, last.column)
    written = f"{FINISH}(Answer = {name})"
    repairs = [Repair(last.line, "no end", "", f"{FINAL} = {written}")]
    return Plan((*plan.statements[:-1], named, end), plan.question_type), repairs
