"""Finds out which entities are the same, and ties them; nothing is merged away.

An entity is a name; resolution is a layer of links over names that can be taken off again:
(member)-[:SAME_AS]->(canonical) in stars, (a)-[:DIFFERENT_FROM]-(b), and (name)-[:MAY_BE]->(entity)
where a name could be several entities. All automatic links are computed anew from the whole graph,
so they depend neither on the order of ingest nor on earlier runs; only what differs from the
links in the graph is written, in one transaction. What people decided goes before.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.candidates import EntityName, Pair, propose_pairs
from kgplatform.ingest.resolution.clusters import Clusters, cluster_names
from kgplatform.ingest.resolution.namesakes import resolve_namesakes
from kgplatform.ingest.resolution.scoring import (
    Context,
    LifeYears,
    Link,
    compute_link,
    fetch_contexts,
    fetch_life_years,
)
from kgplatform.ingest.resolution.senses import fetch_decisions, resolve_senses
from kgplatform.ingest.resolution.text import (
    fetch_openings,
    find_defined_abbreviations,
    find_text_names,
)
from kgplatform.progress import NO_PROGRESS, Progress

__all__ = [
    "DEFAULT_THRESHOLD",
    "NOTHING_AUTOMATIC",
    "Proposals",
    "ResolutionReport",
    "fetch_threshold",
    "propose_links",
    "resolve_entities",
]

DEFAULT_THRESHOLD = 0.89
"""The least at which no close name among those judged was wrong: benchmarks/resolution.py."""

NOTHING_AUTOMATIC = 2.0
"""A threshold that no link reaches: only what people decided is joined."""

ENTITIES_PER_PAGE = 20_000
ROWS_PER_STATEMENT = 5_000

LinkKey = tuple[str, str, str]
LinkValue = tuple[str, float, str]


@dataclass(frozen=True, slots=True)
class ResolutionReport:
    """What a resolution came to.

    Attributes:
        methods: how many names were joined to another, by method.
        things: how many entities these names are.
        ambiguous: how many names could be several entities and were left alone.
        written: how many links were made or taken away; 0 if the graph was up to date.
        seconds: how long it took.
    """

    methods: dict[str, int] = field(default_factory=dict)
    things: int = 0
    ambiguous: int = 0
    written: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Proposals:
    """Every weighed link between the entities of a graph, sure or not."""

    entities: dict[str, EntityName]
    links: tuple[Link, ...]
    years: LifeYears
    same: tuple[tuple[str, str], ...]
    different: frozenset[tuple[str, str]]
    chosen: frozenset[str] = frozenset()

    def cluster(self, threshold: float) -> Clusters:
        """Join the names whose links score at least `threshold`."""
        return cluster_names(
            self.links,
            threshold=threshold,
            entities=self.entities,
            years=self.years,
            same=self.same,
            different=self.different,
            chosen=self.chosen,
        )


def resolve_entities(
    graph: Graph, *, threshold: float | None = None, progress: Progress = NO_PROGRESS
) -> ResolutionReport:
    """Bring the links between the entities of a graph up to date.

    Args:
        threshold: score from which a link is followed, 0..1; None is that of the last ingest.

    Raises:
        GraphError: nothing was written; the next run does it.
    """
    started = time.perf_counter()
    if threshold is None:
        threshold = fetch_threshold(graph)
    progress.begin("Resolving entities", total=None, unit="entities")
    decided = [key for item in fetch_decisions(graph) for key in item.pair]
    moved = resolve_namesakes(graph, decided=decided) + resolve_senses(graph)
    graph.write("decide_entity_names")
    proposals = propose_links(graph)
    clusters = proposals.cluster(threshold)
    written = _write(graph, clusters, proposals)
    progress.advance(len(proposals.entities))
    return ResolutionReport(
        methods=dict(sorted(Counter(m.method for m in clusters.memberships).items())),
        things=len({m.canonical for m in clusters.memberships}),
        ambiguous=len({link.name for link in clusters.ambiguous}),
        written=moved + written,
        seconds=round(time.perf_counter() - started, 2),
    )


def fetch_threshold(graph: Graph) -> float:
    """Return the score from which the last ingest followed a link, 0..1."""
    stored = graph.read("fetch_derivation")[0]["threshold"]
    return DEFAULT_THRESHOLD if stored is None else float(stored)


def propose_links(graph: Graph) -> Proposals:
    """Compare the names of a graph's entities, and weigh which may be the same; write nothing."""
    entities = {entity.id: entity for entity in _fetch_entities(graph)}
    stated, namesake_lists = find_text_names(fetch_openings(graph))
    for listed in namesake_lists:  # a list of entities is none of them
        entities.pop(listed, None)
    named = propose_pairs(list(entities.values()))
    abbreviations = [pair for pair in named if pair.method == "abbreviation"]
    pairs = _surest(
        [
            *stated,
            *find_defined_abbreviations(graph, abbreviations, entities),
            *(pair for pair in named if pair.method != "abbreviation"),
        ],
        entities,
    )
    contexts = fetch_contexts(graph, pairs)
    links = [compute_link(p, contexts.get((p.short, p.long), Context()), entities) for p in pairs]
    decisions = fetch_decisions(graph)
    known = [d for d in decisions if d.pair and d.pair <= entities.keys()]
    return Proposals(
        entities=entities,
        links=tuple(links),
        years=fetch_life_years(graph, (key for link in links for key in (link.name, link.anchor))),
        same=tuple((d.left, d.right) for d in known if d.kind == "same"),
        different=frozenset((d.left, d.right) for d in known if d.kind != "same"),
        chosen=frozenset(d.left for d in decisions if d.kind in ("name", "type")),
    )


