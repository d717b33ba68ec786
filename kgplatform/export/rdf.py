"""The graph as RDF: statements as reified nodes, provenance in PROV-O, spans as Web Annotation.

Every node has an address made from its id, none is blank, so that the same graph gives the same
triples. Triples of one subject follow each other; formats write them as they come.

    question   prov:Activity that generated the answer and used what it cites
    answer     prov:Entity derived from it; kg:quotes leads to the spans quoted. A citation that the
               graph does not hold is in the words that were kept with the question
    statement  rdf:Statement, prov:wasDerivedFrom the passages that state it, kg:statedAt the spans;
               kg:names of a span leads to where the statement's parts are named
    literal    stands as an RDF literal where it is an object; kg:literal leads to what is known of
               it (days, number, unit)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote as percent_encode

from pyoxigraph import Literal, NamedNode, Triple

from kgplatform.export.citations import IN_GRAPH, OUTSIDE, KeptCitation, read_citations
from kgplatform.export.exporter import ExportedStream
from kgplatform.export.model import KINDS, TYPES, Node, Relationship, Span
from kgplatform.export.terms import (
    CLASSES,
    DCTERMS,
    KG,
    OA,
    PREDICATES,
    PROV,
    RDF,
    RDFS,
    XSD,
    address,
    term_of,
)
from kgplatform.export.triples import (
    date_literal,
    iri,
    json_text,
    link,
    plain,
    typed,
    value_literal,
)
from kgplatform.records.ids import content_id

__all__ = ["list_triples"]

IRI_MARKS = ":/?#[]@!$&'()*+,;=%~"  # may stand in an address; anything else is percent-encoded
JSON_TEXTS = {"details", "cells"}
REIFIES = f"{RDF}reifies"


def list_triples(stream: ExportedStream, *, triple_terms: bool = False) -> Iterator[Triple]:
    """Yield the triples of a stream.

    Args:
        stream: what is exported.
        triple_terms: whether each statement says which triple it is about (RDF 1.2), where subject
            and object are known.
    """
    relations = _Relations()
    for node in stream.nodes():
        yield from _list_node(node, relations)
    pending: dict[str, Relationship] = {}
    for item in stream.relationships():
        yield from _list_relationship(item, relations)
        if triple_terms and item.type in ("SUBJECT", "OBJECT"):
            other = pending.pop(item.start, None)
            if other is None:
                pending[item.start] = item
            else:
                yield _reify(item, other)


class _Relations:
    """Describes each relation once."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def describe(self, name: str) -> Iterator[Triple]:
        if name in self._seen:
            return
        self._seen.add(name)
        relation = address("relation", name)
        yield link(relation, f"{RDF}type", f"{RDF}Property")
        yield plain(relation, f"{RDFS}label", name)


def _list_node(node: Node, relations: _Relations) -> Iterator[Triple]:
    subject = address(node.kind.lower(), node.id)
    for name in CLASSES[node.kind]:
        yield link(subject, f"{RDF}type", name)
    for label in node.labels:
        if label != node.kind:
            yield link(subject, f"{RDF}type", KG + percent_encode(label, safe=""))
    for name, kind in KINDS[node.kind].items():
        if name in node.properties:
            yield from _list_property(node, subject, name, kind)
    if node.kind == "Question":
        yield from _list_answer(node, subject)
    if node.kind == "Statement":
        relation = node.properties["relation"]
        yield link(subject, f"{RDF}predicate", address("relation", relation))
        if "extractor" in node.properties:
            extractor = address("extractor", node.properties["extractor"])
            yield link(subject, f"{PROV}wasAttributedTo", extractor)
            yield link(extractor, f"{RDF}type", f"{PROV}SoftwareAgent")
        yield from relations.describe(relation)


def _list_property(node: Node, subject: str, name: str, kind: str) -> Iterator[Triple]:
    value, predicate = node.properties[name], term_of(node.kind, name)
    if (node.kind, name) == ("Document", "uri"):
        # a literal: a source's address may hold characters that no IRI may
        yield Triple(iri(subject), iri(predicate), Literal(value, datatype=iri(f"{XSD}anyURI")))
    elif (node.kind, name) == ("Document", "date"):
        yield Triple(iri(subject), iri(predicate), date_literal(value))
    elif (node.kind, name) == ("Literal", "value"):
        stated = value_literal(value, node.properties.get("datatype", ""))
        yield Triple(iri(subject), iri(predicate), stated)
    elif name in JSON_TEXTS:
        yield json_text(subject, predicate, value)
    elif kind == "float[]":  # in an order, which several values of a property have not
        yield json_text(subject, predicate, json.dumps(value))
    elif name == "citations":
        for text in value:
            yield json_text(subject, predicate, text)
    elif kind.endswith("[]"):
        for item in dict.fromkeys(value):
            yield typed(subject, predicate, item, kind.removesuffix("[]"))
    else:
        yield typed(subject, predicate, value, kind)


