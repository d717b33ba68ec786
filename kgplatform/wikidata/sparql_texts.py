"""Reads the SPARQL texts of queries/, and puts IRIs and literals in the place of parameters."""

from __future__ import annotations

import re

from kgplatform.errors import UsageError
from kgplatform.graph.language import SPARQL
from kgplatform.graph.library import load_query

__all__ = ["load_sparql"]

TERM = re.compile(r"<[^<>\"{}|^`\\\s]+>|\"(?:[^\"\\\n]|\\.)*\"(?:@[a-z]+)?")


def load_sparql(name: str, /, **terms: str) -> str:
    """Return a named query with its parameters filled.

    Args:
        name: of a file queries/NAME.rq.
        terms: IRIs in <> and quoted literals, several separated by spaces.

    Raises:
        UsageError: a term is neither, so that no text can end up as part of a query; there is no
            such query, or a parameter is missing or unknown.
    """
    for value in terms.values():
        if TERM.sub("", value).strip():
            raise UsageError(f"'{value}' is neither an IRI nor a literal of SPARQL.")
    text = load_query(name, SPARQL).text_for(terms)
    return "".join(
        terms[token[1:]] if kind == "parameter" else token for kind, token in SPARQL.tokens(text)
    )
