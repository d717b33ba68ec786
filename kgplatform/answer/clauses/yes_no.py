"""Yes or no about one entity: what a sentence says of it, against what the question supposes.

"Did Ann Lee die in Rome?" is "yes" where a sentence about her has her die in Rome, "no" where it
has her die somewhere else; all else decides nothing. Questions of two entities are
comparison.py's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.answer.spans.candidates import CAPITALS
from kgplatform.question.analysis import YES_NO_START, Asked
from kgplatform.question.names import NAME
from kgplatform.records import ScoredPassage
from kgplatform.text.assertion import (
    CLAIMED,
    CORRECTED,
    DENIED,
    PLANNED,
    SUPPOSED,
    find_marks,
    kinds_at,
)
from kgplatform.text.dates import MONTHS, find_dates
from kgplatform.text.days import agree
from kgplatform.text.demonyms import find_country
from kgplatform.text.name_match import is_same_name
from kgplatform.text.words import content_stems, fold, stem

__all__ = ["Claim", "asks_of_several", "decide_claim", "is_fact", "read_claim"]

OF_SEVERAL = re.compile(r"\b(?:both|same|share|either|neither|two|and|or)\b", re.IGNORECASE)
NEGATED = re.compile(r"\b(?:not|never|no longer)\b|n['’]t\b", re.IGNORECASE)
NOT_ASSERTED = frozenset((DENIED, CLAIMED, CORRECTED, PLANNED, SUPPOSED))
ENDS_THING = re.compile(r"\s(?:in|on|at|to|for|a)\s")
OTHER_CLAUSE = re.compile(
    r"[;:]|\b(?:and|but|who|which|that|when|where|while|before|after|then)\b", re.IGNORECASE
)
IS_SOMETHING = re.compile(r"\b(?:is|are|was|were)\b")
PREPOSITION = re.compile(r"\b(in|on|at|by|near|of|from|to|off|with|for)\b(?:\s+[a-z]+){0,2}\s+$")
HAS_ONE_PLACE = frozenset(
    map(stem, "born die bury sink founded launch located opened written based".split())
)
HAS_ONE_MAKER = "by"
LIFE = {stem("born"): "birth", stem("die"): "death"}
"""Stems to the events of `LifeSpan`."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a question supposes: of which entity, in which words, and with which value after them.

    `value` is empty where there is none, as in "Is Ann Lee a painter?".
    """

    thing: str
    stems: frozenset[str]
    value: str
    preposition: str


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence with the claim's words; what is said follows at `at`."""

    passage: PassageView
    sentence: Sentence
    at: int

    @property
    def rest(self) -> str:
        return self.passage.text[self.at : self.sentence.end]

    def is_surely_of(self, thing: str) -> bool:
        """Return whether the entity is the first that the subject may stand for."""
        subject = self.sentence.subject_at(self.at)
        return subject is not None and is_same_name(thing, subject.names[0])


def read_claim(asked: Asked) -> Claim | None:
    """Return what a yes/no question supposes of one entity; None where it asks of several."""
    rest = YES_NO_START.sub("", asked.text.rstrip("? ")).strip()
    rest = re.sub(r"^the\s+", "", rest, flags=re.IGNORECASE)
    match = NAME.match(rest)
    if match is None or asks_of_several(asked) or NEGATED.search(rest):
        return None
    thing = ENDS_THING.split(match.group())[0]
    said = rest[len(thing) :]
    if thing.endswith(("'s", "’s")):
        return None
    value = _last_value(said)
    return Claim(
        thing,
        content_stems(said) - content_stems(value),
        value,
        _preposition(said[: said.rindex(value)]) if value else "",
    )


def _preposition(before: str) -> str:
    """Return the one that a value follows: "on" of "on the river"."""
    match = PREPOSITION.search(before)
    return match[1] if match else ""


def asks_of_several(asked: Asked) -> bool:
    """Return whether a question is of two entities or more: "both", "same", "A and B"."""
    return OF_SEVERAL.search(asked.text) is not None


def _last_value(said: str) -> str:
    dates = find_dates(said)
    if dates:
        return said[dates[-1].start : dates[-1].end]
    return next((match.group() for match in reversed(list(NAME.finditer(said)))), "")


def decide_claim(claim: Claim, view: EvidenceView) -> Comparison | None:
    """Answer yes or no from one sentence about the entity; None where none decides."""
    denied = _decide_by_life(claim, view)
    if denied is not None and denied.answer == "yes":
        return denied
    for said in _find_said(claim, view):
        values = _values(claim, said) if claim.value else ()
        if any(_is_value(claim.value, value) for value in values) or _is_said(claim, said):
            return _conclude("yes", claim, said, claim.value)
        if (
            values
            and denied is None
            and said.is_surely_of(claim.thing)
            and fold(claim.value) not in fold(said.rest)
            and _rules_out(claim, view, values)
        ):
            denied = _conclude("no", claim, said, values[0])
    return denied


