"""What is compared of a side: a date, a lifetime, a count or a country, as the evidence has it.

Facts of the graph are looked at first, as they name the relation; then the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.records import ScoredStatement
from kgplatform.text.dates import DateSpan, find_dates, find_life
from kgplatform.text.demonyms import find_country
from kgplatform.text.raised import ENDS_NUMBER
from kgplatform.text.words import content_stems, fold, occurrences

__all__ = [
    "LATER",
    "SMALLEST",
    "Side",
    "Value",
    "is_country",
    "list_countries",
    "look_up",
    "number_of",
    "wants_smaller",
]

SMALLEST = re.compile(
    r"\b(?:first|earlier|earliest|older|oldest|fewer|fewest|less|least|smaller|smallest|sooner|"
    r"shorter|lower|before)\b"
)
BIRTH = re.compile(r"\b(?:born|older|oldest|younger|youngest|birth)\b")
DEATH = re.compile(r"\b(?:died?|death|outlived?|passed away)\b")
LIFETIME = re.compile(r"\b(?:lived? (?:longer|to)|longer life|older age)\b")
LATER = re.compile(
    r"\b(?:later|latest|younger|youngest|recent|recently|newer|newest|last|longer|longest|more|"
    r"most|larger|largest|bigger|biggest|higher|highest|taller|tallest|greater|greatest)\b"
)
IN_TIME = re.compile(
    r"\b(?:first|earlier|earliest|later|latest|recent|recently|newer|newest|older|oldest|sooner|"
    r"before|last)\b"
)
YOUNGER = re.compile(r"\byoung(?:er|est)\b")
COUNTED = re.compile(rf"(?<![\w.,])(\d[\d,]*(?:\.\d+)?){ENDS_NUMBER}")
OF_A_COUNTRY = re.compile(r"\b(?:country|nationality|citizen\w*)\b")
JOINED = re.compile(r"[^\W\d_]+(?:\s?[-–]\s?[^\W\d_]+)+")
DAYS_A_YEAR, DAYS_A_MONTH = 365.25, 30.44  # only ever compared with each other
EARLIEST_YEAR, LATEST_YEAR = 1500, 2100
OF_BRITAIN = frozenset(("english", "england", "scottish", "scotland", "welsh", "wales"))
BRITAIN = "United Kingdom"
PART_OF = frozenset("new south north west east southern northern western eastern latin".split())
"""Words of names that are not of the country that they hold: "New Mexico", "South American"."""
BESIDE = 3  # words between a count and what is counted
SHARED_PREFIX = 4  # "Bavarian" and "Bavaria" share this many letters


@dataclass(frozen=True, slots=True)
class Side:
    """One of the entities compared: the passage of that name, and the one that describes it."""

    option: str
    named: PassageView
    described: PassageView

    def name_in(self, passage: PassageView) -> str:
        """What it is called there: as the question says, or by the title that a role leads to."""
        return self.option if passage is self.named else passage.title


@dataclass(frozen=True, slots=True)
class Value:
    """What is compared of a side: as a number, as written, and the sentence that says it."""

    number: float
    written: str
    passage: PassageView
    sentence: Sentence


def wants_smaller(lowered: str) -> bool:
    """Return whether the question is for the side with the smaller number."""
    if YOUNGER.search(lowered) or LIFETIME.search(lowered):
        return False
    return bool(SMALLEST.search(lowered)) and not re.search(r"\b(?:later|more recently)\b", lowered)


def look_up(lowered: str, view: EvidenceView, side: Side) -> Value | None:
    """Return a side's comparable value; None where the evidence has none.

    Args:
        lowered: the question in small letters, without the names of the sides.
        view: where facts about the side may stand in several pieces.
        side: the entity compared.
    """
    return _look_up_fact(lowered, view, side) or _look_up_text(lowered, side)


def number_of(written: str) -> float | None:
    """Return what is compared of a value as it is written: a date in days, else a number."""
    date = _read_date(written)
    return _read_count(written) if date is None else date


def list_countries(view: EvidenceView, side: Side) -> frozenset[str]:
    """Return the countries of a side, in one spelling: stated ones, or of its first sentence."""
    passage = side.described
    stated = [
        fact.object
        for _, fact in _list_facts(view, passage)
        if OF_A_COUNTRY.search(fact.relation.casefold())
    ]
    end = passage.sentences[0].end if passage.sentences else 0
    spans = (s for s in passage.spans if s.type in ("GROUP", "PLACE") and s.start < end)
    names = stated or [_join(passage.text, span.start, span.end) for span in spans]
    return frozenset[str]().union(*map(_read_countries, names))


def is_country(name: str) -> bool:
    """Return whether what list_countries found is a country: a region or town may be of any."""
    return find_country(name) == name


def _join(text: str, start: int, end: int) -> str:
    """Return a name with what a hyphen joins to it: "Italian-Spanish" is two names."""
    joined = (match for match in JOINED.finditer(text) if match.start() < end)
    return next((match.group() for match in joined if start < match.end()), text[start:end])


def _read_countries(name: str) -> frozenset[str]:
    """Return the countries that a name is of ("Italian-Spanish"), else how the name begins."""
    folded = fold(name).removeprefix("the ")
    whole = _find_country(folded)
    if whole:
        return frozenset((whole,))
    words = folded.split()
    named = () if PART_OF.intersection(words) else map(_find_country, words)
    return frozenset(filter(None, named)) or frozenset((folded[:SHARED_PREFIX],))


def _find_country(folded: str) -> str | None:
    return BRITAIN if folded in OF_BRITAIN else find_country(folded)


def _list_facts(
    view: EvidenceView, about: PassageView
) -> Iterator[tuple[PassageView, ScoredStatement]]:
    title = fold(about.title)
    for passage in view.passages:
        for fact in passage.facts:
            if fact.is_plain and fold(fact.subject) == title:
                yield passage, fact


def _look_up_fact(lowered: str, view: EvidenceView, side: Side) -> Value | None:
    if LIFETIME.search(lowered):
        return None
    for pattern in (DEATH, BIRTH):
        if pattern.search(lowered):
            return _find_stated(view, side.described, pattern.search, _read_date)
    if IN_TIME.search(lowered):
        return None  # by which relation, the question does not say
    wanted = content_stems(lowered)
    return _find_stated(view, side.named, lambda r: bool(wanted & content_stems(r)), _read_count)


def _find_stated(
    view: EvidenceView,
    about: PassageView,
    is_asked: Callable[[str], object],
    read: Callable[[str], float | None],
) -> Value | None:
    """Return the first value of a fact about the passage's subject, by a relation asked for."""
    for passage, fact in _list_facts(view, about):
        if not is_asked(fact.relation.casefold()):
            continue
        for written in (fact.object, *(value for _, value in fact.qualifiers)):
            number = read(written)
            if number is not None:
                return Value(number, written, passage, _sentence_with(passage, written))
    return None


