"""Turtle: statements as reified nodes, their provenance in PROV-O, spans as Web Annotation.

Every node has an address made from its id, none is blank, so that the same subgraph gives the
same file. All addresses begin with urn:kgplatform: and are names, not places to look up; the
vocabulary's own terms begin with urn:kgplatform:vocabulary#.

    question   prov:Activity that generated the answer and used the passages
    answer     prov:Entity derived from the cited passages; oa:SpecificResource a citation. One
               that the graph does not hold is in the words that were kept with the question
    statement  rdf:Statement, prov:wasDerivedFrom the passages that state it; kg:polarity and
               kg:modality say whether it is a plain fact ("affirmed", "asserted"), kg:attribution
               of a span who says so there, kg:names where its parts are named
    phrase     kg:Phrase, words that a statement is about and that name nothing
    passage    prov:Entity derived from its document
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote as percent_encode

from rdflib import RDF, RDFS, SKOS, XSD, Graph, Literal, Namespace, URIRef
from rdflib.namespace import DCTERMS, PROV

from kgplatform.export.citations import IN_GRAPH, OUTSIDE, KeptCitation
from kgplatform.export.manifest import Span, SpanPart, compute_spans
from kgplatform.export.subgraph import Node, Subgraph
from kgplatform.records.ids import content_id

__all__ = ["KG", "OA", "render_turtle"]

KG = Namespace("urn:kgplatform:vocabulary#")
OA = Namespace("http://www.w3.org/ns/oa#")

ISO_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
YEAR = re.compile(r"\d{4}")
INTEGER = re.compile(r"[+-]?\d+")
DECIMAL = re.compile(r"[+-]?\d+\.\d+")
IRI_MARKS = ":/?#[]@!$&'()*+,;=%~"  # may stand in an address; anything else is percent-encoded


def render_turtle(subgraph: Subgraph, *, generated_at: datetime) -> str:  # noqa: ARG001
    """Return the subgraph as Turtle; the time is no part of it, so equal graphs give equal text."""
    rdf = Graph(bind_namespaces="none")
    for prefix, namespace in _PREFIXES.items():
        rdf.bind(prefix, namespace)
    for node in subgraph.nodes:
        if node.label in _WRITERS:
            _WRITERS[node.label](rdf, node)
    _add_relationships(rdf, subgraph)
    for span in compute_spans(subgraph):
        _add_span(rdf, span)
    for citation in subgraph.citations:
        if citation.state != IN_GRAPH:
            _add_kept_citation(rdf, subgraph.question_id, citation)
    return rdf.serialize(format="turtle")


def _iri(kind: str, identifier: str) -> URIRef:
    return URIRef(f"urn:kgplatform:{kind}:{percent_encode(identifier, safe='')}")


def _add_question(rdf: Graph, node: Node) -> None:
    question, answer = _iri("question", node.id), _iri("answer", node.id)
    rdf.add((question, RDF.type, KG.Question))
    rdf.add((question, RDF.type, PROV.Activity))
    rdf.add((answer, RDF.type, KG.Answer))
    rdf.add((answer, RDF.type, PROV.Entity))
    rdf.add((answer, PROV.wasGeneratedBy, question))
    _add_values(rdf, question, node, text=RDFS.label, method=KG.method, reader=KG.reader)
    _add_values(rdf, question, node, tokens=KG.tokens)
    _add_values(rdf, answer, node, answer=PROV.value, abstained=KG.abstained)
    _add_time(rdf, question, PROV.endedAtTime, node.properties.get("askedAt"))


def _add_passage(rdf: Graph, node: Node) -> None:
    passage = _iri("passage", node.id)
    rdf.add((passage, RDF.type, KG.Passage))
    rdf.add((passage, RDF.type, PROV.Entity))
    _add_values(rdf, passage, node, text=PROV.value, title=RDFS.label, index=KG["index"])
    _add_values(rdf, passage, node, start=KG.documentStart, end=KG.documentEnd)


def _add_document(rdf: Graph, node: Node) -> None:
    document = _iri("document", node.id)
    rdf.add((document, RDF.type, KG.Document))
    rdf.add((document, RDF.type, PROV.Entity))
    _add_values(rdf, document, node, title=DCTERMS.title, mediaType=DCTERMS["format"])
    _add_values(rdf, document, node, sha256=KG.sha256)
    if "date" in node.properties:
        rdf.add((document, DCTERMS.date, _rdf_date(node.properties["date"])))
    # a literal: a source's address may hold characters that no IRI may
    uri = Literal(node.properties.get("uri", ""), datatype=XSD.anyURI)
    rdf.add((document, DCTERMS.source, uri))
    _add_time(rdf, document, KG.ingestedAt, node.properties.get("ingestedAt"))


def _add_statement(rdf: Graph, node: Node) -> None:
    statement = _iri("statement", node.id)
    for kind in (KG.Statement, RDF.Statement, PROV.Entity):
        rdf.add((statement, RDF.type, kind))
    rdf.add((statement, RDF.predicate, _add_relation(rdf, node.properties["relation"])))
    _add_values(rdf, statement, node, text=RDFS.label, confidence=KG.confidence)
    _add_values(rdf, statement, node, source=KG.source, canonical=KG.canonical)
    _add_values(rdf, statement, node, polarity=KG.polarity, modality=KG.modality)
    if "extractor" in node.properties:
        extractor = _iri("extractor", node.properties["extractor"])
        rdf.add((extractor, RDF.type, PROV.SoftwareAgent))
        rdf.add((extractor, RDFS.label, Literal(node.properties["extractor"])))
        rdf.add((statement, PROV.wasAttributedTo, extractor))


def _add_entity(rdf: Graph, node: Node) -> None:
    entity = _iri("entity", node.id)
    rdf.add((entity, RDF.type, KG.Entity))
    if "type" in node.properties:
        rdf.add((entity, RDF.type, KG[percent_encode(node.properties["type"], safe="")]))
    _add_values(rdf, entity, node, name=RDFS.label)
    for alias in node.properties.get("aliases", ()):
        if alias != node.properties.get("name"):
            rdf.add((entity, SKOS.altLabel, Literal(alias)))


def _add_phrase(rdf: Graph, node: Node) -> None:
    phrase = _iri("phrase", node.id)
    rdf.add((phrase, RDF.type, KG.Phrase))
    _add_values(rdf, phrase, node, name=RDFS.label)


def _add_relation(rdf: Graph, name: str) -> URIRef:
    relation = _iri("relation", name)
    rdf.add((relation, RDF.type, RDF.Property))
    rdf.add((relation, RDFS.label, Literal(name)))
    return relation


def _add_relationships(rdf: Graph, subgraph: Subgraph) -> None:
    terms: dict[str, URIRef | Literal] = {
        **{node.id: _iri("entity", node.id) for node in subgraph.with_label("Entity")},
        **{node.id: _iri("phrase", node.id) for node in subgraph.with_label("Phrase")},
        **{node.id: _rdf_literal(node) for node in subgraph.with_label("Literal")},
    }
    for kind, predicate in (("SUBJECT", RDF.subject), ("OBJECT", RDF.object)):
        for item in subgraph.of_type(kind):
            rdf.add((_iri("statement", item.start), predicate, terms[item.end]))
    for item in subgraph.of_type("QUALIFIER"):
        relation = item.properties.get("relation", "")
        qualifier = _iri("qualifier", content_id(item.start, relation, item.end))
        rdf.add((_iri("statement", item.start), KG.qualifier, qualifier))
        rdf.add((qualifier, RDF.type, KG.Qualifier))
        rdf.add((qualifier, KG.relation, _add_relation(rdf, relation)))
        rdf.add((qualifier, RDF.value, terms[item.end]))
    for item in subgraph.of_type("PART_OF"):
        passage, document = _iri("passage", item.start), _iri("document", item.end)
        rdf.add((passage, PROV.wasDerivedFrom, document))
    for item in subgraph.of_type("STATED_IN"):
        statement, passage = _iri("statement", item.start), _iri("passage", item.end)
        rdf.add((statement, PROV.wasDerivedFrom, passage))
    _add_citations(rdf, subgraph)


def _add_citations(rdf: Graph, subgraph: Subgraph) -> None:
    kinds = {node.id: node.label.lower() for node in subgraph.nodes}
    for item in subgraph.of_type("CITES"):
        cited = _iri(kinds[item.end], item.end)
        _add_citation(rdf, item.start, item.end, cited, item.properties)


def _add_citation(
    rdf: Graph, question_id: str, cited_id: str, cited: URIRef, properties: Mapping[str, Any]
) -> None:
    question, answer = _iri("question", question_id), _iri("answer", question_id)
    rdf.add((question, PROV.used, cited))
    rdf.add((answer, PROV.wasDerivedFrom, cited))
    key = content_id(question_id, cited_id, str(properties.get("rank")))
    citation = _iri("citation", key)
    rdf.add((answer, KG.citation, citation))
    rdf.add((citation, RDF.type, KG.Citation))
    rdf.add((citation, KG.cited, cited))
    for name in ("rank", "score", "state"):
        if name in properties:
            rdf.add((citation, KG[name], Literal(properties[name])))


def _add_kept_citation(rdf: Graph, question_id: str, citation: KeptCitation) -> None:
    """Add a quote that the graph does not hold: of an address, or of a document as it was."""
    if citation.state == OUTSIDE:
        source = URIRef(percent_encode(citation.uri, safe=IRI_MARKS))
        rdf.add((source, RDFS.label, Literal(citation.title)))
    else:
        source = _iri("passage", citation.passage_id)
        rdf.add((source, RDF.type, PROV.Entity))
        rdf.add((source, PROV.wasDerivedFrom, _add_document_as_it_was(rdf, citation)))
    properties = {"rank": citation.rank, "score": citation.score, "state": citation.state}
    _add_citation(rdf, question_id, citation.passage_id, source, properties)
    start, end = str(citation.start), str(citation.end)
    key = content_id("CITES", question_id, citation.passage_id, start, end)
    target = _add_target(rdf, key, source, citation.quote)
    rdf.add((_iri("answer", question_id), KG.quotes, target))
    if citation.state != OUTSIDE:
        _add_position(rdf, key, citation.start, citation.end)


def _add_document_as_it_was(rdf: Graph, citation: KeptCitation) -> URIRef:
    """Add the document that a hash names, of which the graph may hold another version by now."""
    version = _iri("document-version", f"{citation.document_id}@{citation.sha256}")
    rdf.add((version, RDF.type, PROV.Entity))
    rdf.add((version, PROV.specializationOf, _iri("document", citation.document_id)))
    rdf.add((version, DCTERMS.title, Literal(citation.title)))
    rdf.add((version, DCTERMS.source, Literal(citation.uri, datatype=XSD.anyURI)))
    if citation.sha256 is not None:
        rdf.add((version, KG.sha256, Literal(citation.sha256)))
    return version


def _add_span(rdf: Graph, span: Span) -> None:
    """Add a passage's span with its position and its words."""
    key = content_id(span.role, span.node_id, span.passage_id, str(span.start), str(span.end))
    owner = {"CITES": ("answer", KG.quotes), "STATED_IN": ("statement", KG.statedAt)}[span.role]
    target = _add_target(rdf, key, _iri("passage", span.passage_id), span.quote)
    rdf.add((_iri(owner[0], span.node_id), owner[1], target))
    _add_position(rdf, key, span.start, span.end)
    if span.attribution:
        rdf.add((target, KG.attribution, Literal(span.attribution)))
    for part in span.parts:
        _add_part(rdf, key, target, span.passage_id, part)


