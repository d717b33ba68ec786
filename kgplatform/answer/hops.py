"""Reads a question of described entities hop by hop: who or what each is comes first.

"Who leads the team that owns Dockyard?" is answered by one span only where the hops say the same,
or where each of them is bound by what stands there and not chosen by likelihood: of the questions
with a relative clause in the development halves, a span alone was right in one of five.

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
from kgplatform.plan.hops import REFERENCE, fill_references, is_chain, list_hops
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.question.analysis import CHOICE, SPAN, YES_NO, Asked, analyse
from kgplatform.question.direct import has_clause
from kgplatform.records import Step

__all__ = ["are_bound", "is_chosen", "list_parts", "read_hops"]

DESCRIBED = re.compile(r"^the [a-z-]+(?: [a-z-]+)? (?:of|that|who|which) |['’]s [a-z-]+$")
""""The designer of the Fram", "the Fram's designer"; "the city of Oslo" leads on to nothing."""
WHAT_IS = re.compile(r"^What (?:is|are|was|were) (?P<said>the [^{}]+)\?$")
BY_WHO = re.compile(r"^who\b", re.IGNORECASE)


def list_parts(asked: Asked, linguistics: Linguistics) -> tuple[str, ...]:
    """Return the single-hop questions that a question is made of; none where it has one hop.

    A question for an entity has several only where a relative clause describes it.

    "{1}" in one stands for the answer of the first.
    """
    if asked.kind == CHOICE:
        return _describe_sides(asked)
    if asked.kind != YES_NO and not has_clause(asked):
        return ()
    parts = list_hops(plan_by_syntax(asked.text, linguistics))
    if not is_chain(parts):
        return ()
    return _fold_descriptions(parts) if asked.kind == SPAN else parts


def _fold_descriptions(parts: Sequence[str]) -> tuple[str, ...]:
    """Return parts without those that only ask what is described by no role: "the fire of 1931".

    What they describe stands in the part that waits for their answer.
    """
    kept: list[str] = []
    fillers: list[str] = []
    for part in parts:
        text = REFERENCE.sub(lambda match: fillers[int(match[1]) - 1], part)
        described = WHAT_IS.match(text)
        target = analyse(text).target
        is_role = target is not None and target.role
        if described and not is_role and len(fillers) < len(parts) - 1:
            fillers.append(described["said"])
        else:
            kept.append(text)
            fillers.append(f"{{{len(kept)}}}")
    return tuple(kept)


def is_chosen(reading: Reading) -> bool:
    """Return whether a reading was chosen among spans by its likelihood."""
    return any(step.name == "rank_candidates" for step in reading.steps)


def are_bound(reading: Reading) -> bool:
    """Return whether no hop of a reading of `read_hops` was chosen by its likelihood."""
    hops = [step for step in reading.steps if step.name == "read_hop"]
    return bool(hops) and all(hop.detail["bound"] for hop in hops)


def _describe_sides(asked: Asked) -> tuple[str, ...]:
    """Return who or what each described side is, and the choice between what answers that."""
    stated, parts = asked.text, list[str]()
    for option in asked.options:
        who = analyse(f"{'Who' if BY_WHO.match(asked.text) else 'What'} is {option}?")
        if DESCRIBED.search(option) and who.target is not None and who.target.role:
            parts.append(who.text)
            stated = stated.replace(option, f"{{{len(parts)}}}", 1)
    return (*parts, stated) if parts else ()


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
        stated = {"question": question, "answer": reading.answer, "bound": not is_chosen(reading)}
        steps.append(Step("read_hop", stated))
    last = hops[-1]
    return replace(
        last,
        citations=tuple(dict.fromkeys(c for hop in reversed(hops) for c in hop.citations)),
        statements=tuple(dict.fromkeys(s for hop in reversed(hops) for s in hop.statements)),
        steps=(*steps, *last.steps),
        confidence=min(hop.confidence or 0.0 for hop in hops),
        by_fact=all(hop.by_fact for hop in hops),
    )
