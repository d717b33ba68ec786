"""How far a figure can be trusted: bootstrap intervals, and paired tests between two runs.

Both take the questions for a sample of all that could have been asked. Random numbers come from a
fixed seed, so that the same figures give the same intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
import numpy.typing as npt
from scipy.stats import bootstrap, permutation_test

__all__ = ["CONFIDENCE", "PairedDifference", "compare_pairs", "compute_interval"]

CONFIDENCE = 0.95
RESAMPLES = 2_000  # for percentiles, 1,000 or more (Efron and Tibshirani, 1993, chapter 13)
RESAMPLES_AT_ONCE = 500  # bounds the memory: 500 rows of 10,000 questions take 40 MB
SEED = 20_240_501

Floats = npt.NDArray[np.float64]


class PairedDifference(TypedDict):
    """One run against another on the same questions.

    `difference` is the mean of the first minus that of the second, from `low` to `high` with
    CONFIDENCE; `p` is the chance of one as large, either way, if neither run were better.
    """

    difference: float
    low: float
    high: float
    p: float


def compute_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the bootstrap percentile interval of the mean, with CONFIDENCE.

    Args:
        values: one a question, at least one; of a single one the interval is that value.
    """
    sample: Floats = np.asarray(values, dtype=np.float64)
    if np.ptp(sample) == 0:
        return float(sample[0]), float(sample[0])
    interval = bootstrap(
        (sample,),
        np.mean,
        n_resamples=RESAMPLES,
        batch=RESAMPLES_AT_ONCE,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=SEED,
    ).confidence_interval
    return float(interval.low), float(interval.high)


def compare_pairs(a: Sequence[float], b: Sequence[float]) -> PairedDifference:
    """Compare two runs question by question.

    The interval is of a paired bootstrap. The test is Fisher's randomisation test, which Smucker
    et al. (2007) recommend for retrieval runs: each question's two figures are swapped at random,
    in every way there is where these are no more than RESAMPLES.

    Args:
        a, b: figures of the same questions in the same order, at least one each.

    Raises:
        ValueError: the two are not of one length.
    """
    differences: Floats = np.subtract(*_as_pair(a, b))
    low, high = compute_interval(differences.tolist())
    return {
        "difference": float(differences.mean()),
        "low": low,
        "high": high,
        "p": _compute_p(differences),
    }


def _as_pair(a: Sequence[float], b: Sequence[float]) -> tuple[Floats, Floats]:
    if len(a) != len(b):
        raise ValueError(f"paired figures must be as many: {len(a)} and {len(b)}")
    return np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)


def _compute_p(differences: Floats) -> float:
    if len(differences) == 1 or not differences.any():
        return 1.0  # nothing was swapped that could tell
    result = permutation_test(
        (differences,),
        np.mean,
        permutation_type="samples",  # of one sample: its signs are flipped
        n_resamples=RESAMPLES,
        batch=RESAMPLES_AT_ONCE,
        rng=SEED,
    )
    return float(result.pvalue)