def _read_date(written: str) -> float | None:
    dates = find_dates(written)
    return _days(dates[0].value) if dates else None


def _read_count(written: str) -> float | None:
    match = COUNTED.search(written)
    return float(match[1].replace(",", "")) if match else None


def _look_up_text(lowered: str, side: Side) -> Value | None:
    if LIFETIME.search(lowered):
        birth, death = (_find_event(side, event) for event in ("birth", "death"))
        if birth and death:
            years = _days(death.value) - _days(birth.value)
            written = f"{years / DAYS_A_YEAR:.0f} years"
            sentence = _sentence_at(side.described, birth.start)
            return Value(years, written, side.described, sentence)
        return None
    for pattern, event in ((DEATH, "death"), (BIRTH, "birth")):
        if pattern.search(lowered):
            date = _find_event(side, event)
            return _dated(side.described, date) if date else None
    if IN_TIME.search(lowered):
        dates = (date for date in side.named.dates if _is_of(side, side.named, date.start))
        date = next(dates, None)
        return _dated(side.named, date) if date else None
    if LATER.search(lowered) or SMALLEST.search(lowered):
        return _counted(lowered, side)
    return None


def _is_of(side: Side, passage: PassageView, at: int) -> bool:
    """Return whether what stands there may be about the side, and not about somebody else."""
    return not passage.is_about_another(side.name_in(passage), _sentence_at(passage, at), at)


def _find_event(side: Side, event: str) -> DateSpan | None:
    """Return when a side was born or died: the passage's first such date, or one next to its name.

    Where the passage is about several people, the first is not always the side's.
    """
    passage = side.described
    for life in passage.life:
        if life.event == event and life.date and _is_of(side, passage, life.start):
            return life.date
    name = side.name_in(passage)
    for sentence in passage.sentences:
        for life in find_life(passage.text[sentence.start : sentence.end]):
            date = life.date and life.date.moved(sentence.start)
            if life.event == event and date and passage.is_about(name, sentence, date.start):
                return date
    return None


def _dated(passage: PassageView, date: DateSpan) -> Value:
    written = passage.text[date.start : date.end]
    return Value(_days(date.value), written, passage, _sentence_at(passage, date.start))


def _days(value: tuple[int, int, int]) -> float:
    year, month, day = value
    return year * DAYS_A_YEAR + max(0, month - 1) * DAYS_A_MONTH + day


def _counted(lowered: str, side: Side) -> Value | None:
    """Return the count next to a word of the question, the more of its words the sentence has."""
    passage, wanted = side.named, content_stems(lowered)
    best: tuple[int, Value] | None = None
    names = occurrences(side.name_in(passage), passage.text)
    for sentence in passage.sentences:
        for match in COUNTED.finditer(passage.text, sentence.start, sentence.end):
            number = float(match[1].replace(",", ""))
            shared = len(wanted & sentence.stems)
            is_year = EARLIEST_YEAR < number < LATEST_YEAR
            is_named = any(start <= match.start() < end for start, end in names)
            if is_named or is_year or not _is_of(side, passage, match.start()):
                continue
            if not wanted & content_stems(_around(passage.text, match.span())):
                continue
            if best is None or shared > best[0]:
                best = (shared, Value(number, match[1], passage, sentence))
    return best[1] if best else None


def _around(text: str, span: tuple[int, int]) -> str:
    """Return the words around a number."""
    before, after = text[: span[0]].rsplit(None, BESIDE), text[span[1] :].split(None, BESIDE)
    return " ".join((*before[-BESIDE:], *after[:BESIDE]))


def _sentence_with(passage: PassageView, written: str) -> Sentence:
    spans = occurrences(written, passage.text)
    return _sentence_at(passage, spans[0][0] if spans else 0)


def _sentence_at(passage: PassageView, at: int) -> Sentence:
    return next((s for s in passage.sentences if s.start <= at < s.end), passage.sentences[0])
