"""Reads facts from verbs: active, passive with agent, with prepositions, relative and reduced.

A relation of the table (`relations`) is taken where its ends are of the right kinds; any other verb
only where it is plainly a verb between two known names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kgplatform.extract.grammar.arguments import Argument, Arguments
from kgplatform.extract.grammar.found import Found
from kgplatform.extract.grammar.qualifiers import is_date, qualifiers_of
from kgplatform.extract.grammar.relations import DATES, RULES, WORKS, Rule, fits, read_as
from kgplatform.extract.grammar.subjects import subjects_of, subjects_of_title
from kgplatform.extract.grammar.verbs import POSITION, Complement, Verb, complements_of, is_passive
from kgplatform.extract.grammar.works import read_part_made
from kgplatform.records import Entity

__all__ = ["read_clause"]

DOUBTS = {"may", "might", "could", "would", "should", "can", "if"}
EMPTY_VERBS = set(
    "be have hold begin do say tell think know believe see make take get give call consider want"
    " use include show credit bear find become seem go come feel ask try refer mean let hear"
    " like".split()
)
LIFE_DATES = ("date of birth", "date of death")
DATED = frozenset(DATES.values())
AWARD = re.compile(r"\b(?:Awards?|Prizes?|Medals?|Oscars?|Grammys?|Emmys?|Palme|Golden \w+)\b")
WINNABLE = re.compile(r"\b(?:Cup|Championships?|Trophy|League|Series|Best|Title|Bowl|Open)\b")
UNSAID = {"oprd", "xcomp", "ccomp"}
NO_RULE = Rule("")


def read_clause(verb: Any, lemma: str, arguments: Arguments) -> Iterator[Found]:
    """Yield the facts whose relation is a verb.

    Args:
        verb: a token that is a verb.
        lemma: its base form.
        arguments: those of the passage.
    """
    children = list(verb.children)
    if any(child.dep_ == "neg" or child.lower_ in DOUBTS for child in children):
        return
    if arguments.in_set_piece(verb):
        return
    head = Verb(verb, lemma, is_passive(verb, children))
    made = read_part_made(head, children, arguments)
    if made is not None:
        yield from made
        return
    subjects = subjects_of(verb, arguments) or _work_meant(head, arguments)
    if subjects:
        yield from _clause_facts(head, children, subjects, arguments)


def _clause_facts(
    head: Verb, children: list[Any], subjects: list[Argument], arguments: Arguments
) -> Iterator[Found]:
    complements = list(complements_of(head, children, arguments))
    only_dates = all(is_date(item.argument) for item in complements)
    for item in complements:
        date = is_date(item.argument)
        if date and item.key not in DATED and not (head.passive and only_dates):
            continue  # it qualifies what else the clause says
        alike = (other.argument for other in complements if other.key == item.key)
        peers = [other for other in alike if not is_date(other)]
        for subject in subjects:
            if subject.kind == "Person" or item.key not in LIFE_DATES:
                yield from _fact(subject, item, head, arguments, [] if date else peers)


def _fact(
    subject: Argument, item: Complement, head: Verb, arguments: Arguments, peers: list[Argument]
) -> Iterator[Found]:
    """Yield the fact of a subject and a complement, if the relation's ends are of its kinds.

    Args:
        peers: objects of the same relation, which therefore do not qualify this one.
    """
    key, obj = item.key, item.argument
    known = key in RULES or key in DATED or key == POSITION
    if not known and {key.split(" ", 1)[0], head.lemma} & EMPTY_VERBS:
        return
    rule = read_as(key)
    if rule.turned:
        subject, obj = obj, subject
    elif rule.subjects == WORKS and subject.kind not in ("Work", "Thing"):
        subject = _work_instead(head, arguments) or subject
    if not subject.is_entity or not fits(rule, subject.kind, obj.kind):
        return
    if not known and not _is_plain(key, head, subject, obj, arguments):
        return
    name, known = _narrow(rule.name, known, head, subject, obj, arguments)
    if name in ("place of birth", "place of death") and isinstance(obj.target, Entity):
        obj = obj._replace(target=replace(obj.target, type="Place"))  # nobody is born in a person
    qualifiers = qualifiers_of(head.token, arguments, exclude=(subject, obj, *peers))
    construction = ("maker" if key.endswith(" by") else "clause") if known else "open"
    yield Found(subject, name, obj, construction, qualifiers, "" if known else item.words)
    if name == "located in" and obj.start in arguments.starts:
        for place in arguments.places_from(obj.start)[1:]:
            yield Found(subject, name, place, "place")


def _narrow(
    name: str, known: bool, head: Verb, subject: Argument, obj: Argument, arguments: Arguments
) -> tuple[str, bool]:
    """Return a relation's name where its ends say more than its words, and whether it is known."""
    on_screen = arguments.is_title(subject) and arguments.is_on_screen()
    if on_screen and name == "author":
        return "screenwriter", True
    if on_screen and name == "feature":
        return "cast member", obj.kind == "Person"
    gets = head.lemma in ("win", "receive", "earn") and not known
    if gets and AWARD.search(getattr(obj.target, "name", "")):
        return "award received", True
    return name, known


def _work_meant(head: Verb, arguments: Arguments) -> list[Argument]:
    """Return the opening's work for a participle that hangs on a word that names nothing.

    "a documentary about the election directed by A"
    """
    rule = RULES.get(f"{head.key} by", NO_RULE)
    if not head.passive or rule.subjects != WORKS:
        return []
    work = _work_instead(head, arguments)
    return [work] if work is not None else []


def _work_instead(head: Verb, arguments: Arguments) -> Argument | None:
    """Return the opening's work for a participle that seems to hang on another name.

    "a film about the Burma Road directed by A"
    """
    verb = head.token
    if not arguments.is_about_work() or verb.dep_ not in ("acl", "conj"):
        return None
    return next(iter(subjects_of_title(arguments)), None) if arguments.opens_with(verb) else None


def _is_plain(key: str, head: Verb, subject: Argument, obj: Argument, arguments: Arguments) -> bool:
    """Return whether an untabled relation can be trusted: a real verb between two known names."""
    tag, form = head.token.tag_, head.token.lower_
    inherited = head.passive and head.token.dep_ == "conj" and not key.endswith(" by")
    if inherited or key.endswith(" as"):
        return False  # "was suspected and operated in Europe" was perhaps not operated
    if obj.kind == "date" and any(c.dep_ in UNSAID for c in head.token.children):
        return False  # "was named the coach of the year in 2008" says more than when
    name = getattr(obj.target, "name", "")
    if head.lemma == "win" and not WINNABLE.search(name) and not AWARD.search(name):
        return False  # "the Grammy winning Derek Trucks Band"
    if obj.kind == "Group" or tag == "VB" or (tag == "VBD" and form == head.lemma):
        return False  # a noun taken for a verb has no past form of its own
    if obj.is_entity and (obj.start not in arguments.starts or obj.alignment == "pronoun"):
        return False
    return subject.kind != "Group"
