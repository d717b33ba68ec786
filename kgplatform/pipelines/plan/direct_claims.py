"""Wikidata's simple claims at an endpoint: what an entity is related to, put as people write it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kgplatform.pipelines.plan.values import Item
from kgplatform.sources.facts.rdf_values import UNKNOWN_VALUE, read_literal
from kgplatform.wikidata.sparql_texts import load_sparql

__all__ = [
    "CATALOGUE",
    "DIRECT",
    "ENTITY",
    "FetchObjects",
    "Select",
    "fetch_from_endpoint",
    "plain_label",
    "short_id",
    "write_literal",
]

Select = Callable[[str], Sequence[Mapping[str, str]]]
"""A SPARQL SELECT query to its rows: variable to text, an IRI in full."""

FetchObjects = Callable[[Sequence[str], str], list[Item]]
"""Ids of entities and a relation, to what they are related to by it: one query."""

ENTITY = "http://www.wikidata.org/entity/"

DIRECT = "http://www.wikidata.org/prop/direct/"

DATE_TYPE = "xsd:dateTime"

CATALOGUE = ("Category:", "Template:", "Wikipedia:", "Portal:", "List of ")
"""How pages about pages are called, which are no entities to ask about."""


def fetch_from_endpoint(select: Select) -> FetchObjects:
    """Return what looks facts up at an endpoint."""

    def fetch(ids: Sequence[str], relation: str) -> list[Item]:
        things = " ".join(f"<{ENTITY}{thing}>" for thing in ids)
        query = load_sparql("fetch_claim_values", things=things, property=f"<{DIRECT}{relation}>")
        return list(_items(select(query)))

    return fetch


def _items(rows: Sequence[Mapping[str, str]]) -> Iterator[Item]:
    for row in rows:
        if UNKNOWN_VALUE in row["o"]:
            continue
        if row["o"].startswith(ENTITY):
            if "label" in row and not row["label"].startswith(CATALOGUE):
                yield Item(plain_label(row["label"]), id=short_id(row["o"]))
        else:
            yield Item(write_literal(row["o"]))


def write_literal(literal: str) -> str:
    """Return a literal as people write it: "26 October 1892"."""
    if "T00:00:00" in literal:
        return read_literal(literal, DATE_TYPE, is_wikidata=True)[0]
    return literal.removeprefix("+")


def plain_label(label: str) -> str:
    """Return a label without the backslashes that some dumps write before quotes."""
    return label.replace("\\'", "'").replace('\\"', '"')


def short_id(iri: str) -> str:
    """Return the identifier at the end of an entity's IRI."""
    return iri.removeprefix(ENTITY)
