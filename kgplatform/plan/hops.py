"""The sub-questions of a plan as a list, for what asks hop after hop and runs no plan.

"{n}" in one stands for the answer of the nth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgplatform.plan.language import GET_ANSWER, Call, Plan, Reference, Text

__all__ = ["REFERENCE", "fill_references", "is_chain", "list_hops"]

REFERENCE = re.compile(r"\{(\d+)\}")
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


def is_chain(parts: Sequence[str]) -> bool:
    """Return whether each of several parts but the last is waited for: that one has the answer."""
    named = {int(number) for part in parts for number in REFERENCE.findall(part)}
    return len(parts) > 1 and named >= set(range(1, len(parts)))


def fill_references(part: str, answers: Sequence[str]) -> str | None:
    """Return a single-hop question with answers for its "{n}"; None where one is missing."""
    named = [int(number) for number in REFERENCE.findall(part)]
    if any(not 1 <= number <= len(answers) or not answers[number - 1] for number in named):
        return None
    return REFERENCE.sub(lambda match: answers[int(match[1]) - 1], part)
