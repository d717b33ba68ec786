"""What facts of the evidence answer: statements, and what a knowledge base returned.

"Which award did Ann Lee receive?" is answered by "Ann Lee — award received — the Prize", whose
words next to the name are all of the relation's. "Is King an occupation of Philip III?" is "yes"
where a statement has these ends and such a relation; "no" takes another value of a relation that
has only one, or a knowledge base that was asked just that (the partial completeness assumption,
Galárraga et al. 2013, section 5). What it returned stands in the evidence as a passage outside of
the graph, a fact a line: "Benin official language French: yes", "Bonn capital of: 2 in all".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kgplatform.answer.clauses.relation_words import (
    GENERAL,
    LIGHT,
    are_of,
    forms_of,
    is_among,
    list_beside,
    plain,
)
from kgplatform.answer.clauses.yes_no import NEGATED, asks_of_several
from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.answer.spans.candidates import asks_for_several
from kgplatform.question.analysis import HOW_MANY, SPAN, YES_NO_START, Asked
from kgplatform.records import ScoredPassage, ScoredStatement
from kgplatform.text.dates import find_dates
from kgplatform.text.days import agree
from kgplatform.text.words import STOP_WORDS, content_stems, fold, stem

__all__ = [
    "Fact",
    "LookedUp",
    "deny_by_fact",
    "fill_by_fact",
    "list_looked_up",
    "list_returned",
    "list_stated",
    "read_count",
    "state_by_fact",
    "without_looked_up",
]

LINE = re.compile(r"(?m)^(?P<said>.+): (?:(?P<truth>yes|no)|(?P<count>\d+) in all)\.?$")
SOURCE_AT_END = re.compile(r"\s*\([^()]*\)$")
NONE = "0"
DOES = re.compile(r"\b(?:do|does|did|has|have|had)\b")
AGENT = re.compile(r"(?:er|or|by)$")
"""Ends of relations to who did something, which an entity that does something is not asked for."""
ABOUT = "c. "  # before a date
LEFT_OPEN = re.compile(r"\bthe (?:\w+ )?\w+ of\W*$", re.IGNORECASE)
""""Who is Ann Lee the mother of?" asks the other way round."""
HAS_ONE_DATE = frozenset({"date of birth", "date of death"})
HAS_ONE_PERSON = frozenset({"father", "mother"})
OF_KIND = frozenset(
    {"occupation", "instance of", "subclass of", "position held", "genre", "religion"}
)
"""Relations of "Is Ann Lee a painter?", which has no word for them."""
IN_PLACE = re.compile(r"^(?:country|continent|located in|headquarters location|location)\b")
"""Relations of "Is the school in Norway?"."""
IS_IN = re.compile(r"\bin (?:the )?$", re.IGNORECASE)
DEED = re.compile(r"^(?:do|does|did|has|have|had|can|could|will|would)\b", re.IGNORECASE)
BOTH_WAYS = frozenset({"shares border with", "spouse", "sibling", "partner", "unmarried partner"})


@dataclass(frozen=True, slots=True)
class Fact:
    """What a sentence states, or what a knowledge base says of that (`truth`: yes or no)."""

    subject: str
    relation: str
    object: str
    passage: PassageView
    sentence: Sentence
    truth: str = "yes"


def list_stated(view: EvidenceView) -> Iterator[Fact]:
    """Yield the plain facts that the evidence states, in its order."""
    for passage in view.passages:
        for stated in passage.facts:
            sentence = _find_sentence(passage, stated) if stated.is_plain else None
            if sentence is not None:
                yield Fact(stated.subject, stated.relation, stated.object, passage, sentence)


def _find_sentence(passage: PassageView, stated: ScoredStatement) -> Sentence | None:
    """Return the sentence of a passage that states something."""
    if passage.item.source == stated:
        return passage.sentences[0]
    for sentence in passage.sentences:
        start, end = passage.item.locate(sentence.start, sentence.end)
        if stated.start < end and start < stated.end:
            return sentence
    return None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """One line: a claim about an entity, and its truth or the count; the other is empty."""

    subject: str
    said: str
    truth: str
    count: str
    passage: PassageView
    sentence: Sentence


def list_looked_up(view: EvidenceView) -> Iterator[LookedUp]:
    """Yield the lines of all passages in their order."""
    for passage in filter(_is_outside, view.passages):
        subject = SOURCE_AT_END.sub("", passage.full_title)
        for match in LINE.finditer(passage.text):
            start, end = match.span()
            sentence = next((s for s in passage.sentences if s.start < end and start < s.end), None)
            if sentence is not None and match["said"].startswith(f"{subject} "):
                said = match["said"].removeprefix(subject).strip()
                truth, count = match["truth"] or "", match["count"] or ""
                yield LookedUp(subject, said, truth, count, passage, sentence)


def list_returned(view: EvidenceView) -> Iterator[LookedUp]:
    """Yield the lines that state a fact, as it was returned: "South Africa capital Cape Town"."""
    for passage in filter(_is_outside, view.passages):
        subject = SOURCE_AT_END.sub("", passage.full_title)
        for sentence in passage.sentences:
            text = passage.text[sentence.start : sentence.end].strip()
            if text.startswith(f"{subject} ") and not LINE.match(text):
                said = text.removeprefix(subject).strip().removesuffix(".")
                yield LookedUp(subject, said, "", "", passage, sentence)


def without_looked_up(view: EvidenceView) -> EvidenceView:
    """Return the evidence without these passages: their "no" denies no clause of a text."""
    kept = (p for p in view.passages if not (_is_outside(p) and LINE.search(p.text)))
    return replace(view, passages=tuple(kept))


def read_count(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer how many there are, as a knowledge base that was asked counts; None where none did.

    Of none it does not know, and of another relation or entity it says the same: no answer.
    """
    if not HOW_MANY.search(asked.text.casefold()):
        return None
    folded = f" {fold(asked.text)} "
    for line in list_looked_up(view):
        is_named = f" {plain(line.subject)} " in folded
        if is_named and line.count not in ("", NONE):
            reported = {line.subject: f"{line.said}: {line.count}"}
            return Comparison(line.count, ((line.passage, line.sentence),), reported, certain=True)
    return None