def _list_answer(node: Node, question: str) -> Iterator[Triple]:
    answer = address("answer", node.id)
    yield link(answer, f"{RDF}type", f"{KG}Answer")
    yield link(answer, f"{RDF}type", f"{PROV}Entity")
    yield link(answer, f"{PROV}wasGeneratedBy", question)
    if "answer" in node.properties:
        yield plain(answer, f"{PROV}value", node.properties["answer"])
    for citation in read_citations(node.properties.get("citations", ()), cited=node.cited):
        if citation.state != IN_GRAPH:
            yield from _list_kept_citation(node.id, citation)


def _list_relationship(item: Relationship, relations: _Relations) -> Iterator[Triple]:
    start = address(item.start_kind.lower(), item.start)
    end = address(item.end_kind.lower(), item.end)
    if item.type in ("SUBJECT", "OBJECT"):
        predicate = f"{RDF}{item.type.lower()}"
        yield Triple(iri(start), iri(predicate), _term(item, end))
        if item.end_kind == "Literal":
            yield link(start, f"{KG}literal", end)
    elif item.type == "QUALIFIER":
        yield from _list_qualifier(item, start, end, relations)
    elif item.type == "STATED_IN":
        yield link(start, f"{PROV}wasDerivedFrom", end)
        if item.span is not None:
            yield from _list_stated(item, item.span, start)
    elif item.type == "CITES":
        yield from _list_citation(item, end)
    elif TYPES[item.type]:
        yield from _list_link(item, start, end)
    else:
        yield link(start, PREDICATES[item.type], end)


def _term(item: Relationship, end: str) -> NamedNode | Literal:
    return iri(end) if item.value is None else value_literal(*item.value)


def _reify(one: Relationship, other: Relationship) -> Triple:
    """Return that a statement reifies the triple of its subject, relation and object."""
    subject, target = (one, other) if one.type == "SUBJECT" else (other, one)
    about = Triple(
        iri(address(subject.end_kind.lower(), subject.end)),
        iri(address("relation", subject.relation)),
        _term(target, address(target.end_kind.lower(), target.end)),
    )
    return Triple(iri(address("statement", one.start)), iri(REIFIES), about)


def _list_qualifier(
    item: Relationship,
    statement: str,
    end: str,
    relations: _Relations,
) -> Iterator[Triple]:
    relation = item.properties.get("relation", "")
    qualifier = address("qualifier", content_id(item.start, relation, item.end))
    yield link(statement, f"{KG}qualifier", qualifier)
    yield link(qualifier, f"{RDF}type", f"{KG}Qualifier")
    yield link(qualifier, f"{KG}relation", address("relation", relation))
    yield Triple(iri(qualifier), iri(f"{RDF}value"), _term(item, end))
    if item.end_kind == "Literal":
        yield link(qualifier, f"{KG}literal", end)
    yield from relations.describe(relation)


def _list_link(item: Relationship, start: str, end: str) -> Iterator[Triple]:
    """Yield a node that stands for a relationship with properties, and what it says."""
    text = [str(item.properties.get(name)) for name in TYPES[item.type]]
    kind = item.type.lower().replace("_", "-")
    node = address(kind, content_id(item.start, item.end, *text))
    yield link(start, PREDICATES[item.type], node)
    yield link(node, f"{RDF}type", KG + _class_name(item.type))
    yield link(node, f"{KG}entity", end)
    for name, datatype in TYPES[item.type].items():
        if name in item.properties:
            yield typed(node, KG + name, item.properties[name], datatype)


def _class_name(kind: str) -> str:
    """Return the class of a relationship's nodes: SAME_AS is SameAs."""
    return "".join(word.capitalize() for word in kind.split("_"))


def _list_citation(item: Relationship, cited: str) -> Iterator[Triple]:
    rank, score = item.properties.get("rank"), item.properties.get("score")
    span_key = None if item.span is None else _span_key(item.span)
    yield from _list_cited(item.start, item.end, cited, rank=rank, score=score, at=span_key)
    if item.span is not None:
        answer = address("answer", item.start)
        yield link(answer, f"{KG}quotes", address("span", _span_key(item.span)))
        yield from _list_target(_span_key(item.span), cited, item.span.quote)
        yield from _list_position(_span_key(item.span), item.span.start, item.span.end)


