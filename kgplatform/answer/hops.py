"""Reads a question of described things hop by hop: who or what each is comes first.

"Was the designer of the Fram born in Larvik?" is "Who is the designer of the Fram?", and then "Was
Colin Archer born in Larvik?", both answered from the same evidence. The sub-questions are those of
the syntactic planner, or the described sides of a choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from kgplatform.answer.reading import Reading
from kgplatform.models.linguistics import Linguistics
from kgplatform.plan.hops import fill_references, is_chain, list_hops
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.question.analysis import CHOICE, YES_NO, Asked, analyse
from kgplatform.records import Step

__all__ = ["list_parts", "read_hops"]

DESCRIBED = re.compile(r"^the [a-z-]+(?: [a-z-]+)? (?:of|that|who|which) |['’]s [a-z-]+$")
""""The designer of the Fram", "the Fram's designer"; "the city of Oslo" leads on to nothing."""
BY_WHO = re.compile(r"^who\b", re.IGNORECASE)


def list_parts(asked: Asked, linguistics: Linguistics) -> tuple[str, ...]:
    """Return the single-hop questions of one of yes and no, or a choice; none where it has one hop.

    "{1}" in one stands for the answer of the first.
    """
    if asked.kind == CHOICE:
        return _describe_sides(asked)
    if asked.kind != YES_NO:
        return ()
    parts = list_hops(plan_by_syntax(asked.text, linguistics))
    return parts if is_chain(parts) else ()


def _describe_sides(asked: Asked) -> tuple[str, ...]:
    """Return who or what each described side is, and the choice between what answers that."""
    told, parts = asked.text, list[str]()
    for option in asked.options:
        who = analyse(f"{'Who' if BY_WHO.match(asked.text) else 'What'} is {option}?")
        if DESCRIBED.search(option) and who.target is not None and who.target.role:
            parts.append(who.text)
            told = told.replace(option, f"{{{len(parts)}}}", 1)
    return (*parts, told) if parts else ()


def read_hops(parts: Sequence[str], read_part: Callable[[str], Reading]) -> Reading | None:
    """Return the answer of the last part, resting on those before it; None where one has none.

    Args:
        parts: see `list_parts`.
        read_part: answers a single-hop question, or abstains.
    """
    if not parts:
        return None
    hops: list[Reading] = []
    steps: list[Step] = []
    for part in parts:
        question = fill_references(part, [hop.answer for hop in hops])
        reading = read_part(question) if question else None
        if reading is None or reading.abstained:
            return None
        hops.append(reading)
        steps.append(Step("read_hop", {"question": question, "answer": reading.answer}))
    last = hops[-1]
    return replace(
        last,
        citations=tuple(dict.fromkeys(c for hop in reversed(hops) for c in hop.citations)),
        statements=tuple(dict.fromkeys(s for hop in reversed(hops) for s in hop.statements)),
        steps=(*steps, *last.steps),
        confidence=min(hop.confidence or 0.0 for hop in hops),
        by_fact=all(hop.by_fact for hop in hops),
    )
