"""Makes the queries that a question may mean, each from a named query with its terms bound.

The templates are direct, qualifier, count, yes/no, comparison, superlative, two-hop and conditions
on names; each exists once for every relation around the question's items that it can be made of,
so that all queries ask for what is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.question.kinds import QuestionKind
from kgplatform.wikidata.question.neighbourhood import CLASS_RELATIONS, Qualified, asked_property
from kgplatform.wikidata.question.relations import Relation
from kgplatform.wikidata.terms import entity_iri, literal, property_iri

__all__ = ["STATED", "QueryCandidate", "Subject", "compare", "count", "find", "list_measures",
           "list_named", "name_hops", "order", "qualify", "share", "two_hops",
           "verify"]  # fmt: skip

STATED = "stated number"
RANKED = 6
"""Relations tried an item: each is a query."""
RANKED_OF_CLASS = 15
"""More of them where a class is named too, since few of the wrong ones lead to that class."""
MEASURES = {
    "P1082": "population people populous inhabitants live big large small",
    "P2046": "area big large small size",
    "P2044": "elevation high tall low mountain peak",
    "P2048": "height tall high short",
    "P2043": "length long short river",
    "P2097": "term length of office long short",
    "P569": "born old elder eldest young age birth",
    "P571": "founded established old new inception",
    "P577": "published released old new first last late early",
    "P570": "died death",
    "P2067": "mass weight heavy light",
}
"""Properties that entities are ordered by, with the words that people use for it."""


def list_measures(words: Collection[str]) -> list[str]:
    """Return the properties that most words of a question are for, likelier meanings first."""
    shared = {name: len(stated.intersection(words)) for name, stated in MEASURE_WORDS.items()}
    most = max(shared.values())
    return [name for name, count in shared.items() if count == most] if most else []


def _list_degrees(word: str) -> set[str]:
    """Return an adjective with its degrees; what other words gain is no word."""
    stems = {word, word.removesuffix("e"), word + word[-1]}
    if word.endswith("y"):
        stems.add(word[:-1] + "i")
    return {word} | {stem + ending for stem in stems for ending in ("er", "est")}


MEASURE_WORDS = {
    name: frozenset().union(*map(_list_degrees, words.split())) for name, words in MEASURES.items()
}


@dataclass(frozen=True, slots=True)
class Subject:
    """An item of the question, with its relations and their scores, best first."""

    qid: str
    relations: tuple[tuple[Relation, float], ...]
    is_class: bool = False


@dataclass(frozen=True, slots=True)
class QueryCandidate:
    """A query that a question may mean; a higher score is better."""

    query: str
    score: float
    template: str


def find(subject: Subject, classes: Sequence[Subject]) -> Iterator[QueryCandidate]:
    """Yield the queries for what is related to an item, of a class where one is named."""
    for number, (relation, score) in enumerate(subject.relations[:RANKED_OF_CLASS]):
        way = "forward" if relation.is_forward else "backward"
        terms = {"item": entity_iri(subject.qid), "property": property_iri(relation.name)}
        for named in classes:
            text = bind_query(f"answer_{way}_class", **terms, **{"class": entity_iri(named.qid)})
            yield QueryCandidate(text, score + CLASS_BONUS, f"{way} of a class")
        if number < RANKED:
            yield QueryCandidate(bind_query(f"answer_{way}", **terms), score, way)


CLASS_BONUS = 2.0
"""A class that is named should be used, unless nothing then is left."""
SUPERLATIVE_BONUS = 3.0
"""So should a word such as largest, where there are a class and something to measure."""
LATER_MEASURE = 0.001
"""What a word means less often (large: of many people, of a large area) only breaks ties."""


def count(subject: Subject) -> Iterator[QueryCandidate]:
    """Yield the queries for how many entities are related to an item, or the number that is stated.

    Of one property the stated number comes first: a population is one value, and not 1.
    """
    for relation, score in _usable(subject):
        way = "forward" if relation.is_forward else "backward"
        terms = {"item": entity_iri(subject.qid), "property": property_iri(relation.name)}
        if relation.is_forward:
            yield QueryCandidate(bind_query("answer_forward", **terms), score, STATED)
        yield QueryCandidate(bind_query(f"count_{way}", **terms), score, f"count {way}")


def list_named(classes: Sequence[Subject], kind: QuestionKind) -> Iterator[QueryCandidate]:
    """Yield the queries for entities of a class whose names begin so or contain that."""
    name = "answer_starting" if kind.starts else "answer_containing"
    text = literal(kind.starts or kind.contains)
    for number, named in enumerate(classes):
        terms = {"class": entity_iri(named.qid), "text": text}
        yield QueryCandidate(bind_query(name, **terms), -float(number), "names")


def qualify(
    item: str, other: str, found: Sequence[Qualified], scores: Mapping[str, float]
) -> Iterator[QueryCandidate]:
    """Yield the queries for the third part of a statement in which two items meet."""
    for way in found:
        terms = {
            "item": entity_iri(item),
            "claim": property_iri(way.property, "p"),
            "statement": property_iri(way.property, "ps"),
            "value": entity_iri(other),
            "qualifier": property_iri(way.qualifier, "pq"),
        }
        name = "answer_qualifier" if way.other_is_value else "answer_qualified"
        score = scores.get(asked_property(way), 0.0) + QUALIFIER_BONUS
        yield QueryCandidate(bind_query(name, **terms), score, name.removeprefix("answer_"))


QUALIFIER_BONUS = 1.5
"""Two items of a question that meet in one statement are seldom there by chance."""


def share(one: Subject, other: Subject) -> Iterator[QueryCandidate]:
    """Yield the queries for what is related to two items."""
    second = [pair for pair in _usable(other) if not pair[0].is_forward][:3]
    for relation, score in list(_usable(one))[:3]:
        name = "answer_shared" if relation.is_forward else "answer_both"
        for other_relation, other_score in second:
            text = bind_query(
                name,
                item=entity_iri(one.qid),
                property=property_iri(relation.name),
                other=entity_iri(other.qid),
                otherProperty=property_iri(other_relation.name),
            )
            yield QueryCandidate(text, (score + other_score) / 2, "both")


def verify(
    subject: Subject, other: Subject, *, alike: Collection[str] = ()
) -> Iterator[QueryCandidate]:
    """Yield the queries for whether two items are related.

    Args:
        subject: the item that has the property.
        other: what may be its value.
        alike: properties that the subject has with values of the other's class: a language is
            spoken, and no occupation.
    """
    for number, (relation, score) in enumerate(subject.relations):
        is_alike = relation.name in alike
        if relation.is_forward and (is_alike or number < RANKED):
            text = bind_query(
                "ask_statement",
                item=entity_iri(subject.qid),
                property=property_iri(relation.name),
                value=entity_iri(other.qid),
            )
            yield QueryCandidate(text, score + is_alike * ALIKE_BONUS, "yes or no")


ALIKE_BONUS = 1.0
"""Of a value of the kind that the property has; set by hand, below what words of its name weigh."""


def order(
    named: Subject, subject: Subject | None, measures: Sequence[str], *, is_descending: bool
) -> Iterator[QueryCandidate]:
    """Yield the queries for the entities of a class that are the most or least of something.

    Of several measures the first comes first: a lake that is largest has no population.
    """
    name = "answer_largest" if is_descending else "answer_smallest"
    for number, measure in enumerate(measures):
        terms = {"class": entity_iri(named.qid), "measure": property_iri(measure)}
        bonus = SUPERLATIVE_BONUS - number * LATER_MEASURE
        if subject is None:
            yield QueryCandidate(bind_query(name, **terms), bonus, "superlative")
            continue
        for relation, score in subject.relations[:RANKED_OF_CLASS]:
            if not relation.is_forward:
                own = {"item": entity_iri(subject.qid), "property": property_iri(relation.name)}
                text = bind_query(f"{name}_at", **terms, **own)
                yield QueryCandidate(text, score + bonus, "superlative")


def compare(
    qids: Sequence[str], measures: Sequence[str], *, is_descending: bool
) -> Iterator[QueryCandidate]:
    """Yield the queries for which of some items has most or least of something; see `order`."""
    name = "compare_largest" if is_descending else "compare_smallest"
    items = [entity_iri(qid) for qid in qids]
    for number, measure in enumerate(measures):
        text = bind_query(name, items=items, measure=property_iri(measure))
        bonus = SUPERLATIVE_BONUS - number * LATER_MEASURE
        yield QueryCandidate(text, bonus, "comparison")


def two_hops(
    subject: Subject, first: Relation, second: Sequence[tuple[Relation, float]], score: float
) -> Iterator[QueryCandidate]:
    """Yield the queries for what is related to what an item has."""
    for relation, other_score in second:
        if relation.is_forward and relation.name not in CLASS_RELATIONS:
            text = bind_query(
                "answer_two_hops",
                item=entity_iri(subject.qid),
                property=property_iri(first.name),
                otherProperty=property_iri(relation.name),
            )
            yield QueryCandidate(text, (score + other_score) / 2 + TWO_HOP_BONUS, "two hops")


def name_hops(
    subject: Subject, first: Relation, second: Sequence[Relation]
) -> Iterator[QueryCandidate]:
    """Yield the queries for two hops that a question says in the properties' own words.

    They go before all that lead no further than the first.
    """
    best = subject.relations[0][1] + TWO_HOP_BONUS
    for number, relation in enumerate(second):
        text = bind_query(
            "answer_two_hops",
            item=entity_iri(subject.qid),
            property=property_iri(first.name),
            otherProperty=property_iri(relation.name),
        )
        yield QueryCandidate(text, best - number * LATER_MEASURE, "two hops")


TWO_HOP_BONUS = 1.0
"""They are only made where the question's form asks for them."""


def _usable(subject: Subject) -> tuple[tuple[Relation, float], ...]:
    return subject.relations[:RANKED]
