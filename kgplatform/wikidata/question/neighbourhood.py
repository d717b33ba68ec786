"""What the endpoint holds around a question's items: only what exists there is worth a query."""

from __future__ import annotations

from dataclasses import dataclass

from kgplatform.errors import EndpointTimeout
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.question.relations import Relation, property_of
from kgplatform.wikidata.terms import Endpoint, entity_iri, property_iri

__all__ = [
    "CLASS_RELATIONS",
    "Qualified",
    "asked_property",
    "fetch_alike_relations",
    "fetch_qualified",
    "fetch_relations",
    "fetch_second_relations",
]

CLASS_RELATIONS = frozenset({"P31", "P279"})
"""Instance of, subclass of."""


@dataclass(frozen=True, slots=True)
class Qualified:
    """A statement about an item in which another item is the value, or the qualifier's value."""

    property: str
    qualifier: str
    other_is_value: bool


def asked_property(way: Qualified) -> str:
    """Return the property whose value is neither the one item nor the other."""
    return way.qualifier if way.other_is_value else way.property


def fetch_relations(endpoint: Endpoint, qid: str) -> dict[Relation, int]:
    """Return the relations of an item in both directions, with the number of statements.

    Those from others to it are left out where counting them takes the endpoint too long: millions
    name a country.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    item = entity_iri(qid)
    try:
        rows = endpoint.run(bind_query("fetch_relations", item=item)).rows
    except EndpointTimeout:
        rows = endpoint.run(bind_query("fetch_forward_relations", item=item)).rows
    found: dict[Relation, int] = {}
    for row in rows:
        name = property_of(row["property"].value)
        if name:
            relation = Relation(name, row["isForward"].value == "true")
            found[relation] = int(row["count"].value)
    return found


def fetch_second_relations(endpoint: Endpoint, qid: str, first: str) -> set[Relation]:
    """Return the relations of the entities that an item has as values of a property.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    text = bind_query("fetch_second_relations", item=entity_iri(qid), first=property_iri(first))
    return {Relation(name, is_forward=True) for name in _list_properties(endpoint, text)}


def fetch_alike_relations(endpoint: Endpoint, qid: str, other: str) -> set[str]:
    """Return the properties of an item that have values of a class that another item is of.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    text = bind_query("fetch_alike_relations", item=entity_iri(qid), other=entity_iri(other))
    return _list_properties(endpoint, text)


def _list_properties(endpoint: Endpoint, query: str) -> set[str]:
    names = {property_of(row["property"].value) for row in endpoint.run(query).rows}
    return {name for name in names if name}


def fetch_qualified(endpoint: Endpoint, subject: str, other: str) -> list[Qualified]:
    """Return how two items meet in one statement about the first.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    text = bind_query("fetch_qualified", subject=entity_iri(subject), other=entity_iri(other))
    found = []
    for row in endpoint.run(text).rows:
        name, qualifier = property_of(row["property"].value), property_of(row["qualifier"].value)
        if name and qualifier:
            found.append(Qualified(name, qualifier, row["otherIsValue"].value == "true"))
    return found
