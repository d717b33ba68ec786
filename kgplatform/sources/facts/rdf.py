"""Reads the facts of an RDF file, in words, with Wikidata's statements and their qualifiers.

Labels name entities and relations, types and alternative labels belong to their entities: none of
these is a fact of its own. A Wikidata statement node is one hyper-relational fact; the direct
claim next to it says less and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from kgplatform.errors import SourceError
from kgplatform.records import ENTITY_TYPES, Document
from kgplatform.sources.facts.documents import (
    FACTS_MEDIA_TYPE,
    GivenFact,
    Term,
    name_key,
    shared_names,
    state_facts,
)
from kgplatform.sources.facts.rdf_index import RDF_SUFFIXES, TripleIndex, Value, load_triples
from kgplatform.sources.facts.rdf_values import UNKNOWN_VALUE, local_name, read_literal
from kgplatform.sources.facts.rows import MAX_CHARS
from kgplatform.sources.facts.values import one_line
from kgplatform.text.classes import entity_type_of

__all__ = ["RDF_SUFFIXES", "read_rdf"]

LABELS = ("rdfs:label", "skos:prefLabel", "schema:name", "foaf:name")  # best first
ALIASES = ("skos:altLabel", "schema:alternateName")
TYPES = ("rdf:type", "wdt:P31")
LANGUAGES = ("en", "", "mul")  # best first; others only where there is none of these
NO_FACTS = {*LABELS, *ALIASES, "owl:sameAs", "schema:about", "schema:version", "schema:inLanguage"}
NO_FACT_PREFIXES = ("wikibase:", "p:reference", "p:statement/", "p:qualifier/", "p:direct")
NO_CLASSES = ("owl:", "rdfs:", "rdf:", "skos:", "wikibase:")
DEPRECATED = ("wikibase:rank", "wikibase:DeprecatedRank")
UNKNOWN = re.compile(rf"wd:.*genid|.*{re.escape(UNKNOWN_VALUE)}")
QID = re.compile(r"wd:(?P<qid>[QLP]\d+)")
WIKIDATA_PROPERTY = re.compile(r"(?:wdt|ps|pq|p):(?P<id>P\d+)")
NAMED_TYPES = ENTITY_TYPES[:-1]  # all but Thing, which says nothing
MAX_ALIASES = 20
TERMS_CACHED = 50_000


def read_rdf(file: Path) -> Iterator[Document | SourceError]:
    """Yield the facts of an RDF file, one document a subject, and what of it is not usable."""
    with TripleIndex() as index:
        yield from load_triples(file, index)
        names = _Names(index)
        facts = _Facts(index, names)
        documents = 0
        for subject in facts.subjects():
            given = facts.about(subject)
            key = _qid(subject) or subject
            for document in state_facts(
                file, key, given, media_type=_media_type(file), shared_names=names.shared
            ):
                documents += 1
                yield document
        for reason, count in facts.left_out.items():
            yield SourceError(f"'{file}': {count:,} triples are left out: {reason}.")
        if not documents:
            yield SourceError(f"'{file}' is empty: it holds no fact.")


class _Names:
    """What entities and relations are called, and of what type the entities are."""

    def __init__(self, index: TripleIndex) -> None:
        self._index = index
        self._database = index.database
        self._write_labels()
        self._write_types()
        self.shared = self._shared_names()
        self.term = lru_cache(maxsize=TERMS_CACHED)(self._term)
        self.relation = lru_cache(maxsize=TERMS_CACHED)(self._relation)

    def label(self, iri: str) -> str | None:
        """Return the best label of an entity, or None."""
        row = self._database.execute("SELECT label FROM labels WHERE s = ?", (iri,)).fetchone()
        return row[0] if row else None

    def _relation(self, predicate: str) -> str:
        """Return a predicate in words; a Wikidata property goes by its own label."""
        match = WIKIDATA_PROPERTY.fullmatch(predicate)
        iri = f"wd:{match['id']}" if match else predicate
        label = self.label(iri)
        return label or ("is a" if predicate == "rdf:type" else local_name(iri))

    def _term(self, iri: str) -> Term:
        """Return an entity with its best name, its type and its other names."""
        qid = _qid(iri)
        row = self._database.execute("SELECT kind FROM kinds WHERE s = ?", (iri,)).fetchone()
        name = self.label(iri) or qid or local_name(iri)
        aliases = [
            one_line(value.text)
            for predicate, value in self._index.about(iri)
            if predicate in ALIASES and value.language in LANGUAGES
        ]
        kind = row[0] if row else ENTITY_TYPES[-1]
        return Term(name[:MAX_CHARS], kind, qid, tuple(aliases[:MAX_ALIASES]))

    def _write_labels(self) -> None:
        """Keep one label an entity: best predicate, then language, then the first by letters."""
        self._database.create_function("one_line", 1, one_line, deterministic=True)
        self._database.create_function("rank", 2, _label_rank, deterministic=True)
        self._database.executescript(
            """
            CREATE TABLE labels AS
            SELECT s, one_line(substr(min(rank(p, language) || o), 3)) AS label
            FROM triples WHERE rank(p, language) <> '' AND kind NOT IN ('iri', 'blank')
            AND trim(o) <> '' GROUP BY s;
            CREATE UNIQUE INDEX label_of ON labels (s);
            """
        )

    def _write_types(self) -> None:
        """Keep the type that most classes of an entity have, where the closed set has a place."""
        self._database.execute("CREATE TABLE classes (class TEXT PRIMARY KEY, kind TEXT)")
        classes = self._database.execute(
            "SELECT DISTINCT o FROM triples WHERE p IN ('rdf:type', 'wdt:P31', 'ps:P31')"
        )
        kinds = ((name, self._kind_of_class(name)) for (name,) in classes.fetchall())
        known = [(name, kind) for name, kind in kinds if kind]
        self._database.executemany("INSERT INTO classes VALUES (?, ?)", known)
        self._database.executescript(
            """
            CREATE TABLE kinds (s TEXT PRIMARY KEY, kind TEXT, classes INTEGER);
            INSERT INTO kinds
            SELECT s, kind, max(classes) FROM (
                SELECT s, kind, count(*) AS classes FROM (
                    SELECT t.s, c.class, c.kind FROM triples t CROSS JOIN classes c
                    WHERE t.p IN ('rdf:type', 'wdt:P31') AND c.class = t.o
                    UNION
                    SELECT t.s, c.class, c.kind
                    FROM triples t CROSS JOIN triples v CROSS JOIN classes c
                    WHERE t.p = 'p:P31' AND v.s = t.o AND +v.p = 'ps:P31' AND c.class = v.o
                ) GROUP BY s, kind ORDER BY s, kind
            ) GROUP BY s;
            """  # CROSS JOIN and + keep the planner from scanning all statements for each item
        )

    def _kind_of_class(self, name: str) -> str | None:
        kind = entity_type_of(self.label(name) or local_name(name))
        return kind if kind in NAMED_TYPES else None

    def _shared_names(self) -> dict[str, str]:
        """Return the names that several Wikidata items share, with the item that keeps each."""
        self._database.create_function("name_key", 1, name_key, deterministic=True)
        pairs = self._database.execute(
            "SELECT name_key(label) AS key, substr(s, 4) FROM labels "
            "WHERE s GLOB 'wd:Q*' ORDER BY key"
        )
        return shared_names(pairs)


class _Facts:
    """The facts of each subject; counts what is left out, by reason."""

    def __init__(self, index: TripleIndex, names: _Names) -> None:
        self._index = index
        self._names = names
        self.left_out: dict[str, int] = {}

    def subjects(self) -> Iterator[str]:
        """Yield the entities that facts may be about, sorted; statement nodes are none."""
        rows = self._index.database.execute(
            "SELECT DISTINCT s FROM triples WHERE s NOT GLOB 'wds:*' ORDER BY s"
        )
        yield from (row[0] for row in rows)

    def about(self, subject: str) -> Iterator[GivenFact]:
        """Yield the facts about a subject, in the order of the file."""
        pairs = _in_best_language(self._index.about(subject))
        full: set[tuple[str, Value]] = set()
        for predicate, value in pairs:
            if predicate.startswith("p:P") and value.text.startswith("wds:"):
                full.update((predicate, stated) for stated in self._values(predicate, value.text))
        for predicate, value in pairs:
            if predicate in NO_FACTS or predicate.startswith(NO_FACT_PREFIXES):
                continue
            if value.text.startswith("wds:"):
                yield from self._statement(subject, predicate, value.text)
            elif (f"p:{predicate.removeprefix('wdt:')}", value) not in full:
                yield from self._fact(subject, predicate, value, [])

    def _values(self, predicate: str, node: str) -> Iterator[Value]:
        wanted = f"ps:{predicate.removeprefix('p:')}"
        return (value for name, value in self._index.about(node) if name == wanted)

    def _statement(self, subject: str, predicate: str, node: str) -> Iterator[GivenFact]:
        """Yield the fact of a Wikidata statement node with its qualifiers."""
        parts = self._index.about(node)
        if any((name, value.text) == DEPRECATED for name, value in parts):
            self._leave_out("their statements are marked as deprecated")
            return
        values = list(self._values(predicate, node))
        if not values:
            self._leave_out("their statements have no value")
        qualifiers = [(name, value) for name, value in parts if name.startswith("pq:P")]
        for value in values:
            yield from self._fact(subject, predicate, value, qualifiers)

    def _fact(
        self, subject: str, predicate: str, value: Value, qualifiers: list[tuple[str, Value]]
    ) -> Iterator[GivenFact]:
        if predicate == "rdf:type" and _says_nothing(value.text):
            return
        about, obj = self._thing(subject), self._target(predicate, value)
        if about is None or obj is None:
            return
        found = [
            (self._names.relation(name), self._target(name, item)) for name, item in qualifiers
        ]
        pairs = tuple((name, term) for name, term in found if term is not None)
        yield GivenFact(about, self._names.relation(predicate), obj, pairs)

    def _thing(self, iri: str) -> Term | None:
        """Return the term of an entity, None for a blank node that nothing names."""
        if UNKNOWN.match(iri):
            self._leave_out("their values are unknown")
        elif iri.startswith("_:") and self._names.label(iri) is None:
            self._leave_out("they are about blank nodes without a label")
        else:
            return self._names.term(iri)
        return None

    def _target(self, predicate: str, value: Value) -> Term | None:
        if value.kind in ("iri", "blank"):
            return self._thing(value.text)
        is_wikidata = WIKIDATA_PROPERTY.fullmatch(predicate) is not None
        text, kind = read_literal(value.text, value.kind, is_wikidata=is_wikidata)
        if not text:
            self._leave_out("their values are empty")
        elif len(text) > MAX_CHARS:
            self._leave_out(f"their values are longer than {MAX_CHARS:,} characters")
        else:
            return Term(text, kind)
        return None

    def _leave_out(self, reason: str) -> None:
        self.left_out[reason] = self.left_out.get(reason, 0) + 1


def _label_rank(predicate: str, language: str) -> str:
    """Return two digits that sort labels, the best first; nothing for any other predicate."""
    if predicate not in LABELS:
        return ""
    best = LANGUAGES.index(language) if language in LANGUAGES else len(LANGUAGES)
    return f"{best}{LABELS.index(predicate)}"


def _in_best_language(pairs: list[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """Drop texts in other languages where the same predicate has one in ours."""
    served = {predicate for predicate, value in pairs if value.language in ("en", "mul")}
    return [
        (predicate, value)
        for predicate, value in pairs
        if value.language in LANGUAGES or predicate not in served
    ]


def _says_nothing(class_iri: str) -> bool:
    """Return whether a class is only RDF's own, or just the name of an entity type."""
    return class_iri.startswith(NO_CLASSES) or local_name(class_iri) in ENTITY_TYPES


def _qid(iri: str) -> str | None:
    match = QID.fullmatch(iri)
    return match["qid"] if match else None


def _media_type(file: Path) -> str:
    return f"{FACTS_MEDIA_TYPE}+{Path(file.name.lower().removesuffix('.gz')).suffix[1:]}"
