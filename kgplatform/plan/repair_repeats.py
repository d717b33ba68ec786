"""Leaves out a last step that asks again what the step before it asked.

Models that learnt patterns of up to three hops go one too far: of a sibling whom the question asks
for once they ask for the sibling. A question that says the word twice ("the father of Ann's
father") means it, and so does a person, so plans from elsewhere are not looked at.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kgplatform.plan.language import (
    FINISH,
    GET_ANSWER,
    Call,
    Plan,
    Reference,
    Text,
    list_references,
)
from kgplatform.plan.patterns import ALL_PATTERNS
from kgplatform.plan.repaired import ReadPlan, Repair
from kgplatform.plan.shapes import pattern_of

__all__ = ["cut_repeats"]

PLACE = "{}"
CONTENT = re.compile(r"[^\W\d_]{4,}")  # shorter words are rarely what is asked for
ASKING = frozenset(("what", "which", "where", "when", "whose", "whom", "does"))
STEM = 5  # letters: "founded" and "founder"
TWICE = 2


def cut_repeats(found: ReadPlan) -> ReadPlan:
    """Return a plan that has been checked without its last steps that ask the same again."""
    while (cut := _cut_last(found)) is not None:
        found = cut
    return found


def _cut_last(found: ReadPlan) -> ReadPlan | None:
    plan = found.plan
    end = next(s for s in plan.statements if getattr(s.value, "function", "") == FINISH)
    last = next(reference.name for reference in list_references(end.value))
    step = _find_step(plan, last)
    if step is None:
        return None
    text, before = step
    earlier = _find_step(plan, before)
    if earlier is None or earlier[0] != text or _is_said_twice(text, plan.question):
        return None
    dropped = _reach(plan, last) - _reach(plan, before)
    finished = replace(end, value=Call(FINISH, (("Answer", Reference(before)),)))
    statements = tuple(
        finished if statement is end else statement
        for statement in plan.statements
        if statement.name not in dropped
    )
    shorter = Plan(statements, plan.question_type)
    pattern = pattern_of(shorter)
    title = ALL_PATTERNS[pattern].title if pattern else plan.question_type
    repair = Repair(end.line, "asks the same again", text.replace(PLACE, f"{{{before}}}"), "")
    repairs = (*found.repairs, repair)
    return replace(found, plan=replace(shorter, question_type=title), repairs=repairs)


def _find_step(plan: Plan, name: str) -> tuple[str, str] | None:
    """Return what a step asks, its placeholder empty, and the answer that it is asked of.

    None where the name is no answer, or the step has not just one answer in it.
    """
    call = plan.find(name)
    if not isinstance(call, Call) or call.function != GET_ANSWER:
        return None
    text: object = call.argument("query")
    while isinstance(text, Reference):
        text = plan.find(text.name)
    if not isinstance(text, Text):
        return None
    references = list(list_references(text))
    if len(references) != 1:
        return None
    asked = "".join(part if isinstance(part, str) else PLACE for part in text.parts)
    return asked, references[0].name


def _is_said_twice(asked: str, question: str) -> bool:
    """Return whether a question has each word of a step twice."""
    words = set(CONTENT.findall(asked.casefold())) - ASKING
    return all(question.casefold().count(word[:STEM]) >= TWICE for word in words)


def _reach(plan: Plan, name: str) -> set[str]:
    """Return a name and all that it rests on."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        value = plan.find(one)
        if one not in reached and value is not None:
            reached.add(one)
            waiting += [reference.name for reference in list_references(value)]
    return reached
