"""What a chain of sub-questions leaves unasked: the sign of a plan with a hop too few.

A model's commonest fault is to stop early, as at "Who directed Jaws?" where Jaws's director was
born, or to copy the question into its first step. Both show in the words alone, by what the room
answer/ knows of questions; it is handed to the planner.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.plan.hops import list_hops
from kgplatform.plan.language import Plan
from kgplatform.plan.shapes import CHAINS, pattern_of
from kgplatform.question.analysis import Asked, analyse
from kgplatform.text.words import content_stems, split_words

__all__ = ["find_gaps"]


def find_gaps(plan: Plan) -> tuple[str, ...]:
    """Return what a chain leaves unasked; nothing for plans of other patterns.

    Returns:
        the words of the question that no sub-question has, where they are more than its bridges:
        a bridge may take the noun of what it leads to with it, as "school" in "Where was Ada
        educated?"; the relation asked for, where no sub-question asks for it; and the
        sub-questions that ask two questions at once.
    """
    if pattern_of(plan) not in CHAINS:
        return ()
    hops = list_hops(plan)
    asked = [analyse(hop) for hop in hops]
    unasked = _list_unasked(plan.question, hops)
    gaps = unasked if len(unasked) >= len(hops) else ()
    target = analyse(plan.question).target
    relations = {relation.name for hop in asked for relation in hop.relations}
    missed = (target.name,) if target and target.name not in relations else ()
    return (*gaps, *missed, *(hop.text for hop in asked if _asks_two(hop)))


def _list_unasked(question: str, hops: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a question that are in no sub-question, each once."""
    unasked = content_stems(question) - content_stems(" ".join(hops))
    words = {
        word.stem: question[word.start : word.end]
        for word in split_words(question)
        if word.stem in unasked
    }
    return tuple(words.values())


def _asks_two(asked: Asked) -> bool:
    return bool(asked.bridges) and len({relation.name for relation in asked.relations}) > 1
