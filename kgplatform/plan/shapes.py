"""The shape of a plan: which pattern it is an instance of, names and words aside.

p is a projection (a sub-question), e an entity, i an intersection, u a union, c a comparison:
p(i(p(e),p(e))) is the paper's ip (figure 3). Parts of i, u and c are in alphabetical order, as
their order means nothing.
"""

from __future__ import annotations

from kgplatform.plan.language import (
    COMPARE,
    FINISH,
    GET_ANSWER,
    INTERSECTION,
    UNION,
    Call,
    Plan,
    Reference,
    Text,
    list_references,
)

__all__ = ["SHAPES", "pattern_of", "shape_of"]

LETTERS = {INTERSECTION: "i", UNION: "u", COMPARE: "c"}

SHAPES = {
    "p(e)": "1p",
    "p(p(e))": "2p",
    "p(p(p(e)))": "3p",
    "i(p(e),p(e))": "2i",
    "i(p(e),p(e),p(e))": "3i",
    "u(p(e),p(e))": "2u",
    "p(i(p(e),p(e)))": "ip",
    "i(p(e),p(p(e)))": "pi",
    "c(p(e),p(e))": "compare",
}
"""The paper's nine patterns by their shape."""


def shape_of(plan: Plan) -> str:
    """Return the shape of a plan that has been checked."""
    calls = (s.value for s in plan.statements if isinstance(s.value, Call))
    end = next(call for call in calls if call.function == FINISH)
    return _shape(end.argument("Answer"), plan)


def pattern_of(plan: Plan) -> str:
    """Return the name of the pattern that a plan follows, '' for another one."""
    return SHAPES.get(shape_of(plan), "")


def _shape(argument: object, plan: Plan) -> str:
    value = argument
    while isinstance(value, Reference):
        value = plan.find(value.name)
    if not isinstance(value, Call):
        return "?"
    if value.function == GET_ANSWER:
        before = sorted(_shape(r, plan) for r in _placeholders(value, plan))
        return f"p({','.join(before) or 'e'})"
    if value.function == COMPARE:
        answers = value.argument("Answers")
        parts: list[object] = list(answers) if isinstance(answers, tuple) else []
    else:
        parts = [part for _, part in value.arguments]
    return f"{LETTERS[value.function]}({','.join(sorted(_shape(p, plan) for p in parts))})"


def _placeholders(call: Call, plan: Plan) -> list[Reference]:
    text: object = call.argument("query")
    while isinstance(text, Reference):
        text = plan.find(text.name)
    return list(dict.fromkeys(list_references(text))) if isinstance(text, Text) else []
