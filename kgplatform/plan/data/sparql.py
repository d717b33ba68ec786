"""Reads the SPARQL texts of queries/, and puts IRIs and literals in the place of parameters."""

from __future__ import annotations

import re
from functools import cache

from kgplatform.errors import UsageError
from kgplatform.resources import resource_dir

__all__ = ["literal", "load_sparql"]

PARAMETER = re.compile(r"\$(\w+)")
TERM = re.compile(r"<[^<>\"{}|^`\\\s]+>|\"(?:[^\"\\\n]|\\.)*\"(?:@[a-z]+)?")


def load_sparql(name: str, /, **terms: str) -> str:
    """Return a named query with its parameters filled.

    Args:
        name: of a file queries/NAME.rq.
        terms: IRIs in <> and quoted literals, several separated by spaces.

    Raises:
        UsageError: a term is neither, so that no text can end up as part of a query.
    """
    for value in terms.values():
        if TERM.sub("", value).strip():
            raise UsageError(f"'{value}' is neither an IRI nor a literal of SPARQL.")
    lines = (line for line in _text(name).splitlines() if not line.startswith("#"))
    return PARAMETER.sub(lambda match: terms[match[1]], "\n".join(lines))


def literal(text: str, language: str = "") -> str:
    """Return a text as a literal of SPARQL."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"' + (f"@{language}" if language else "")


@cache
def _text(name: str) -> str:
    return (resource_dir("queries") / f"{name}.rq").read_text(encoding="utf-8")
