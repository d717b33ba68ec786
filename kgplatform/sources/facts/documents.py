"""Facts given as data become documents: one for each subject, one line of text for each fact.

So a fact has a passage and character spans like any other, is found by the name of its subject,
is cited word for word, and goes when its file does. The subject decides which document a fact
stands in, not its line number: a line changed, moved or added touches one document. Facts
are kept in a temporary database on the way, so memory does not grow with the file.
"""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from kgplatform.records import Document
from kgplatform.records.document import Fact, FactPart
from kgplatform.records.ids import content_id
from kgplatform.sources.text import make_document

__all__ = [
    "ARTICLE",
    "FACTS_MEDIA_TYPE",
    "FactSpool",
    "GivenFact",
    "Term",
    "name_key",
    "shared_names",
    "state_facts",
]

MIN_FACTS = 200  # a document of fewer facts is not cut
MAX_FACTS = 1_000
CUT_ODDS = 64  # about one line in so many may end a document: a changed line moves no other cut
ROWS_PER_INSERT = 2_000
SOURCE = "source"
FACTS_MEDIA_TYPE = "application/x-facts"  # with "+" and the form: "…+csv"
FRAGMENT_SAFE = ":/?@!$&'()*+,;=~"
ARTICLE = re.compile(r"^(?:the|an?) (?=\S)")


@dataclass(frozen=True, slots=True)
class Term:
    """An entity or value as a fact file names it; `kind` as in FactPart."""

    name: str
    kind: str
    qid: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A fact as a file gives it, before it is put into words."""

    subject: Term
    relation: str
    object: Term
    qualifiers: tuple[tuple[str, Term], ...] = ()
    confidence: float = 1.0


class FactSpool:
    """Keeps the facts of a file until it is read, then gives them back subject by subject.

    A context manager: what it keeps is gone when it is left.
    """

    def __init__(self) -> None:
        self._database = sqlite3.connect("")  # private, on disk only when large, gone when closed
        self._database.execute("CREATE TABLE facts (subject TEXT, fact TEXT)")
        self._database.execute("CREATE TABLE names (key TEXT, qid TEXT, PRIMARY KEY (key, qid))")
        self._facts: list[tuple[str, str]] = []
        self._names: set[tuple[str, str]] = set()

    def __enter__(self) -> FactSpool:
        return self

    def __exit__(self, *exc: object) -> None:
        self._database.close()

    def add(self, fact: GivenFact) -> None:
        """Keep a fact; those of one subject come back in the order they were added."""
        subject = fact.subject
        self._facts.append((subject.qid or subject.name, _dump(fact)))
        for term in (subject, fact.object, *(term for _, term in fact.qualifiers)):
            if term.qid:
                self._names.add((name_key(term.name), term.qid))
        if len(self._facts) >= ROWS_PER_INSERT:
            self._flush()

    def documents(self, file: Path, *, media_type: str) -> Iterator[Document]:
        """Yield the documents, subjects in the order of their first facts."""
        self._flush()
        database = self._database
        database.execute("CREATE INDEX by_subject ON facts (subject)")
        shared = shared_names(database.execute("SELECT key, qid FROM names ORDER BY key"))
        subjects = database.execute(
            "SELECT subject FROM facts GROUP BY subject ORDER BY min(rowid)"
        )
        for (subject,) in subjects:
            rows = database.execute(
                "SELECT fact FROM facts WHERE subject = ? ORDER BY rowid", (subject,)
            )
            facts = (_load(row[0]) for row in rows)
            yield from state_facts(file, subject, facts, media_type=media_type, shared_names=shared)

    def _flush(self) -> None:
        self._database.executemany("INSERT INTO facts VALUES (?, ?)", self._facts)
        self._database.executemany("INSERT OR IGNORE INTO names VALUES (?, ?)", self._names)
        self._facts.clear()
        self._names.clear()


def name_key(name: str) -> str:
    """Return what spellings of one name share: words without case, accents and article."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    return ARTICLE.sub("", " ".join(re.findall(r"\w+", plain))) or name


