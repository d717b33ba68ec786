"""Yes or no about one thing from facts: statements, and what a knowledge base says to be so or not.

"Is King an occupation of Philip III?" is "yes" where a statement has these ends and a relation that
the rest of the question's words are of. "No" takes another value of a relation that has only one,
or a knowledge base that was asked just that: it answers by the values it has of the relation, as
the partial completeness assumption reads them (Galárraga et al. 2013, section 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgplatform.answer.asked.question import YES_NO_START, Asked
from kgplatform.answer.clauses.looked_up import list_looked_up
from kgplatform.answer.clauses.yes_no import NEGATED, asks_of_several
from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.view import EvidenceView, PassageView, Sentence
from kgplatform.answer.text import base_title, content_stems, fold, stem
from kgplatform.answer.values.dates import find_dates
from kgplatform.records import ScoredStatement

__all__ = ["deny_by_fact", "state_by_fact"]

HAS_ONE = frozenset(
    "date of birth|date of death|place of birth|place of death|place of burial|father|mother".split(
        "|"
    )
)
OF_KIND = frozenset(
    "occupation|instance of|subclass of|position held|genre|religion|religion or worldview".split(
        "|"
    )
)
"""Relations of "Is Ann Lee a painter?", which has no word for them."""
IN_PLACE = re.compile(r"^(?:country|continent|located in|headquarters location|location)\b")
"""Relations of "Is the school in Norway?"."""
IS_IN = re.compile(r"\bin (?:the )?$", re.IGNORECASE)
LIGHT = frozenset(map(stem, "hold holds have serve serves use used place thing name take".split()))
"""Verbs and nouns that say no relation: "a position that she has held"."""
GENERAL = frozenset(map(stem, "country date form basic administrative territorial entity".split()))
"""Words of relations' names that questions leave out."""
SAME_RELATION = {
    stem(form): stem(words.split()[0])
    for words in (
        "member belong belongs",
        "residence live lives lived reside resides resident",
        "sibling brother sister",
        "child son daughter",
        "mother parent",
        "work employer employed",
    )
    for form in words.split()
}
DEED = re.compile(r"^(?:do|does|did|has|have|had|can|could|will|would)\b", re.IGNORECASE)
BOTH_WAYS = frozenset("shares border with|spouse|sibling|partner|unmarried partner".split("|"))
SHORTEST_ROOT = 5  # letters that two forms of a word share: "citizen", "citizenship"


@dataclass(frozen=True, slots=True)
class _Fact:
    """What a sentence states, or what a knowledge base says of that (`truth`)."""

    subject: str
    relation: str
    object: str
    passage: PassageView
    sentence: Sentence
    truth: str = "yes"


@dataclass(frozen=True, slots=True)
class _Supposed:
    """What a question supposes: its words after the verb, and these folded between spaces.

    `is_of_deed`: it asks what its subject, which comes first, does or did.
    """

    text: str
    folded: str
    is_of_deed: bool

    def has(self, value: str) -> bool:
        """Tell whether a name or date stands there."""
        dates = find_dates(value)
        if dates:
            return any(date.value == dates[0].value for date in find_dates(self.text))
        name = _plain(value)
        return bool(name) and f" {name} " in self.folded

    def rest(self, values: Iterable[str]) -> frozenset[str]:
        """Return the stems beside these values, those of a date and of light words left out."""
        text = self.text
        for date in reversed(find_dates(text)):
            text = f"{text[: date.start]} {text[date.end :]}"
        left = f" {fold(text)} "
        for value in sorted(map(_plain, values), key=len, reverse=True):
            left = left.replace(f" {value} ", " ", 1)
        return content_stems(left) - LIGHT


