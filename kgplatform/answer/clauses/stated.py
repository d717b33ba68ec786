"""Yes or no about one thing from facts: statements, and what a knowledge base says to be so or not.

"Is King an occupation of Philip III?" is "yes" where a statement has these ends and a relation that
the rest of the question's words are of. "No" takes another value of a relation that has only one,
or a knowledge base that was asked just that: it answers by the values it has of the relation, as
the partial completeness assumption reads them (Galárraga et al. 2013, section 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.answer.clauses.facts import Fact, list_stated
from kgplatform.answer.clauses.looked_up import list_looked_up
from kgplatform.answer.clauses.relation_words import (
    GENERAL,
    LIGHT,
    are_of,
    forms_of,
    list_beside,
    plain,
)
from kgplatform.answer.clauses.yes_no import NEGATED, asks_of_several
from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.view import EvidenceView
from kgplatform.question.analysis import YES_NO_START, Asked
from kgplatform.text.dates import find_dates
from kgplatform.text.days import agree
from kgplatform.text.words import content_stems, fold, stem

__all__ = ["deny_by_fact", "state_by_fact"]

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
        name = plain(value)
        return bool(name) and f" {name} " in self.folded


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


def _find(asked: Asked, view: EvidenceView, truth: str) -> Iterator[Fact]:
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

    "John Lennon has works in the collection Museum of Modern Art: yes." does not tell where a
    relation's name ends.
    """
    for line in list_looked_up(view):
        words = line.said.split()
        at = next((n for n in range(1, len(words)) if supposed.has(" ".join(words[n:]))), None)
        if line.truth and at is not None:
            relation, value = " ".join(words[:at]), " ".join(words[at:])
            yield Fact(line.subject, relation, value, line.passage, line.sentence, line.truth)


def _is_asked(supposed: _Supposed, fact: Fact) -> bool:
    """Tell whether what the question has beside both ends is a fact's relation, that way round."""
    rest = list_beside(supposed.text, (fact.subject, fact.object))
    if not rest:
        relation = fact.relation.casefold()
        at = supposed.text.casefold().rfind(plain(fact.object))
        if at >= 0 and IS_IN.search(supposed.text[:at]):
            return IN_PLACE.match(relation) is not None
        return relation in OF_KIND
    return are_of(rest, fact.relation) and _is_that_way(supposed, fact)


def _is_just_that(asked: Asked, fact: Fact) -> bool:
    """Tell whether a question has all words of a relation: "located" is not "in time zone"."""
    own = content_stems(fact.relation) - LIGHT - GENERAL
    return are_of(own, asked.text)


def _is_that_way(supposed: _Supposed, fact: Fact) -> bool:
    """Tell whether it is asked of the fact's subject: "the child of SUBJECT", "did SUBJECT …"."""
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
    """Answer no where the thing has another value of a relation that has only one."""
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
    """Tell whether a claimed date or person is another than a fact's, which has but one."""
    dates, told = find_dates(supposed.text), find_dates(fact.object)
    relation = fact.relation.casefold()
    if relation in HAS_ONE_DATE and dates and told:
        return not agree(dates[-1], told[0])
    shared = set(fold(" ".join(claimed)).split()) & set(plain(fact.object).split())
    return relation in HAS_ONE_PERSON and bool(claimed) and not dates and not shared


def _holds(name: str, other: str) -> bool:
    return f" {plain(name)} " in f" {plain(other)} " or f" {plain(other)} " in f" {plain(name)} "


def _conclude(answer: str, fact: Fact) -> Comparison:
    told = f"{fact.relation}: {fact.object}"
    return Comparison(answer, ((fact.passage, fact.sentence),), {fact.subject: told}, certain=True)
