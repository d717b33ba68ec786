"""What tells a passage of the answer: the chains through it, the walk, and the best passage."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.chains.beside import BESIDE_FEATURES, describe_beside
from kgplatform.retrieve.chains.pairs import PAIR_FEATURES, Pairs, to_probabilities
from kgplatform.retrieve.chains.view import View

__all__ = ["FINAL_FEATURES", "describe_chained"]

UNCHAINED = -12.0  # log-odds of a passage that is in no pair

FINAL_FEATURES = (
    "passage",
    "fused",
    "into",
    "out_of",
    "into_sum",
    "into_count",
    "walk",
    "into_about",
    "into_shared",
    "best",
    *BESIDE_FEATURES,
)

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def describe_chained(
    view: View, scores: Floats, pairs: Pairs, odds: Floats, walked: Floats
) -> Floats:
    """Return FINAL_FEATURES of every passage, shape (n, 19).

    Args:
        scores: log-odds of every passage so far, (n,).
        pairs: of the seeds.
        odds: log-odds of the pair model, (pairs,).
        walked: log PageRank scaled to 0..1, (n,).
    """
    n = len(view.fused)
    is_about = pairs.features[:, PAIR_FEATURES.index("is_about")] > 0
    into = _best_of(pairs.second, odds, n)
    out_of = _best_of(pairs.first, odds, n)
    columns = (
        scores,
        view.fused,
        into,
        out_of,
        np.log1p(np.bincount(pairs.second, to_probabilities(odds), minlength=n)),
        np.log1p(np.bincount(pairs.second, minlength=n)),
        walked,
        _best_of(pairs.second[is_about], odds[is_about], n),
        _best_of(pairs.second[~is_about], odds[~is_about], n),
        np.maximum(into, out_of),
    )
    return np.concatenate([np.stack(columns, axis=1), describe_beside(view, scores)], axis=1)


def _best_of(passages: Integers, odds: Floats, n: int) -> Floats:
    best = np.full(n, UNCHAINED)
    np.maximum.at(best, passages, odds)
    return best
