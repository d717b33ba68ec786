"""Named queries, and values that try to be more than values."""

from __future__ import annotations

import pytest

from kgplatform.errors import SparqlError, UsageError
from kgplatform.graph.language import SPARQL
from kgplatform.graph.library import load_query
from kgplatform.wikidata.named import bind_query, bind_text, sparql_names
from kgplatform.wikidata.terms import RdfTerm, entity_iri, literal, parse_term
from kgplatform.wikidata.validation import check_query

pytestmark = pytest.mark.unit

EVIL = 'x"@en } ; DROP ALL # \\ \n'


@pytest.mark.parametrize("name", sparql_names())
def test_every_query_says_what_it_is_for_and_parses_once_bound(name: str) -> None:
    query = load_query(name, SPARQL)
    values = {
        p.name: literal("a") if p.type == "string" else entity_iri("Q42") for p in query.parameters
    }
    checked = check_query(bind_query(name, **values), limit=5)
    assert query.purpose
    assert checked.form in ("SELECT", "ASK")


def test_a_list_of_terms_fills_a_values_clause() -> None:
    text = bind_query("fetch_labels", items=[entity_iri("Q1"), entity_iri("P31")])
    item = "<http://www.wikidata.org/entity/"
    assert f"VALUES ?item {{ {item}Q1> {item}P31> }}" in text


def test_a_value_stays_a_value_whatever_it_holds() -> None:
    text = bind_text("SELECT ?x { ?x rdfs:label $label }", {"label": literal(EVIL)})
    assert check_query(text, limit=5).form == "SELECT"
    assert text == 'SELECT ?x { ?x rdfs:label "x\\"@en } ; DROP ALL # \\\\ \\n" }'


def test_parameters_within_strings_and_comments_stay() -> None:
    text = "SELECT ?x { ?x ?y '$a' } # $a"
    assert bind_text(text, {"a": literal(1)}) == text


@pytest.mark.parametrize(
    "term",
    [
        RdfTerm("uri", "http://a> } DROP"),
        RdfTerm("uri", ""),
        RdfTerm("bnode", "b0"),
        RdfTerm("literal", "a", language="en> x"),
        RdfTerm("literal", "a", datatype="x y"),
        pytest.param(literal("a\\u0022b"), id="a character by its digits"),
        pytest.param(literal("a\\U00000022b", language="en"), id="by eight digits"),
    ],
)
def test_what_sparql_cannot_write_is_refused(term: RdfTerm) -> None:
    with pytest.raises(SparqlError):
        term.sparql()


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("Q42", "<http://www.wikidata.org/entity/Q42>"),
        ("<http://a/b>", "<http://a/b>"),
        ("Oslo@en", '"Oslo"@en'),
        ("Oslo", '"Oslo"'),
        ("me@example.org", '"me@example.org"'),
        (3, '"3"^^<http://www.w3.org/2001/XMLSchema#integer>'),
    ],
)
def test_parameters_as_people_write_them(given: str | int, written: str) -> None:
    assert parse_term(given).sparql() == written


@pytest.mark.parametrize("text", ["Q", "42", "Q0", "Q42 ", "wd:Q42", "Q42> . ?x"])
def test_an_identifier_is_nothing_else(text: str) -> None:
    with pytest.raises(UsageError):
        entity_iri(text)


def test_unknown_names_and_parameters_are_refused() -> None:
    with pytest.raises(UsageError, match="no query 'nothing'"):
        bind_query("nothing")
    with pytest.raises(UsageError, match="needs a value for item"):
        bind_query("show_item")
