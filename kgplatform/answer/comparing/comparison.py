"""Answers to "which of the two" and "are both": look the same attribute up on both sides, compare.

A side is a passage whose title the question names, or the passage that one leads to ("whose
director is younger" looks at the directors). Which side wins is said by the comparing word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from kgplatform.answer.comparing.compared import (
    Side,
    Value,
    is_country,
    list_countries,
    look_up,
    wants_smaller,
)
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.question.analysis import Asked, analyse
from kgplatform.question.comparisons import SAME_COUNTRY
from kgplatform.text.words import base_title, content_stems, fold

__all__ = ["Comparison", "choose", "decide"]

COUNTRY = re.compile(r"\b(?:nationality|country)\b", re.IGNORECASE)
PLURAL = re.compile(r"\b([a-z]+[eo]r)s\b")  # "the directors of both films"
NAME_CUTOFF = 75.0  # rapidfuzz score of 100; a question often shortens or misspells a title
LEAST_COVERED = 0.5  # share of the question's own words that a side must hold for a "yes"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome: the answer, the sentences it rests on, and what was compared on both sides.

    It is `certain` where the same attribute was found on both sides.
    """

    answer: str
    support: tuple[tuple[PassageView, Sentence], ...]
    compared: dict[str, str]
    certain: bool


def choose(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Choose one of the question's two options; None when a side is not in the evidence.

    The answer is empty where one passage is about both, and what is compared was not found of
    each: by its words alone, the sides cannot be distinguished.
    """
    sides = [_find_side(asked, view, option) for option in asked.options]
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        return None
    left, right = sides[0], sides[1]
    lowered = asked.text.casefold()
    for option in asked.options:
        lowered = lowered.replace(option.casefold(), " ")
    found = [look_up(lowered, view, side) for side in (left, right)]
    if found[0] is not None and found[1] is not None and found[0].number != found[1].number:
        smaller = left if found[0].number < found[1].number else right
        larger = right if smaller is left else left
        winner = smaller if wants_smaller(lowered) else larger
        return _outcome(winner.option, (left, right), found, certain=True)
    if left.described is right.described:
        return _outcome("", (left, right), found, certain=False)
    winner = max((left, right), key=lambda side: _coverage(asked, view, side))
    return _outcome(winner.option, (left, right), found, certain=False)


def decide(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer yes or no; None when no passage is about an entity that the question names."""
    named = sorted((p for p in view.passages if p.reach[0]), key=lambda p: -p.reach[0])[:2]
    if not named:
        return None
    singular = analyse(PLURAL.sub(r"\1", asked.text))
    sides = tuple(Side(p.title, p, _described(singular, view, p)) for p in named)
    if SAME_COUNTRY.search(asked.text) or COUNTRY.search(asked.text):
        places = [list_countries(view, side) for side in sides]
        same = len(places) == 2 and bool(places[0] & places[1])
        found = [
            Value(0.0, ", ".join(sorted(place)), side.described, side.described.sentences[0])
            for place, side in zip(places, sides, strict=True)
            if side.described.sentences
        ]
        are_stated = same or all(any(map(is_country, place)) for place in places)
        certain = len(places) == 2 and all(places) and are_stated
        return _outcome("yes" if same else "no", sides, found, certain=certain)
    covered = [_coverage(asked, view, side) for side in sides]
    return _outcome(
        "yes" if min(covered) >= LEAST_COVERED else "no", sides, [], certain=len(sides) == 2
    )


def _find_side(asked: Asked, view: EvidenceView, option: str) -> Side | None:
    scored = [
        (
            max(
                fuzz.ratio(fold(option), fold(p.title)),
                fuzz.ratio(fold(option), fold(p.full_title)),
            ),
            -p.number,
        )
        for p in view.passages
    ]
    best, number = max(scored, default=(0.0, 0))
    if best >= NAME_CUTOFF:
        named = view.passages[-number]
    else:
        holding = [p for p in view.passages if f" {fold(option)} " in p.folded]
        if not holding:
            return None
        named = holding[0]
    return Side(option, named, _described(asked, view, named))


def _described(asked: Asked, view: EvidenceView, named: PassageView) -> PassageView:
    """The passage about the entity compared: the named one, or the one its role leads to."""
    if not any(relation.role for relation in asked.relations):
        return named
    others = [
        (strength, -target)
        for (source, target), strength in view.links.items()
        if source == named.number and view.passages[target].reach[0] < 1.0
    ]
    return view.passages[-max(others)[1]] if others else named


def _coverage(asked: Asked, view: EvidenceView, side: Side) -> float:
    """The share of the question's words, names of the sides aside, that a side's passage holds."""
    names = frozenset().union(
        *(content_stems(base_title(p.title)) for p in view.passages if p.reach[0])
    )
    wanted = asked.stems - names - frozenset().union(*(content_stems(o) for o in asked.options))
    held = frozenset().union(
        *(s.stems for s in side.described.sentences), *(s.stems for s in side.named.sentences)
    )
    return view.weight(wanted & held) / (view.weight(wanted) or 1.0)


def _outcome(
    answer: str,
    sides: tuple[Side, ...],
    found: Sequence[Value | None],
    *,
    certain: bool,
) -> Comparison:
    support: list[tuple[PassageView, Sentence]] = []
    compared: dict[str, str] = {}
    for n, side in enumerate(sides):
        value = found[n] if n < len(found) else None
        if value is not None:
            compared[side.option] = value.written
            support.append((value.passage, value.sentence))
        elif side.described.sentences:
            support.append((side.described, side.described.sentences[0]))
        if side.described is not side.named and side.named.sentences:
            support.append((side.named, side.named.sentences[0]))
    return Comparison(answer, tuple(support), compared, certain)
