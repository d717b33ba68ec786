"""Reads what a verb says of what: its objects, its agent, what its prepositions lead to.

Each comes with a relation key (see `relations`) and with the words of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kgplatform.extract.grammar.arguments import Argument, Arguments, literal_argument
from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.grammar.qualifiers import is_date
from kgplatform.extract.grammar.relations import DATES

__all__ = ["POSITION", "Complement", "Verb", "complements_of", "is_passive"]

HAVE = {"has", "have", "had", "having"}
POSITION = "position held"
EMPTY_NOUNS = set("part number variety series use place lot one".split())
NOUN_PREPOSITIONS = {"for", "at", "in", "to", "with", "from", "against", "on", "of", "as"}
LOOSE = {"between", "following", "including", "like", "than", "due", "until", "since", "during"}
MODIFIERS = {"amod", "compound", "nmod"}
OFFICE_VERBS = {"appoint", "elect", "name", "make", "crown", "ordain", "consecrate", "promote"}


class Complement(NamedTuple):
    """What is on the other side of a verb: a relation key, an entity or value, and the words."""

    key: str
    argument: Argument
    words: str


class Verb(NamedTuple):
    """A verb of the text: its base form and, if it is passive, its participle."""

    token: Any
    lemma: str
    passive: bool

    @property
    def key(self) -> str:
        """The word that relation keys begin with."""
        return str(self.token.lower_) if self.passive else self.lemma

    @property
    def words(self) -> str:
        """The verb as a sentence has it: "was built", "plays"."""
        form = self.token.lower_
        if not self.passive and self.token.tag_ in ("VBG", "VB", "VBP"):
            form = _third_person(self.lemma)
        particles = [child.lower_ for child in self.token.children if child.dep_ == "prt"]
        return " ".join([*(["was"] if self.passive else []), form, *particles])


def _next_acl(head: Verb) -> Any | None:
    """Return the participle that goes on after a comma: "directed, produced and written by"."""
    verb = head.token
    after = verb.nbor(2) if verb.i + 2 < len(verb.doc) and verb.nbor(1).text == "," else None
    if after is None or after.tag_ != "VBN" or after.head.i != verb.head.i:
        return None
    return after if verb.dep_ == after.dep_ == "acl" else None


def _third_person(lemma: str) -> str:
    if lemma.endswith(("s", "x", "z", "ch", "sh", "o")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + "s"


def complements_of(head: Verb, children: list[Any], arguments: Arguments) -> Iterator[Complement]:
    """Yield a verb's objects, agent and prepositional objects.

    Args:
        head: the verb.
        children: its dependents, in the order of the text.
        arguments: those of the passage.
    """
    objects = [child for child in children if child.dep_ == "dobj"]
    direct = objects[0] if objects else None
    for thing in (thing for obj in objects for thing in arguments.things(obj)):
        if thing.is_entity:
            yield Complement(head.key, thing, head.words)
    for child in children:
        if child.dep_ in ("prep", "agent"):
            yield from _prepositional(head, child, direct, arguments)
        if child.dep_ in ("oprd", "prep"):
            yield from _position(head, child, arguments)
    if head.lemma == "die":
        yield from _cause(children, arguments)
    if head.passive and not any(child.lower_ == "by" for child in children):
        yield from _shared_agent(head, children, arguments)


def is_passive(verb: Any, children: list[Any]) -> bool:
    """Return whether a verb's subject is what it is done to."""
    if verb.tag_ == "VBD" and verb.dep_ == "conj" and verb.head.tag_ == "VBN":
        own = any(child.dep_ in ("nsubj", "aux", "dobj", "prt") for child in children)
        shared = any(child.lower_ == "by" or child.dep_ == "conj" for child in children)
        return shared and not own and is_passive(verb.head, list(verb.head.children))
    if verb.tag_ != "VBN":
        return bool(verb.lower_ == "married" and verb.dep_ == "acomp")
    roles = {child.dep_ for child in children}
    perfect = any(child.dep_ == "aux" and child.lower_ in HAVE for child in children)
    if roles & {"auxpass", "nsubjpass"} or ("agent" in roles and not perfect):
        return True
    if "aux" in roles:
        return False
    if verb.dep_ == "conj" and verb.head.pos_ == "VERB":
        return is_passive(verb.head, list(verb.head.children))
    return True


