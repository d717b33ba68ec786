"""RDF terms and query results as plain values, and the one place where a value becomes SPARQL.

A value gets into a query only as a term written by `RdfTerm.sparql`, which escapes all that
SPARQL 1.1 (section 19.7 and rules IRIREF and STRING_LITERAL2) gives a meaning; nothing else pastes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from kgplatform.errors import SparqlError, UsageError
from kgplatform.sources.facts.rdf_values import UNKNOWN_VALUE

__all__ = [
    "CODE_POINT",
    "DEFAULT_LIMIT",
    "ENTITY_NAMESPACE",
    "PREFIXES",
    "Endpoint",
    "RdfTerm",
    "Result",
    "entity_iri",
    "identifier_of",
    "literal",
    "parse_term",
    "property_iri",
]

DEFAULT_LIMIT = 10_000
"""Most rows of one query; more come in pages."""

WIKIDATA = "http://www.wikidata.org/"
ENTITY_NAMESPACE = f"{WIKIDATA}entity/"
PREFIXES = {
    "wd": ENTITY_NAMESPACE,
    "wds": f"{WIKIDATA}entity/statement/",
    "wdt": f"{WIKIDATA}prop/direct/",
    "p": f"{WIKIDATA}prop/",
    "ps": f"{WIKIDATA}prop/statement/",
    "pq": f"{WIKIDATA}prop/qualifier/",
    "psv": f"{WIKIDATA}prop/statement/value/",
    "pqv": f"{WIKIDATA}prop/qualifier/value/",
    "pr": f"{WIKIDATA}prop/reference/",
    "prov": "http://www.w3.org/ns/prov#",
    "wikibase": "http://wikiba.se/ontology#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "http://schema.org/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
"""What the public query service declares by itself, and other endpoints do not."""

IDENTIFIER = re.compile(r"[QPL][1-9]\d*")
IRI = re.compile(r'[^<>"{}|^`\\\x00-\x20]+')
LANGUAGE = re.compile(r"[A-Za-z]+(?:-[A-Za-z0-9]+)*")
CODE_POINT = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))")
"""An escape that comes before all grammar (SPARQL 1.1, section 19.2), behind a backslash too."""

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


@dataclass(frozen=True, slots=True)
class RdfTerm:
    """An RDF term; `kind` is "uri", "bnode" or "literal", as in the SPARQL JSON results."""

    kind: str
    value: str
    datatype: str = ""
    language: str = ""

    @property
    def identifier(self) -> str | None:
        """The Wikidata identifier (Q42, P31) where the term is an item or property, else None."""
        return identifier_of(self.value) if self.kind == "uri" else None

    @property
    def is_unknown(self) -> bool:
        """Whether it stands for a value that Wikidata says to be unknown: no answer, if a value."""
        return self.kind == "bnode" or (self.kind == "uri" and UNKNOWN_VALUE in self.value)

    def sparql(self) -> str:
        """Return the term as SPARQL writes it.

        Raises:
            SparqlError: it is a blank node, or its IRI or language tag holds what none may, or its
                text what no way of writing makes all endpoints read alike.
        """
        if self.kind == "uri" and IRI.fullmatch(self.value):
            return f"<{self.value}>"
        if self.kind != "literal":
            raise SparqlError(f"'{self.value}' is no IRI")
        quoted = '"' + "".join(ESCAPES.get(char, char) for char in self.value) + '"'
        if CODE_POINT.search(quoted):
            raise SparqlError(
                f"'{self.value}' has a backslash before the digits of a character, which some "
                "endpoints read as that character"
            )
        if self.language:
            if LANGUAGE.fullmatch(self.language) is None:
                raise SparqlError(f"'{self.language}' is no language")
            return f"{quoted}@{self.language}"
        return f"{quoted}^^{RdfTerm('uri', self.datatype).sparql()}" if self.datatype else quoted


@dataclass(frozen=True, slots=True)
class Result:
    """What a query returned: rows of a SELECT (unbound variables are missing), or an ASK's truth.

    `is_cut` says that as many rows came as were asked for at most, so there may be more.
    """

    variables: tuple[str, ...] = ()
    rows: tuple[Mapping[str, RdfTerm], ...] = ()
    truth: bool | None = None
    is_cut: bool = False

    def answers(self) -> list[RdfTerm]:
        """Return each row's answer: its first variable that is bound; others describe it."""
        return [cells[0] for cells in map(self.cells, self.rows) if cells]

    def without_unknown(self) -> Result:
        """Return it without the rows whose answer is a value that is said to be unknown."""
        kept = (row for row in self.rows if not any(c.is_unknown for c in self.cells(row)[:1]))
        return replace(self, rows=tuple(kept))

    def cells(self, row: Mapping[str, RdfTerm]) -> list[RdfTerm]:
        """Return what is bound in a row, in the order of the variables."""
        return [row[name] for name in self.variables if name in row]


class Endpoint(Protocol):
    """Something that answers SPARQL queries; all other parts of this room take one."""

    def run(self, query: str, *, limit: int = DEFAULT_LIMIT) -> Result:
        """Return the result of a SELECT or ASK query, at most `limit` rows.

        Raises:
            WikidataError: the query may not be sent, or could not be answered.
        """


def property_iri(name: str, prefix: str = "wdt") -> RdfTerm:
    """Return the IRI of a property such as P31, of PREFIXES: wdt, p, ps or pq."""
    return RdfTerm("uri", PREFIXES[prefix] + name)


def entity_iri(identifier: str) -> RdfTerm:
    """Return the IRI of an item or property such as Q42 or P31.

    Raises:
        UsageError: it is no identifier.
    """
    if IDENTIFIER.fullmatch(identifier) is None:
        raise UsageError(f"'{identifier}' is no Wikidata identifier: write Q or P and a number.")
    return RdfTerm("uri", ENTITY_NAMESPACE + identifier)


def identifier_of(iri: str) -> str | None:
    """Return the identifier at the end of an item's or property's IRI, None for any other IRI."""
    rest = iri.removeprefix(ENTITY_NAMESPACE)
    return rest if rest != iri and IDENTIFIER.fullmatch(rest) else None


def literal(value: str | int | float, *, language: str = "") -> RdfTerm:
    """Return a Python value as a literal; a number gets its XML Schema type."""
    if isinstance(value, str):
        return RdfTerm("literal", value, language=language)
    name = "integer" if isinstance(value, int) else "double"
    return RdfTerm("literal", str(value), PREFIXES["xsd"] + name)


def parse_term(text: str | int | float) -> RdfTerm:
    """Return what a person gives as a parameter as a term: Q42 is an item, other text a literal.

    A full IRI is written in angle brackets, a text in a language as text@en.
    """
    if not isinstance(text, str):
        return literal(text)
    if IDENTIFIER.fullmatch(text):
        return entity_iri(text)
    if text.startswith("<") and text.endswith(">"):
        return RdfTerm("uri", text[1:-1])
    words, at, language = text.rpartition("@")
    if at and words and LANGUAGE.fullmatch(language):
        return literal(words, language=language)
    return literal(text)
