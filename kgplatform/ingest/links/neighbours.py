"""Proposes links by meaning: each passage's nearest ones, from the vector index.

KNN-ST of KGP (section 3). One look-up a passage, never all pairs. The index is approximate and
depends on the order in which it was filled; so far more neighbours are asked for than are kept,
since what it misses it misses at the end of a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.ingest.links.corpus import Corpus
from kgplatform.ingest.links.selection import Floats, Ints, Proposals, rank_proposals, round_scores

__all__ = ["propose_by_embedding"]

PASSAGES_PER_QUERY = 250
READERS = 2  # queries at a time; the server needs a core for each
NEIGHBOURS_ASKED = 50
NEIGHBOURS_ASKED_AGAIN = 500  # where a long document's own passages filled the first list


def propose_by_embedding(
    graph: Graph, corpus: Corpus, *, count: int, min_score: float
) -> Iterator[tuple[int, Proposals]]:
    """Yield passages done and what they propose; see `propose_by_features`."""
    rows = {passage_id: row for row, passage_id in enumerate(corpus.ids)}
    find = partial(_nearest, graph, corpus, rows, count=count, min_score=min_score)
    with ThreadPoolExecutor(READERS, thread_name_prefix="nearest") as pool:
        parts = _parts(corpus.ids, PASSAGES_PER_QUERY)
        while queries := list(islice(parts, 4 * READERS)):  # a bounded number in flight
            for part, proposals in zip(queries, pool.map(find, queries), strict=True):
                yield len(part), proposals


def _nearest(
    graph: Graph,
    corpus: Corpus,
    rows: dict[str, int],
    ids: Sequence[str],
    *,
    count: int,
    min_score: float,
) -> Proposals:
    """Return what some passages propose; those whose list came out short are asked again."""
    parts = []
    for asked in (NEIGHBOURS_ASKED, NEIGHBOURS_ASKED_AGAIN):
        limit = max(asked, 4 * count)
        found = graph.read("search_similar_passages", ids=list(ids), limit=limit)
        sources, targets, scores = _lists(found, rows, limit)
        proposals = rank_proposals(
            sources,
            targets,
            scores,
            groups=corpus.documents,
            count=count,
            min_score=min_score,
        )
        is_last = asked == NEIGHBOURS_ASKED_AGAIN
        short = set() if is_last else _short(found, rows, proposals, limit, count, min_score)
        parts.append(_without(proposals, [rows[passage_id] for passage_id in short]))
        ids = [passage_id for passage_id in ids if passage_id in short]
        if not ids:
            break
    return Proposals.join(parts)


def _lists(
    found: list[dict[str, Any]], rows: dict[str, int], limit: int
) -> tuple[Ints, Ints, Floats]:
    """Return the lists found as sources, targets and cosines.

    Which of several passages with the score at the very end of a full list were found is
    chance, so all of that score are left out.
    """
    sources: list[npt.NDArray[Any]] = [np.empty(0, np.int32)]
    targets: list[npt.NDArray[Any]] = [np.empty(0, np.int32)]
    scores: list[npt.NDArray[Any]] = [np.empty(0, np.float32)]
    for row in found:
        near = _cosines(row)
        known = np.asarray([rows.get(passage_id, -1) for passage_id in row["ids"]], np.int32)
        keep = known >= 0  # one that came after the corpus was read
        if len(known) >= limit:
            keep &= near > near[-1]
        sources.append(np.full(int(keep.sum()), rows[row["id"]], np.int32))
        targets.append(known[keep])
        scores.append(near[keep])
    return np.concatenate(sources), np.concatenate(targets), np.concatenate(scores)


def _short(
    found: list[dict[str, Any]],
    rows: dict[str, int],
    proposals: Proposals,
    limit: int,
    count: int,
    min_score: float,
) -> set[str]:
    """Return the passages that propose too few and would find more in a longer list."""
    made = np.bincount(proposals.sources, minlength=len(rows))
    return {
        row["id"]
        for row in found
        if len(row["ids"]) >= limit
        and made[rows[row["id"]]] < count
        and _cosines(row)[-1] >= min_score
    }


def _cosines(row: dict[str, Any]) -> Floats:
    """Return the scores of a list as cosines; the index gives (1 + cosine) / 2."""
    return round_scores(2 * np.asarray(row["scores"]) - 1)


def _without(proposals: Proposals, sources: Sequence[int]) -> Proposals:
    if not sources:
        return proposals
    keep = ~np.isin(proposals.sources, sources)
    return Proposals(
        proposals.sources[keep],
        proposals.targets[keep],
        proposals.ranks[keep],
        proposals.scores[keep],
    )


def _parts(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
