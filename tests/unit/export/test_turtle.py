"""The renderers on a small subgraph with hard text, read back by other means."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from typing import Any

import pytest
import rdflib
from rdflib.compare import isomorphic
from rdflib.namespace import DCTERMS, PROV, RDF, XSD

from kgplatform.export.citations import describe_gone
from kgplatform.export.json_graph import render_json
from kgplatform.export.manifest import compute_spans
from kgplatform.export.subgraph import Subgraph, make_subgraph
from kgplatform.export.turtle import KG, OA, render_turtle

pytestmark = pytest.mark.unit

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
HARD_TEXT = 'He said: "C:\\new""" \t\r\n\\u0041 é 😀 \u2028 end"'


def node(label: str, identifier: str, *more: str, **properties: Any) -> dict[str, Any]:
    return {"labels": [label, *more], "properties": {"id": identifier, **properties}}


def joined(kind: str, source: str, target: str, **properties: Any) -> dict[str, Any]:
    return {"type": kind, "start": source, "end": target, "properties": properties}


NODES = [
    node("Question", "q1", text="Who?", answer=HARD_TEXT, abstained=False, askedAt=None),
    node("Passage", "p1", title="T", text=HARD_TEXT, start=100, end=100 + len(HARD_TEXT), index=3),
    node(
        "Document",
        "d1",
        title="T",
        uri="file:///a b<c>#é",
        sha256="ff",
        mediaType="text/plain",
        date="2024-05-15",
    ),
    node("Entity", "e1", "Person", name="Ann", type="Person", aliases=["Ann", "Anna"]),
    node("Literal", "l1", value="1 May 1920", datatype="date"),
    node(
        "Statement",
        "s1",
        relation="born in / <on>",
        text="Ann born",
        extractor="spacy",
        canonical="bear",
        polarity="denied",
        modality="asserted",
    ),
]
QUOTE_START = HARD_TEXT.index("😀")
RELATIONSHIPS = [
    joined(
        "CITES", "q1", "p1", rank=1, score=0.5, start=QUOTE_START, end=QUOTE_START + 1, quote="😀"
    ),
    joined("CITES", "q1", "s1", rank=1, score=0.25),
    joined("PART_OF", "p1", "d1"),
    joined("SUBJECT", "s1", "e1"),
    joined("OBJECT", "s1", "l1"),
    joined("QUALIFIER", "s1", "l1", relation="time"),
    joined(
        "STATED_IN",
        "s1",
        "p1",
        start=0,
        end=7,
        subjectStart=0,
        subjectEnd=3,
        objectStart=4,
        objectEnd=7,
        qualifierRelations=["time"],
        qualifierStarts=[5],
        qualifierEnds=[7],
        attribution="the union",
    ),
]


@pytest.fixture
def subgraph() -> Subgraph:
    return make_subgraph("q1", NODES, RELATIONSHIPS)


def read_back(subgraph: Subgraph) -> rdflib.Graph:
    return rdflib.Graph().parse(data=render_turtle(subgraph, generated_at=NOW), format="turtle")


def urn(kind: str, identifier: str) -> rdflib.URIRef:
    return rdflib.URIRef(f"urn:kgplatform:{kind}:{identifier}")


def with_literal(value: str, datatype: str) -> Subgraph:
    nodes = [n for n in NODES if n["labels"] != ["Literal"]]
    return make_subgraph("q1", [*nodes, node("Literal", "l1", value=value, datatype=datatype)],
                         RELATIONSHIPS)  # fmt: skip


def test_turtle_keeps_hard_text_as_it_is(subgraph: Subgraph) -> None:
    assert read_back(subgraph).value(urn("passage", "p1"), PROV.value) == rdflib.Literal(HARD_TEXT)


def test_turtle_does_not_depend_on_the_order_of_rows() -> None:
    texts = set()
    for seed in range(5):
        nodes, relationships = NODES[:], RELATIONSHIPS[:]
        random.Random(seed).shuffle(nodes)
        random.Random(seed).shuffle(relationships)
        texts.add(render_turtle(make_subgraph("q1", nodes, relationships), generated_at=NOW))
    assert len(texts) == 1


