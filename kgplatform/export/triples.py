"""Makes the terms and triples of RDF exports."""

from __future__ import annotations

import re
from typing import Any

from pyoxigraph import Literal, NamedNode, Triple

from kgplatform.export.terms import KG, RDF, XSD

__all__ = ["date_literal", "iri", "json_text", "link", "plain", "typed", "value_literal"]

ISO_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
YEAR = re.compile(r"\d{4}")
# with a zero or a plus in front a value stays text: programs write such numbers without it
INTEGER = re.compile(r"0|-?[1-9]\d*")
DECIMAL = re.compile(r"-?(0|[1-9]\d*)\.\d+")
DATATYPES = {
    "integer": f"{XSD}integer",
    "float": f"{XSD}double",
    "boolean": f"{XSD}boolean",
    "date": f"{XSD}date",
    "datetime": f"{XSD}dateTime",
}

_nodes: dict[str, NamedNode] = {}


def iri(text: str) -> NamedNode:
    """Return an address; those of the vocabulary are made once."""
    known = _nodes.get(text)
    if known is None:
        known = NamedNode(text)
        if text.startswith(KG) or not text.startswith("urn:"):
            _nodes[text] = known
    return known


def link(subject: str, predicate: str, target: str) -> Triple:
    """Return a triple of three addresses."""
    return Triple(iri(subject), iri(predicate), iri(target))


def plain(subject: str, predicate: str, value: str) -> Triple:
    """Return a triple with a text."""
    return Triple(iri(subject), iri(predicate), Literal(value))


def typed(subject: str, predicate: str, value: Any, kind: str) -> Triple:
    """Return a triple with a value of a type as the model names them."""
    return Triple(iri(subject), iri(predicate), _make_literal(value, kind))


def _make_literal(value: Any, kind: str) -> Literal:
    if kind not in DATATYPES:
        return Literal(value)
    text = str(value).lower() if kind == "boolean" else str(value)
    return Literal(text, datatype=iri(DATATYPES[kind]))


def json_text(subject: str, predicate: str, text: str) -> Triple:
    """Return a triple with a JSON text."""
    return Triple(iri(subject), iri(predicate), Literal(text, datatype=iri(f"{RDF}JSON")))


def date_literal(value: str) -> Literal:
    """Return a day or a year with its XSD type; any other words stay plain text."""
    if ISO_DATE.fullmatch(value):
        return Literal(value, datatype=iri(f"{XSD}date"))
    if YEAR.fullmatch(value):
        return Literal(value, datatype=iri(f"{XSD}gYear"))
    return Literal(value)


def value_literal(value: str, datatype: str) -> Literal:
    """Return a value with the XSD type whose form it has; any other stays plain text."""
    if datatype == "date":
        return date_literal(value)
    if datatype == "quantity" and INTEGER.fullmatch(value):
        return Literal(value, datatype=iri(f"{XSD}integer"))
    if datatype == "quantity" and DECIMAL.fullmatch(value):
        return Literal(value, datatype=iri(f"{XSD}decimal"))
    return Literal(value)
