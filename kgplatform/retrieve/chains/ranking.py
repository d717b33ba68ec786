"""Ranks the passages around a question: alone first, then by their chains, in rounds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.chains.features import View, describe_passages, spread
from kgplatform.retrieve.chains.models import ChainModels, Round
from kgplatform.retrieve.chains.pairs import Pairs, describe_chained, find_pairs

__all__ = [
    "SEEDS",
    "Chained",
    "chain_passages",
    "count_likely",
    "find_seeds",
    "rank_passages",
    "score_alone",
]

SEEDS = 10  # best passages, from which the chains of a round start
SURELY_LIKELY = 2  # best passages: a question of two hops is answered by no fewer
LEAST_ODDS = 0.1
"""Of a likely passage, as a share of the second one's odds. It is no probability, since corpora
differ in how sure the models are of any passage."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Chained:
    """One round: log-odds of all passages after it, (n,), and the chains it weighed.

    `odds` are log-odds that both ends of a pair are of the answer, (pairs,).
    """

    scores: Floats
    seeds: Integers
    pairs: Pairs
    odds: Floats


def rank_passages(view: View, walked: Floats, models: ChainModels) -> list[Chained]:
    """Return what each round found; the scores of the last one are the rank.

    Args:
        view: of the question.
        walked: log PageRank scaled to 0..1, (n,).
        models: of the passage alone, and of each round.
    """
    scores = score_alone(view, models)
    rounds: list[Chained] = []
    for models_of_round in models.rounds:
        rounds.append(chain_passages(view, walked, scores, models_of_round))
        scores = rounds[-1].scores
    return rounds


def score_alone(view: View, models: ChainModels) -> Floats:
    """Return log-odds of each passage without its chains, (n,)."""
    return spread(view, models.passage.score(describe_passages(view)))


def chain_passages(view: View, walked: Floats, scores: Floats, models: Round) -> Chained:
    """Weigh the chains from the best passages so far, and the passages by them.

    Args:
        view: of the question.
        walked: log PageRank scaled to 0..1, (n,).
        scores: log-odds before the round, (n,).
        models: of the round.
    """
    seeds = find_seeds(scores)
    pairs = find_pairs(view, seeds, scores)
    odds = models.pair.score(pairs.features)
    features = describe_chained(view, scores, pairs, odds, walked)
    return Chained(models.final.score(features), seeds, pairs, odds)


def count_likely(scores: Floats) -> int:
    """Return how many of the best passages are likely to be of the answer.

    Args:
        scores: log-odds of all passages, (n,).
    """
    best = np.sort(scores)[::-1]
    if len(best) <= SURELY_LIKELY:
        return len(best)
    return int((best >= best[SURELY_LIKELY - 1] + np.log(LEAST_ODDS)).sum())


def find_seeds(scores: Floats) -> Integers:
    """Return the passages from which the chains of a round start, best first."""
    return np.argsort(-scores, kind="stable")[:SEEDS]
