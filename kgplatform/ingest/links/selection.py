"""Chooses which passages to link, from what they share or how near they are; no graph, no text.

A passage proposes its nearest ones; links are then made choice by choice (all first choices,
then all second ones, …), the best score first, as long as both ends have room. So a popular
passage keeps a bounded number of links, and an unpopular one still gets its first choices.
Taking the best scores first, whatever choice they are, linked 61 instead of 64 of 100 supporting
pairs of HotpotQA by embedding, at the same density.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "FeatureTable",
    "Proposals",
    "choose_links",
    "propose_by_features",
    "rank_proposals",
    "round_scores",
]

SCORE_DIGITS = 3
"""Scores are compared and stored with so many decimals: vectors of one text made in another
batch differ in the seventh, and a corpus that grows by one document shifts every weight a
little, which should not rewrite every link."""

MAX_PRODUCTS = 4_000_000
"""Shared features looked at in one block of rows: about 150 MB while they are sorted."""

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Proposals:
    """Row `sources[i]` has row `targets[i]` as its `ranks[i]`-th choice (from 0), at a score."""

    sources: Ints
    targets: Ints
    ranks: Ints
    scores: Floats

    @classmethod
    def join(cls, parts: Iterable[Proposals]) -> Proposals:
        """Return all proposals of several as one."""
        every = list(parts)

        def column(name: str, kind: type) -> Any:
            columns = [getattr(part, name) for part in every]
            return np.concatenate(columns) if columns else np.empty(0, kind)

        return cls(
            column("sources", np.int32),
            column("targets", np.int32),
            column("ranks", np.int32),
            column("scores", np.float32),
        )


class FeatureTable:
    """Rows of weighted features, gathered one by one; features are strings."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._indices = array("i")
        self._weights = array("f")
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add_row(self, features: Iterable[tuple[str, float]]) -> None:
        """Add the next row; a feature occurs at most once in it."""
        for name, weight in features:
            self._indices.append(self._columns.setdefault(name, len(self._columns)))
            self._weights.append(weight)
        self._ends.append(len(self._indices))

    def normalised(self, *, max_rows: int) -> Any:
        """Return the rows as a scipy CSR matrix: weight times rarity, rows of length 1.

        Args:
            max_rows: a feature of more rows is a hub, and left out as is one of a single row.
        """
        from scipy import sparse

        rows = len(self)
        indices = np.frombuffer(self._indices, dtype=np.int32) if self._indices else _none(np.int32)
        weights = (
            np.frombuffer(self._weights, dtype=np.float32) if self._weights else _none(np.float32)
        )
        frequencies = np.bincount(indices, minlength=len(self._columns))
        rarity = np.log1p(rows / np.maximum(frequencies, 1)).astype(np.float32)
        rarity[(frequencies < 2) | (frequencies > max_rows)] = 0
        ends = np.frombuffer(self._ends, dtype=np.int64)
        matrix = sparse.csr_matrix(
            (weights * rarity[indices], indices, ends), shape=(rows, max(len(self._columns), 1))
        )
        matrix.eliminate_zeros()
        matrix.sort_indices()
        lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
        matrix.data /= np.repeat(lengths, np.diff(matrix.indptr)).astype(np.float32)
        return matrix


def propose_by_features(
    matrix: Any, *, groups: Ints, count: int, min_score: float
) -> Iterator[tuple[int, Proposals]]:
    """Yield the number of rows done and the choices they make, block by block.

    The score is the cosine. Work grows with the features that rows share, never with all pairs.

    Args:
        matrix: rows of length 1.
        groups: rows of one group (a document) are no choice for each other.
        count: choices a row; of equal scores the first row wins.
        min_score: least cosine, above 0.
    """
    transposed = matrix.T.tocsr()
    for start, stop in _blocks(matrix):
        product = (matrix[start:stop] @ transposed).tocsr()
        sources = np.repeat(np.arange(start, stop, dtype=np.int32), np.diff(product.indptr))
        scores = round_scores(product.data)
        yield (
            stop - start,
            rank_proposals(
                sources, product.indices, scores, groups=groups, count=count, min_score=min_score
            ),
        )


def round_scores(scores: npt.NDArray[Any]) -> Floats:
    """Return scores with as many decimals as are compared and stored."""
    rounded: Floats = np.round(scores, SCORE_DIGITS).astype(np.float32)
    return rounded


def rank_proposals(
    sources: Ints, targets: Ints, scores: Floats, *, groups: Ints, count: int, min_score: float
) -> Proposals:
    """Return each source's best targets outside its own group, ranked."""
    keep = (scores >= min_score) & (groups[sources] != groups[targets])
    sources, targets, scores = sources[keep], targets[keep], scores[keep]
    order = np.lexsort((targets, -scores, sources))
    sources, targets, scores = sources[order], targets[order], scores[order]
    is_first = np.ones(len(sources), dtype=bool)
    is_first[1:] = sources[1:] != sources[:-1]
    starts = np.flatnonzero(is_first)
    sizes = np.diff(np.append(starts, len(sources)))
    ranks = (np.arange(len(sources)) - np.repeat(starts, sizes)).astype(np.int32)
    best = ranks < count
    return Proposals(sources[best], targets[best], ranks[best], scores[best])


def choose_links(proposals: Proposals, *, rows: int, max_degree: int) -> tuple[Ints, Ints, Floats]:
    """Return the links: lower row, higher row, score; sorted by rows, each pair once.

    Args:
        rows: rows in all.
        max_degree: most links of a row.
    """
    low = np.minimum(proposals.sources, proposals.targets).astype(np.int64)
    high = np.maximum(proposals.sources, proposals.targets).astype(np.int64)
    pairs = low * rows + high
    order = np.lexsort((proposals.ranks, pairs))  # of two mutual proposals the better choice
    _, first = np.unique(pairs[order], return_index=True)
    chosen = order[first]
    low, high = low[chosen], high[chosen]
    ranks, scores = proposals.ranks[chosen], proposals.scores[chosen]
    accepted = _accept(low, high, np.lexsort((high, low, -scores, ranks)), rows, max_degree)
    return low[accepted].astype(np.int32), high[accepted].astype(np.int32), scores[accepted]


def _accept(
    low: npt.NDArray[np.int64],
    high: npt.NDArray[np.int64],
    order: npt.NDArray[np.int64],
    rows: int,
    max_degree: int,
) -> npt.NDArray[np.bool_]:
    """Go through the pairs in order and take each whose two rows have room."""
    room = [max_degree] * rows
    accepted = np.zeros(len(order), dtype=bool)
    size = 1_000_000  # Python integers of one part at a time
    for start in range(0, len(order), size):
        part = order[start : start + size]
        taken = []
        for at, a, b in zip(part.tolist(), low[part].tolist(), high[part].tolist(), strict=True):
            if room[a] and room[b]:
                room[a] -= 1
                room[b] -= 1
                taken.append(at)
        accepted[taken] = True
    return accepted


def _blocks(matrix: Any) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of rows whose shared features together stay under MAX_PRODUCTS."""
    frequencies = np.bincount(matrix.indices, minlength=matrix.shape[1])
    running = np.concatenate(([0], np.cumsum(frequencies[matrix.indices], dtype=np.int64)))
    done = running[matrix.indptr]  # products of all rows before each
    start, rows = 0, matrix.shape[0]
    while start < rows:
        stop = int(np.searchsorted(done, done[start] + MAX_PRODUCTS, side="right")) - 1
        stop = min(max(stop, start + 1), rows)
        yield start, stop
        start = stop


def _none(kind: type) -> npt.NDArray[Any]:
    return np.empty(0, dtype=kind)