def _list_cited(
    question_id: str,
    cited_id: str,
    cited: str,
    *,
    rank: int | None,
    score: float | None,
    state: str = "",
    at: str | None = None,
) -> Iterator[Triple]:
    answer = address("answer", question_id)
    citation = address("citation", content_id(question_id, cited_id, str(rank)))
    yield link(address("question", question_id), f"{PROV}used", cited)
    yield link(answer, f"{PROV}wasDerivedFrom", cited)
    yield link(answer, f"{KG}citation", citation)
    yield link(citation, f"{RDF}type", f"{KG}Citation")
    yield link(citation, f"{KG}cited", cited)
    if rank is not None:
        yield typed(citation, f"{KG}rank", rank, "integer")
    if score is not None:
        yield typed(citation, f"{KG}score", score, "float")
    if state:
        yield plain(citation, f"{KG}state", state)
    if at is not None:
        yield link(citation, f"{KG}at", address("span", at))


def _list_kept_citation(question_id: str, citation: KeptCitation) -> Iterator[Triple]:
    """Yield a quote that the graph does not hold: of an address, or of a document as it was."""
    if citation.state == OUTSIDE:
        source = percent_encode(citation.uri, safe=IRI_MARKS)
        yield plain(source, f"{RDFS}label", citation.title)
    else:
        source = address("passage", citation.passage_id)
        version = address("document-version", f"{citation.document_id}@{citation.sha256}")
        yield link(source, f"{RDF}type", f"{PROV}Entity")
        yield link(source, f"{PROV}wasDerivedFrom", version)
        yield from _list_document_as_it_was(citation, version)
    key = content_id(
        "CITES", question_id, citation.passage_id, str(citation.start), str(citation.end)
    )
    yield from _list_cited(
        question_id,
        citation.passage_id,
        source,
        rank=citation.rank,
        score=citation.score,
        state=citation.state,
        at=key,
    )
    yield link(address("answer", question_id), f"{KG}quotes", address("span", key))
    yield from _list_target(key, source, citation.quote)
    if citation.state != OUTSIDE:
        yield from _list_position(key, citation.start, citation.end)


def _list_document_as_it_was(citation: KeptCitation, version: str) -> Iterator[Triple]:
    """Yield the document that a hash names, of which the graph may hold another version by now."""
    yield link(version, f"{RDF}type", f"{PROV}Entity")
    yield link(version, f"{PROV}specializationOf", address("document", citation.document_id))
    yield plain(version, f"{DCTERMS}title", citation.title)
    uri = Literal(citation.uri, datatype=iri(f"{XSD}anyURI"))
    yield Triple(iri(version), iri(f"{DCTERMS}source"), uri)
    if citation.sha256 is not None:
        yield plain(version, f"{KG}sha256", citation.sha256)


def _span_key(span: Span) -> str:
    return content_id(span.role, span.node_id, span.passage_id, str(span.start), str(span.end))


def _list_stated(item: Relationship, span: Span, statement: str) -> Iterator[Triple]:
    """Yield the span that states a statement, with its position, words, and parts."""
    key, passage = _span_key(span), address("passage", span.passage_id)
    target = address("span", key)
    yield link(statement, f"{KG}statedAt", target)
    yield from _list_target(key, passage, span.quote)
    yield from _list_position(key, span.start, span.end)
    if span.attribution:
        yield plain(target, f"{KG}attribution", span.attribution)
    for number, how in enumerate(item.properties.get("alignment", ())):
        yield plain(target, f"{KG}alignment", f"{number} {how}")
    for part in span.parts:
        part_key = content_id("part", key, str(part.index))
        yield link(target, f"{KG}names", address("span", part_key))
        yield from _list_target(part_key, passage, part.quote)
        yield plain(address("span", part_key), f"{KG}role", part.role)
        yield typed(address("span", part_key), f"{KG}index", part.index, "integer")
        yield from _list_position(part_key, part.start, part.end)


def _list_target(key: str, source: str, quote: str) -> Iterator[Triple]:
    """Yield a Web Annotation target with a quotation selector."""
    target, quotation = address("span", key), address("quotation", key)
    yield link(target, f"{RDF}type", f"{OA}SpecificResource")
    yield link(target, f"{OA}hasSource", source)
    yield link(target, f"{OA}hasSelector", quotation)
    yield link(quotation, f"{RDF}type", f"{OA}TextQuoteSelector")
    yield plain(quotation, f"{OA}exact", quote)


def _list_position(key: str, start: int, end: int) -> Iterator[Triple]:
    """Yield a position selector of a target."""
    position = address("position", key)
    yield link(address("span", key), f"{OA}hasSelector", position)
    yield link(position, f"{RDF}type", f"{OA}TextPositionSelector")
    for name, offset in (("start", start), ("end", end)):
        number = Literal(str(offset), datatype=iri(f"{XSD}nonNegativeInteger"))
        yield Triple(iri(position), iri(OA + name), number)
