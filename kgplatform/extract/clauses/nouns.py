"""Reads the facts of nouns: appositions, titles before names, origins, nouns made from verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kgplatform.extract.clauses.facts import Fact
from kgplatform.extract.clauses.parts import parts_of_noun, role_of
from kgplatform.extract.clauses.patterns import Construction, load_words
from kgplatform.extract.clauses.phrases import Phrases, Span, kind_of, phrase_span
from kgplatform.extract.clauses.subjects import Subjects
from kgplatform.extract.clauses.verbs import relational
from kgplatform.extract.grammar.arguments import Argument, Arguments
from kgplatform.extract.grammar.classes import RANKS, type_of_noun
from kgplatform.records import Qualifier

__all__ = ["Nouns"]

PEOPLE = ("Person", "Thing")
HONORIFICS = frozenset("mr mrs ms miss mx dr sir dame st".split())
AGES = range(1, 120)


class Nouns:
    """Reads the constructions of nouns of one passage.

    Args:
        arguments: what is named in the passage.
        phrases: makes the arguments.
        subjects: who the verbs of the passage are about.
    """

    def __init__(self, arguments: Arguments, phrases: Phrases, subjects: Subjects) -> None:
        self._arguments = arguments
        self._phrases = phrases
        self._subjects = subjects
        self._readers: dict[str, Callable[[dict[str, Any]], Iterator[Fact]]] = {
            "apposition": self._apposition,
            "title": self._title,
            "affiliation": self._affiliation,
            "based": self._based,
            "nominalisation by owner": self._nominalisation,
            "nominalisation by agent": self._nominalisation,
            "nominalisation as": self._appointment,
        }

    def read(self, construction: Construction) -> Iterator[Fact]:
        """Yield the facts of a construction; none of one that is a verb's."""
        reader = self._readers.get(construction.name)
        if reader is not None:
            yield from reader(construction.nodes)

    def _named(self, token: Any) -> Argument | None:
        found = self._arguments.of(token)
        return found if found is not None and found.is_entity else None

    def _apposition(self, nodes: dict[str, Any]) -> Iterator[Fact]:
        """Yield "Ann Lee, the owner", "the owner, Ann Lee", "Ann Lee, 52"."""
        noun, other = nodes["noun"], nodes["other"]
        named, name = self._named(noun), self._named(other)
        if other.like_num and named is not None and named.kind in PEOPLE:
            if other.text.isdigit() and int(other.text) in AGES:
                age = self._phrases.words(Span(other, other), "quantity")
                yield Fact(named, "is aged", "age", age, "apposition")
        elif named is not None and name is None and other.pos_ == "NOUN":
            if _describes(other):
                yield from self._describe(named, other)
        elif name is not None and noun.pos_ == "NOUN" and named is None and _describes(noun):
            yield from self._describe(name, noun)

    def _describe(self, subject: Argument, noun: Any) -> Iterator[Fact]:
        qualifiers = tuple(
            Qualifier(part.role, *argument)
            for part in parts_of_noun(noun, "", self._phrases)
            for argument in part.arguments[:1]
            if argument.target.id != subject.target.id
        )
        related = relational(noun, self._phrases)
        if related is not None:
            words, canonical, obj = related
            qualifiers = tuple(item for item in qualifiers if item.target.id != obj.target.id)
            yield Fact(
                subject,
                f"is {words}",
                canonical,
                obj,
                "apposition",
                qualifiers=qualifiers,
            )
            return
        span = phrase_span(noun, whole=False)
        if span.first.tag_ == "PRP$" and span.first.i < span.last.i:
            span = Span(span.first.nbor(1), span.last)  # whose it is, is not known
        value = self._phrases.words(_without_article(span))
        yield Fact(subject, "is", "be", value, "apposition", qualifiers=qualifiers)

    def _title(self, nodes: dict[str, Any]) -> Iterator[Fact]:
        """Yield "chief executive Ann Lee"."""
        name, title = nodes["name"], nodes["title"]
        named = self._named(name)
        if named is None or title.idx >= named.start or title.lower_.rstrip(".") in HONORIFICS:
            return
        if title.tag_ == "NNP" and not _is_office(title):
            return  # "Mary" in "Mary Ann Lee", where only the last two are known as a name
        after = title.nbor(1)
        if after.idx != named.start or (after.ent_type_ == "" and after.pos_ != "PROPN"):
            return
        first = title
        while first.i > title.sent.start and _is_modifier(first.nbor(-1), name, title):
            first = first.nbor(-1)
        value = self._phrases.words(_without_article(Span(first, title)))
        yield Fact(named, "is", "be", value, "title")

    def _affiliation(self, nodes: dict[str, Any]) -> Iterator[Fact]:
        """Yield "Ken from Datavault"."""
        name, preposition, other = nodes["name"], nodes["preposition"], nodes["other"]
        person, place = self._named(name), self._named(other)
        if person is None or place is None or person.kind not in PEOPLE:
            return
        if place.kind not in ("Organization", "Place", "Thing", "Person"):
            return
        word = preposition.lower_
        yield Fact(person, f"is {word}", word, place, "affiliation")

    def _based(self, nodes: dict[str, Any]) -> Iterator[Fact]:
        """Yield "the Oslo-based firm Nordoil"."""
        verb = nodes["verb"]
        for subject in self._subjects.referents(nodes["name"]):
            for place in self._phrases.objects(nodes["place"])[:1]:
                words = f"{verb.lower_} in"
                yield Fact(subject, f"is {words}", words, place, "participle")

    def _nominalisation(self, nodes: dict[str, Any]) -> Iterator[Fact]:
        """Yield "Norvane's acquisition of Selbix", "the acquisition of Selbix by Norvane"."""
        noun = nodes["noun"]
        verb = load_words()["nominalisations"].get(noun.lower_)
        if verb is None:
            return
        for subject in self._phrases.subjects(nodes["owner"]):
            for obj in self._phrases.objects(nodes["patient"]):
                exclude = (nodes["patient"].i, nodes["owner"].i)
                qualifiers = tuple(self._around(noun, exclude))
                words = f"{noun.lower_} of"
                yield Fact(subject, words, verb, obj, "nominalisation", qualifiers=qualifiers)

    def _appointment(self, nodes: dict[str, Any]) -> Iterator[Fact]:
        """Yield "the appointment of Ann Lee as chair"."""
        noun = nodes["noun"]
        verb = load_words()["nominalisations"].get(noun.lower_)
        if verb is None:
            return
        for subject in self._phrases.subjects(nodes["patient"]):
            for office in self._phrases.objects(nodes["office"]):
                qualifiers = tuple(self._around(noun, (nodes["patient"].i, nodes["office"].i)))
                words = f"{noun.lower_} as"
                yield Fact(
                    subject, words, f"{verb} as", office, "nominalisation", qualifiers=qualifiers
                )

    def _around(self, noun: Any, exclude: tuple[int, ...]) -> Iterator[Qualifier]:
        """Yield what else the prepositions of a noun lead to."""
        for preposition in noun.rights:
            for obj in preposition.rights if preposition.dep_ in ("prep", "agent") else ():
                if obj.dep_ != "pobj" or obj.i in exclude:
                    continue
                for argument in self._phrases.objects(obj)[:1]:
                    role = role_of(preposition.lower_, kind_of(argument), token=obj)
                    yield Qualifier(role, *argument)


def _without_article(span: Span) -> Span:
    """Return a description without "the": "the film" says that it is a film."""
    has_article = span.first.lower_ == "the" and span.first.i < span.last.i
    return Span(span.first.nbor(1), span.last) if has_article else span


def _is_office(title: Any) -> bool:
    return title.lower_ in RANKS or type_of_noun(title.lower_) is not None


def _is_modifier(before: Any, name: Any, title: Any) -> bool:
    """Return whether a word belongs to the title before a name."""
    is_part = before.dep_ in ("compound", "amod", "nmod", "punct") and before.i < title.i
    return (
        is_part
        and before.head.i in (name.i, title.i, *range(before.i, title.i))
        and (before.text in "-–" or not before.is_punct)
    )


def _describes(noun: Any) -> bool:
    """Return whether a noun in apposition says what something is: "the owner", "Toby's mother"."""
    if type_of_noun(noun.lower_) is not None:
        return True
    return any(child.dep_ in ("det", "poss") for child in noun.children)
