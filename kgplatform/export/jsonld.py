"""JSON-LD: the triples as JSON objects, with the published context inside.

context.jsonld next to this file is the context; each term of it is one of the vocabulary.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode, Triple

from kgplatform.export.exporter import ExportedStream, ExportOptions, refuse_triple_terms
from kgplatform.export.files import opened_text
from kgplatform.export.rdf import list_triples
from kgplatform.export.terms import PREFIXES, RDF, XSD

__all__ = ["export_jsonld"]

CONTEXT = "context.jsonld"
TYPE = f"{RDF}type"
STRING = f"{XSD}string"


def export_jsonld(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write the stream as JSON-LD 1.1, compacted by the context."""
    refuse_triple_terms(options, "JSON-LD")
    context = load_context()
    with opened_text(out) as file:
        file.write('{\n"@context": ')
        file.write(json.dumps(context, ensure_ascii=False, indent=2))
        file.write(',\n"@graph": [')
        separator = "\n"
        for item in _list_objects(stream):
            file.write(f"{separator}{json.dumps(item, ensure_ascii=False)}")
            separator = ",\n"
        file.write("\n]\n}\n")


@cache
def load_context() -> dict[str, Any]:
    """Return the published context."""
    text = files("kgplatform.export").joinpath(CONTEXT).read_text(encoding="utf-8")
    context: dict[str, Any] = json.loads(text)["@context"]
    return context


def _list_objects(stream: ExportedStream) -> Iterator[dict[str, Any]]:
    """Yield an object for each run of triples with one subject."""
    for subject, triples in groupby(list_triples(stream), key=_subject):
        made: dict[str, Any] = {"@id": subject}
        for triple in triples:
            name, value = _compact(triple)
            made.setdefault(name, []).append(value)
        yield {name: _single(value) for name, value in made.items()}


def _subject(triple: Triple) -> str:
    return _name(triple.subject)


def _name(term: object) -> str:
    if not isinstance(term, NamedNode):
        raise TypeError(f"no node of an export is blank or a triple: {term}")
    return term.value


def _single(value: Any) -> Any:
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _compact(triple: Triple) -> tuple[str, Any]:
    predicate, target = triple.predicate.value, triple.object
    if predicate == TYPE:
        return "@type", _shorten(_name(target))
    if not isinstance(target, Literal):
        return _shorten(predicate), {"@id": _name(target)}
    datatype = target.datatype.value
    if datatype == STRING:
        return _shorten(predicate), target.value
    return _shorten(predicate), {"@value": target.value, "@type": _shorten(datatype)}


@cache
def _shorten(iri: str) -> str:
    """Return an address as prefix and name, where the context has its prefix."""
    for prefix, namespace in PREFIXES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri
