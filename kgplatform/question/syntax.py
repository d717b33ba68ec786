"""Reads from a question's dependency tree which relations it asks for, between which types.

"Who directed the film that Tom Hanks starred in?" asks for (Work, director, Person) and
(Work, cast member, Person). Phrases mean the canonical relations that they mean in statements
(`extract.relations`); others keep their own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.grammar.relations import DATES, RULES, read_as
from kgplatform.extract.recogniser import ENTITY_TYPE_OF_LABEL

__all__ = ["LITERAL_TYPE_NAMES", "Triple", "read_triples"]

Triple = tuple[str, str, str]
"""Subject type, relation, object type."""

LITERAL_TYPE_NAMES = {"date": "Date", "quantity": "Quantity", "string": "Text"}
"""The schema's names of the datatypes of literals."""

UNKNOWN = "Thing"
TYPE_OF_WORD = {"who": "Person", "whom": "Person", "where": "Place", "when": "Date"}
TYPE_OF_LABEL = {
    **ENTITY_TYPE_OF_LABEL,
    "DATE": "Date",
    "TIME": "Date",
    "CARDINAL": "Quantity",
    "QUANTITY": "Quantity",
    "MONEY": "Quantity",
    "PERCENT": "Quantity",
}
OBJECTS = ("pobj", "pcomp")
PREPOSITION_OF = {"where": "in", "when": "on"}
DATE_NOUNS = frozenset("year date day month decade century".split())
AUXILIARY = frozenset("is are was were be been being do does did has have had can could".split())
RELATIVE = frozenset(("who", "that", "which", "whom"))


def read_triples(tree: Any, lemma_of: Callable[[Any], str]) -> set[Triple]:
    """Return what a parsed question asks for, each relation once.

    Args:
        tree: the spaCy Doc of a question.
        lemma_of: a token to its base form.
    """
    found: set[Triple] = set()
    for token in tree:
        if token.pos_ == "VERB" and token.lower_ not in AUXILIARY:
            found.update(_of_verb(token, lemma_of))
        elif token.pos_ == "NOUN":
            found.update(_of_noun(token))
    return found


def _of_verb(verb: Any, lemma_of: Callable[[Any], str]) -> Iterator[Triple]:
    """Yield the relations of a verb: with its object, and with each preposition's."""
    children = list(verb.children)
    is_passive = verb.tag_ == "VBN" and (
        verb.dep_ == "acl" or any(c.dep_ in ("nsubjpass", "auxpass", "agent") for c in children)
    )
    key = verb.lower_ if is_passive else lemma_of(verb)
    subject = _subject_type(verb)
    for child in (*children, *_fronted(verb, children)):
        if child.dep_ == "dobj":
            yield from _triple(key, subject, _type_of(child))
        elif child.dep_ in ("prep", "agent"):
            for thing in (token for token in child.children if token.dep_ in OBJECTS):
                yield from _triple(f"{key} {child.lower_}", subject, _type_of(thing))
        elif child.dep_ == "advmod" and child.lower_ in PREPOSITION_OF:
            asked = f"{key} {PREPOSITION_OF[child.lower_]}"
            yield from _triple(asked, subject, TYPE_OF_WORD[child.lower_])


def _fronted(verb: Any, children: list[Any]) -> Iterator[Any]:
    """Yield what a question begins with and the parser hangs on the auxiliary: "where was"."""
    auxiliaries = [child for child in children if child.dep_ in ("aux", "auxpass")]
    if verb.dep_ == "acl" and verb.head.dep_ == "nsubj" and verb.head.head.pos_ == "AUX":
        auxiliaries.append(verb.head.head)
    for auxiliary in auxiliaries:
        yield from (child for child in auxiliary.children if child.dep_ in ("prep", "advmod"))


def _triple(key: str, subject: str, object_: str) -> Iterator[Triple]:
    """Yield the triple a phrase means, if its types fit; an unknown type becomes one that does."""
    verb, _, preposition = key.partition(" ")
    if object_ == "Date" and preposition in ("in", "on") and verb in DATES:
        yield subject, DATES[verb], object_
        return
    rule = read_as(key)
    if key not in RULES and subject == object_ == UNKNOWN:
        return
    if rule.turned:
        subject, object_ = object_, subject
    for kind, fitting in ((subject, rule.subjects), (object_, rule.objects)):
        if fitting and kind != UNKNOWN and kind not in fitting:
            return
    if rule.subjects and subject == UNKNOWN:
        subject = rule.subjects[0]
    if rule.objects and object_ == UNKNOWN:
        object_ = rule.objects[0]
    yield subject, rule.name, object_


def _subject_type(verb: Any) -> str:
    """Return the type of a verb's subject; a participle on a noun has that noun for one."""
    for child in verb.children:
        if child.dep_ in ("nsubj", "nsubjpass"):
            is_relative = verb.dep_ == "relcl" and child.lower_ in RELATIVE
            kind = UNKNOWN if is_relative else _type_of(child)
            return _type_of(verb.head) if kind == UNKNOWN and verb.dep_ == "relcl" else kind
    if verb.dep_ in ("acl", "relcl"):
        return _type_of(verb.head)
    if verb.dep_ in ("conj", "xcomp") and verb.head.i != verb.i and verb.head.pos_ == "VERB":
        return _subject_type(verb.head)
    return UNKNOWN


def _of_noun(noun: Any) -> Iterator[Triple]:
    """Yield what "the director of the film" and "the film's director" ask for."""
    for child in noun.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            things = [token for token in child.children if token.dep_ == "pobj"]
        elif child.dep_ == "poss" and child.pos_ != "PRON":
            things = [child]
        else:
            continue
        key = f"{noun.lower_} of"
        if key not in RULES and not type_of_noun(noun.lower_):
            continue  # "name of", "kind of", "end of": no relation between entities
        for thing in things:
            yield from _triple(key, _type_of(noun), _type_of(thing))


def _type_of(token: Any) -> str:
    """Return the type of the entity that a word of a question stands for."""
    if token.lower_ in TYPE_OF_WORD:
        return TYPE_OF_WORD[token.lower_]
    if token.lower_.removesuffix("s") in DATE_NOUNS:
        return "Date"
    if any(child.lower_ == "many" for child in token.children):
        return "Quantity"
    by_noun = type_of_noun(token.lower_) if token.pos_ == "NOUN" else None
    return by_noun or TYPE_OF_LABEL.get(token.ent_type_, UNKNOWN)