def test_turtle_has_no_blank_nodes(subgraph: Subgraph) -> None:
    terms = {term for triple in read_back(subgraph) for term in triple}
    assert not any(isinstance(term, rdflib.BNode) for term in terms)


def test_turtle_says_the_same_as_n_triples(subgraph: Subgraph) -> None:
    rdf = read_back(subgraph)
    again = rdflib.Graph().parse(data=rdf.serialize(format="nt"), format="nt")
    assert isomorphic(rdf, again)


def test_statement_is_reified_with_qualifier_and_source(subgraph: Subgraph) -> None:
    rdf, statement = read_back(subgraph), urn("statement", "s1")
    assert (statement, RDF.type, RDF.Statement) in rdf
    assert rdf.value(statement, RDF.subject) == urn("entity", "e1")
    assert rdf.value(statement, RDF.predicate) == urn("relation", "born%20in%20%2F%20%3Con%3E")
    assert rdf.value(statement, RDF.object) == rdflib.Literal("1 May 1920")
    assert rdf.value(statement, PROV.wasDerivedFrom) == urn("passage", "p1")
    qualifier = rdf.value(statement, KG.qualifier)
    assert rdf.value(qualifier, KG.relation) == urn("relation", "time")


def test_answer_is_derived_from_what_it_cites(subgraph: Subgraph) -> None:
    cited = set(read_back(subgraph).objects(urn("answer", "q1"), PROV.wasDerivedFrom))
    assert cited == {urn("passage", "p1"), urn("statement", "s1")}


def test_selectors_of_a_citation_find_its_quote(subgraph: Subgraph) -> None:
    rdf = read_back(subgraph)
    target = rdf.value(urn("answer", "q1"), KG.quotes)
    text = str(rdf.value(rdf.value(target, OA.hasSource), PROV.value))
    position, quotation = sorted(rdf.objects(target, OA.hasSelector))
    start, end = (int(str(rdf.value(position, bound))) for bound in (OA.start, OA.end))
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
    value: str, datatype: str, expected: rdflib.URIRef | None
) -> None:
    rdf = read_back(with_literal(value, datatype))
    found = rdf.value(urn("statement", "s1"), RDF.object)
    assert isinstance(found, rdflib.Literal)
    assert (str(found), found.datatype) == (value, expected)


def test_spans_are_counted_in_passage_and_document(subgraph: Subgraph) -> None:
    citation = compute_spans(subgraph)[0]
    assert (citation.start, citation.document_start) == (QUOTE_START, 100 + QUOTE_START)


def test_a_document_has_the_day_it_was_written_on(subgraph: Subgraph) -> None:
    day = read_back(subgraph).value(urn("document", "d1"), DCTERMS.date)
    assert day == rdflib.Literal("2024-05-15", datatype=XSD.date)
    document = json.loads(render_json(subgraph, generated_at=NOW))
    assert [n["properties"].get("date") for n in document["nodes"] if n["id"] == "d1"] == [
        "2024-05-15"
    ]


def test_a_phrase_is_a_node_with_its_words() -> None:
    nodes = [*NODES, node("Phrase", "f1", name="the deal")]
    others = [item for item in RELATIONSHIPS if item["type"] != "SUBJECT"]
    rdf = read_back(make_subgraph("q1", nodes, [*others, joined("SUBJECT", "s1", "f1")]))
    phrase = rdf.value(urn("statement", "s1"), RDF.subject)
    assert phrase == urn("phrase", "f1")
    assert (phrase, RDF.type, KG.Phrase) in rdf
    assert str(rdf.value(phrase, rdflib.RDFS.label)) == "the deal"


def test_span_that_does_not_hold_its_quote_is_told() -> None:
    wrong = joined("CITES", "q1", "p1", rank=1, score=1.0, start=0, end=2, quote="no")
    spans = compute_spans(make_subgraph("q1", NODES, [wrong, joined("PART_OF", "p1", "d1")]))
    assert [span.matches for span in spans] == [False]


