"""Looks around the questions of a pack once for each idea of ideas.py, and keeps what was seen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
from looking import Case, Look, keep, look_at_pack, name_pack
from scipy.sparse import csr_array

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.plan.hops import REFERENCE, list_hops
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.platform import Platform
from kgplatform.question.relations import list_relations
from kgplatform.retrieve import graph as graph_method
from kgplatform.retrieve.chains.features import View
from kgplatform.retrieve.graph import (
    Surroundings,
    look_around,
    plan_walk,
    scale_walk,
    share_restart,
)
from kgplatform.retrieve.names import find_names, find_question_names
from kgplatform.retrieve.passages import TextHits, search_text
from kgplatform.retrieve.walk import DAMPING, WalkGraph, compute_pagerank, find_edges
from kgplatform.settings import Settings

PART_SHARE = 0.7  # of the score of a passage that only a part of the question finds
STATEMENT_SHARE = 0.5  # of what leaves a passage or a thing, to its statements
STATEMENT_SEEDS = 5  # as many as HippoRAG 2 links a query to
SHARPNESS = 0.05  # of cosines of statements: by how much one leads
WALK_STEPS = 30
BASE, PHRASE_THINGS, PHRASES, CLAUSES = "base", "phrase things", "phrases", "clauses"

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Seen(View):
    """A view with what the ideas need of the statements and parts of the question.

    Attributes:
        stated_in: the passage of each statement, (s,).
        likeness: cosine of question and statement, (s,).
        of_things: (statement, thing) rows.
        fits: 1 where a thing is of a type that the question's relations lead to, (e,).
        part_cosines: of each clause and each passage, (clauses, n).
        alike: cosine of each passage and each other, float32 (n, n).
        walks: by what walked, each (n,).
    """

    stated_in: Integers
    likeness: Floats
    of_things: Integers
    fits: Floats
    part_cosines: Floats
    alike: npt.NDArray[np.float32]
    walks: Mapping[str, Floats]


@dataclass(frozen=True)
class Statements:
    """All of a pack's, as columns; `vectors` are float32 of shape (statements, dimension).

    `passages` has the vector of each passage.
    """

    of_passage: Mapping[str, Sequence[int]]
    things: Sequence[Sequence[str]]
    vectors: npt.NDArray[np.float32]
    passages: Mapping[str, npt.NDArray[np.float32]]


ALL_STATEMENTS = """
MATCH (p:Passage)<-[:STATED_IN]-(s:Statement)-[:SUBJECT]->(a)
MATCH (s)-[:OBJECT]->(b)
RETURN p.id AS passage, s.text AS text,
       [t IN [a, b] WHERE t:Entity | coalesce(head([(t)-[:SAME_AS]->(n) | n.id]), t.id)] AS things
