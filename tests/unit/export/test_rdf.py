"""What the triples of an export say, in the words of the vocabularies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rdflib
from rdflib.namespace import DCTERMS, PROV, RDF, XSD, Namespace

from kgplatform.errors import UsageError
from kgplatform.export import terms
from kgplatform.export.citations import describe_gone, read_citations
from tests.unit.export.streams import (
    HARD_TEXT,
    NODES,
    QUESTION,
    RELATIONSHIPS,
    STATEMENT,
    STREAM,
    MadeStream,
    edge,
    export,
    node,
)

pytestmark = pytest.mark.unit

KG, OA = Namespace(terms.KG), Namespace(terms.OA)


def read(tmp_path: Path, stream: MadeStream = STREAM) -> rdflib.Graph:
    return rdflib.Graph().parse(export(tmp_path, "turtle", stream), format="turtle")


def urn(kind: str, identifier: str) -> rdflib.URIRef:
    return rdflib.URIRef(f"urn:kgplatform:{kind}:{identifier}")


def with_literal(value: str, datatype: str) -> MadeStream:
    literal = node("Literal", "l1", value=value, datatype=datatype)
    return MadeStream([STATEMENT, literal], [edge("OBJECT", STATEMENT, literal)])


def test_statement_is_reified_with_qualifier_and_source(tmp_path: Path) -> None:
    rdf, statement = read(tmp_path), urn("statement", "s1")
    assert (statement, RDF.type, RDF.Statement) in rdf
    assert rdf.value(statement, RDF.subject) == urn("entity", "e1")
    assert rdf.value(statement, RDF.predicate) == urn("relation", "born%20in%20%2F%20%3Con%3E")
    assert rdf.value(statement, RDF.object) == rdflib.Literal("1920-05-01", datatype=XSD.date)
    assert rdf.value(statement, PROV.wasDerivedFrom) == urn("passage", "p1")
    relations = {rdf.value(q, KG.relation) for q in rdf.objects(statement, KG.qualifier)}
    assert relations == {urn("relation", name) for name in ("weight", "by", "object")}


def test_answer_is_derived_from_what_it_cites(tmp_path: Path) -> None:
    cited = set(read(tmp_path).objects(urn("answer", "q1"), PROV.wasDerivedFrom))
    assert cited == {urn("passage", "p1"), urn("statement", "s1")}


def test_selectors_of_a_citation_find_its_quote(tmp_path: Path) -> None:
    rdf = read(tmp_path)
    target = rdf.value(urn("answer", "q1"), KG.quotes)
    text = str(rdf.value(rdf.value(target, OA.hasSource), PROV.value))
    position, quotation = sorted(rdf.objects(target, OA.hasSelector))
    start, end = (int(str(rdf.value(position, bound))) for bound in (OA.start, OA.end))
    assert text == HARD_TEXT
    assert text[start:end] == str(rdf.value(quotation, OA.exact)) == "😀"


@pytest.mark.parametrize(
    ("value", "datatype", "expected"),
    [
        pytest.param("1920-05-01", "date", XSD.date, id="day"),
        pytest.param("1920", "date", XSD.gYear, id="year"),
        pytest.param("1920", "quantity", XSD.integer, id="whole number"),
        pytest.param("19.50", "quantity", XSD.decimal, id="number"),
        pytest.param("1,920 m", "quantity", None, id="number with a unit"),
        pytest.param("1920-13-01", "date", None, id="no such month"),
        pytest.param("1920", "string", None, id="text"),
    ],
)
def test_literal_has_the_type_whose_form_it_has(
    tmp_path: Path, value: str, datatype: str, expected: rdflib.URIRef | None
) -> None:
    found = read(tmp_path, with_literal(value, datatype)).value(urn("statement", "s1"), RDF.object)
    assert isinstance(found, rdflib.Literal)
    assert (str(found), found.datatype) == (value, expected)


def kept(**fields: Any) -> str:
    citation = {
        "rank": 1, "score": 0.5, "title": "T", "uri": "file:///a b.txt", "document_id": "d1",
        "sha256": "ee", "passage_id": "gone", "start": 3, "end": 8, "document_start": 13,
        "document_end": 18, "quote": "words",
    }  # fmt: skip
    return json.dumps({**citation, **fields})


OUTSIDE = kept(
    document_id="", passage_id="o1", uri="http://www.wikidata.org/entity/Q1 {x}", quote="A fact."
)


def with_citation(citation: str) -> MadeStream:
    return MadeStream(
        [replace(QUESTION, properties={**QUESTION.properties, "citations": [citation]})], []
    )


def test_the_quotes_that_the_graph_lost_are_there(tmp_path: Path) -> None:
    rdf = read(tmp_path, with_citation(kept()))
    target = rdf.value(urn("answer", "q1"), KG.quotes)
    assert {str(text) for text in rdf.objects(None, OA.exact)} == {"words"}
    passage = rdf.value(target, OA.hasSource)
    version = rdf.value(passage, PROV.wasDerivedFrom)
    assert passage == urn("passage", "gone")
    assert str(rdf.value(version, KG.sha256)) == "ee"
    assert str(rdf.value(version, DCTERMS.source)) == "file:///a b.txt"


def test_what_came_from_outside_has_its_address_and_quote(tmp_path: Path) -> None:
    rdf = read(tmp_path, with_citation(OUTSIDE))
    target = rdf.value(urn("answer", "q1"), KG.quotes)
    address = rdflib.URIRef("http://www.wikidata.org/entity/Q1%20%7Bx%7D")
    assert rdf.value(target, OA.hasSource) == address
    assert address in set(rdf.objects(urn("answer", "q1"), PROV.wasDerivedFrom))
    assert {str(text) for text in rdf.objects(None, OA.exact)} == {"A fact."}


def test_citations_tell_what_is_in_the_graph_gone_or_outside() -> None:
    citations = read_citations([kept(passage_id="p1"), kept(rank=2), OUTSIDE], cited=("p1",))
    assert [(c.state, c.quote) for c in citations] == [
        ("in graph", "words"),
        ("no longer in the graph", "words"),
        ("outside of the graph", "A fact."),
    ]
    assert (describe_gone(citations) or "").startswith("1 of 3 citations are no longer")
    assert describe_gone(citations[:1]) is None


def test_only_rdf_has_triple_terms(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="turtle, trig or nquads"):
        export(tmp_path, "json", triple_terms=True)


def test_a_manifest_says_what_each_hash_is_of(tmp_path: Path) -> None:
    manifest = json.loads(export(tmp_path, "json").read_text())["manifest"]
    [document] = manifest["documents"]
    assert (document["sha256"], document["fileSha256"]) == ("ff", "ee")
    assert document["sha256_is_of"] == "title, U+001F and text, in UTF-8"
    assert manifest["generated_at"] == "2026-01-02T03:04:05+00:00"
    kinds = [n.kind for n in NODES]
    assert manifest["counts"]["nodes"] == {kind: kinds.count(kind) for kind in kinds}
    assert sum(manifest["counts"]["relationships"].values()) == len(RELATIONSHIPS)
    [cites, states] = manifest["spans"]
    assert (cites["document_start"], cites["page"], cites["section"]) == (134, 2, "One")
    parts = [(part["index"], part["role"]) for part in states["parts"]]
    assert parts == [(0, "subject"), (1, "object"), (2, "time"), (3, "object")]


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("file:///home/ann/my%20docs/a.txt#3", "file:a.txt#3"),
        ("https://ann:secret@example.org/a.txt", "https://example.org/a.txt"),
    ],
)
def test_addresses_are_without_folders_and_credentials(uri: str, shown: str) -> None:
    from kgplatform.export.paths import hide

    details = json.dumps({"nearest": [{"uri": uri}]})
    made = node("Question", "q1", uri=uri, details=details, job="/home/ann/docs")
    hidden = hide(made, paths=False)
    assert hidden.properties["uri"] == shown
    assert json.loads(hidden.properties["details"])["nearest"][0]["uri"] == shown
    assert "job" not in hidden.properties
    assert "secret" not in str(hide(made, paths=True))