def test_json_has_a_manifest_for_every_document(subgraph: Subgraph) -> None:
    manifest = json.loads(render_json(subgraph, generated_at=NOW))["manifest"]
    assert manifest["generated_at"] == "2026-01-02T03:04:05+00:00"
    assert [document["sha256"] for document in manifest["documents"]] == ["ff"]
    kinds = ("Question", "Passage", "Document", "Statement", "Entity", "Literal")
    assert manifest["counts"]["nodes"] == dict.fromkeys(kinds, 1)


def test_each_document_tells_what_its_text_and_hash_are() -> None:
    web = node(
        "Document", "d2", title="W", uri="file:///w.html", sha256="ee", mediaType="text/html"
    )
    subgraph = make_subgraph("q1", [*NODES, web], RELATIONSHIPS)
    manifest = json.loads(render_json(subgraph, generated_at=NOW))["manifest"]
    plain, converted = manifest["documents"]
    assert plain["sha256_is_of"] == "title, U+001F and text, in UTF-8"
    assert "sections, tables" in converted["sha256_is_of"]
    assert "not the file's characters" in converted["text_is"]
    assert "documents show ID --hashed | sha256sum" in manifest["how_to_check"]


def kept(**fields: Any) -> str:
    citation = {
        "rank": 1,
        "score": 0.5,
        "title": "T",
        "uri": "file:///a b.txt",
        "document_id": "d1",
        "sha256": "ee",
        "passage_id": "gone",
        "start": 3,
        "end": 8,
        "document_start": 13,
        "document_end": 18,
        "quote": "words",
    }
    return json.dumps({**citation, **fields})


OUTSIDE = kept(
    document_id="", passage_id="o1", uri="http://www.wikidata.org/entity/Q1 {x}", quote="A fact."
)


def test_citations_tell_what_is_in_the_graph_gone_or_outside() -> None:
    citations = [kept(passage_id="p1"), kept(rank=2), OUTSIDE]
    subgraph = make_subgraph("q1", NODES, RELATIONSHIPS, citations)
    manifest = json.loads(render_json(subgraph, generated_at=NOW))["manifest"]
    assert [(c["state"], c["quote"]) for c in manifest["citations"]] == [
        ("in graph", "words"),
        ("no longer in the graph", "words"),
        ("outside of the graph", "A fact."),
    ]
    assert (describe_gone(subgraph.citations) or "").startswith("1 of 3 citations are no longer")


def test_nothing_is_told_where_all_citations_are_in_the_graph(subgraph: Subgraph) -> None:
    assert describe_gone(subgraph.citations) is None
    whole = make_subgraph("q1", NODES, RELATIONSHIPS, [kept(passage_id="p1")])
    assert describe_gone(whole.citations) is None


def test_turtle_has_the_quotes_that_the_graph_lost() -> None:
    rdf = read_back(make_subgraph("q1", NODES[:1], [], [kept()]))
    target = rdf.value(urn("answer", "q1"), KG.quotes)
    assert {str(text) for text in rdf.objects(None, OA.exact)} == {"words"}
    passage = rdf.value(target, OA.hasSource)
    assert passage == urn("passage", "gone")
    version = rdf.value(passage, PROV.wasDerivedFrom)
    assert str(rdf.value(version, KG.sha256)) == "ee"
    assert str(rdf.value(version, DCTERMS.source)) == "file:///a b.txt"


def test_turtle_has_the_address_and_quote_of_what_came_from_outside() -> None:
    rdf = read_back(make_subgraph("q1", NODES[:1], [], [OUTSIDE]))
    target = rdf.value(urn("answer", "q1"), KG.quotes)
    address = rdflib.URIRef("http://www.wikidata.org/entity/Q1%20%7Bx%7D")
    assert rdf.value(target, OA.hasSource) == address
    assert address in set(rdf.objects(urn("answer", "q1"), PROV.wasDerivedFrom))
    assert {str(text) for text in rdf.objects(None, OA.exact)} == {"A fact."}


def test_json_leaves_nulls_out(subgraph: Subgraph) -> None:
    nodes = json.loads(render_json(subgraph, generated_at=NOW))["nodes"]
    assert "askedAt" not in nodes[0]["properties"]
