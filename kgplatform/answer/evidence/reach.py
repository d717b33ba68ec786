"""How surely each piece of evidence is a step, or two, from what the question names.

A passage leads to another by naming its title, best beside words that state a relation which the
question leads over: "designed by Colin Archer" leads from the Fram to him outright.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from kgplatform.answer.evidence.view import PassageView, Sentence
from kgplatform.question.analysis import Asked
from kgplatform.text.words import fold, occurrences

__all__ = ["OUTRIGHT", "find_doing", "find_links", "follow"]

DEPTHS = 3  # anchors, and at most two steps away from them
LINK = 0.5  # strength of a link without a cue
OUTRIGHT = 1.0  # right beside one
DOER = re.compile(r"(?:,? and [a-z]+|, [a-z]+)* by (?:the )?(?:[\w-]+ ){0,3}")
"""What stands between a cue and who did it: "designed and built by the shipbuilder X"."""
CUE_REACH_WORDS = 4.0  # e-folding distance
MENTION = 0.7
FUZZY_TITLE = 88.0  # rapidfuzz score of 100 above which a title counts as named
SHORTEST_TITLE = 3


def find_links(asked: Asked, passages: Sequence[PassageView]) -> dict[tuple[int, int], float]:
    """Return how surely a passage leads to another, 0..1, by the numbers of both."""
    links: dict[tuple[int, int], float] = {}
    for source in passages:
        for target in passages:
            if source.number != target.number and fold(source.title) != fold(target.title):
                strength = _link(asked, source, target)
                if strength:
                    links[source.number, target.number] = strength
    return links


def _link(asked: Asked, source: PassageView, target: PassageView) -> float:
    """Say how surely `source` leads to `target`: it names its title, best close to a cue."""
    name, text = target.title, source.text
    if len(name) < SHORTEST_TITLE:
        return 0.0
    if asked.bridges and find_doing(asked, target, source.title) is not None:
        return OUTRIGHT
    spans = occurrences(name, text)
    if not spans and len(name) <= len(text):
        found = fuzz.partial_ratio_alignment(name, text, score_cutoff=FUZZY_TITLE)
        spans = ((found.dest_start, found.dest_end),) if found else ()
    nearest = [_words_to_cue(asked, source, start, end) for start, end in spans]
    if not nearest:
        return 0.0
    return LINK + (OUTRIGHT - LINK) * math.exp(-min(nearest) / CUE_REACH_WORDS)


def find_doing(asked: Asked, passage: PassageView, name: str) -> Sentence | None:
    """Return the sentence of a passage that says by whom, as named, what leads to it was done."""
    done = (
        start for start, _ in occurrences(name, passage.text) if _is_doer(asked, passage, start)
    )
    return next((_find_sentence(passage, start) for start in done), None)


def _is_doer(asked: Asked, passage: PassageView, start: int) -> bool:
    """Tell whether what begins at `start` did, by its passage, what the question leads over."""
    sentence = _find_sentence(passage, start)
    said = passage.text[sentence.start : start].casefold() if sentence else ""
    return any(
        DOER.fullmatch(said[cue.end() :]) is not None
        for relation in asked.bridges
        for cue in relation.states.finditer(said)
    )


def _words_to_cue(asked: Asked, source: PassageView, start: int, end: int) -> float:
    """Count the words between a span and the nearest bridging cue in its sentence."""
    text = source.text
    if _is_doer(asked, source, start):
        return 0.0
    sentence = _find_sentence(source, start)
    if sentence is None:
        return math.inf
    distances = [math.inf]
    for relation in asked.bridges:
        for cue in relation.states.finditer(text[sentence.start : sentence.end].casefold()):
            cue_start, cue_end = sentence.start + cue.start(), sentence.start + cue.end()
            between = text[cue_end:start] if cue_end <= start else text[end:cue_start]
            distances.append(float(len(between.split())))
    return min(distances)


def _find_sentence(passage: PassageView, at: int) -> Sentence | None:
    return next((s for s in reversed(passage.sentences) if s.start <= at), None)


def follow(
    asked: Asked, passages: Sequence[PassageView], links: dict[tuple[int, int], float]
) -> list[tuple[float, ...]]:
    """Return for each passage how surely it is 0, 1, 2 steps from the named things, 0..1 each."""
    titled = [_named(asked, passage) for passage in passages]
    mentioned = _mentioning(asked, passages, titled)
    levels = [[max(pair) for pair in zip(titled, mentioned, strict=True)]]
    for depth in range(1, DEPTHS):
        before, level = levels[-1], [0.0] * len(passages)
        for (source, target), strength in links.items():
            level[target] = max(level[target], before[source] * strength)
        # A passage that only mentions a named thing may be about what the relation leads to.
        direct = mentioned if depth == 1 else [0.0] * len(passages)
        levels.append(
            _sharpen(
                [
                    max(level[n] * (1.0 - titled[n]), direct[n] if not titled[n] else 0.0)
                    for n in range(len(passages))
                ]
            )
        )
    return [tuple(level[n] for level in levels) for n in range(len(passages))]


def _sharpen(level: list[float]) -> list[float]:
    # A relation leads to one thing: what is named right beside the cue outweighs other links.
    best = max(level, default=0.0) or 1.0
    return [value * (value / best) ** 2 for value in level]


def _mentioning(
    asked: Asked, passages: Sequence[PassageView], titled: Sequence[float]
) -> list[float]:
    """Say which passages mention a name of the question that is nobody's title."""
    titles = [fold(p.title) for p, reach in zip(passages, titled, strict=True) if reach]
    names = [
        name
        for name in asked.names
        if " " in name and not any(fold(name) in title or title in fold(name) for title in titles)
    ]
    return [
        MENTION if any(occurrences(name, passage.text) for name in names) else 0.0
        for passage in passages
    ]


def _named(asked: Asked, passage: PassageView) -> float:
    question, title = f" {fold(asked.text)} ", fold(passage.title)
    full = fold(passage.full_title)
    if len(title) >= SHORTEST_TITLE and (f" {title} " in question or f" {full} " in question):
        return 1.0
    best = max((fuzz.ratio(title, fold(name)) for name in asked.names), default=0.0)
    return best / 100 if best >= FUZZY_TITLE else 0.0
