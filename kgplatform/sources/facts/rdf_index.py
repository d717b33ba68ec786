"""Puts the triples of an RDF file into a temporary database, because RDF comes in any order.

A label may stand a million lines after the first use of its entity, and the parts of a Wikidata
statement anywhere. The database lies on disk, so memory does not grow with the file. Wikidata's
long namespaces are shortened on the way in.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from kgplatform.errors import SourceError
from kgplatform.sources.lines import open_plain
from kgplatform.sources.markup import check_xml, declares_entities

__all__ = ["RDF_SUFFIXES", "TripleIndex", "Value", "load_triples", "parse_triples", "shorten"]

RDF_SUFFIXES = (".nt", ".ttl", ".rdf", ".owl", ".jsonld")
FORMATS = {
    ".nt": "N_TRIPLES",
    ".ttl": "TURTLE",
    ".rdf": "RDF_XML",
    ".owl": "RDF_XML",
    ".jsonld": "JSON_LD",
}
XML_SUFFIXES = (".rdf", ".owl")
ROWS_PER_INSERT = 5_000
MAX_SYNTAX_ERRORS = 10_000  # then it is no RDF at all

WIKIDATA = "http://www.wikidata.org/"
PREFIXES = {
    f"{WIKIDATA}entity/statement/": "wds:",
    f"{WIKIDATA}entity/": "wd:",
    f"{WIKIDATA}prop/direct/": "wdt:",
    f"{WIKIDATA}prop/statement/": "ps:",
    f"{WIKIDATA}prop/qualifier/": "pq:",
    f"{WIKIDATA}prop/": "p:",
    "http://www.w3.org/2001/XMLSchema#": "xsd:",
    "http://www.w3.org/2000/01/rdf-schema#": "rdfs:",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
    "http://www.w3.org/2002/07/owl#": "owl:",
    "http://www.w3.org/2004/02/skos/core#": "skos:",
    "http://wikiba.se/ontology#": "wikibase:",
    "http://schema.org/": "schema:",
    "https://schema.org/": "schema:",
    "http://xmlns.com/foaf/0.1/": "foaf:",
}
NAMESPACE = re.compile(r".*[/#]")
IRI, BLANK = "iri", "blank"
# 64 MB of it are held in memory
SCHEMA = """
PRAGMA cache_size = -65536;
CREATE TABLE triples (s TEXT, p TEXT, o TEXT, kind TEXT, language TEXT);
"""


class Value(NamedTuple):
    """An object: its text, and "iri", "blank" or its datatype; a language where it has one."""

    text: str
    kind: str
    language: str


def shorten(iri: str) -> str:
    """Return an IRI with a known namespace as prefix:name, any other as it is."""
    match = NAMESPACE.match(iri)
    if match is None:
        return iri
    prefix = PREFIXES.get(match.group())
    return prefix + iri[match.end() :] if prefix else iri


class TripleIndex:
    """The triples of one file, by subject; a context manager, gone when it is left."""

    def __init__(self) -> None:
        self.database = sqlite3.connect("")  # private, on disk only when large
        self.database.executescript(SCHEMA)

    def __enter__(self) -> TripleIndex:
        return self

    def __exit__(self, *exc: object) -> None:
        self.database.close()

    def add(self, rows: Iterable[tuple[str, str, str, str, str]]) -> int:
        """Keep (subject, predicate, object, kind, language) rows; return how many there were."""
        remaining, count = iter(rows), 0
        while part := list(islice(remaining, ROWS_PER_INSERT)):
            self.database.executemany("INSERT INTO triples VALUES (?, ?, ?, ?, ?)", part)
            count += len(part)
        return count

    def close_input(self) -> None:
        """Make what was added quick to look up."""
        self.database.execute("CREATE INDEX by_subject ON triples (s)")
        self.database.execute("CREATE INDEX by_predicate ON triples (p)")

    def about(self, subject: str) -> list[tuple[str, Value]]:
        """Return (predicate, object) of a subject, each once, in the order of the file."""
        rows = self.database.execute(
            "SELECT p, o, kind, language FROM triples WHERE s = ? ORDER BY rowid", (subject,)
        )
        return list(dict.fromkeys((p, Value(o, kind, language)) for p, o, kind, language in rows))


def load_triples(file: Path, index: TripleIndex) -> Iterator[SourceError]:
    """Read an RDF file into the index; yield an error for each place that is not RDF."""
    errors: list[SourceError] = []
    index.add(parse_triples(file, errors))
    yield from errors
    index.close_input()


def parse_triples(
    file: Path, errors: list[SourceError]
) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield (subject, predicate, object, kind, language) of an RDF file, IRIs shortened.

    Args:
        file: RDF of one of RDF_SUFFIXES, plain or gzipped.
        errors: gets an error for each place that is not RDF.

    Raises:
        SourceError: it is XML that declares entities.
    """
    import pyoxigraph

    name = file.name.lower().removesuffix(".gz")
    if Path(name).suffix in XML_SUFFIXES and _has_entities(file):
        raise SourceError(
            f"'{file}' declares XML entities, which may multiply without end: save it as Turtle "
            "(.ttl), or write their values in their places."
        )
    rdf_format = getattr(pyoxigraph.RdfFormat, FORMATS[Path(name).suffix])
    with open_plain(file) as stream:
        triples = pyoxigraph.parse(stream, format=rdf_format, base_iri=file.as_uri())
        yield from _rows(triples, file, errors)


def _has_entities(file: Path) -> bool:
    with file.open("rb") as stream:
        if declares_entities(stream):
            return True
        stream.seek(0)
        check_xml(stream)
    return False


def _rows(
    triples: Iterator[Any], file: Path, errors: list[SourceError]
) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the rows of the triples; a syntax error costs its own statement only."""
    shortened: dict[str, str] = {}
    quoted = 0
    while len(errors) < MAX_SYNTAX_ERRORS:
        try:
            triple = next(triples)
        except StopIteration:
            break
        except (SyntaxError, ValueError) as exc:
            errors.append(_syntax_error(file, exc))
            continue
        except (EOFError, OSError, zlib.error) as exc:
            errors.append(SourceError(f"'{file}' cannot be read to its end: {exc}."))
            return
        predicate = triple.predicate.value
        short = shortened.get(predicate)
        if short is None:
            short = shortened.setdefault(predicate, shorten(predicate))
        subject, obj = triple.subject, triple.object
        if hasattr(obj, "datatype"):
            kind, language = shorten(obj.datatype.value), obj.language or ""
            yield _resource(subject), short, obj.value, kind, language
        elif hasattr(obj, "value"):
            is_blank = str(obj).startswith("_:")
            yield _resource(subject), short, _resource(obj), BLANK if is_blank else IRI, ""
        else:
            quoted += 1
    if quoted:
        errors.append(
            SourceError(f"'{file}' has {quoted:,} facts about quoted triples (RDF-star): left out.")
        )


def _syntax_error(file: Path, exc: Exception) -> SourceError:
    if "LoadDocumentCallback" in str(exc):
        return SourceError(
            f"'{file}' takes its context from the network, where nothing is fetched from: write "
            "the context into the file."
        )
    return SourceError(f"'{file}' is not RDF somewhere: {str(exc).removesuffix('.')}.")


def _resource(term: Any) -> str:
    """Return a short IRI, or _:name for a blank node."""
    text = str(term)
    return shorten(text[1:-1]) if text.startswith("<") else text
