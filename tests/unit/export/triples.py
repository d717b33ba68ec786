"""Reads the nodes and edges of a graph from its triples, by the vocabulary alone."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from rdflib import Literal, URIRef
from rdflib.namespace import PROV, RDF, XSD

from kgplatform.export.model import KINDS, TYPES
from kgplatform.export.terms import KG, OA, PREDICATES, term_of
from tests.unit.export.streams import FoundEdge, FoundNode, frozen

KIND_OF = {kind.lower(): kind for kind in KINDS}
BACK = {
    kind: {term_of(kind, name): (name, of) for name, of in types.items()}
    for kind, types in KINDS.items()
}
FIRST_QUALIFIER = 2
Triples = dict[URIRef, dict[str, list[Any]]]


def read_graph(triples: Iterable[tuple[Any, Any, Any]]) -> tuple[set[FoundNode], set[FoundEdge]]:
    """Return the nodes, lists sorted, and the edges."""
    found: Triples = defaultdict(lambda: defaultdict(list))
    for subject, predicate, target in triples:
        found[subject][str(predicate)].append(target)
    nodes = {
        _read_node(kind, identifier, found)
        for subject in list(found)
        if (kind := _split(subject)[0]) in KINDS
        for identifier in [_split(subject)[1]]
    }
    return nodes, set(_list_edges(found))


def _split(address: Any) -> tuple[str, str]:
    """Return kind and id of an address."""
    parts = str(address).split(":", 3)
    if len(parts) < 4 or isinstance(address, Literal):
        return "", ""
    return KIND_OF.get(parts[2], parts[2]), unquote(parts[3])


def _address(kind: str, identifier: str) -> URIRef:
    return URIRef(f"urn:kgplatform:{kind.lower()}:{identifier}")


def _read_node(kind: str, identifier: str, found: Triples) -> FoundNode:
    known = found[_address(kind, identifier)]
    labels = {
        str(name).removeprefix(KG) for name in known[str(RDF.type)] if str(name).startswith(KG)
    }
    properties: dict[str, Any] = {}
    for term, (name, of) in BACK[kind].items():
        read = str if (kind, name) == ("Literal", "value") else _value
        if values := [read(value) for value in known[term]]:
            if of == "float[]":
                values = json.loads(values[0])
            properties[name] = sorted(values) if of.endswith("[]") else values[0]
    if kind == "Question":
        properties["answer"] = str(found[_address("answer", identifier)][str(PROV.value)][0])
    return kind, identifier, frozenset(labels), frozen(properties, unordered=True)


def _value(value: Literal) -> Any:
    if value.datatype in (XSD.integer, XSD.nonNegativeInteger):
        return int(value) if value.datatype == XSD.nonNegativeInteger else _whole(value)
    if value.datatype == XSD.double:
        return float(str(value))
    if value.datatype == XSD.boolean:
        return str(value) == "true"
    if value.datatype == XSD.dateTime:
        return str(value).replace("+00:00", "Z")  # as rdflib writes it
    return str(value)


def _whole(value: Literal) -> int:
    return int(str(value))


def _list_edges(found: Triples) -> Iterable[FoundEdge]:
    for subject in list(found):
        kind, identifier = _split(subject)
        if kind not in KINDS:
            continue
        start, known = (kind, identifier), found[subject]
        for name, predicate in PREDICATES.items():
            for target in known[predicate]:
                if TYPES[name]:
                    yield _read_link(name, start, found[target])
                elif name != "PART_OF" or kind == "Passage":
                    yield (name, *start, *_split(target), frozen({}))
        if kind == "Statement":
            yield from _read_statement(start, known, found)
        if kind == "Question":
            for citation in found[_address("answer", identifier)][f"{KG}citation"]:
                yield _read_citation(start, found[citation], found)


def _read_link(name: str, start: tuple[str, str], link: dict[str, list[Any]]) -> FoundEdge:
    properties = {one: _value(link[KG + one][0]) for one in TYPES[name] if link[KG + one]}
    return (name, *start, *_split(link[f"{KG}entity"][0]), frozen(properties))


def _read_statement(
    start: tuple[str, str], known: dict[str, list[Any]], found: Triples
) -> Iterable[FoundEdge]:
    for name, predicate in (("SUBJECT", RDF.subject), ("OBJECT", RDF.object)):
        for target in known[str(predicate)]:
            node = known[f"{KG}literal"][0] if isinstance(target, Literal) else target
            yield (name, *start, *_split(node), frozen({}))
    for qualifier in known[f"{KG}qualifier"]:
        said = found[qualifier]
        [target] = said[str(RDF.value)]
        node = said[f"{KG}literal"][0] if isinstance(target, Literal) else target
        relation = _split(said[f"{KG}relation"][0])[1]
        yield ("QUALIFIER", *start, *_split(node), frozen({"relation": relation}))
    for span in known[f"{KG}statedAt"]:
        passage, properties = _read_span(span, found)
        properties.pop("quote")
        yield ("STATED_IN", *start, *passage, frozen(properties | _read_parts(span, found)))


def _read_span(span: URIRef, found: Triples) -> tuple[tuple[str, str], dict[str, Any]]:
    [source] = found[span][f"{OA}hasSource"]
    properties: dict[str, Any] = {}
    for selector in found[span][f"{OA}hasSelector"]:
        known = found[selector]
        for name, term in (("start", "start"), ("end", "end"), ("quote", "exact")):
            if known[OA + term]:
                properties[name] = _value(known[OA + term][0])
    return _split(source), properties


def _read_parts(span: URIRef, found: Triples) -> dict[str, Any]:
    known = found[span]
    properties: dict[str, Any] = {}
    if known[f"{KG}attribution"]:
        properties["attribution"] = str(known[f"{KG}attribution"][0])
    if aligned := dict(str(text).split(" ", 1) for text in known[f"{KG}alignment"]):
        properties["alignment"] = [aligned[number] for number in sorted(aligned, key=int)]
    parts = sorted(known[f"{KG}names"], key=lambda part: int(found[part][f"{KG}index"][0]))
    for part in parts:
        role, index = str(found[part][f"{KG}role"][0]), int(found[part][f"{KG}index"][0])
        place = _read_span(part, found)[1]
        if index < FIRST_QUALIFIER:
            properties |= {f"{role}Start": place["start"], f"{role}End": place["end"]}
        else:
            for name, value in (
                ("Relations", role),
                ("Starts", place["start"]),
                ("Ends", place["end"]),
            ):
                properties.setdefault(f"qualifier{name}", []).append(value)
    return properties


def _read_citation(
    start: tuple[str, str], citation: dict[str, list[Any]], found: Triples
) -> FoundEdge:
    properties = {
        name: _value(citation[KG + name][0]) for name in ("rank", "score") if citation[KG + name]
    }
    for span in citation[f"{KG}at"]:
        properties |= _read_span(span, found)[1]
    return ("CITES", *start, *_split(citation[f"{KG}cited"][0]), frozen(properties))
