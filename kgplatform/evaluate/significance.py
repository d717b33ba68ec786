"""How far a figure can be trusted: confidence intervals, and paired tests between two runs.

Both take the questions for a sample of all that could have been asked. Random numbers come from a
fixed seed, so that the same figures give the same intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
import numpy.typing as npt
from scipy.stats import binomtest

__all__ = ["CONFIDENCE", "PairedDifference", "compare_pairs", "compute_interval"]

CONFIDENCE = 0.95
RESAMPLES = 10_000  # the least p of a test is about its inverse, which Holm's adjustment multiplies
RESAMPLES_AT_ONCE = 500  # bounds the memory: 500 rows of 10,000 questions take 40 MB
SEED = 20_240_501
DIGITS = 12  # of a figure; what differs beyond them is the noise of floating point

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


def compute_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the interval of the mean, with CONFIDENCE; None where the values give none.

    Of figures that are 0 or 1 it is Wilson's (1927) score interval of a share, which 0 of 50 does
    not shrink to nothing; of others the bootstrap percentile interval. Values all alike between 0
    and 1, or a single one, give none.

    Args:
        values: one a question, at least one.
    """
    sample: Floats = np.asarray(values, dtype=np.float64)
    if np.isin(sample, (0, 1)).all():
        share = binomtest(int(sample.sum()), len(sample))
        interval = share.proportion_ci(confidence_level=CONFIDENCE, method="wilson")
        return float(interval.low), float(interval.high)
    return None if np.ptp(sample) == 0 else _bootstrap(sample)


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
    first, second = _as_pair(a, b)
    differences: Floats = np.round(first - second, DIGITS)
    low, high = _bootstrap(differences)
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


def _bootstrap(sample: Floats) -> tuple[float, float]:
    """Return the percentile interval of the mean (Efron and Tibshirani, 1993, chapter 13)."""
    # A resample's mean depends only on how often it holds each value there is, of which figures
    # have few: drawing these counts is many times faster than drawing questions.
    values, counts = np.unique(np.round(sample, DIGITS), return_counts=True)
    rng = np.random.default_rng(SEED)
    sums = [
        rng.multinomial(len(sample), counts / len(sample), size=RESAMPLES_AT_ONCE) @ values
        for _ in range(RESAMPLES // RESAMPLES_AT_ONCE)
    ]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(np.concatenate(sums) / len(sample), (tail, 1 - tail))
    return float(low), float(high)


def _compute_p(differences: Floats) -> float:
    stated = differences[differences != 0]  # what is swapped with its equal changes nothing
    least = abs(stated.sum()) - 10**-DIGITS  # equal sums, added in another order, are as large
    if 2 ** len(stated) <= RESAMPLES:
        signs = (np.arange(2 ** len(stated))[:, None] >> np.arange(len(stated))) & 1
        return float(np.mean(_is_as_large(signs, stated, least)))
    rng = np.random.default_rng(SEED)
    draws = (_toss(rng, len(stated)) for _ in range(RESAMPLES // RESAMPLES_AT_ONCE))
    found = sum(int(_is_as_large(signs, stated, least).sum()) for signs in draws)
    return (found + 1) / (RESAMPLES + 1)  # the figures as they are count as one of the swaps


def _toss(rng: np.random.Generator, size: int) -> npt.NDArray[np.uint8]:
    """Return RESAMPLES_AT_ONCE rows of coins, 0 or 1 each."""
    drawn = rng.integers(256, size=(RESAMPLES_AT_ONCE, -(-size // 8)), dtype=np.uint8)
    return np.unpackbits(drawn, axis=1, count=size)


def _is_as_large(
    signs: npt.NDArray[np.integer], values: Floats, least: float
) -> npt.NDArray[np.bool_]:
    """Return for each row of signs (0 or 1) whether the signed values' sum is as far from 0."""
    sums: npt.NDArray[np.bool_] = np.abs((2.0 * signs - 1) @ values) >= least
    return sums
