"""The part of the graph around a question's seeds, fetched in one query, as arrays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.retrieve.documents import list_documents

__all__ = ["LIMITS", "LocalGraph", "fetch_local_graph"]

# Two levels of 400 passages in all, measured on the data sets while the models of chains were
# fitted, changed no recall@5 by more than 0.3 points and took twice as long.
LIMITS = {"seeds": 10, "per_entity": 20, "hub": 1_000, "max_reached": 60, "opening": 12}

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LocalGraph:
    """Passages and entities around those found, with the edges between them.

    Attributes:
        passage_ids, texts, titles: of the n passages.
        cosines: of the question and each passage, (n,).
        entity_ids, entity_names: of the e entities, canonical ones where names were joined.
        degrees: mentions of each entity in the whole graph, (e,).
        total: passages in the whole graph.
        mentions: (passage, entity, offset in the text) rows, (m, 3).
        about: (passage, entity) rows: what the passage's document is about, which is what it opens
            with where neither a title nor a definition says, (a, 2).
        stated: (passage, entity) rows: what a statement of the passage is about, (s, 2).
        relations: of these statements, (s,).
    """

    passage_ids: tuple[str, ...]
    texts: tuple[str, ...]
    titles: tuple[str, ...]
    cosines: Floats
    entity_ids: tuple[str, ...]
    entity_names: tuple[str, ...]
    degrees: Integers
    total: int
    mentions: Integers
    about: Integers
    stated: Integers
    relations: tuple[str, ...]


def fetch_local_graph(
    found: Mapping[str, float],
    seeds: Sequence[str],
    vector: Any,
    *,
    graph: Graph,
    within: Collection[str] | None = None,
    asks_relations: bool = False,
) -> LocalGraph:
    """Return the passages found, and what is one level around the first of them; hubs held back.

    Args:
        found: passages with their cosines, best first; the first `LIMITS["seeds"]` are expanded.
        seeds: entities that are expanded too.
        vector: of the question, as the graph's driver takes it.
        graph: where to look.
        within: ids of the only documents to look in; None: all. Degrees are of the whole graph.
        asks_relations: whether to look at statements; else none is returned.
    """
    row = graph.read(
        "expand_passages",
        found=list(found),
        entities=list(seeds),
        vector=vector,
        documents=list_documents(within),
        asks_relations=asks_relations,
        **LIMITS,
    )[0]
    ids = row["passage_ids"]
    known = (found[key] for key in ids[: len(ids) - len(row["cosines"])])
    passages, entities = np.array(row["passages"], int), np.array(row["entities"], int)
    mentions = (
        _index(passages, row["mention_passages"]),
        _index(entities, row["mention_entities"]),
        np.array(row["mention_starts"], int),
    )
    about = _index(passages, row["title_passages"]), _index(entities, row["title_entities"])
    stated = np.array(row["stated_passages"], int), np.array(row["stated_entities"], int)
    is_here = np.isin(stated[1], entities)  # a statement's entity that no passage around mentions
    pairs = _index(passages, stated[0][is_here]), _index(entities, stated[1][is_here])
    relations = compress(row["stated_relations"], is_here.tolist())
    statements = sorted(zip(*(column.tolist() for column in pairs), relations, strict=True))
    return LocalGraph(
        passage_ids=tuple(ids),
        texts=tuple(row["texts"]),
        titles=tuple(row["titles"]),
        cosines=np.array([*known, *row["cosines"]], float),
        entity_ids=tuple(row["entity_ids"]),
        entity_names=tuple(row["entity_names"]),
        degrees=np.array(row["degrees"], int),
        total=row["total"],
        mentions=_sort_rows(np.stack(mentions, axis=1)),
        about=_sort_rows(np.stack(about, axis=1)),
        stated=np.array([pair for *pair, _ in statements], int).reshape(-1, 2),
        relations=tuple(relation for *_, relation in statements),
    )


def _sort_rows(rows: Integers) -> Integers:
    """Return rows in an order of their own: sums must not depend on when what was written."""
    return rows[np.lexsort(rows.T[::-1])]


def _index(nodes: Integers, wanted: Sequence[int] | Integers) -> Integers:
    """Return the place in `nodes` of each internal id of `wanted`."""
    keys = np.array(wanted, int)
    if not len(nodes):
        return keys
    order = np.argsort(nodes)
    return np.asarray(order[np.searchsorted(nodes, keys, sorter=order)])