def _is_outside(passage: PassageView) -> bool:
    source = passage.item.source
    return isinstance(source, ScoredPassage) and not source.document_id


def fill_by_fact(asked: Asked, view: EvidenceView, *, returned: bool) -> Comparison | None:
    """Return what fills the relation asked for of the entity; None where no fact has it.

    Of several facts the first answers, or, where entities are asked for in the plural, all do.

    Args:
        asked: a question for an entity, a place or a date; of a number it is none.
        view: the evidence.
        returned: only what a knowledge base returned, which was asked just that; else what the
            evidence states.
    """
    if (
        asked.kind != SPAN
        or asked.answer_type == "NUMBER"
        or not asked.asks_for_entity
        or NEGATED.search(asked.text)
        or LEFT_OPEN.search(asked.text)
        or find_dates(asked.text)
    ):
        return None
    facts = _list_returned(asked, view) if returned else list_stated(view)
    filled: dict[str, Fact] = {}
    for fact in _find_fillers(asked, facts):
        filled.setdefault(plain(fact.object), fact)
    chosen = list(filled.values())
    if not asks_for_several(asked):
        chosen = chosen[:1]
    if not chosen:
        return None
    answer = ", ".join(fact.object for fact in chosen)
    reported = {chosen[0].subject: f"{chosen[0].relation}: {answer}"}
    support = tuple((fact.passage, fact.sentence) for fact in chosen)
    return Comparison(answer, support, reported, certain=True)


