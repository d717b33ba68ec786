"""The `graph` method: a walk from the question's entities and best passages; no language model.

After HippoRAG (Gutiérrez et al. 2024, section 2.3), over passages and entities instead of
triples: seeds, a level-order expansion in Cypher with caps, personalised PageRank on the local
graph in memory, fused with the text score. Departures: passages are nodes and seeds of the walk,
an edge to the entity that a document is about weighs more, the sentence around a mention decides
how easily the walk leaves by it, and a passage's own restart does not count. Constants were
chosen on the 2Wiki and MuSiQue packs together.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.names import iterate_tokens
from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.records import Entity, Evidence, Step
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.hydrate import fetch_evidence
from kgplatform.retrieve.passages import TextHits, search_text
from kgplatform.retrieve.relevance import Boosts, compute_boosts
from kgplatform.retrieve.walk import WalkGraph, compute_pagerank

__all__ = ["retrieve_graph"]

SEED_PASSAGES = 5
WEIGHED_PASSAGES = 10  # best by text, whose mentions are weighed by the question
SEED_TEMPERATURE = 0.05  # seeds share by softmax of their fused score: the first one leads
ENTITY_SHARE = 0.5  # of the restart, where the question names any entity
TEXT_WEIGHT = 0.3  # of the text score beside the walk's
FLOOR = 1e-7  # of a PageRank before its logarithm: what the walk did not reach
MAX_NAME_WORDS = 8
ENTITIES_PER_NAME = 10
# Eight times as many of each changes no recall figure of the packs and takes five times as long.
LIMITS = {"per_entity": 20, "max_first": 100, "max_passages": 400, "max_degree": 300}

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Local:
    """The local graph with the index of each of its nodes by id."""

    walk: WalkGraph
    passage_index: dict[str, int]
    entity_index: dict[str, int]


def retrieve_graph(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
) -> Evidence:
    """Return the best `top_k` passages; six queries and one embedding, no model call.

    Within given documents the walk starts and stays in their passages; how rare a name is, the
    whole graph tells.
    """
    hits = search_text(question, graph=graph, embedder=embedder, within=within)
    entities = find_question_entities(question, graph=graph, within=within)
    mentions = graph.read("fetch_mentions", ids=list(hits.ids[:WEIGHED_PASSAGES]))
    boosts = compute_boosts(question, mentions)
    seeds = hits.ids[:SEED_PASSAGES]
    local = fetch_local_graph(seeds, entities, boosts, graph=graph, within=within)
    walked = compute_pagerank(local.walk, *_seed(local, hits, entities))
    ranked = _rank(local, walked, hits)[:top_k]
    steps = (
        Step("entities", {"found": sorted({entity.name for entity in entities})}),
        Step("seed_passages", {"ids": list(seeds)}),
        Step("expand", {"passages": local.walk.passages, "entities": local.walk.entities}),
        Step("rank", {"by": "log PageRank + text score", "text_weight": TEXT_WEIGHT}),
    )
    return fetch_evidence(question, dict(ranked), graph=graph, steps=steps)


def find_question_entities(
    question: str, *, graph: Graph, within: Collection[str] | None = None
) -> list[Entity]:
    """Return the graph's entities whose names stand in the question, longest names first.

    Within given documents, those that they name or are about.

    Names are looked for as written; a question without any capitalised known name is searched
    without regard to case, as people type.
    """
    rows = graph.read(
        "lookup_entities",
        names=_name_candidates(question),
        documents=list_documents(within),
        limit=ENTITIES_PER_NAME,
    )
    known = [Entity(r["id"], r["name"], "", r["type"]) for r in rows]
    gazetteer = Gazetteer(known, max_candidates=ENTITIES_PER_NAME)
    matches = gazetteer.find(question) or gazetteer.find(question, any_case=True)
    return list({e.id: e for match in matches for e in match.candidates}.values())


def fetch_local_graph(
    passage_ids: tuple[str, ...],
    entities: list[Entity],
    boosts: Boosts,
    *,
    graph: Graph,
    within: Collection[str] | None = None,
) -> _Local:
    """Return the passages and entities around the seeds, two levels out, with their edges."""
    row = graph.read(
        "expand_passages",
        passages=list(passage_ids),
        entities=[entity.id for entity in entities],
        documents=list_documents(within),
        **LIMITS,
    )[0]
    passages, entity_nodes = np.array(row["passages"], int), np.array(row["entities"], int)
    passage_index = {key: i for i, key in enumerate(row["passage_ids"])}
    entity_index = {key: i for i, key in enumerate(row["entity_ids"])}
    boosted, factors = _local_boosts(boosts, passage_index, entity_index)
    walk = WalkGraph(
        passages=len(passages),
        entities=len(entity_nodes),
        mentions=_pairs(row, "mention", passages, entity_nodes),
        titles=_pairs(row, "title", passages, entity_nodes),
        degrees=np.array(row["degrees"], int),
        total=row["total"],
        boosted=boosted,
        boosts=factors,
    )
    return _Local(walk, passage_index, entity_index)


def _name_candidates(question: str) -> list[str]:
    """Return every run of up to MAX_NAME_WORDS words of the question, as normalised names."""
    forms = [token.form for token in iterate_tokens(question)]
    runs = {
        " ".join(forms[start:end])
        for start in range(len(forms))
        for end in range(start + 1, min(start + MAX_NAME_WORDS, len(forms)) + 1)
    }
    return sorted(runs)


def _pairs(
    row: dict[str, Any],
    kind: str,
    passages: npt.NDArray[np.int64],
    entities: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """Turn a column pair of internal node ids into (passage, entity) indices, shape (n, 2)."""
    columns = [
        _index(passages, np.array(row[f"{kind}_passages"], int)),
        _index(entities, np.array(row[f"{kind}_entities"], int)),
    ]
    return np.stack(columns, axis=1)


def _local_boosts(
    boosts: Boosts, passages: dict[str, int], entities: dict[str, int]
) -> tuple[npt.NDArray[np.int64], Floats]:
    """Return the boosts of edges in the local graph as index pairs and factors."""
    found = [
        (passages[p], entities[e], factor)
        for (p, e), factor in boosts.items()
        if p in passages and e in entities
    ]
    table = np.array(found, dtype=float).reshape(-1, 3)
    return table[:, :2].astype(int), table[:, 2]


def _index(nodes: npt.NDArray[np.int64], wanted: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    order = np.argsort(nodes)
    return order[np.searchsorted(nodes, wanted, sorter=order)] if len(nodes) else wanted


def _seed(local: _Local, hits: TextHits, entities: list[Entity]) -> tuple[Floats, Floats]:
    """Return the restart probabilities of the local passages and entities."""
    passages, things = np.zeros(local.walk.passages), np.zeros(local.walk.entities)
    found = [local.entity_index[e.id] for e in entities if e.id in local.entity_index]
    share = ENTITY_SHARE if found else 0.0
    if found:
        things[found] = share / len(found)
    best = np.exp((hits.scores[:SEED_PASSAGES] - 1) / SEED_TEMPERATURE)
    for key, value in zip(hits.ids, best / max(best.sum(), 1e-12), strict=False):
        passages[local.passage_index[key]] = (1 - share) * value
    return passages, things


def _rank(local: _Local, walked: Floats, hits: TextHits) -> list[tuple[str, float]]:
    """Return passage ids with their score, best first, ties by id.

    The score is log PageRank scaled to 0..1, plus TEXT_WEIGHT times the text score.
    """
    by_text = dict(zip(hits.ids, hits.scores.tolist(), strict=True))
    logs = np.log(np.maximum(walked, FLOOR)) if len(walked) else walked
    low, high = np.log(FLOOR), max(logs.max(initial=np.log(FLOOR)), np.log(FLOOR) + 1e-9)
    by_walk = dict(zip(local.passage_index, ((logs - low) / (high - low)).tolist(), strict=True))
    scores = {
        key: by_walk.get(key, 0.0) + TEXT_WEIGHT * by_text.get(key, 0.0)
        for key in by_walk.keys() | by_text.keys()
    }
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
