"""How near passages and sentences are to what a question names: about it, or a step or two away.

A passage leads to another by naming its title, best next to words that state a relation which
the question leads over: "designed by Colin Archer" leads from the Fram to him outright. A sentence
is about an entity ("the Harbour Road depot") where it has its names, a pronoun for it, or its
title; its other words ("depot") have to be there where they distinguish it from another.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from kgplatform.answer.evidence.evidence import PassageView, Sentence
from kgplatform.question.analysis import Asked
from kgplatform.text.name_match import LEGAL_FORMS, is_same_name
from kgplatform.text.words import STOP_WORDS, fold, occurrences, stem

__all__ = ["OF_THING", "OUTRIGHT", "find_doing", "find_links", "follow", "how_surely_of"]

DEPTHS = 3  # anchors, and at most two steps away from them
LINK = 0.5  # strength of a link without a cue
OUTRIGHT = 1.0  # right next to one
DOER = re.compile(r"(?:,? and [a-z]+|, [a-z]+)* by (?:the )?(?:[\w-]+ ){0,3}")
"""What stands between a cue and who did it: "designed and built by the shipbuilder X"."""
CUE_REACH_WORDS = 4.0  # e-folding distance
MENTION = 0.7
FUZZY_TITLE = 88.0  # rapidfuzz score of 100 above which a title counts as named
SHORTEST_TITLE = 3
OF_THING = 0.3
"""From this score on, a sentence is about an entity."""
IN_SENTENCE, BY_PRONOUN, IN_TITLE, IN_PASSAGE = 1.0, 0.9, 0.8, 0.5
LEAST_WORDS_HELD = 0.5  # of the words that are no names
NAMED = re.compile(r"^\W*(?:[A-Z0-9]|[^\W\d_a-z])")
OTHER_NAME = re.compile(r"^\W*(?![A-Z]{3}\b)(?:[A-Z]|[^\W\d_a-z])")  # no currency, no amount
PRONOUN = re.compile(r"^(?:it|he|she|they|its|his|her|their)\b", re.IGNORECASE)
LEADING_WORDS = 6


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
    """Return whether what begins at `start` did, by its passage, what the question leads over."""
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
    """Return for each passage how surely it is 0, 1, 2 steps from the named entities, 0..1 each."""
    titled = [_named(asked, passage) for passage in passages]
    mentioned = _mentioning(asked, passages, titled)
    levels = [[max(pair) for pair in zip(titled, mentioned, strict=True)]]
    for depth in range(1, DEPTHS):
        before, level = levels[-1], [0.0] * len(passages)
        for (source, target), strength in links.items():
            level[target] = max(level[target], before[source] * strength)
        # A passage that only mentions a named entity may be about what the relation leads to.
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
    # A relation leads to one entity: what is named right next to the cue outweighs other links.
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


def how_surely_of(thing: str, passage: PassageView, sentence: Sentence, tail: str = "") -> float:
    """Return how surely a sentence is about an entity, 0..1; an empty phrase is anything.

    Args:
        thing: the phrase.
        passage: where the sentence stands.
        sentence: what is to be read.
        tail: what the sentence says it is of: a name there that is not `thing`'s rules it out.
    """
    words = thing.split()
    names = _stems(" ".join(word for word in words if NAMED.match(word))) - LEGAL_FORMS
    others = _stems(" ".join(word for word in words if not NAMED.match(word))) - STOP_WORDS
    if not names and not others:
        return 1.0
    title = _stems(passage.head)
    said = _stems(passage.text[sentence.start : sentence.end])
    before = _stems(passage.text[: sentence.start])
    if _is_of_another(names | others | title, tail):
        return 0.0
    referred = _stems(_leading_of(passage, sentence))
    held = len(others & (said | title | referred)) / len(others) if others else 1.0
    if not names:
        return held if held > LEAST_WORDS_HELD else 0.0
    if held < LEAST_WORDS_HELD and not names <= title | said:
        return 0.0
    return _place_of(names, said, title, before, referred, thing, sentence) * (0.7 + 0.3 * held)


def _place_of(
    names: set[str],
    said: set[str],
    title: set[str],
    before: set[str],
    referred: set[str],
    thing: str,
    sentence: Sentence,
) -> float:
    if names <= said:
        return IN_SENTENCE
    subjects = [name for subject in sentence.subjects for name in subject.names]
    if any(is_same_name(thing, name) for name in subjects):
        return BY_PRONOUN
    if names <= referred:
        return BY_PRONOUN
    if names <= title | said:
        return IN_TITLE
    if subjects:
        return 0.0
    return IN_PASSAGE if names <= title | said | before else 0.0


def _leading_of(passage: PassageView, sentence: Sentence) -> str:
    """Return the words that begin the sentence which a pronoun at the start refers back to."""
    text = passage.text
    number = sentence.number
    if not PRONOUN.match(text[sentence.start : sentence.end]):
        return ""
    while number and PRONOUN.match(text[passage.sentences[number].start :]):
        number -= 1
    first = passage.sentences[number]
    return " ".join(text[first.start : first.end].split()[:LEADING_WORDS])


def _is_of_another(known: set[str], tail: str) -> bool:
    """Return whether a phrase names something that is no word of the entity or the title."""
    words = [word for word in tail.split() if OTHER_NAME.match(word)]
    named = _stems(" ".join(word for word in words if fold(word) not in STOP_WORDS)) - LEGAL_FORMS
    return bool(named) and not named & known


def _stems(text: str) -> set[str]:
    return {stem(word) for word in fold(text).split()}