def _find_fillers(asked: Asked, facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts of the question's entity and relation, in their order."""
    folded = f" {fold(asked.text)} "
    return [
        fact
        for fact in facts
        if f" {plain(fact.subject)} " in folded
        and f" {plain(fact.object)} " not in folded
        and _is_of_type(asked, fact)
        and _is_asked_of(asked, fact)
    ]


def _list_returned(asked: Asked, view: EvidenceView) -> Iterator[Fact]:
    """Yield what a knowledge base returned, its relation being as long as the question's words."""
    for line in list_returned(view):
        rest = list_beside(asked.text, (line.subject,))
        words = line.said.split()
        end = next((n for n, word in enumerate(words) if not _is_relation(word, rest)), len(words))
        if any(is_among(stem(word), rest) for word in words[:end]) and end < len(words):
            relation, value = " ".join(words[:end]), " ".join(words[end:])
            yield Fact(line.subject, relation, value, line.passage, line.sentence)


def _is_relation(word: str, rest: frozenset[str]) -> bool:
    own = stem(word)
    return word in STOP_WORDS or own in LIGHT | GENERAL or is_among(own, rest)


def _is_of_type(asked: Asked, fact: Fact) -> bool:
    """Return whether a date stands where one is asked for, and only there."""
    dates = find_dates(fact.object)
    is_date = bool(dates) and dates[0].end - dates[0].start >= len(fact.object) - len(ABOUT)
    return is_date == (asked.answer_type == "DATE") or asked.answer_type == "ANY"


def _is_asked_of(asked: Asked, fact: Fact) -> bool:
    """Return whether the question's words next to the entity are all of the fact's relation."""
    rest = list_beside(asked.text, (fact.subject,))
    if not rest or not are_of(rest, fact.relation):
        return False
    last = fold(fact.relation).split()[-1]
    is_turned = AGENT.search(last) is not None and last not in fold(asked.text).split()
    return not (is_turned and DOES.search(asked.text.casefold()))


@dataclass(frozen=True, slots=True)
class _Supposed:
    """What a question supposes: its words after the verb, and these folded between spaces.

    `is_of_deed`: it asks what its subject, which comes first, does or did.
    """

    text: str
    folded: str
    is_of_deed: bool

    def has(self, value: str) -> bool:
        """Return whether a name or date stands there."""
        dates = find_dates(value)
        if dates:
            return any(date.value == dates[0].value for date in find_dates(self.text))
        name = plain(value)
        return bool(name) and f" {name} " in self.folded


def state_by_fact(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer yes from a fact with what the question supposes; None where none decides.

    Args:
        asked: a question of yes and no.
        view: the evidence.
    """
    return next((_conclude("yes", fact) for fact in _find_truth(asked, view, "yes")), None)


def deny_by_fact(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer no from a fact that leaves no room for what the question supposes."""
    denied = (f for f in _find_truth(asked, view, "no") if _is_just_that(asked, f))
    found = next(denied, None)
    return _conclude("no", found) if found else _deny_by_other_value(asked, view)


def _find_truth(asked: Asked, view: EvidenceView, truth: str) -> Iterator[Fact]:
    """Yield the facts with both ends and the relation of the question, and of this truth."""
    supposed = _suppose(asked)
    if supposed is None:
        return
    for fact in _list_facts(supposed, view):
        if (
            fact.truth == truth
            and plain(fact.subject) != plain(fact.object)
            and supposed.has(fact.subject)
            and supposed.has(fact.object)
            and _is_asked(supposed, fact)
        ):
            yield fact


def _suppose(asked: Asked) -> _Supposed | None:
    if asks_of_several(asked) or NEGATED.search(asked.text):
        return None
    text = YES_NO_START.sub("", asked.text.rstrip("? ")).strip()
    return _Supposed(text, f" {fold(text)} ", DEED.match(asked.text) is not None)


def _list_facts(supposed: _Supposed, view: EvidenceView) -> Iterator[Fact]:
    yield from _list_checked(supposed, view)
    yield from list_stated(view)


def _list_checked(supposed: _Supposed, view: EvidenceView) -> Iterator[Fact]:
    """Yield what a knowledge base was asked: its object is the longest end that the question has.

    "John Lennon has works in the collection Museum of Modern Art: yes." does not say where a
    relation's name ends.
    """
    for line in list_looked_up(view):
        words = line.said.split()
        at = next((n for n in range(1, len(words)) if supposed.has(" ".join(words[n:]))), None)
        if line.truth and at is not None:
            relation, value = " ".join(words[:at]), " ".join(words[at:])
            yield Fact(line.subject, relation, value, line.passage, line.sentence, line.truth)


def _is_asked(supposed: _Supposed, fact: Fact) -> bool:
    """Whether what the question has besides both ends is a fact's relation, that way round."""
    rest = list_beside(supposed.text, (fact.subject, fact.object))
    if not rest:
        relation = fact.relation.casefold()
        at = supposed.text.casefold().rfind(plain(fact.object))
        if at >= 0 and IS_IN.search(supposed.text[:at]):
            return IN_PLACE.match(relation) is not None
        return relation in OF_KIND
    return are_of(rest, fact.relation) and _is_that_way(supposed, fact)


def _is_just_that(asked: Asked, fact: Fact) -> bool:
    """Return whether a question has all words of a relation: "located" is not "in time zone"."""
    own = content_stems(fact.relation) - LIGHT - GENERAL
    return are_of(own, asked.text)


def _is_that_way(supposed: _Supposed, fact: Fact) -> bool:
    """Return whether it is asked of the fact's subject: "the child of SUBJECT", "did SUBJECT …"."""
    if fact.relation.casefold() in BOTH_WAYS:
        return True
    name, value = (supposed.folded.find(f" {plain(n)} ") for n in (fact.subject, fact.object))
    if supposed.is_of_deed and -1 < value < name:
        return False
    forms = forms_of(fold(fact.relation).split()[-1])
    words = supposed.folded.split()
    object_words = plain(fact.object).split()
    for n, word in enumerate(words[:-1]):
        if stem(word) in forms and words[n + 1] == "of":
            behind = words[n + 2 :]
            behind = behind[1:] if behind[:1] == ["the"] else behind
            if object_words and behind[: len(object_words)] == object_words:
                return False
    return True


def _deny_by_other_value(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer no where the entity has another value of a relation that has only one."""
    supposed = _suppose(asked)
    if supposed is None:
        return None
    for fact in _list_facts(supposed, view):
        if not supposed.has(fact.subject) or supposed.has(fact.object):
            continue
        claimed = [name for name in asked.names if not _holds(name, fact.subject)]
        rest = list_beside(supposed.text, (fact.subject, *claimed))
        if rest and are_of(rest, fact.relation) and _is_other(supposed, claimed, fact):
            return _conclude("no", fact)
    return None


def _is_other(supposed: _Supposed, claimed: list[str], fact: Fact) -> bool:
    """Return whether a claimed date or person is another than a fact's, which has but one."""
    dates, reported = find_dates(supposed.text), find_dates(fact.object)
    relation = fact.relation.casefold()
    if relation in HAS_ONE_DATE and dates and reported:
        return not agree(dates[-1], reported[0])
    shared = set(fold(" ".join(claimed)).split()) & set(plain(fact.object).split())
    return relation in HAS_ONE_PERSON and bool(claimed) and not dates and not shared


def _holds(name: str, other: str) -> bool:
    return f" {plain(name)} " in f" {plain(other)} " or f" {plain(other)} " in f" {plain(name)} "


def _conclude(answer: str, fact: Fact) -> Comparison:
    reported = f"{fact.relation}: {fact.object}"
    return Comparison(
        answer, ((fact.passage, fact.sentence),), {fact.subject: reported}, certain=True
    )