"""
VECTORS = "MATCH (p:Passage)-[:HAS_EMBEDDING]->(v) RETURN p.id AS id, v.vector AS vector"
TYPES = "MATCH (e:Entity) WHERE e.id IN $ids RETURN e.id AS id, e.type AS type"


def load_statements(graph: Graph, embedder: Embedder) -> Statements:
    """Return the statements of a graph; each different text is embedded once."""
    rows = graph.run_text(ALL_STATEMENTS)
    of_passage: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        of_passage.setdefault(row["passage"], []).append(number)
    texts = list(dict.fromkeys(row["text"] for row in rows))
    place = {text: i for i, text in enumerate(texts)}
    vectors = np.zeros((len(texts), embedder.dimension), np.float32)
    for start in range(0, len(texts), 4096):
        vectors[start : start + 4096] = embedder.embed_passages(texts[start : start + 4096])
        print(f"statements embedded: {start:,} of {len(texts):,}", file=sys.stderr)
    at = [place[row["text"]] for row in rows]
    passages = {r["id"]: np.array(list(r["vector"]), np.float32) for r in graph.run_text(VECTORS)}
    return Statements(
        of_passage,
        [row["things"] for row in rows],
        vectors[at],
        {key: vector / np.linalg.norm(vector) for key, vector in passages.items()},
    )


Cases = dict[str, list[Case]]
"""What was seen of every question, by BASE and so on."""


def load_seen(paths: Iterable[Path], views: Path, settings: Settings) -> dict[str, Cases]:
    """Return what was seen of each pack; the folder `views` keeps it."""
    return {
        name_pack(path): keep(
            views / f"{name_pack(path)}.ideas.pickle",
            lambda path=path: look_at_pack(path, settings, look_at_ideas),
        )
        for path in paths
    }


def look_at_ideas(platform: Platform) -> Look:
    """Look as each idea does."""
    statements = load_statements(platform.graph(), platform.embedder)
    return lambda question: look(question, platform, statements)


def look(
    question: str, platform: Platform, statements: Statements
) -> Iterator[tuple[str, Surroundings]]:
    """Yield what is around a question, by what was looked for."""
    graph, embedder = platform.graph(), platform.embedder
    around = look_around(question, graph=graph, embedder=embedder)
    yield BASE, replace(around, view=see(question, around, platform, statements))
    [tree] = platform.linguistics.parse([question])
    phrases = [chunk.text for chunk in tree.noun_chunks if len(chunk) > 1]
    with patch.object(graph_method, "find_question_names", _name_more(phrases)):
        yield PHRASE_THINGS, look_around(question, graph=graph, embedder=embedder)
    clauses = _list_clauses(question, platform)
    for idea, parts in ((PHRASES, phrases), (CLAUSES, clauses)):
        with search_parts(parts):
            yield idea, look_around(question, graph=graph, embedder=embedder)


def _list_clauses(question: str, platform: Platform) -> list[str]:
    """Return the single-hop questions that syntax makes of a question, without placeholders."""
    hops = list_hops(plan_by_syntax(question, platform.linguistics))
    clauses = [" ".join(REFERENCE.sub("", hop).split()) for hop in hops]
    return [clause for clause in dict.fromkeys(clauses) if clause != question]


def _name_more(phrases: Sequence[str]) -> Callable[..., Any]:
    """Return a search of names that looks for those of noun phrases too, in any case."""

    def find(question: str, *, graph: Graph, within: Any = None) -> Any:
        asked = find_question_names(question, graph=graph, within=within)
        more = find_names([phrase.lower() for phrase in phrases], graph=graph, within=within)
        return list(dict.fromkeys([*asked, *more]))

    return find


@contextmanager
def search_parts(parts: Sequence[str]) -> Iterator[None]:
    """Let passages be found by parts of the question too, at PART_SHARE of their scores there."""

    def search(question: str, *, graph: Graph, embedder: Embedder, within: Any = None) -> TextHits:
        whole = search_text(question, graph=graph, embedder=embedder, within=within)
        scores = dict(zip(whole.ids, whole.scores.tolist(), strict=True))
        for part in parts:
            hits = search_text(part, graph=graph, embedder=embedder, within=within)
            for key, score in zip(hits.ids, (PART_SHARE * hits.scores).tolist(), strict=True):
                scores[key] = max(score, scores.get(key, 0.0))
        cosines = compare(list(scores), whole.vector, graph)
        ids = sorted(scores, key=lambda key: (-scores[key], key))
        known = np.array([cosines.get(key, -1.0) for key in ids])
        ranked = np.array([scores[key] for key in ids])
        return TextHits(tuple(ids), ranked, ranked, known, whole.vector)

    with patch.object(graph_method, "search_text", search):
        yield


def compare(ids: Sequence[str], vector: Any, graph: Graph) -> dict[str, float]:
    """Return the cosine of a vector and each passage."""
    [row] = graph.read("compare_passages", ids=list(ids), vector=graph.vector(vector))
    return dict(zip(row["ids"], row["cosines"], strict=True))


def see(question: str, around: Surroundings, platform: Platform, statements: Statements) -> Seen:
    """Add to a view the statements around it and what parts of the question are like."""
    graph, embedder, local = platform.graph(), platform.embedder, around.local
    rows = [(i, s) for i, key in enumerate(local.passage_ids)
            for s in statements.of_passage.get(key, ())]  # fmt: skip
    stated_in, number = np.array(rows, int).reshape(-1, 2).T
    place = {key: i for i, key in enumerate(local.entity_ids)}
    of_things = [(row, place[key]) for row, s in enumerate(number.tolist())
                 for key in statements.things[s] if key in place]  # fmt: skip
    clauses = _list_clauses(question, platform)
    vectors = np.asarray(embedder.embed_queries([question, *clauses]))
    asked = list_relations(question, platform.linguistics)
    types = {row["id"]: row["type"] for row in graph.run_text(TYPES, ids=list(place))}
    wanted = {kind for first, _, last in asked for kind in (first, last)}
    found = np.stack([statements.passages[key] for key in local.passage_ids])
    likes = [compare(local.passage_ids, vector, graph) for vector in vectors[1:]]
    seen = Seen(
        **vars_of(around.view),
        stated_in=stated_in,
        likeness=(statements.vectors[number] @ vectors[0]).astype(float),
        of_things=np.array(of_things, int).reshape(-1, 2),
        fits=np.array([types.get(key) in wanted for key in place], float),
        part_cosines=np.array(
            [[like.get(key, -1.0) for key in local.passage_ids] for like in likes]
        ).reshape(-1, len(local.passage_ids)),
        alike=found @ found.T,
        walks={},
    )
    return replace(seen, walks=walk_otherwise(plan_walk(local, around.view), seen))


def vars_of(view: View) -> dict[str, Any]:
    """Return the fields of a view by name."""
    return {name: getattr(view, name) for name in View.__dataclass_fields__}


def walk_otherwise(walk: WalkGraph, seen: Seen) -> dict[str, Floats]:
    """Return what other walks than the method's find, each scaled as the method's is."""
    passages, things = share_restart(seen)
    edges = find_edges(walk)
    plain = compute_pagerank(walk, passages, things)
    weight = np.bincount(edges.passages, minlength=walk.passages)
    stated = _start_from_statements(seen, things)
    return {
        "degree": scale_walk(plain / np.maximum(weight, 1)),
        "root of degree": scale_walk(plain / np.sqrt(np.maximum(weight, 1))),
        "statements lead": scale_walk(compute_pagerank(walk, passages * 0.5, stated)),
        "statements are nodes": scale_walk(_walk_statements(walk, seen, passages, things)),
    }


def _start_from_statements(seen: Seen, things: Floats) -> Floats:
    """Return a restart that gives half as much again to the things of the likest statements."""
    started = 0.5 * things
    best = np.argsort(-seen.likeness, kind="stable")[:STATEMENT_SEEDS]
    rows = seen.of_things[np.isin(seen.of_things[:, 0], best)]
    if len(rows):
        led = np.bincount(rows[:, 1], minlength=len(things)).astype(float)
        started = started + 0.5 * led / led.sum()
    return started


def _walk_statements(walk: WalkGraph, seen: Seen, passages: Floats, things: Floats) -> Floats:
    """Return PageRank of the passages where statements are nodes between passages and things.

    Each passage and thing gives STATEMENT_SHARE to its statements by how like the question they
    are, and each statement gives the same to its passage and to each of its things.
    """
    n, e, s = walk.passages, walk.entities, len(seen.stated_in)
    edges = find_edges(walk)
    lead = np.exp((seen.likeness - seen.likeness.max(initial=0)) / SHARPNESS)
    statement, thing = seen.of_things.T
    owners = np.concatenate([seen.stated_in, n + thing])
    members = np.concatenate([np.arange(s), statement])
    by_owner = np.bincount(owners, lead[members], n + e)
    has = STATEMENT_SHARE * (by_owner > 0)
    given = has[owners] * lead[members] / np.maximum(by_owner[owners], 1e-300)
    back = 1 / np.bincount(members, minlength=s)[members]
    source = np.concatenate([edges.passages, n + edges.entities, owners, n + e + members])
    target = np.concatenate([n + edges.entities, edges.passages, n + e + members, owners])
    share = np.concatenate([
        edges.to_entity * (1 - has[edges.passages]),
        edges.to_passage * (1 - has[n + edges.entities]),
        given,
        back,
    ])  # fmt: skip
    step = csr_array((share, (target, source)), shape=(n + e + s, n + e + s))
    restart = (1 - DAMPING) * np.concatenate([passages, things, np.zeros(s)])
    at = restart / (1 - DAMPING)
    for _ in range(WALK_STEPS):
        at = restart + DAMPING * (step @ at)
    return np.asarray((at - restart)[:n])