def state_by_fact(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer yes from a fact with what the question supposes; None where none tells.

    Args:
        asked: a question of yes and no.
        view: the evidence.
    """
    return next((_conclude("yes", fact) for fact in _find(asked, view, "yes")), None)


def deny_by_fact(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer no from a fact that leaves no room for what the question supposes."""
    denied = (f for f in _find(asked, view, "no") if _is_just_that(asked, f))
    found = next(denied, None)
    return _conclude("no", found) if found else _deny_by_other_value(asked, view)


def _find(asked: Asked, view: EvidenceView, truth: str) -> Iterator[_Fact]:
    """Yield the facts with both ends and the relation of the question, and of this truth."""
    supposed = _suppose(asked)
    if supposed is None:
        return
    for fact in _list_facts(supposed, view):
        if (
            fact.truth == truth
            and _plain(fact.subject) != _plain(fact.object)
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


def _list_facts(supposed: _Supposed, view: EvidenceView) -> Iterator[_Fact]:
    yield from _list_checked(supposed, view)
    for passage in view.passages:
        for stated in passage.facts:
            sentence = _find_sentence(passage, stated)
            if sentence is not None:
                yield _Fact(stated.subject, stated.relation, stated.object, passage, sentence)


def _find_sentence(passage: PassageView, stated: ScoredStatement) -> Sentence | None:
    """Return the sentence of a passage that states something."""
    if passage.item.source == stated:
        return passage.sentences[0]
    for sentence in passage.sentences:
        start, end = passage.item.locate(sentence.start, sentence.end)
        if stated.start < end and start < stated.end:
            return sentence
    return None


def _list_checked(supposed: _Supposed, view: EvidenceView) -> Iterator[_Fact]:
    """Yield what a knowledge base was asked: its object is the longest end that the question has.

    "John Lennon has works in the collection Museum of Modern Art: yes." does not tell where a
    relation's name ends.
    """
    for line in list_looked_up(view):
        words = line.said.split()
        at = next((n for n in range(1, len(words)) if supposed.has(" ".join(words[n:]))), None)
        if line.truth and at is not None:
            relation, value = " ".join(words[:at]), " ".join(words[at:])
            yield _Fact(line.subject, relation, value, line.passage, line.sentence, line.truth)


def _is_asked(supposed: _Supposed, fact: _Fact) -> bool:
    """Tell whether what the question has beside both ends is a fact's relation, that way round."""
    rest = supposed.rest((fact.subject, fact.object))
    if not rest:
        relation = fact.relation.casefold()
        at = supposed.text.casefold().rfind(_plain(fact.object))
        if at >= 0 and IS_IN.search(supposed.text[:at]):
            return IN_PLACE.match(relation) is not None
        return relation in OF_KIND
    return _is_of(rest, fact.relation) and _is_that_way(supposed, fact)


def _is_of(rest: Iterable[str], relation: str) -> bool:
    """Tell whether words are all of a relation's name."""
    own = {SAME_RELATION.get(word, word) for word in content_stems(relation)}
    return all(any(_is_alike(SAME_RELATION.get(w, w), other) for other in own) for w in rest)


def _is_just_that(asked: Asked, fact: _Fact) -> bool:
    """Tell whether a question has all words of a relation: "located" is not "in time zone"."""
    own = content_stems(fact.relation) - LIGHT - GENERAL
    return _is_of(own, asked.text)


def _is_alike(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    return word == other or (len(shorter) >= SHORTEST_ROOT and longer.startswith(shorter))


def _is_that_way(supposed: _Supposed, fact: _Fact) -> bool:
    """Tell whether it is asked of the fact's subject: "the child of SUBJECT", "did SUBJECT …"."""
    if fact.relation.casefold() in BOTH_WAYS:
        return True
    name, value = (supposed.folded.find(f" {_plain(n)} ") for n in (fact.subject, fact.object))
    if supposed.is_of_deed and -1 < value < name:
        return False
    *_, last = fold(fact.relation).split()
    forms = {word for word, root in SAME_RELATION.items() if root == stem(last)} | {stem(last)}
    words = supposed.folded.split()
    object_words = _plain(fact.object).split()
    for n, word in enumerate(words[:-1]):
        if stem(word) in forms and words[n + 1] == "of":
            behind = words[n + 2 :]
            behind = behind[1:] if behind[:1] == ["the"] else behind
            if object_words and behind[: len(object_words)] == object_words:
                return False
    return True


def _deny_by_other_value(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer no where the thing has another value of a relation that has only one."""
    supposed = _suppose(asked)
    if supposed is None:
        return None
    for fact in _list_facts(supposed, view):
        relation = fact.relation.casefold()
        if relation not in HAS_ONE or not supposed.has(fact.subject) or supposed.has(fact.object):
            continue
        claimed = [name for name in asked.names if not _holds(name, fact.subject)]
        rest = supposed.rest((fact.subject, *claimed))
        if rest and _is_of(rest, relation) and _is_other(supposed, claimed, fact):
            return _conclude("no", fact)
    return None


def _is_other(supposed: _Supposed, claimed: list[str], fact: _Fact) -> bool:
    """Tell whether a claimed value is of the kind of a fact's and another: date or person."""
    dates, told = find_dates(supposed.text), find_dates(fact.object)
    if dates and told:
        pairs = zip(dates[-1].value, told[0].value, strict=True)
        return any(0 not in pair and pair[0] != pair[1] for pair in pairs)
    is_person = fact.relation.casefold() in ("father", "mother")
    shared = set(fold(" ".join(claimed)).split()) & set(_plain(fact.object).split())
    return is_person and not dates and bool(claimed) and not shared


def _holds(name: str, other: str) -> bool:
    return (
        f" {_plain(name)} " in f" {_plain(other)} " or f" {_plain(other)} " in f" {_plain(name)} "
    )


def _plain(name: str) -> str:
    return fold(base_title(name))


def _conclude(answer: str, fact: _Fact) -> Comparison:
    told = f"{fact.relation}: {fact.object}"
    return Comparison(answer, ((fact.passage, fact.sentence),), {fact.subject: told}, certain=True)
