"""The named SPARQL queries of queries/*.rq, and how values get into them.

A parameter is a token of the text ($item), found by the tokeniser and never inside a string or an
IRI, and what takes its place is a whole RDF term written by `RdfTerm.sparql`: no value can end a
string or begin a clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgplatform.graph.language import SPARQL
from kgplatform.graph.library import load_query, query_names
from kgplatform.wikidata.terms import RdfTerm

__all__ = ["bind_query", "bind_text", "sparql_names"]


def sparql_names() -> tuple[str, ...]:
    """Return the names of the SPARQL queries, in alphabetical order."""
    return query_names(SPARQL)


def bind_query(name: str, /, **values: RdfTerm | Sequence[RdfTerm]) -> str:
    """Return the text of a named query with its parameters bound.

    Args:
        name: a file of queries/ without its suffix.
        values: a term for each parameter; a sequence of terms for one within VALUES braces.

    Raises:
        UsageError: there is no such query, or a parameter is missing or unknown.
        SparqlError: a value cannot be written in SPARQL.
    """
    text = load_query(name, SPARQL).text_for(values)
    return bind_text(text, values)


def bind_text(text: str, values: Mapping[str, RdfTerm | Sequence[RdfTerm]]) -> str:
    """Return a text with each $parameter that has a value replaced by its term or terms."""
    parts = []
    for kind, token in SPARQL.tokens(text):
        value = values.get(token[1:]) if kind == "parameter" else None
        if value is None:
            parts.append(token)
        else:
            terms = [value] if isinstance(value, RdfTerm) else value
            parts.append(" ".join(term.sparql() for term in terms))
    return "".join(parts)