def _add_part(rdf: Graph, key: str, whole: URIRef, passage_id: str, part: SpanPart) -> None:
    """Add where a part of a statement is named in the span that states it."""
    part_key = content_id("part", key, part.role, str(part.start), str(part.end))
    target = _add_target(rdf, part_key, _iri("passage", passage_id), part.quote)
    rdf.add((whole, KG.names, target))
    rdf.add((target, KG.role, Literal(part.role)))
    _add_position(rdf, part_key, part.start, part.end)


def _add_target(rdf: Graph, key: str, source: URIRef, quote: str) -> URIRef:
    """Add a Web Annotation target with a quotation selector."""
    target, quotation = _iri("span", key), _iri("quotation", key)
    rdf.add((target, RDF.type, OA.SpecificResource))
    rdf.add((target, OA.hasSource, source))
    rdf.add((target, OA.hasSelector, quotation))
    rdf.add((quotation, RDF.type, OA.TextQuoteSelector))
    rdf.add((quotation, OA.exact, Literal(quote)))
    return target


def _add_position(rdf: Graph, key: str, start: int, end: int) -> None:
    """Add a position selector to a target."""
    position = _iri("position", key)
    rdf.add((_iri("span", key), OA.hasSelector, position))
    rdf.add((position, RDF.type, OA.TextPositionSelector))
    rdf.add((position, OA.start, Literal(start, datatype=XSD.nonNegativeInteger)))
    rdf.add((position, OA.end, Literal(end, datatype=XSD.nonNegativeInteger)))