def shared_names(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the name keys that several entities go by, with the entity that keeps the plain name.

    Args:
        pairs: (name key, QID or IRI), sorted by key; the lowest number keeps the name.
    """
    shared: dict[str, str] = {}
    last_key, lowest = "", ""
    for key, thing in pairs:
        if key == last_key:
            lowest = min(lowest, thing, key=lambda item: (len(item), item))
            shared[key] = lowest
        else:
            last_key, lowest = key, thing
    return shared


def state_facts(
    file: Path,
    subject: str,
    facts: Iterable[GivenFact],
    *,
    media_type: str,
    shared_names: Mapping[str, str],
) -> Iterator[Document]:
    """Yield the document, or for very many facts the documents, of one subject.

    Args:
        subject: what the subject is called in its document's URI: unique in the file.
        facts: all about that subject.
        shared_names: name key to the QID that keeps the plain name; others get theirs in
            parentheses, so that two entities of one name stay two.
    """
    base = f"{file.as_uri()}#{quote(subject, safe=FRAGMENT_SAFE)}"
    for number, chunk in enumerate(_chunks(facts), start=1):
        named = [_with_own_names(fact, shared_names) for fact in chunk]
        text, stated = _state(_merge_duplicates(named))
        yield make_document(
            uri=base if number == 1 else f"{base}-{number}",
            title=named[0].subject.name,
            text=text,
            media_type=media_type,
            facts=stated,
        )


def _chunks(facts: Iterable[GivenFact]) -> Iterator[list[GivenFact]]:
    """Cut a long run of facts where their content says so, never by counting alone."""
    chunk: list[GivenFact] = []
    for fact in facts:
        chunk.append(fact)
        if len(chunk) < MIN_FACTS:
            continue
        is_cut = int(content_id(_dump(fact))[:8], 16) % CUT_ODDS == 0
        if is_cut or len(chunk) >= MAX_FACTS:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _with_own_names(fact: GivenFact, shared: Mapping[str, str]) -> GivenFact:
    if not shared:
        return fact
    return replace(
        fact,
        subject=_with_own_name(fact.subject, shared),
        object=_with_own_name(fact.object, shared),
        qualifiers=tuple((name, _with_own_name(term, shared)) for name, term in fact.qualifiers),
    )


def _with_own_name(term: Term, shared: Mapping[str, str]) -> Term:
    if term.qid is None or shared.get(name_key(term.name), term.qid) == term.qid:
        return term
    return replace(term, name=f"{term.name} ({term.qid})", aliases=(term.name, *term.aliases))


def _merge_duplicates(facts: Iterable[GivenFact]) -> list[GivenFact]:
    """Return each fact once; one that several sources give names them all."""
    merged: dict[tuple[object, ...], GivenFact] = {}
    for fact in facts:
        own = tuple(sorted((name, t.name) for name, t in fact.qualifiers if name != SOURCE))
        key = (fact.relation.casefold(), fact.object.name, fact.object.kind, own)
        first = merged.setdefault(key, fact)
        if first is not fact:
            more = (pair for pair in fact.qualifiers if pair not in first.qualifiers)
            merged[key] = replace(
                first,
                qualifiers=(*first.qualifiers, *(pair for pair in more if pair[0] == SOURCE)),
                confidence=max(first.confidence, fact.confidence),
            )
    return list(merged.values())


def _state(facts: Iterable[GivenFact]) -> tuple[str, tuple[Fact, ...]]:
    """Return the lines of the facts as one text, and each fact with its spans in it."""
    lines: list[str] = []
    stated: list[Fact] = []
    start = 0
    for fact in facts:
        line, parts = _state_line(fact, start)
        stated.append(parts)
        lines.append(line)
        start += len(line) + 1
    return "\n".join(lines), tuple(stated)


def _state_line(fact: GivenFact, start: int) -> tuple[str, Fact]:
    """Return "Fram built by Colin Archer (time: 1892)" and where its parts stand."""
    subject = _part(fact.subject, start)
    line = f"{fact.subject.name} {fact.relation} "
    obj = _part(fact.object, start + len(line))
    line += fact.object.name
    qualifiers: list[tuple[str, FactPart]] = []
    for name, term in fact.qualifiers:
        line += f"{'; ' if qualifiers else ' ('}{name}: "
        qualifiers.append((name, _part(term, start + len(line))))
        line += term.name
    line += ")" if qualifiers else ""
    end = start + len(line)
    stated = Fact(subject, fact.relation, obj, tuple(qualifiers), start, end, fact.confidence)
    return line, stated


def _part(term: Term, start: int) -> FactPart:
    end = start + len(term.name)
    return FactPart(term.name, term.kind, start, end, qid=term.qid, aliases=term.aliases)


def _dump(fact: GivenFact) -> str:
    qualifiers = [(name, *_fields(term)) for name, term in fact.qualifiers]
    row = (_fields(fact.subject), fact.relation, _fields(fact.object), qualifiers, fact.confidence)
    return json.dumps(row)


def _fields(term: Term) -> tuple[str, str, str | None, tuple[str, ...]]:
    return term.name, term.kind, term.qid, term.aliases


def _load(dumped: str) -> GivenFact:
    subject, relation, obj, qualifiers, confidence = json.loads(dumped)
    pairs = tuple((name, _term(*fields)) for name, *fields in qualifiers)
    return GivenFact(_term(*subject), relation, _term(*obj), pairs, confidence)


def _term(name: str, kind: str, qid: str | None, aliases: Iterable[str]) -> Term:
    return Term(name, kind, qid, tuple(aliases))
