"""Reads facts from verbs: active, passive with agent, with prepositions, relative and reduced.

A relation of the table (`relations`) is taken where its ends are of the right kinds; other verbs
are read as clauses (`kgplatform.extract.clauses`).
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
LIFE_DATES = ("date of birth", "date of death")
DATED = frozenset(DATES.values())
AWARD = re.compile(r"\b(?:Awards?|Prizes?|Medals?|Oscars?|Grammys?|Emmys?|Palme|Golden \w+)\b")
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
    rule = read_as(key)
    if rule.turned:
        subject, obj = obj, subject
    elif rule.subjects == WORKS and subject.kind not in ("Work", "Thing"):
        subject = _work_instead(head, arguments) or subject
    if not subject.is_entity or not fits(rule, subject.kind, obj.kind):
        return
    name, known = _narrow(rule.name, known, head, subject, obj, arguments)
    if not known:
        return
    if name in ("place of birth", "place of death") and isinstance(obj.target, Entity):
        obj = obj._replace(target=replace(obj.target, type="Place"))  # nobody is born in a person
    qualifiers = qualifiers_of(head.token, arguments, exclude=(subject, obj, *peers))
    construction = "maker" if key.endswith(" by") else "clause"
    yield Found(subject, name, obj, construction, qualifiers)
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
