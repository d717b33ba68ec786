"""How well names that are one thing are joined, against the Wikidata identifiers of
2WikiMultihopQA and PopQA.

    python benchmarks/resolution.py DATA/2wikimultihopqa.jsonl.gz DATA/popqa.jsonl.gz

Labels. A row of 2WikiMultihopQA has `entity_ids`, the identifiers of its supporting documents, in
the order of `supporting_facts`; `evidences` with `evidences_id` give subject and object of each
gold fact with theirs. So a title is its identifier, and an object's name is its identifier in the
document of the subject. A row of PopQA has the identifiers of its two documents, and the subject's
aliases: where the subject's document names one, that is the subject. Any other title is a thing
of its own: Wikipedia has one article a thing. A labelled name is an entity of the graph together
with the identifier it has in some document; one entity with two identifiers is two labelled
names, which are then wrongly one whatever is decided.

Pairs. Two labelled names of one identifier that are written differently, or stand for different
entities, are a pair to be joined; two of different identifiers are a pair to be kept apart.
Precision and recall are over these pairs. The row "none" tells what is joined as the text is read:
the full name with which an article opens is what the article is about.
2Wiki gives "Italian" Italy's identifier where it asks for a country; here a people is not its
country, so figures are printed without and with the objects of country relations.

Precision by hand. The labels hold few namesakes, so every join at a score of 0.8 or more, and of
the openings a random sample, was judged by reading its passage: resolution_judged.json. The
scoring was improved on the same joins, so this is the precision on a development set. The
threshold is the least at which no close name was judged wrong; the curve shows what it costs on
one half of the identifiers, chosen by hash, and on the other.
The graph is of all gold paragraphs and the distractors of every fourth 2Wiki question, read by
`spacy`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.candidates import METHODS
from kgplatform.ingest.resolution.resolve import DEFAULT_THRESHOLD, Proposals, propose_links
from kgplatform.text.names import make_entity, normalize_name, strip_disambiguation

COUNTRY_RELATIONS = frozenset({"country of citizenship", "country of origin", "country"})
DISTRACTORS_EVERY = 4
JUDGED = Path(__file__).parent / "resolution_judged.json"
THRESHOLDS = (0.7, 0.75, 0.8, 0.83, 0.85, 0.87, 0.89, 0.91, 0.93, 0.95, 0.97, 1.01)
NAMES_IN_DOCUMENTS = """
MATCH (d:Document)
OPTIONAL MATCH (d)-[:ABOUT]->(t:Entity)
RETURN d.title AS title, t.id AS title_id, COLLECT {
  MATCH (d)<-[:PART_OF]-()-[m:MENTIONS]->(e) RETURN DISTINCT [m.surface, e.id, e.name]
} AS names
"""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A labelled name: its normalised form, the entity it stands for, and what that is."""

    form: str
    entity: str
    label: str
    is_country: bool


