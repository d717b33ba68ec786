"""Reads the SPARQL 1.1 query results in JSON, refusing whatever is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgplatform.wikidata.terms import RdfTerm, Result

__all__ = ["read_results"]

KINDS = {"uri": "uri", "bnode": "bnode", "literal": "literal", "typed-literal": "literal"}
"""The last one is of endpoints from before the specification was final."""


def read_results(document: Any, *, form: str) -> Result:
    """Return the result that a JSON document holds.

    Args:
        document: the parsed JSON.
        form: SELECT or ASK, as was asked.

    Raises:
        ValueError: it is no result of such a query; the message says why.
    """
    if not isinstance(document, Mapping):
        raise ValueError("no JSON object")
    if form == "ASK":
        truth = document.get("boolean")
        if not isinstance(truth, bool):
            raise ValueError("no boolean")
        return Result(truth=truth)
    head, results = document.get("head"), document.get("results")
    if not isinstance(head, Mapping) or not isinstance(results, Mapping):
        raise ValueError("no head and results")
    variables, bindings = head.get("vars", []), results.get("bindings")
    if not isinstance(variables, list) or not isinstance(bindings, list):
        raise ValueError("no list of variables and bindings")
    rows = tuple(_row(binding) for binding in bindings)
    return Result(tuple(str(name) for name in variables), rows)


def _row(binding: Any) -> dict[str, RdfTerm]:
    if not isinstance(binding, Mapping):
        raise ValueError("a row that is no object")
    return {str(name): _term(value) for name, value in binding.items()}


def _term(value: Any) -> RdfTerm:
    kind = KINDS.get(str(value.get("type"))) if isinstance(value, Mapping) else None
    if kind is None or not isinstance(value.get("value"), str):
        raise ValueError("a value that is no RDF term")
    datatype, language = value.get("datatype", ""), value.get("xml:lang", "")
    return RdfTerm(kind, value["value"], str(datatype), str(language))
