"""Answers to "which of the two" and "are both": look the same thing up on both sides, compare.

A side is a passage whose title the question names, or the passage that one leads to ("whose
director is younger" looks at the directors). Which side wins is said by the comparing word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from kgplatform.answer.dates import find_dates
from kgplatform.answer.question import Asked
from kgplatform.answer.text import base_title, content_stems, fold
from kgplatform.answer.view import EvidenceView, PassageView, Sentence

__all__ = ["Comparison", "choose", "decide"]

SMALLEST = re.compile(
    r"\b(?:first|earlier|earliest|older|oldest|fewer|fewest|less|least|smaller|smallest|sooner|shorter|lower|before)\b"
)
BIRTH = re.compile(r"\b(?:born|older|oldest|younger|youngest|birth)\b")
DEATH = re.compile(r"\b(?:died?|death|outlived?|passed away)\b")
LIFETIME = re.compile(r"\b(?:lived? (?:longer|to)|longer life|older age)\b")
LATER = re.compile(
    r"\b(?:later|latest|younger|youngest|recent|recently|newer|newest|last|longer|longest|more|most|larger|largest|bigger|biggest|higher|highest|taller|tallest|greater|greatest)\b"
)
IN_TIME = re.compile(
    r"\b(?:first|earlier|earliest|later|latest|recent|recently|newer|newest|older|oldest|sooner|before|last|longer)\b"
)
YOUNGER = re.compile(r"\byoung(?:er|est)\b")
COUNTED = re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)(?!\w)")
SAME_PLACE = re.compile(
    r"\b(?:same|share)\b.*\b(?:country|nationality|nation)\b|\bnationality\b|\bcountry\b"
)
DAYS_A_YEAR, DAYS_A_MONTH = 365.25, 30.44  # only ever compared with each other
EARLIEST_YEAR, LATEST_YEAR = 1500, 2100
NAME_CUTOFF = 75.0  # rapidfuzz score of 100; a question often shortens or misspells a title
SHARED_PREFIX = 4  # "Italian" and "Italy" share this many letters
LEAST_COVERED = 0.5  # share of the question's own words that a side must hold for a "yes"
COUNTRY_OF = {
    "american": "unite",
    "us": "unite",
    "u s": "unite",
    "usa": "unite",
    "united states": "unite",
    "america": "unite",
    "british": "brita",
    "english": "brita",
    "scottish": "brita",
    "welsh": "brita",
    "united kingdom": "brita",
    "uk": "brita",
    "england": "brita",
    "scotland": "brita",
    "wales": "brita",
    "great britain": "brita",
    "dutch": "nethe",
    "netherlands": "nethe",
    "french": "fran",
    "france": "fran",
    "spanish": "spai",
    "spain": "spai",
    "danish": "denm",
    "denmark": "denm",
    "swiss": "swit",
    "switzerland": "swit",
    "polish": "pola",
    "poland": "pola",
    "irish": "irel",
    "ireland": "irel",
    "greek": "gree",
    "greece": "gree",
    "welsh english": "brita",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome: the answer, the sentences it rests on, and what was compared on both sides."""

    answer: str
    support: tuple[tuple[PassageView, Sentence], ...]
    compared: dict[str, str]
    certain: bool


@dataclass(frozen=True, slots=True)
class _Value:
    """What is compared of one side: as a number, as written, and the sentence that says it."""

    number: float
    written: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class _Side:
    option: str
    named: PassageView
    described: PassageView


def choose(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Choose one of the question's two options; None when a side is not in the evidence."""
    sides = [_find_side(asked, view, option) for option in asked.options]
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        return None
    left, right = sides[0], sides[1]
    lowered = asked.text.casefold()
    for option in asked.options:
        lowered = lowered.replace(option.casefold(), " ")
    found = [_look_up(lowered, side) for side in (left, right)]
    if found[0] is not None and found[1] is not None and found[0].number != found[1].number:
        smaller = left if found[0].number < found[1].number else right
        larger = right if smaller is left else left
        winner = smaller if _wants_smaller(lowered) else larger
        return _outcome(winner.option, (left, right), found, certain=True)
    winner = max((left, right), key=lambda side: _coverage(asked, view, side))
    return _outcome(winner.option, (left, right), found, certain=False)


def decide(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer yes or no; None when no passage is about a thing that the question names."""
    named = sorted((p for p in view.passages if p.reach[0]), key=lambda p: -p.reach[0])[:2]
    if not named:
        return None
    sides = tuple(_Side(p.title, p, _described(asked, view, p)) for p in named)
    if SAME_PLACE.search(asked.text.casefold()):
        places = [_countries(side.described) for side in sides]
        same = len(places) == 2 and bool(places[0] & places[1])
        found = [
            _Value(0.0, ", ".join(sorted(place)), side.described.sentences[0])
            for place, side in zip(places, sides, strict=True)
            if side.described.sentences
        ]
        return _outcome("yes" if same else "no", sides, found, certain=all(places))
    covered = [_coverage(asked, view, side) for side in sides]
    return _outcome(
        "yes" if min(covered) >= LEAST_COVERED else "no", sides, [], certain=len(sides) == 2
    )


def _find_side(asked: Asked, view: EvidenceView, option: str) -> _Side | None:
    scored = [
        (
            max(
                fuzz.ratio(fold(option), fold(p.title)),
                fuzz.ratio(fold(option), fold(p.scored.title)),
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
    return _Side(option, named, _described(asked, view, named))


def _described(asked: Asked, view: EvidenceView, named: PassageView) -> PassageView:
    """The passage that tells of the thing compared: the named one, or the one its role leads to."""
    if not any(relation.role for relation in asked.relations):
        return named
    others = [
        (strength, -target)
        for (source, target), strength in view.links.items()
        if source == named.number and view.passages[target].reach[0] < 1.0
    ]
    return view.passages[-max(others)[1]] if others else named


def _wants_smaller(lowered: str) -> bool:
    if YOUNGER.search(lowered) or LIFETIME.search(lowered):
        return False
    return bool(SMALLEST.search(lowered)) and not re.search(r"\b(?:later|more recently)\b", lowered)


def _look_up(lowered: str, side: _Side) -> _Value | None:
    """Return a side's comparable value, as written, with the sentence that holds it."""
    life = {span.event: span.date for span in side.described.life if span.date}
    if LIFETIME.search(lowered):
        birth, death = life.get("birth"), life.get("death")
        if birth and death:
            years = _days(death.value) - _days(birth.value)
            sentence = _sentence_at(side.described, birth.start)
            return _Value(years, f"{years / DAYS_A_YEAR:.0f} years", sentence)
        return None
    for pattern, event in ((DEATH, "death"), (BIRTH, "birth")):
        date = life.get(event)
        if pattern.search(lowered):
            return _dated(side.described, date.start, date.end, date.value) if date else None
    if IN_TIME.search(lowered):
        dates = find_dates(side.named.scored.text)
        return _dated(side.named, dates[0].start, dates[0].end, dates[0].value) if dates else None
    if LATER.search(lowered) or SMALLEST.search(lowered):
        return _counted(lowered, side.named)
    return None


def _dated(passage: PassageView, start: int, end: int, value: tuple[int, int, int]) -> _Value:
    return _Value(_days(value), passage.scored.text[start:end], _sentence_at(passage, start))


def _days(value: tuple[int, int, int]) -> float:
    year, month, day = value
    return year * DAYS_A_YEAR + max(0, month - 1) * DAYS_A_MONTH + day


def _counted(lowered: str, passage: PassageView) -> _Value | None:
    wanted = content_stems(lowered)
    best: tuple[int, _Value] | None = None
    for sentence in passage.sentences:
        for match in COUNTED.finditer(passage.scored.text, sentence.start, sentence.end):
            number = float(match[1].replace(",", ""))
            shared = len(wanted & sentence.stems)
            is_year = EARLIEST_YEAR < number < LATEST_YEAR
            if shared and not is_year and (best is None or shared > best[0]):
                best = (shared, _Value(number, match[1], sentence))
    return best[1] if best else None


def _sentence_at(passage: PassageView, at: int) -> Sentence:
    return next((s for s in passage.sentences if s.start <= at < s.end), passage.sentences[0])


def _countries(passage: PassageView) -> frozenset[str]:
    """Nationalities and countries of a passage's first sentences, in one spelling."""
    text = passage.scored.text
    keys = []
    for span in passage.spans:
        if (
            span.type in ("GROUP", "PLACE")
            and passage.sentences
            and span.start < passage.sentences[0].end
        ):
            folded = fold(text[span.start : span.end]).removeprefix("the ")
            keys.append(COUNTRY_OF.get(folded, folded[:SHARED_PREFIX]))
    return frozenset(keys)


def _coverage(asked: Asked, view: EvidenceView, side: _Side) -> float:
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
    sides: tuple[_Side, ...],
    found: Sequence[_Value | None],
    *,
    certain: bool,
) -> Comparison:
    support: list[tuple[PassageView, Sentence]] = []
    compared: dict[str, str] = {}
    for n, side in enumerate(sides):
        value = found[n] if n < len(found) else None
        if value is not None:
            compared[side.option] = value.written
            held = value.sentence in side.described.sentences
            support.append((side.described if held else side.named, value.sentence))
        elif side.described.sentences:
            support.append((side.described, side.described.sentences[0]))
        if side.described is not side.named and side.named.sentences:
            support.append((side.named, side.named.sentences[0]))
    return Comparison(answer, tuple(support), compared, certain)