def _prepositional(
    head: Verb, preposition: Any, direct: Any | None, arguments: Arguments
) -> Iterator[Complement]:
    """Yield "born in A", "play for A"; "play football for A" where the object names nothing."""
    word = preposition.lower_
    if word in LOOSE:
        return
    middle = ""
    if direct is not None:
        if not _is_bare(direct, arguments) or word not in NOUN_PREPOSITIONS:
            return
        middle = f"{direct.lower_} "
    key, words = f"{head.key} {middle}{word}", f"{head.words} {middle}{word}"
    for obj in preposition.children:
        for thing in arguments.things(obj) if obj.dep_ == "pobj" else ():
            if is_date(thing):
                if word in ("in", "on") and direct is None:
                    yield Complement(DATES.get(head.key, key), thing, words)
            elif thing.is_entity and not (direct is not None and thing.kind == "Place"):
                yield Complement(key, thing, words)


def _is_bare(direct: Any, arguments: Arguments) -> bool:
    """Whether an object is a plain noun that goes with its verb: "play football"."""
    if arguments.resolve(direct) is not None or direct.pos_ != "NOUN":
        return False
    owned = any(child.dep_ == "poss" for child in direct.children)
    return direct.lower_ not in EMPTY_NOUNS and not owned


def _position(head: Verb, child: Any, arguments: Arguments) -> Iterator[Complement]:
    """Yield the office in "served as mayor of A", "was elected mayor of A", as a phrase."""
    office = None
    if child.dep_ == "oprd" and head.lemma in OFFICE_VERBS:
        office = child
    elif child.lower_ == "as" and head.lemma in ("serve", "act", "elect", "appoint"):
        office = next((obj for obj in child.children if obj.dep_ == "pobj"), None)
    if office is None or type_of_noun(office.lower_) != "Person":
        return
    first = min((t.i for t in office.lefts if t.dep_ == "compound"), default=office.i)
    end = office.idx + len(office.text)
    of = next((token for token in office.rights if token.lower_ == "of"), None)
    for obj in of.children if of is not None else ():
        named = arguments.of(obj)
        end = named.end if named is not None and named.is_entity else end
    span = (office.doc[first].idx, end)
    yield Complement(POSITION, literal_argument(arguments.passage, span, "string"), "")


def _cause(children: list[Any], arguments: Arguments) -> Iterator[Complement]:
    """Yield what somebody died of, as a phrase: "a heart attack"."""
    for child in children:
        for obj in child.children if child.lower_ in ("of", "from") else ():
            if obj.dep_ == "pobj" and obj.pos_ == "NOUN" and obj.lower_ not in EMPTY_NOUNS:
                first = min((t.i for t in obj.lefts if t.dep_ in MODIFIERS), default=obj.i)
                span = (obj.doc[first].idx, obj.idx + len(obj.text))
                cause = literal_argument(arguments.passage, span, "string")
                yield Complement(f"die {child.lower_}", cause, "")


def _shared_agent(head: Verb, children: list[Any], arguments: Arguments) -> Iterator[Complement]:
    """Yield the agent of "written, produced and directed by A" for the verbs before the last."""
    last = next((child for child in children if child.dep_ == "conj"), None) or _next_acl(head)
    if last is None or any(c.dep_ in ("prep", "dobj") and c.i < last.i for c in children):
        return  # "released on DVD and distributed by A"
    while last is not None and last.tag_ in ("VBN", "VBD"):
        for child in last.children:
            if child.lower_ == "by":
                yield from _prepositional(head, child, None, arguments)
                return
        last = next((child for child in last.children if child.dep_ == "conj"), None)
