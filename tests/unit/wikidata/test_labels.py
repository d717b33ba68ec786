"""Labels over real SPARQL: English first, else the one that holds in all languages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rdflib import Graph

from kgplatform.wikidata.labels import fetch_descriptions, fetch_labels
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.results import read_results
from kgplatform.wikidata.statements import fetch_facts
from kgplatform.wikidata.terms import DEFAULT_LIMIT, Result, entity_iri

pytestmark = pytest.mark.unit

DATA = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
wd:Q1 schema:description "third planet"@en , "dritter Planet"@de .
wd:Q1 rdfs:label "Terra"@mul , "Earth"@en , "Our Earth"@en-gb ; wdt:P31 wd:Q2 , wd:Q1 .
wd:Q2 rdfs:label "planet"@mul , "Planet"@de .
wd:Q3 rdfs:label "Farbe"@de .
wd:P31 rdfs:label "instance of"@mul .
"""


class _InMemory:
    """An endpoint over the data above."""

    def __init__(self) -> None:
        self._graph = Graph().parse(data=DATA, format="turtle")

    def run(self, query: str, *, limit: int = DEFAULT_LIMIT) -> Result:
        del limit
        told: Any = self._graph.query(query).serialize(format="json")
        return read_results(json.loads(told), form="SELECT")


def test_english_goes_before_all_languages_and_no_other_language_is_taken() -> None:
    labels = fetch_labels(_InMemory(), ["Q1", "Q2", "Q3", "P31"])
    assert labels == {"Q1": "Earth", "Q2": "planet", "P31": "instance of"}


def test_descriptions_are_the_english_ones() -> None:
    assert fetch_descriptions(_InMemory(), ["Q1", "Q2"]) == {"Q1": "third planet"}


def test_facts_are_told_once_and_in_english() -> None:
    facts = fetch_facts(_InMemory(), ["Q1"])
    assert facts == {"Q1": [("instance of", "Earth"), ("instance of", "planet")]}


def test_an_item_is_shown_with_labels_of_all_languages() -> None:
    rows = _InMemory().run(bind_query("show_item", item=entity_iri("Q1"))).rows
    shown = [(row["propertyLabel"].value, row["valueLabel"].value) for row in rows]
    assert shown == [("instance of", "Earth"), ("instance of", "planet")]
