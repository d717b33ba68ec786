"""The sub-questions of a plan as a list, for what asks hop after hop and runs no plan."""

from __future__ import annotations

from kgplatform.plan.language import GET_ANSWER, Call, Plan, Reference, Text

__all__ = ["list_hops"]

UNKNOWN = 0  # no sub-question has that number


def list_hops(plan: Plan) -> tuple[str, ...]:
    """Return the sub-questions of a plan in its order, "{n}" for the answer of the nth.

    A sub-question that needs the outcome of a set operation or comparison has "{0}", which no
    answer fills.
    """
    names: dict[str, int] = {}
    hops: list[str] = []
    for statement in plan.statements:
        value = statement.value
        if not isinstance(value, Call) or value.function != GET_ANSWER:
            continue
        query = value.argument("query")
        text = plan.find(query.name) if isinstance(query, Reference) else query
        if isinstance(text, Text):
            hops.append("".join(_write(part, names) for part in text.parts))
            names[statement.name] = len(hops)
    return tuple(hops) or (plan.question,)


def _write(part: str | Reference, names: dict[str, int]) -> str:
    return part if isinstance(part, str) else f"{{{names.get(part.name, UNKNOWN)}}}"
