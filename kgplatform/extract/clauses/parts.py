"""The arguments and adjuncts of a clause, each with its preposition and the role that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kgplatform.extract.clauses.patterns import load_words
from kgplatform.extract.clauses.phrases import Phrases, Span, kind_of
from kgplatform.extract.clauses.predicates import Predicate
from kgplatform.extract.grammar.arguments import Argument
from kgplatform.extract.grammar.classes import type_of_noun

__all__ = ["ADVERBIAL", "Part", "clause_words", "parts_of", "parts_of_noun", "role_of"]

CORE = {"dobj": 0, "attr": 0, "dative": 1, "oprd": 1, "acomp": 0}
"""Dependencies of objects and predicates; the lower number is the object of the fact."""
LIFTED = frozenset(("date", "Money", "Percent", "Duration", "Place", "Person", "Organization"))
"""Kinds that a phrase within an object brings as parts of their own."""
RELATIVE_WORDS = frozenset(("that", "which", "who", "whom", "what"))
SPEAKING = ("According", "according")
PREPOSITION = 10
ADVERBIAL = 30


class Part(NamedTuple):
    """An argument or adjunct.

    `words` is what leads to it ("for", "guilty to"), `lemma` the same as people look for it;
    `rank` says how near it is to the verb: the lowest becomes the object.
    """

    arguments: list[Argument]
    token: Any
    words: str
    lemma: str
    rank: int
    role: str


def role_of(word: str, kind: str, *, token: Any, verb_lemma: str = "") -> str:
    """Return the role of an argument by its preposition and kind.

    Args:
        word: the preposition or subordinating word, in lower case; "" for none.
        kind: see `phrases.kind_of`; "clause" for one.
        token: the argument's head.
        verb_lemma: of the clause.
    """
    if word == "for" and kind not in LIFTED - {"Person", "Organization"}:
        return "reason" if verb_lemma in load_words()["reasons"] else "purpose"
    if kind == "string" and (noun := type_of_noun(token.lower_)) in ("Place", "Person"):
        kind = "Place" if noun == "Place" else "Position" if word == "as" else "Person"
    roles = load_words()["roles"].get(word, {})
    return str(roles.get(kind) or roles.get("*") or word)


def parts_of(predicate: Predicate, phrases: Phrases, lemma_of: Callable[[Any], str]) -> list[Part]:
    """Return the arguments and adjuncts of a clause, in the order of the text."""
    lemma = lemma_of(predicate.verb)
    parts: list[Part] = []
    for child in predicate.verb.children:
        parts += _read(child, lemma, phrases)
    for verb in predicate.chain:
        for child in verb.children:
            if child.dep_ in ("prep", "npadvmod", "advcl"):
                parts += _read(child, lemma, phrases)
    if not predicate.is_passive:  # "read the novel by Ann"
        parts = [part for part in parts if part.role != "agent"]
    return parts


def _read(child: Any, lemma: str, phrases: Phrases) -> Iterator[Part]:
    dep = child.dep_
    if dep in ("prep", "agent") or (dep == "dative" and child.pos_ == "ADP"):
        yield from _prepositional(child, lemma, phrases)
    elif dep == "acomp":
        yield from _adjective(child, lemma, phrases)
    elif dep in CORE and child.lower_ not in RELATIVE_WORDS:
        arguments = phrases.objects(child)
        role = {"dative": "recipient", "oprd": "as"}.get(dep, dep)
        yield Part(arguments, child, "", "", CORE[dep], role)
        yield from parts_of_noun(child, lemma, phrases)
        yield from _meant(child, arguments, phrases)
    elif dep == "npadvmod":
        for argument in phrases.objects(child)[:1]:
            role = "time" if kind_of(argument) == "date" else "extent"
            yield Part([argument], child, "", "", ADVERBIAL - 1, role)
    elif dep == "advmod":
        yield from _adverb(child, phrases)
    elif dep == "advcl":
        yield from _adverbial(child, phrases)
    elif dep == "xcomp" and child.tag_ == "VB":
        yield Part([clause_words(child, phrases)], child, "to", "to", ADVERBIAL, "purpose")


def _prepositional(child: Any, lemma: str, phrases: Phrases) -> Iterator[Part]:
    if child.text in SPEAKING:
        return
    for obj in child.children:
        if obj.dep_ == "pobj":
            if obj.lower_ not in RELATIVE_WORDS and not _is_of_discourse(obj):
                yield from _with_object(child, obj, lemma, phrases)
        elif obj.dep_ == "pcomp" and obj.pos_ == "VERB":
            role = role_of(child.lower_, "clause", token=obj, verb_lemma=lemma)
            yield Part([clause_words(obj, phrases)], obj, child.lower_, child.lower_, 28, role)
        elif obj.dep_ in ("prep", "pcomp"):
            yield from _compound(child, obj, lemma, phrases)
        elif obj.dep_ == "conj" and obj.pos_ == "ADP":
            yield from _prepositional(obj, lemma, phrases)  # "in 1951 and in 1953"


def _with_object(child: Any, obj: Any, lemma: str, phrases: Phrases) -> Iterator[Part]:
    """Yield what a preposition leads to."""
    word = child.lower_
    arguments = phrases.objects(obj)
    kind = kind_of(_measured(obj, phrases) or arguments[0]) if arguments else ""
    if kind == "date" and (ends := phrases.ends_of(arguments[0])):
        for role, end in zip(("start time", "end time"), ends, strict=True):
            yield Part([end], obj, word, word, PREPOSITION + 8, role)
        return
    role = role_of(word, kind, token=obj, verb_lemma=lemma)
    rank = PREPOSITION if child.dep_ == "agent" else PREPOSITION + _weight(role, kind)
    yield Part(arguments, obj, word, word, rank, role)
    if obj.lower_ in load_words()["measures"]:  # "for a term of ten years from March"
        yield from parts_of_noun(obj, lemma, phrases)
    yield from _meant(obj, arguments, phrases)


def _compound(outer: Any, inner: Any, lemma: str, phrases: Phrases) -> Iterator[Part]:
    """Yield "from 1994 to 1999"; "out of Bergen", "because of rain", "compared with 1994"."""
    for part in _prepositional(inner, lemma, phrases):
        if inner.lower_ != "of" and outer.tag_ not in ("VBN", "VBG"):
            yield part
            continue
        words = f"{outer.lower_} {part.words}"
        role = role_of(outer.lower_, "", token=part.token)
        role = words if role == outer.lower_ else role
        yield part._replace(words=words, lemma=words, role=role)


def _is_of_discourse(noun: Any) -> bool:
    """Return whether a noun only joins a sentence to others: "in addition"."""
    is_bare = all(child.dep_ in ("det", "amod") for child in noun.children)
    return is_bare and noun.lower_ in load_words()["discourse"]["nouns"]


def _measured(noun: Any, phrases: Phrases) -> Argument | None:
    """Return the value in "a term of ten years"."""
    if noun.lower_ not in load_words()["measures"]:
        return None
    objects = (obj for of in noun.rights if of.lower_ == "of" for obj in of.rights)
    found = (value for obj in objects if obj.dep_ == "pobj" for value in phrases.objects(obj))
    return next((value for value in found if not value.is_entity), None)


def _meant(noun: Any, arguments: list[Argument], phrases: Phrases) -> Iterator[Part]:
    """Yield what a value is meant for, "sixty days to appeal"; phrases have it in their words."""
    for child in noun.rights:
        is_value = bool(arguments) and kind_of(arguments[0]) in ("date", "Duration", "Money")
        if is_value and child.dep_ in ("acl", "relcl") and child.left_edge.tag_ == "TO":
            yield Part([clause_words(child, phrases)], child, "to", "to", ADVERBIAL, "purpose")


def _weight(role: str, kind: str) -> int:
    """Return how far an adjunct is from being the object."""
    if kind in ("date", "Duration") or role in ("time", "start time", "end time", "deadline"):
        return 8
    if role in ("reason", "manner", "purpose", "circumstance", "concession", "after", "before"):
        return 7
    if role in ("as", "position held"):
        return 3
    return 2 if kind == "string" else 1


def _adjective(child: Any, lemma: str, phrases: Phrases) -> Iterator[Part]:
    """Yield "guilty", or what "guilty of" leads to."""
    if any(inner.dep_ in ("xcomp", "ccomp") for inner in child.children):
        return
    first = min((t for t in child.lefts if t.dep_ == "advmod"), key=lambda t: t.i, default=child)
    led = [inner for inner in child.children if inner.dep_ == "prep"]
    for preposition in led:
        for part in _prepositional(preposition, lemma, phrases):
            words = f"{child.lower_} {part.words}"
            rank = 0 if preposition.i == led[0].i and part.rank < 18 else part.rank
            yield part._replace(words=words, lemma=words, rank=rank)
    if not led:
        yield Part([phrases.words(Span(first, child))], child, "", "", 0, "state")


def parts_of_noun(noun: Any, lemma: str, phrases: Phrases) -> Iterator[Part]:
    """Yield the times, places, amounts and names that stand in phrases within an object."""
    for preposition in noun.rights:
        if preposition.dep_ != "prep" or preposition.lower_ in ("by", "with"):
            continue  # they are of the noun: "read the novel by Ann"
        for obj in preposition.rights:
            if obj.dep_ != "pobj":
                continue
            arguments = phrases.objects(obj)
            kind = kind_of(arguments[0]) if arguments else ""
            if preposition.lower_ == "of" and kind not in ("Money", "Percent"):
                continue
            if preposition.lower_ == "on" and kind != "date":
                continue  # "an authority on Libya" is not there
            if kind in LIFTED or (arguments and arguments[0].is_entity):
                word = preposition.lower_
                role = "amount" if word == "of" else role_of(word, kind, token=obj)
                yield Part(arguments, obj, word, word, 40, role)
            yield from parts_of_noun(obj, lemma, phrases)


def _adverb(child: Any, phrases: Phrases) -> Iterator[Part]:
    """Yield an adverb of manner, place, time or extent, but not one that is of the sentence.

    One right after the verb is of manner whatever its form: "did not do well".
    """
    role = load_words()["adverbs"].get(child.lower_)
    is_after = child.i == child.head.i + 1 and child.tag_ in ("RB", "RBR", "RBS")
    is_manner = is_after or (child.lower_.endswith("ly") and not child.is_sent_start)
    if role is None and is_manner and child.lower_ not in load_words()["discourse"]["adverbs"]:
        role = "manner"
    if role is not None and not any(t.pos_ != "PUNCT" for t in child.children):
        yield Part([phrases.words(Span(child, child))], child, "", "", ADVERBIAL + 6, role)


def _adverbial(child: Any, phrases: Phrases) -> Iterator[Part]:
    """Yield a subordinate clause as words: the reason, the condition, the purpose."""
    marks = [t for t in child.children if t.dep_ in ("mark", "advmod") and t.i < child.i]
    if marks and marks[0].lower_ == "while" and child.doc[max(marks[0].i - 1, 0)].text == ",":
        return  # sets another fact against this one
    if marks and marks[0].lower_ in load_words()["roles"]:
        word = marks[0].lower_
        role = role_of(word, "clause", token=child)
        yield Part([clause_words(child, phrases)], child, word, word, ADVERBIAL, role)
    elif child.lower_ == "aged":
        for number in (t for t in child.children if t.like_num):
            age = phrases.words(Span(number, number), "quantity")
            yield Part([age], child, "aged", "aged", ADVERBIAL, "age")
    elif not marks and any(t.tag_ == "TO" for t in child.children):
        yield Part([clause_words(child, phrases)], child, "to", "to", ADVERBIAL, "purpose")


def clause_words(verb: Any, phrases: Phrases) -> Argument:
    """Return a clause as words, without what introduces it."""
    first, last = verb.left_edge, verb.right_edge
    while first.i < verb.i and (
        first.dep_ in ("mark", "cc", "punct") or (first.dep_ == "advmod" and first.tag_ == "WRB")
    ):
        first = first.nbor(1)
    while last.is_punct or last.is_space:
        last = last.nbor(-1)
    return phrases.words(Span(first, last))