def _decide_by_life(claim: Claim, view: EvidenceView) -> Comparison | None:
    """Answer by the dates of life that stand behind a name: "Ann Lee (1 May 1832 – 1890)"."""
    dates = find_dates(claim.value)
    event = next((LIFE[word] for word in claim.stems if word in LIFE), "")
    if not dates or not event or len(claim.stems) > 1:
        return None
    for passage in view.passages:
        for life in passage.life if is_same_name(claim.thing, passage.title) else ():
            sentence = next((s for s in passage.sentences if s.start <= life.start < s.end), None)
            if life.event != event or life.date is None or sentence is None:
                continue
            written = passage.text[life.date.start : life.date.end]
            answer = "yes" if _is_value(claim.value, written) else "no"
            if answer == "yes" or not agree(dates[0], life.date):
                said = _Said(passage, sentence, life.date.start)
                return _conclude(answer, claim, said, written)
    return None


def _find_said(claim: Claim, view: EvidenceView) -> Iterator[_Said]:
    """Yield the sentences about the entity that assert what has all the words of the claim."""
    for passage in view.passages:
        for sentence in passage.sentences:
            text = passage.text[sentence.start : sentence.end]
            if not claim.stems <= sentence.stems:
                continue
            if claim.preposition == "of" and is_fact(passage, sentence):
                continue  # "Bo child Ann" is not what it reads like: Ann is a child of Bo
            ends: dict[str, int] = {}
            for word in sentence.words:
                if word.stem in claim.stems:
                    ends.setdefault(word.stem, word.end)
            at = max(ends.values(), default=sentence.start)
            own = at - sentence.start
            if NOT_ASSERTED & kinds_at(find_marks(text), max(0, own - 1), own):
                continue
            if passage.is_about(claim.thing, sentence, at):
                yield _Said(passage, sentence, at)


def is_fact(passage: PassageView, sentence: Sentence) -> bool:
    """Return whether a sentence is a fact in bare words, as statements and files of facts are."""
    span = passage.item.locate(sentence.start, sentence.end)
    text = fold(passage.text[sentence.start : sentence.end])
    return not isinstance(passage.item.source, ScoredPassage) or any(
        fact.is_plain
        and fact.start <= span[0] < fact.end
        and text.startswith(fold(f"{fact.subject} {fact.relation} {fact.object}"))
        for fact in passage.facts
    )


def _is_said(claim: Claim, said: _Said) -> bool:
    """Return whether a claim without a value is stated: "she was a painter"."""
    before = said.passage.text[said.sentence.start : said.at]
    verb = IS_SOMETHING.search(before)
    return not claim.value and verb is not None and not OTHER_CLAUSE.search(before[verb.end() :])


def _values(claim: Claim, said: _Said) -> tuple[str, ...]:
    """Return what stands where the claim's value would; two of "born in Montreal, Quebec"."""
    dates = find_dates(said.rest)
    if find_dates(claim.value):
        spans = [(date.start, date.end) for date in dates]
    else:
        spans = [
            match.span()
            for match in CAPITALS.finditer(said.rest)
            if match.group() not in MONTHS
            and not any(date.start <= match.start() < date.end for date in dates)
            and _is_alike(claim, said, match.start())
        ]
    if not spans or OTHER_CLAUSE.search(said.rest[: spans[0][0]]):
        return ()
    start, end = spans[0]
    chain = [said.rest[start:end]]
    for match in CAPITALS.finditer(said.rest, end):
        if said.rest[end : match.start()] != ", ":
            break
        chain.append(match.group())
        end = match.end()
    return tuple(chain)


def _is_alike(claim: Claim, said: _Said, at: int) -> bool:
    """Return whether what stands there follows the claim's preposition; facts have none."""
    if not isinstance(said.passage.item.source, ScoredPassage):
        return True
    text = said.passage.text
    return _preposition(text[said.sentence.start : said.at + at]) == claim.preposition


def _is_value(wanted: str, value: str) -> bool:
    dates, others = find_dates(wanted), find_dates(value)
    if dates and others:
        pairs = zip(dates[0].value, others[0].value, strict=True)
        return all(part in (0, other) for part, other in pairs)
    words, held = fold(wanted).split(), fold(value).split()
    return bool(words) and (words == held or set(words) < set(held))


def _rules_out(claim: Claim, view: EvidenceView, values: tuple[str, ...]) -> bool:
    """Whether another value leaves no room for the claim's: of the same kind, and the only."""
    dates, others = find_dates(claim.value), find_dates(values[0])
    if dates:
        return not others or not agree(dates[0], others[0])
    if claim.preposition != HAS_ONE_MAKER and not claim.stems & HAS_ONE_PLACE:
        return False
    kinds = {find_country(fold(value)) is None for value in (claim.value, values[-1])}
    return len(kinds) == 1 and not _stated_together(claim.value, values[0], view)


def _stated_together(value: str, other: str, view: EvidenceView) -> bool:
    """Return whether the evidence has both in one breath: the one may lie in the other."""
    wanted, named = f" {fold(value)} ", f" {fold(other)} "
    for passage in view.passages:
        if fold(passage.title) in (fold(value), fold(other)) and (
            wanted in passage.folded and named in passage.folded
        ):
            return True
        for sentence in passage.sentences:
            text = f" {fold(passage.text[sentence.start : sentence.end])} "
            if wanted in text and named in text:
                return True
    return False


def _conclude(answer: str, claim: Claim, said: _Said, value: str) -> Comparison:
    return Comparison(
        answer,
        ((said.passage, said.sentence),),
        {claim.thing: value} if value else {},
        certain=True,
    )
