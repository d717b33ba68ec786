"""Reads who is whose: "the son of Y and Z", "his wife, Z", "Y's daughter X", "his father was Y".

"X, son of A and B" does not say which of them is the father: the relation is then "parent", unless
a title says so ("Queen B") or B is A's wife.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kgplatform.extract.grammar.arguments import Argument, Arguments, coordinated
from kgplatform.extract.grammar.found import Found
from kgplatform.extract.grammar.relations import read_as
from kgplatform.extract.grammar.subjects import described, subjects_of
from kgplatform.records import name_of

__all__ = ["KIN", "read_kin"]

CHILDREN = {"son", "daughter", "child"}
KIN = CHILDREN | set(
    "wife husband widow widower brother sister father mother spouse consort"
    " half-brother half-sister twin".split()
)
SPOUSES = {"wife", "husband", "consort"}
MEN_TITLES = set("king prince duke earl count baron lord sir emperor sultan".split())
WOMEN_TITLES = set("queen princess duchess countess baroness lady dame empress".split())
COPULAS = {"is", "was", "are", "were", "became"}
DOUBTFUL = set("adoptive adopted foster step law grand great possible alleged supposed".split())


def read_kin(noun: Any, arguments: Arguments) -> Iterator[Found]:
    """Yield the facts that a noun of kinship states."""
    if any(child.lower_ in DOUBTFUL or child.dep_ == "neg" for child in noun.children):
        return
    if arguments.passage.text[noun.idx + len(noun.text) :][:7].casefold().startswith("-in-law"):
        return
    owner = next((child for child in noun.children if child.dep_ == "poss"), None)
    if owner is not None:
        yield from _possessed(noun, owner, arguments)
        return
    subjects = _whose_description(noun, arguments)
    for preposition in noun.children:
        if preposition.lower_ in ("of", "to") and preposition.dep_ == "prep":
            for obj in preposition.children:
                if obj.dep_ == "pobj":
                    yield from _of(subjects, noun, obj, arguments)


def _possessed(noun: Any, owner: Any, arguments: Arguments) -> Iterator[Found]:
    possessors = arguments.things(owner)
    if noun.dep_ == "conj" and noun.lower_ in SPOUSES:  # "Floris and his wife": whose but Floris's
        before = noun.head if noun.head.lower_ not in KIN else _parent_before(noun.head)
        possessors = arguments.entities_only(before) if before is not None else []
    elif noun.lower_ in SPOUSES and noun.dep_ == "pobj" and noun.head.lower_ in ("by", "with"):
        return  # "the son of A by his wife B": his is A's, and B's child is another
    for possessor in possessors:
        for relative in _named_as(noun, arguments):
            if possessor.target.id != relative.target.id and _are_people(possessor, relative):
                yield Found(possessor, _held_by(noun.lower_), relative, "kinship")


def _parent_before(noun: Any) -> Any | None:
    """Return the A of "son of A and his wife", where the wife hangs on the son."""
    objects = (obj for child in noun.children if child.lower_ == "of" for obj in child.children)
    return next(objects, None)


def _held_by(word: str) -> str:
    """Return what POSSESSOR's WORD is to the possessor."""
    if word in ("father", "mother"):
        return word
    return "child" if word in CHILDREN else read_as(f"{word} of").name


def _of(subjects: list[Argument], noun: Any, obj: Any, arguments: Arguments) -> Iterator[Found]:
    """Yield "X is the WORD of A and B", and that B is A's wife where it says so."""
    word = noun.lower_
    relation = "parent" if word in CHILDREN else read_as(f"{word} of").name
    heads = [obj, *coordinated(obj)]
    heads += [other for other in coordinated(noun) if other.lower_ in SPOUSES]
    married = any(head.lower_ in SPOUSES for head in heads)
    for head in heads:
        spouse = head.lower_ in SPOUSES
        people = _named_as(head, arguments) if spouse else arguments.entities_only(head)
        for person in people:
            for subject in subjects:
                if subject.target.id != person.target.id and _are_people(subject, person):
                    named = _sex_of_parent(person, head, married) if relation == "parent" else None
                    yield Found(subject, named or relation, person, "kinship")


def _sex_of_parent(person: Argument, head: Any, married: bool) -> str | None:
    if head.lower_ in ("wife", "husband"):
        return "mother" if head.lower_ == "wife" else "father"
    words = [child.lower_ for child in head.children if child.dep_ in ("compound", "nmod", "amod")]
    words.append(str(getattr(person.target, "name", "")).casefold().split(" ")[0])
    if any(word in MEN_TITLES or word in ("actor", "king") for word in words):
        return "father"
    if any(word in WOMEN_TITLES or word == "actress" for word in words):
        return "mother"
    return "father" if married else None


def _whose_description(noun: Any, arguments: Arguments) -> list[Argument]:
    """Return the people that "the son of" is said about."""
    head = noun.head
    if noun.dep_ == "appos" and head.dep_ == "pobj" and head.head.lower_ == "of":
        return arguments.entities_only(head.head.head)  # "Beatrice of Bar, the widow of"
    if noun.dep_ in ("attr", "appos", "conj"):
        found = described(noun, arguments)
        if found or noun.dep_ != "appos":
            return found
    if noun.dep_ == "pobj" and head.lower_ == "as":  # "was born in Bergen as the son of"
        return subjects_of(head.head, arguments)
    if noun.left_edge.is_sent_start:  # "The son of a tailor, Smith …" or a sentence without a verb
        root = noun.sent.root
        if root.i == noun.i:
            title = arguments.title(noun.left_edge) if arguments.is_about_person() else None
            return [title] if title else []
        return [found for found in _last_subject(root, arguments) if found.kind == "Person"]
    return []


def _last_subject(root: Any, arguments: Arguments) -> list[Argument]:
    """Return what the last of a verb's subjects names: the first is the fronted apposition."""
    own = [child for child in root.children if child.dep_ in ("nsubj", "nsubjpass")]
    return arguments.things(own[-1]) if own else subjects_of(root, arguments)


def _named_as(noun: Any, arguments: Arguments) -> list[Argument]:
    """Return the people that a kinship noun is said to be."""
    for child in noun.children:
        if child.dep_ == "appos" and child.i > noun.i:
            return [found for found in arguments.things(child)[:1] if found.is_entity]
    head = noun.head
    if noun.dep_ == "nsubj" and head.lower_ in COPULAS:
        for child in head.children:
            if child.dep_ == "attr":
                return [found for found in arguments.things(child)[:1] if found.is_entity]
    if noun.dep_ in ("compound", "nmod", "appos", "poss") and head.pos_ == "PROPN":
        found = arguments.of(head)
        return [found] if found is not None and found.is_entity else []
    after = noun.nbor(1) if noun.i + 1 < len(noun.doc) else None
    named = arguments.of(after) if after is not None else None
    return [named] if named is not None and named.kind == "Person" else []


def _are_people(*arguments: Argument) -> bool:
    """Whether all may be people; a recogniser takes long names for bodies and places."""
    return all(
        item.kind in ("Person", "Thing", "Organization")
        or (item.kind == "Place" and " " in name_of(item.target))
        for item in arguments
    )