def _fetch_entities(graph: Graph) -> Iterator[EntityName]:
    after = ""
    while True:
        [row] = graph.read("list_entities_to_resolve", after=after, limit=ENTITIES_PER_PAGE)
        if not row["ids"]:
            return
        after = row["ids"][-1]
        columns = ("ids", "names", "types", "qids", "aliases", "titled", "mentions")
        for key, name, kind, qid, aliases, *rest in zip(*(row[c] for c in columns), strict=True):
            yield EntityName(key, name, kind, qid or None, tuple(aliases), *rest)


def _surest(pairs: list[Pair], entities: dict[str, EntityName]) -> list[Pair]:
    """Keep one proposal of each pair of known entities: the first, which is the surest."""
    kept: dict[tuple[str, str], Pair] = {}
    for pair in sorted(pairs, key=lambda p: (-(p.method == "qid"), -_is_stated(p), p)):
        if pair.short in entities and pair.long in entities:
            kept.setdefault((min(pair[:2]), max(pair[:2])), pair)
    return sorted(kept.values())


def _is_stated(pair: Pair) -> bool:
    return pair.method in ("redirect", "alias", "abbreviation", "opening")


def _write(graph: Graph, clusters: Clusters, proposals: Proposals) -> int:
    """Make the links that are missing and take away those that no longer hold; return how many."""
    wanted = _wanted_links(clusters, proposals)
    stored = _stored_links(graph)
    gone = [list(key) for key, value in stored.items() if wanted.get(key) != value]
    new = [(key, value) for key, value in wanted.items() if stored.get(key) != value]
    rows = [[*key, *value, "user" if value[0] == "user" else "automatic"] for key, value in new]
    if not gone and not rows:
        graph.write("clear_resolved_labels")  # of names whose other names went with a document
        return 0
    with graph.transaction() as transaction:
        for start in range(0, len(gone), ROWS_PER_STATEMENT):
            transaction.run("delete_entity_links", rows=gone[start : start + ROWS_PER_STATEMENT])
        for start in range(0, len(rows), ROWS_PER_STATEMENT):
            part = rows[start : start + ROWS_PER_STATEMENT]
            transaction.run("write_entity_links", rows=part)
        transaction.run("clear_resolved_labels")
    return len(gone) + len(rows)


def _wanted_links(clusters: Clusters, proposals: Proposals) -> dict[LinkKey, LinkValue]:
    wanted: dict[LinkKey, LinkValue] = {}
    for m in clusters.memberships:
        wanted["SAME_AS", m.member, m.canonical] = (m.method, m.score, m.via)
    for link in clusters.ambiguous:
        wanted["MAY_BE", link.name, link.anchor] = (link.method, link.score, "")
    for a, b in proposals.different:
        wanted["DIFFERENT_FROM", min(a, b), max(a, b)] = ("user", 0.0, "")
    return wanted


def _stored_links(graph: Graph) -> dict[LinkKey, LinkValue]:
    [row] = graph.read("list_entity_links")
    stored: dict[LinkKey, LinkValue] = {}
    columns: list[list[Any]] = [row[name] for name in row]
    for kind, start, end, method, score, via in zip(*columns, strict=True):
        stored[kind, start, end] = (method, score, via)
    return stored