def _add_values(rdf: Graph, subject: URIRef, node: Node, **predicates: URIRef) -> None:
    for key, predicate in predicates.items():
        if key in node.properties:
            rdf.add((subject, predicate, Literal(node.properties[key])))


def _add_time(rdf: Graph, subject: URIRef, predicate: URIRef, time: str | None) -> None:
    if time is not None:
        rdf.add((subject, predicate, Literal(time, datatype=XSD.dateTime, normalize=False)))


def _rdf_date(value: str) -> Literal:
    """Return a day or a year with its XSD type; any other words stay plain text."""
    if ISO_DATE.fullmatch(value):
        return Literal(value, datatype=XSD.date, normalize=False)
    if YEAR.fullmatch(value):
        return Literal(value, datatype=XSD.gYear, normalize=False)
    return Literal(value)


def _rdf_literal(node: Node) -> Literal:
    """Return the value with the XSD type whose form it has; any other stays plain text."""
    value, datatype = node.properties["value"], node.properties.get("datatype")
    if datatype == "date":
        return _rdf_date(value)
    if datatype == "quantity" and INTEGER.fullmatch(value):
        return Literal(value, datatype=XSD.integer, normalize=False)
    if datatype == "quantity" and DECIMAL.fullmatch(value):
        return Literal(value, datatype=XSD.decimal, normalize=False)
    return Literal(value)


_PREFIXES = {
    "dcterms": DCTERMS,
    "kg": KG,
    "oa": OA,
    "prov": PROV,
    "rdf": RDF,
    "rdfs": RDFS,
    "skos": SKOS,
    "xsd": XSD,
}

_WRITERS: dict[str, Callable[[Graph, Node], None]] = {
    "Question": _add_question,
    "Passage": _add_passage,
    "Document": _add_document,
    "Statement": _add_statement,
    "Entity": _add_entity,
    "Phrase": _add_phrase,
}
"""Literals have no writer: they stand where they are the object."""
