"""Builds the full-text index of names that `label_index` searches, from a dump of Wikidata."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kgplatform.errors import WikidataError
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.sources.facts.documents import name_key
from kgplatform.sources.facts.rdf_index import parse_triples
from kgplatform.storage.permissions import private_file

__all__ = ["NameCounts", "build_index"]

LABEL = "rdfs:label"
NAMES = (LABEL, "skos:altLabel")  # the second is Wikidata's "also known as"
LANGUAGES = ("en", "mul")
SCHEMA = """
CREATE TABLE item (id TEXT PRIMARY KEY, label TEXT, links INTEGER, classes TEXT) WITHOUT ROWID;
CREATE TABLE name (key TEXT, name TEXT, item TEXT, is_label INTEGER);
CREATE VIRTUAL TABLE words USING fts5(key, content='name', tokenize='unicode61');
"""
FINISH = """
CREATE INDEX name_by_key ON name (key);
CREATE INDEX name_by_item ON name (item);
INSERT INTO words(words) VALUES ('rebuild');
"""


@dataclass(frozen=True, slots=True)
class NameCounts:
    """How many items and properties have names in an index, and how many names."""

    items: int
    properties: int
    names: int


def build_index(path: Path, dump: Path, *, progress: Progress = NO_PROGRESS) -> NameCounts:
    """Write the index of a dump's English names, in place of an older one.

    Places of the dump that are no RDF are skipped; `LocalStore.load` counts them.

    Args:
        path: the file.
        dump: N-Triples or Turtle, plain or gzipped.
        progress: reports that it begins.

    Raises:
        WikidataError: the file cannot be written.
    """
    progress.begin("Indexing names", total=None, unit="names")
    read = _read_dump(dump)
    fresh = path.with_suffix(".new")
    named = {key for key, _, _ in read.names}
    with _writing(fresh) as database:
        database.executemany(
            "INSERT INTO name VALUES (?, ?, ?, ?)",
            ((name_key(name), name, key, is_label) for key, name, is_label in read.names),
        )
        database.executemany(
            "INSERT INTO item VALUES (?, ?, ?, ?)",
            ((key, read.labels.get(key), read.links[key], _classes(key, read)) for key in named),
        )
        database.executescript(FINISH)
    fresh.replace(path)
    items = sum(key.startswith("Q") for key in named)
    return NameCounts(items, sum(key.startswith("P") for key in named), len(read.names))


@dataclass(slots=True)
class _Dump:
    """What an index takes from a dump.

    Attributes:
        names: item, name, and whether it is its label.
        labels: the English label of each item, else the one of all languages.
        links: how many direct statements name it.
        classes: what it is an instance of.
    """

    names: list[tuple[str, str, bool]]
    labels: dict[str, str]
    links: Counter[str]
    classes: dict[str, list[str]]


def _read_dump(dump: Path) -> _Dump:
    read = _Dump([], {}, Counter(), {})
    for subject, predicate, value, kind, language in parse_triples(dump, []):
        if not subject.startswith("wd:"):
            continue
        key = subject[3:]
        if predicate in NAMES:
            name = value.strip()
            if name and language in LANGUAGES:
                read.names.append((key, name, predicate == LABEL))
                if predicate == LABEL and (language == LANGUAGES[0] or key not in read.labels):
                    read.labels[key] = name
        elif predicate.startswith("wdt:"):
            read.links[key] += 1
            if kind == "iri" and value.startswith("wd:"):
                read.links[value[3:]] += 1
            if predicate == "wdt:P31":
                read.classes.setdefault(key, []).append(value[3:])
    return read


def _classes(key: str, read: _Dump) -> str:
    named = sorted(read.labels[c] for c in read.classes.get(key, ()) if c in read.labels)
    return "".join(f"{name}\n" for name in named)


@contextmanager
def _writing(path: Path) -> Iterator[sqlite3.Connection]:
    path.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(private_file(path))) as database, database:
            database.executescript(SCHEMA)
            yield database
    except sqlite3.Error as exc:
        raise WikidataError(f"The index of names {path} cannot be written: {exc}.") from exc
