"""What is said about the one entity that a question leads to: "the designer of the Fram".

Where a sentence about the named entity says outright who that is ("designed by Colin Archer"), only
what is stated of him answers, though something like it is stated of others who come near the Fram.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.answer.evidence.entity_distance import OUTRIGHT
from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.question.analysis import Asked
from kgplatform.text.words import fold, occurrences

__all__ = ["find_unled", "keep_led_to"]

KIN = frozenset(("father", "mother", "spouse", "child", "sibling"))
Ranked = list[tuple[Candidate, float]]


def keep_led_to(asked: Asked, view: EvidenceView, ranked: Ranked) -> Ranked:
    """Return what is said about the entity led to, only the best if that says what is asked.

    What is said about the entity that the question names itself is left out.

    Args:
        asked: the question; others than those of several steps are left alone.
        view: the evidence.
        ranked: candidates with their scores, best first.
    """
    target = asked.target
    ranked = [pair for pair in ranked if not _is_of_named(asked, pair[0])]
    if len(asked.bridges) != 1 or target is None or not target.has_cue:
        return ranked
    led = _find_led_to(view)
    kept = [(candidate, score) for candidate, score in ranked if _is_of(led, view, candidate)]
    return kept if kept and _states(asked, kept[0][0]) else ranked


def find_unled(asked: Asked, view: EvidenceView) -> str:
    """Return the relative of a named entity that no passage about or with it mentions; else ""."""
    kin = [bridge for bridge in asked.bridges[:1] if bridge.name in KIN]
    about = [
        passage
        for passage in view.passages
        if passage.reach[0] > 0 or any(occurrences(name, passage.text) for name in asked.names)
    ]
    stated = [bridge for bridge in kin for p in about if bridge.states.search(p.text.casefold())]
    return kin[0].name if kin and about and not stated else ""


def _is_of_named(asked: Asked, candidate: Candidate) -> bool:
    """Return whether something is said about what the question names, and not of what it leads to.

    "He was born in Borge" says nothing about his mother.
    """
    passage, sentence = candidate.passage, candidate.sentence
    said = passage.text[sentence.start : sentence.end].casefold()
    if not asked.bridges or any(bridge.states.search(said) for bridge in asked.bridges):
        return False
    named = [name for name in asked.names if fold(name) == fold(passage.title)]
    return any(passage.is_about(name, sentence, candidate.start) for name in named)


def _find_led_to(view: EvidenceView) -> Sequence[int]:
    """Return the passages about what a sentence of a named entity leads to outright."""
    return [
        target
        for (source, target), strength in view.links.items()
        if strength == OUTRIGHT
        and view.passages[source].reach[0] == 1.0
        and not view.passages[target].reach[0]
    ]


def _is_of(led: Sequence[int], view: EvidenceView, candidate: Candidate) -> bool:
    """Return whether something is said about the entity led to, and is not that entity."""
    passage, titles = candidate.passage, [view.passages[number].title for number in led]
    if any(fold(candidate.text) == fold(title) for title in titles):
        return False
    return passage.number in led or any(
        passage.is_about(title, candidate.sentence, candidate.start) for title in titles
    )


def _states(asked: Asked, candidate: Candidate) -> bool:
    """Return whether a candidate is of the kind asked for, next to words that state it."""
    said = candidate.passage.text[candidate.sentence.start : candidate.sentence.end].casefold()
    is_stated = asked.target is not None and asked.target.states.search(said) is not None
    return is_stated and candidate.type == asked.answer_type