def read_rows(pack: Path) -> list[dict[str, Any]]:
    with gzip.open(pack, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_corpus(packs: list[list[dict[str, Any]]], path: Path) -> int:
    """Write the paragraphs that the benchmark reads; return how many."""
    texts = {
        (p["title"], p["text"] if "text" in p else " ".join(p["sentences"]))
        for rows in packs
        for number, row in enumerate(rows)
        for p in row["paragraphs"]
        if p["is_supporting"] or number % DISTRACTORS_EVERY == 0
    }
    lines = [
        json.dumps({"_id": str(number), "title": title, "text": text})
        for number, (title, text) in enumerate(sorted(texts))
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


def label_names(packs: list[list[dict[str, Any]]], graph: Graph) -> set[Name]:
    """Return the labelled names of a graph of these rows' paragraphs."""
    documents = {row["title"]: row for row in graph.run_text(NAMES_IN_DOCUMENTS)}
    if not documents:
        sys.exit("The graph holds no documents; leave --home out to have them ingested.")
    rows = [row for pack in packs for row in pack]
    titles = dict(label for row in rows for label in _title_labels(row))
    of_label = {label: title for title, label in titles.items()}
    labelled = {
        Name(_form(title), row["title_id"], titles.get(title, f"title:{title}"), False)
        for title, row in documents.items()
        if row["title_id"] and not _is_namesake_list(title)
    }
    for row in rows:
        for where, name, label, is_country in _named_things(row):
            document = documents.get(of_label.get(where, ""))
            if document:
                found = _entities_named(name, document)
                labelled |= {Name(_form(name), entity, label, is_country) for entity in found}
    return labelled


def _form(name: str) -> str:
    return normalize_name(strip_disambiguation(name))


def _title_labels(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield title and identifier of a row's documents."""
    if "s_uri" in row:
        yield row["s_wiki_title"], row["s_uri"].rsplit("/", 1)[-1]
        yield row["o_wiki_title"], row["o_uri"].rsplit("/", 1)[-1]
        return
    titles = dict.fromkeys(title for title, _ in row["supporting_facts"])
    labels = row["entity_ids"].split("_")
    if len(titles) == len(labels):
        yield from zip(titles, labels, strict=True)


def _named_things(row: dict[str, Any]) -> Iterator[tuple[str, str, str, bool]]:
    """Yield identifier of the document, name, identifier, and whether a country is asked for."""
    if "s_uri" in row:
        label = row["s_uri"].rsplit("/", 1)[-1]
        for name in (row["subj"], *json.loads(row["s_aliases"])):
            yield label, name, label, False
        return
    for fact, ids in zip(row["evidences"], row["evidences_id"] or [], strict=False):
        for name, label in ((fact[0], ids[0]), (fact[2], ids[2])):
            if label.startswith("Q") and label[1:].isdigit():
                is_country = name == fact[2] and fact[1] in COUNTRY_RELATIONS
                yield ids[0], name, label, is_country


def _is_namesake_list(title: str) -> bool:
    return title.endswith("(disambiguation)")


def _entities_named(name: str, document: dict[str, Any]) -> set[str]:
    """Return the entities that a document's text means by a name; one, or none if unclear."""
    key = normalize_name(name)
    found = {
        entity
        for surface, entity, full in document["names"]
        if key in (normalize_name(surface), normalize_name(full))
    }
    if make_entity(name).id in found:
        return {make_entity(name).id}
    return found if len(found) == 1 else set()


def score(names: Iterable[Name], thing_of: dict[str, str], *, countries: bool) -> dict[str, Any]:
    """Return pairwise precision, recall and F1 of a resolution, and the counts."""
    kept = {(n.form, n.entity, n.label) for n in names if countries or not n.is_country}
    by_thing: dict[str, list[tuple[str, str]]] = defaultdict(list)
    by_label: dict[str, list[str]] = defaultdict(list)
    for _, entity, label in sorted(kept):
        by_thing[thing_of.get(entity, entity)].append((entity, label))
        by_label[label].append(entity)
    wanted = sum(len(group) * (len(group) - 1) // 2 for group in by_label.values())
    joined = [pair for group in by_thing.values() for pair in combinations(group, 2)]
    right = sum(a[1] == b[1] for a, b in joined)
    precision = right / len(joined) if joined else 1.0
    recall = right / wanted if wanted else 1.0
    total = precision + recall
    return {
        "pairs": wanted,
        "joined": len(joined),
        "right": right,
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "F1": round(2 * precision * recall / total, 3) if total else 0.0,
    }


def resolve(proposals: Proposals, threshold: float, methods: Iterable[str]) -> dict[str, str]:
    """Return entity id to thing id, following only links of these methods."""
    allowed = set(methods)
    links = tuple(link for link in proposals.links if link.method in allowed)
    some = Proposals(proposals.entities, links, proposals.years, (), frozenset())
    return {m.member: m.canonical for m in some.cluster(threshold).memberships}


def judge(proposals: Proposals, threshold: float) -> list[dict[str, Any]]:
    """Return how many of the joins that were judged by hand are right, by method."""
    verdicts = {(row["name"], row["thing"]): row["right"] for row in json.loads(JUDGED.read_text())}
    right: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for member in proposals.cluster(threshold).memberships:
        pair = (proposals.entities[member.member].name, proposals.entities[member.via].name)
        every[member.method] += 1
        if pair in verdicts:
            judged[member.method] += 1
            right[member.method] += verdicts[pair]
    rows = [(name, every[name], judged[name], right[name]) for name in METHODS if every[name]]
    rows.append(("all", every.total(), judged.total(), right.total()))
    return [
        {
            "threshold": threshold,
            "method": name,
            "joins": joins,
            "judged": seen,
            "right": good,
            "precision": round(good / seen, 3) if seen else None,
        }
        for name, joins, seen, good in rows
    ]


def half_of(label: str) -> int:
    return hashlib.sha256(label.encode()).digest()[0] % 2


def measure(packs: list[list[dict[str, Any]]], graph: Graph) -> dict[str, Any]:
    started = time.perf_counter()
    proposals = propose_links(graph)
    seconds = time.perf_counter() - started
    names = label_names(packs, graph)
    halves = [{n for n in names if half_of(n.label) == half} for half in (0, 1)]
    curve = []
    for threshold in THRESHOLDS:
        thing_of = resolve(proposals, threshold, METHODS)
        for half, part in zip(("first", "second"), halves, strict=True):
            curve.append(
                {"threshold": threshold, "half": half, **score(part, thing_of, countries=False)}
            )
    methods = []
    for name, some in _ablations():
        thing_of = resolve(proposals, DEFAULT_THRESHOLD, some)
        for countries in (False, True):
            methods.append(
                {"methods": name, "countries": countries, "names joined": len(thing_of)}
                | score(names, thing_of, countries=countries)
            )
    return {
        "entities": len(proposals.entities),
        "labelled names": len(names),
        "threshold": DEFAULT_THRESHOLD,
        "propose s": round(seconds, 1),
        "judged": [row for at in (0.8, 0.85, DEFAULT_THRESHOLD) for row in judge(proposals, at)],
        "curve": curve,
        "methods": methods,
    }


def _ablations() -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "none (as read)", ()
    for method in METHODS[4:]:
        yield f"{method} alone", (method,)
    for method in METHODS[4:]:
        yield f"all but {method}", tuple(other for other in METHODS if other != method)
    yield "all", METHODS


def main() -> None:
    from kgplatform.platform import Platform
    from kgplatform.settings import Settings

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--home", type=Path, help="a home whose local Neo4j holds the corpus")
    arguments = parser.parse_args()
    packs = [read_rows(pack) for pack in arguments.packs]
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.jsonl"
        documents = write_corpus(packs, corpus)
        home = arguments.home or Path(folder) / "home"
        with Platform(Settings.load(home=home)) as platform:
            was_running = platform.server.status() is not None
            platform.server.start()
            try:
                if arguments.home is None:
                    platform.ingest([corpus])
                figures = measure(packs, platform.graph())
            finally:
                if not was_running:
                    platform.server.stop()
    print_table(figures["judged"])
    print_table(figures["curve"])
    print_table(figures["methods"])
    write_result("resolution", {"documents": documents, **figures})


if __name__ == "__main__":
    main()
